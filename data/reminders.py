"""Reminders of the time: when they are due, that each is given once, and the message that has to go again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Update, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.recent import Recent
from data.rows import MatchRow
from data.schema import matches


class Reminders:
    """The part of the store that knows reminders. None of this makes a new revision of a match."""

    _database: Database
    _known: Recent[int, MatchRow]

    async def reminders_due(self, now: datetime) -> list[tuple[int, int]]:
        """Id and revision of matches whose player on turn is to be reminded, longest due first."""
        statement = (
            select(matches.c.id, matches.c.revision)
            .where(matches.c.reminder_at <= now)
            .order_by(matches.c.reminder_at, matches.c.id)
        )
        return [(row["id"], row["revision"]) for row in await self._database.read(statement)]

    async def next_reminder(self) -> datetime | None:
        """When the earliest reminder is due."""
        statement = (
            select(matches.c.reminder_at)
            .where(matches.c.reminder_at.is_not(None))
            .order_by(matches.c.reminder_at)
            .limit(1)
        )
        rows = await self._database.read(statement)
        return rows[0]["reminder_at"] if rows else None

    async def take_reminder(self, match_id: int, expected: int) -> bool:
        """Note that the reminder is being given; False, and nothing changes, where it was or the match moved on."""
        statement = (
            update(matches)
            .where(matches.c.id == match_id, matches.c.revision == expected, matches.c.reminder_at.is_not(None))
            .values(reminder_at=None)
        )
        return await self._changed(match_id, statement) == 1

    async def reminder_shown(self, match_id: int, message_id: int | None) -> None:
        """Note the message that reminds; None when it is gone."""
        statement = update(matches).where(matches.c.id == match_id).values(reminder_message_id=message_id)
        await self._changed(match_id, statement)

    async def _changed(self, match_id: int, statement: Update) -> int:
        async def work(connection: AsyncConnection) -> int:
            return (await connection.execute(statement)).rowcount

        return await self._database.write(work, then=lambda _: self._known.forget(match_id))
