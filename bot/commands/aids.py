"""``/rummikub hint``, ``draft`` and ``pick``: help to find a play, and to put it together."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.commands.which import choices, with_game
from bot.services.matches import Match
from bot.ui import draft as drafts
from bot.ui.answers import hold
from bot.ui.draft import DraftButton, show_draft
from bot.ui.hint import HintButton, show_hint
from bot.ui.picker import PickButton, PickSelect, show_picker


@app_commands.command(name="hint", description="Is there a play? All are told at the end of a round how many you asked")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices())
async def hint(interaction: Interaction, game: int | None = None) -> None:
    """Show the first step of a hint."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await show_hint(click, match.id)

    await with_game(interaction, game, then)


@app_commands.command(name="pick", description="Pick tiles from lists, and see how they can be laid")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices())
async def pick(interaction: Interaction, game: int | None = None) -> None:
    """Show the tile picker."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await show_picker(click, match.id)

    await with_game(interaction, game, then)


@app_commands.command(name="draft", description="Put a play together step by step, before you send it as one")
@app_commands.describe(
    add="A step: new or changed sets, as in play (without: see the draft)",
    game="Which game (without: the one in this channel)",
)
@app_commands.autocomplete(game=choices())
async def draft(interaction: Interaction, add: str | None = None, game: int | None = None) -> None:
    """Show the draft, after adding a step to it."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await show_draft(click, match.id, add)

    await with_game(interaction, game, then)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    for command in (hint, pick, draft):
        bot.rummikub.add_command(command)
    bot.add_dynamic_items(HintButton, PickButton, PickSelect, DraftButton)
    bot.add_listener(drafts.on_interaction, "on_interaction")
