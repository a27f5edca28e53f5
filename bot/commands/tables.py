"""``/rummikub games`` and ``/rummikub rules``."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.commands.which import choices, with_game
from bot.texts import translator
from bot.ui.answers import hold, put, reply
from bot.ui.pages import PageButton, page_of
from bot.ui.rules import rules as rules_view
from bot.ui.rules import show_rules
from data import Phase
from engine.core.errors import IllegalAction
from engine.rummikub.ruleset import PRESETS

PHASES: tuple[Phase, ...] = ("playing", "lobby", "over")


@app_commands.command(name="games", description="The games that are open in this server")
async def games(interaction: Interaction) -> None:
    """List lobbies and running games with links, this channel's first."""
    await reply(interaction, await page_of(interaction, "games", 0))


@app_commands.command(name="rules", description="The rules of a game, in words")
@app_commands.describe(
    game="Which game (without: the one in this channel)", ruleset="Instead of a game: the rules as they are usually"
)
@app_commands.autocomplete(game=choices(phases=PHASES, seated=False))
@app_commands.choices(
    ruleset=[
        app_commands.Choice(name="Official", value="official"),
        app_commands.Choice(name="Basque", value="basque"),
        app_commands.Choice(name="Lithuanian", value="lithuanian"),
        app_commands.Choice(name="Spanish", value="spanish"),
    ]
)
async def rules(interaction: Interaction, game: int | None = None, ruleset: str | None = None) -> None:
    """Tell the rules of a game; where there is none, the official ones."""
    if ruleset is None:
        try:
            await with_game(interaction, game, show_rules, phases=PHASES, seated=False)
        except IllegalAction as refused:
            if all(fault.code != "no_game" for fault in refused.faults):
                raise
        else:
            return
    view = rules_view(translator(interaction.locale), None, PRESETS[ruleset or "official"])
    await hold(interaction)
    await put(interaction, view)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(games)
    bot.rummikub.add_command(rules)
    bot.add_dynamic_items(PageButton)
