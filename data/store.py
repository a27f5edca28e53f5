"""The store: the one object through which everything is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Self

from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from data import files
from data.database import Database
from data.drafts import Drafts
from data.matches import Matches
from data.members import Members
from data.recent import Recent
from data.reminders import Reminders
from data.results import Results
from data.schema import meta

REMEMBERED = 2_000
"""Matches, and members' preferences, that need not be read again; some kilobytes each."""


class Store(Matches, Drafts, Results, Members, Reminders):
    """A game file. Whatever a method has returned from is on the disk and survives a crash.

    Every method raises a StoreError (Locked, DiskFull, Unwritable, DiskFailed, Corrupt) when the disk fails it;
    nothing of what it was about to write is there then.
    """

    def __init__(self, database: Database, remembered: int) -> None:
        self._database = database
        self._known = Recent(remembered)
        self._chosen = Recent(remembered)

    @classmethod
    async def open(cls, path: Path | None, *, busy_timeout: float = 5.0, remembered: int = REMEMBERED) -> Self:
        """Open the file, creating it and its folder if need be; None keeps everything in memory.

        An older file is brought to the present schema and backed up before, as ``NAME.VERSION.backup`` next to it.
        ``busy_timeout``: seconds to wait for another process; ``remembered``: of how many matches and members what was
        written last need not be read again. Raises Unwritable, NewerSchema, NotADatabase,
        Corrupt, Locked or DiskFull.
        """
        return cls(await Database.open(path, busy_timeout=busy_timeout), remembered)

    async def close(self) -> None:
        """Let what is under way finish, then let go of the file."""
        await self._database.close()

    @property
    def path(self) -> Path | None:
        """The file; None in memory."""
        return self._database.path

    async def backup(self, target: Path) -> None:
        """Write a consistent copy to ``target`` while games go on. Raises StoreError; ValueError in memory."""
        if self.path is None:
            raise ValueError
        await asyncio.to_thread(files.backup, self.path, target)

    async def integrity(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the file, in its own technical words; empty if it is sound."""
        rows = await self._database.read(text("PRAGMA integrity_check"))
        return tuple(line for row in rows for line in row.values() if line != "ok")

    async def meta(self, key: str) -> str | None:
        """A small fact about the bot itself, such as the hash of the commands it last synced."""
        rows = await self._database.read(select(meta.c.value).where(meta.c.key == key))
        return rows[0]["value"] if rows else None

    async def set_meta(self, key: str, value: str) -> None:
        """Keep such a fact."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(meta).where(meta.c.key == key))
            await connection.execute(insert(meta).values(key=key, value=value))

        await self._database.write(work)
