"""Who acts, read from an interaction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.services.matches import Member
from engine.core.errors import Fault, IllegalAction


def member_of(interaction: discord.Interaction[Any]) -> Member:
    """The member behind an interaction, a moderator by the rights they have in this channel.

    Raises :class:`IllegalAction` (``bot_member``) for a bot.
    """
    user = interaction.user
    if user.bot:
        raise IllegalAction(Fault.of("bot_member"))
    rights = interaction.permissions
    return Member(user.id, user.display_name, moderator=rights.manage_channels or rights.manage_messages)


def member_at(interaction: discord.Interaction[Any], channel_id: int) -> Member:
    """The member behind an interaction, a moderator by the rights they have in another channel of the server."""
    member = member_of(interaction)
    user, guild = interaction.user, interaction.guild
    if channel_id == interaction.channel_id or guild is None or not isinstance(user, discord.Member):
        return member
    channel = guild.get_channel_or_thread(channel_id)
    rights = discord.Permissions.none() if channel is None else channel.permissions_for(user)
    return replace(member, moderator=rights.manage_channels or rights.manage_messages)
