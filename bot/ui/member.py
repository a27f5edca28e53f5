"""Who acts, read from an interaction."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.services.matches import Match, Member
from bot.trouble import PATIENCE, UNREACHABLE
from data import MatchRow
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


def sees(interaction: discord.Interaction[Any], row: MatchRow) -> bool:
    """Whether the member behind an interaction may know of a match: plays in it, or sees the channel it is in."""
    user, guild = interaction.user, interaction.guild
    if row.guild_id != interaction.guild_id:
        return False
    if row.channel_id == interaction.channel_id or any(seat.user_id == user.id for seat in row.seats):
        return True
    return guild is not None and _open_to(user, guild.get_channel_or_thread(row.channel_id))


def _open_to(user: discord.User | discord.Member, channel: object) -> bool:
    """Whether a channel or thread is there and a member may look into it."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or not isinstance(user, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return False
    rights = channel.permissions_for(user)
    hidden = isinstance(channel, discord.Thread) and channel.is_private() and not rights.manage_threads
    return rights.view_channel and not hidden


def must_see(interaction: discord.Interaction[Any], match: Match) -> Match:
    """The match; :class:`IllegalAction` (``unknown_match``) where the member may not know of it."""
    if not sees(interaction, match.row):
        raise IllegalAction(Fault.of("unknown_match", match=match.id))
    return match


async def must_find(interaction: discord.Interaction[Any], match: Match) -> Match:
    """As :func:`must_see`, and Discord is asked about a thread that is archived, for the bot no longer holds these."""
    guild, row = interaction.guild, match.row
    if guild is None or guild.get_channel_or_thread(row.channel_id) is not None or sees(interaction, row):
        return must_see(interaction, match)
    with suppress(discord.HTTPException, discord.InvalidData, *UNREACHABLE):
        async with asyncio.timeout(PATIENCE):
            if row.guild_id == guild.id and _open_to(interaction.user, await guild.fetch_channel(row.channel_id)):
                return match
    return must_see(interaction, match)
