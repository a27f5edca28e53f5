"""What keeps a game file in order: ``rummikub-bot doctor`` looks, and tells what it found."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.services.matches import Match
from bot.services.replay import is_sound
from data import Store, problems


@dataclass(frozen=True)
class Findings:
    """What a look at a game file found. All is well where ``damage``, ``unreadable`` and ``unsound`` are empty."""

    lobbies: int = 0
    playing: int = 0
    damage: tuple[str, ...] = ()
    """What SQLite finds wrong with the file, in its own words."""
    unreadable: tuple[int, ...] = ()
    """Open matches whose stored state or settings cannot be read."""
    unsound: tuple[int, ...] = ()
    """Running matches whose stored state is not the one their log leads to."""
    unshown: tuple[int, ...] = field(default=())
    """Matches that have something their channel was not told; the bot tells it when it runs."""
    places: Mapping[tuple[int, int], Sequence[int]] = field(default_factory=dict)
    """Server and channel -> the open matches there."""

    @property
    def well(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.damage or self.unreadable or self.unsound)


async def examine(database: Path) -> Findings:
    """Look at a game file, every unfinished match replayed against its snapshot. Raises :class:`data.StoreError`.

    A file from an older version is migrated first, as at every start (a backup is kept next to it).
    """
    damage = await asyncio.to_thread(problems, database)
    if damage:
        return Findings(damage=damage)
    store = await Store.open(database)
    try:
        lobbies = playing = 0
        unreadable: list[int] = []
        unsound: list[int] = []
        places: dict[tuple[int, int], list[int]] = {}
        for row in await store.unfinished():
            places.setdefault((row.guild_id or 0, row.channel_id), []).append(row.id)
            try:
                match = Match.read(row)
            except ValueError:
                unreadable.append(row.id)
                continue
            if match.state is None:
                lobbies += 1
                continue
            playing += 1
            if not is_sound(match, await store.log(row.id)):
                unsound.append(row.id)
        unshown = tuple(row.id for row in await store.unshown())
        return Findings(lobbies, playing, (), tuple(unreadable), tuple(unsound), unshown, places)
    finally:
        await store.close()
