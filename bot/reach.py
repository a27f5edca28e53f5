"""What ``rummikub-bot doctor`` asks Discord: whether the bot may do what it must where games are open. REST only."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import discord

from bot.ui import rights

PATIENCE = 60.0
"""Seconds for all questions together."""
_HIDDEN = frozenset({10003, 50001})
_NO_SERVER = frozenset({10004, 50001})

Places = Mapping[tuple[int, int], Sequence[int]]
"""Server and channel -> the games there."""


@dataclass(frozen=True)
class Barrier:
    """What hinders the games of a channel: ``lacking`` permissions, by the names of Discord's API; a channel that is
    ``gone`` or hidden; an archived and ``locked`` thread; a server that the bot has ``left``.
    """

    code: Literal["lacking", "gone", "locked", "left"]
    guild_id: int
    channel_id: int
    games: tuple[int, ...]
    missing: tuple[str, ...] = ()


async def barriers(token: str, places: Places) -> list[Barrier]:
    """Log in and look. Raises :class:`discord.LoginFailure`, and what ``bot.trouble.UNREACHABLE`` and
    :class:`discord.HTTPException` stand for.
    """
    client = discord.Client(intents=discord.Intents.none())
    async with asyncio.timeout(PATIENCE), client:
        await client.login(token)
        return await found(client, places)


async def found(client: discord.Client, places: Places) -> list[Barrier]:
    """What a client that is logged in finds, place by place."""
    barred: list[Barrier] = []
    guilds: dict[int, tuple[discord.Guild, discord.Member] | None] = {}
    for (guild_id, channel_id), games in places.items():
        if guild_id not in guilds:
            guilds[guild_id] = await _joined(client, guild_id)
        joined, missing = guilds[guild_id], ()
        code = "left" if joined is None else None
        if joined is not None:
            code, missing = await _barred(*joined, channel_id)
        if code is not None:
            barred.append(Barrier(code, guild_id, channel_id, tuple(games), missing))
    return barred


async def _joined(client: discord.Client, guild_id: int) -> tuple[discord.Guild, discord.Member] | None:
    """The server and the bot in it; None where it is not in it."""
    user = client.user
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
        return guild, await guild.fetch_member(user.id if user is not None else 0)
    except discord.HTTPException as error:
        if error.code in _NO_SERVER or error.status == 404:
            return None
        raise


async def _barred(
    guild: discord.Guild, me: discord.Member, channel_id: int
) -> tuple[Literal["lacking", "gone", "locked"] | None, tuple[str, ...]]:
    try:
        place = await guild.fetch_channel(channel_id)
        # A thread has the permissions of its channel.
        above = await guild.fetch_channel(place.parent_id) if isinstance(place, discord.Thread) else place
    except discord.HTTPException as error:
        if error.code in _HIDDEN or error.status == 404:
            return "gone", ()
        raise
    if isinstance(above, discord.Thread):
        return "gone", ()
    allowed = above.permissions_for(me)
    missing = rights.missing(allowed, thread=isinstance(place, discord.Thread))
    if missing:
        return "lacking", missing
    shut = isinstance(place, discord.Thread) and place.archived and place.locked and not allowed.manage_threads
    return ("locked" if shut else None), ()
