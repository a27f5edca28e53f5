"""``/rummikub help``."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.ui.help import HelpSelect, show_help


@app_commands.command(name="help", description="How to play, and how to type your moves")
async def help_(interaction: Interaction) -> None:
    """Show the first page, only to the one who asks."""
    await show_help(interaction)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(help_)
    bot.add_dynamic_items(HelpSelect)
