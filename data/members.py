"""What belongs to a member: preferences, and everything there is about them on request."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.recent import Recent
from data.rows import OPEN, MatchRow, Preferences
from data.schema import drafts, log, match_results, matches, preferences, round_results, seats


class Members:
    """The part of the store that knows members apart from their matches."""

    _database: Database
    _known: Recent[int, MatchRow]
    _chosen: Recent[int, Preferences]

    async def preferences(self, user_id: int) -> Preferences:
        """What the member chose, or the defaults."""
        if (known := self._chosen.get(user_id)) is not None:
            return known
        written = self._database.written
        statement = select(preferences.c.rack_order, preferences.c.reminders, preferences.c.locale).where(
            preferences.c.user_id == user_id
        )
        rows = await self._database.read(statement)
        chosen = Preferences(**rows[0]) if rows else Preferences()
        if self._database.written == written:
            self._chosen.keep(user_id, chosen)
        return chosen

    async def set_preferences(self, user_id: int, chosen: Preferences) -> None:
        """Keep what the member chose."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(preferences).where(preferences.c.user_id == user_id))
            await connection.execute(insert(preferences).values(user_id=user_id, **asdict(chosen)))

        await self._database.write(work, then=lambda _: self._chosen.forget(user_id))

    async def export_member(self, user_id: int) -> dict[str, Any]:
        """Everything stored about the member as plain JSON values, times in ISO 8601: for that member's eyes only."""
        mine = and_(seats.c.match_id == matches.c.id, seats.c.user_id == user_id)
        taken = or_(seats.c.user_id == user_id, matches.c.host_id == user_id)
        hosted = (matches.c.host_id == user_id).label("hosted")  # the id itself may be somebody else's
        facts = (matches.c.id, matches.c.game, matches.c.guild_id, matches.c.channel_id, hosted)
        times = (matches.c.phase, matches.c.created_at, matches.c.ended_at)
        statements = {
            "preferences": select(preferences).where(preferences.c.user_id == user_id),
            "matches": select(*facts, *times, seats.c.seat, seats.c.name)
            .select_from(matches.outerjoin(seats, mine))
            .where(taken)
            .order_by(matches.c.id),
            "actions": select(log)
            .where(log.c.user_id == user_id)
            .order_by(log.c.match_id, log.c.revision, log.c.number),
            "rounds": select(round_results).where(round_results.c.user_id == user_id),
            "results": select(match_results).where(match_results.c.user_id == user_id),
            "drafts": select(drafts)
            .join(seats, and_(seats.c.match_id == drafts.c.match_id, seats.c.seat == drafts.c.seat))
            .where(seats.c.user_id == user_id),
        }
        return {
            name: [
                {key: value.isoformat() if isinstance(value, datetime) else value for key, value in row.items()}
                for row in await self._database.read(statement)
            ]
            for name, statement in statements.items()
        }

    async def erase_member(self, user_id: int) -> tuple[int, ...]:
        """Take the member's name and id out of every match that can do without, and forget their preferences.

        The games stay. Returns the ids of open matches the member hosts or sits in: those are untouched, since
        they cannot go on without knowing who plays; let the member leave and erase again. What the engine keeps
        inside ``state``, ``action`` and ``public`` is not read here: it must name seats, not people.
        """
        ended = select(matches.c.id).where(matches.c.phase.not_in(OPEN))
        sits = select(seats.c.match_id).where(seats.c.user_id == user_id)
        plays = (matches.c.phase.in_(OPEN), or_(matches.c.host_id == user_id, matches.c.id.in_(sits)))
        still_open = select(matches.c.id).where(*plays).order_by(matches.c.id)

        async def work(connection: AsyncConnection) -> tuple[int, ...]:
            await connection.execute(delete(drafts).where(drafts.c.match_id.in_(ended), drafts.c.match_id.in_(sits)))
            await connection.execute(delete(preferences).where(preferences.c.user_id == user_id))
            for table in (seats, log, round_results, match_results):
                anonymous: dict[str, Any] = {"user_id": None} | ({"name": ""} if table is seats else {})
                where = (table.c.user_id == user_id, table.c.match_id.not_in(still_open))
                await connection.execute(update(table).where(*where).values(anonymous))
            hosted = (matches.c.host_id == user_id, matches.c.phase.not_in(OPEN))
            await connection.execute(update(matches).where(*hosted).values(host_id=None))
            return tuple((await connection.execute(still_open)).scalars())

        def forget(_: tuple[int, ...]) -> None:
            self._known.clear()
            self._chosen.clear()

        return await self._database.write(work, then=forget)
