"""``/rummikub record``: a match that is over, move by move."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.commands.which import choices, with_game
from bot.services.matches import Match
from bot.ui.answers import hold
from bot.ui.record import RecordButton, show_record


@app_commands.command(name="record", description="A finished game as a file, move by move: to check or to keep")
@app_commands.describe(game="Which game (without: the last one in this channel)")
@app_commands.autocomplete(game=choices(phases=("over",), seated=False))
async def record(interaction: Interaction, game: int | None = None) -> None:
    """Give the record."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await show_record(click, match)

    await with_game(interaction, game, then, phases=("over",), seated=False)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(record)
    bot.add_dynamic_items(RecordButton)
