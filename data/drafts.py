"""Plays that are not committed: refused ones to be edited, staged ones to be sent (rule 6.2 "begun")."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.rows import DraftKind, DraftRow
from data.schema import drafts


class Drafts:
    """The part of the store that knows drafts: at most one of each kind per seat."""

    _database: Database

    async def put_draft(
        self, match_id: int, seat: int, kind: DraftKind, text: str, *, at: datetime, faults: str | None = None
    ) -> None:
        """Keep a draft in the place of the seat's former one of that kind."""
        values = {"match_id": match_id, "seat": seat, "kind": kind, "text": text, "faults": faults, "updated_at": at}

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(
                delete(drafts).where(drafts.c.match_id == match_id, drafts.c.seat == seat, drafts.c.kind == kind)
            )
            await connection.execute(insert(drafts).values(values))

        await self._database.write(work)

    async def draft(self, match_id: int, seat: int, kind: DraftKind) -> DraftRow | None:
        """The seat's draft of that kind."""
        statement = select(drafts).where(drafts.c.match_id == match_id, drafts.c.seat == seat, drafts.c.kind == kind)
        rows = await self._database.read(statement)
        return DraftRow(**rows[0]) if rows else None

    async def draft_exists(self, match_id: int, seat: int, kind: DraftKind = "staged") -> bool:
        """Whether the seat has a draft of that kind; by default, whether its play is begun (rule 6.2)."""
        where = (drafts.c.match_id == match_id, drafts.c.seat == seat, drafts.c.kind == kind)
        return bool(await self._database.read(select(literal(1)).where(*where)))

    async def drop_drafts(self, match_id: int, seat: int | None = None, kind: DraftKind | None = None) -> None:
        """Forget the drafts of a match, of one seat only, or of one kind only."""
        statement = delete(drafts).where(drafts.c.match_id == match_id)
        if seat is not None:
            statement = statement.where(drafts.c.seat == seat)
        if kind is not None:
            statement = statement.where(drafts.c.kind == kind)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(statement)

        await self._database.write(work)
