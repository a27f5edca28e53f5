"""``/rummikub help``."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.texts import translator


@app_commands.command(name="help", description="How to play, and how to type your moves")
async def help_(interaction: Interaction) -> None:
    """Tell how to play, only to the one who asks."""
    t = translator(interaction.locale)
    await interaction.response.send_message(t("Start a game with `/rummikub start`."), ephemeral=True)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(help_)
