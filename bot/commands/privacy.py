"""``/rummikub privacy``."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.ui.privacy import PrivacyButton, show_privacy


@app_commands.command(name="privacy", description="What is kept about you: get it as a file, or have it erased")
async def privacy(interaction: Interaction) -> None:
    """Show it, only to the one who asks."""
    await show_privacy(interaction)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(privacy)
    bot.add_dynamic_items(PrivacyButton)
