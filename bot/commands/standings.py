"""``/rummikub leaderboard`` and ``/rummikub stats``."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.texts import standings as words
from bot.texts import translator
from bot.ui.answers import reply
from bot.ui.base import LayoutView
from bot.ui.pages import page_of


@app_commands.command(name="leaderboard", description="Who has won most in this server")
async def leaderboard(interaction: Interaction) -> None:
    """Show the first page privately."""
    await reply(interaction, await page_of(interaction, "leaders", 0))


@app_commands.command(name="stats", description="Wins, rounds and points of a member in this server")
@app_commands.describe(member="Whose (without: yours)")
async def stats(interaction: Interaction, member: discord.Member | None = None) -> None:
    """Show one member's results privately."""
    whose = member or interaction.user
    found = await interaction.client.store.stats(interaction.guild_id or 0, whose.id)
    box: discord.ui.Container[Any] = discord.ui.Container()
    box.add_item(discord.ui.TextDisplay(words.stats(translator(interaction.locale), whose.display_name, found)))
    view = LayoutView(timeout=None)
    view.add_item(box)
    await reply(interaction, view)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(leaderboard)
    bot.rummikub.add_command(stats)
