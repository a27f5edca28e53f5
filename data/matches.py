"""Matches: opened, moved on one revision at a time, found again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Executable,
    RowMapping,
    Select,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.errors import Conflict, Duplicate, UnknownMatch
from data.recent import Recent
from data.rows import KEEP, OPEN, Change, LogRow, MatchRow, NewMatch, Phase, SeatRow
from data.schema import drafts, log, match_results, matches, round_results, seats

_UNTIL = matches.c.phase.in_(OPEN)


class Matches:
    """The part of the store that knows matches. Nobody else writes, so it remembers what it wrote last."""

    _database: Database
    _known: Recent[int, MatchRow]

    async def create(self, new: NewMatch) -> MatchRow:
        """Open a lobby. Raises Duplicate with the match there is if ``previous_match_id`` was followed before."""

        async def work(connection: AsyncConnection) -> MatchRow:
            values = asdict(new)
            values.pop("seats")
            at = values.pop("at")
            values |= {"phase": "lobby", "revision": 1, "created_at": at, "updated_at": at}
            if new.previous_match_id is not None:
                found = await _rematch(connection, new.previous_match_id)
                if found is not None:
                    raise Duplicate(match_id=found["id"], revision=found["revision"])
            row = (await connection.execute(insert(matches).values(values).returning(*matches.c))).mappings().one()
            await _seat(connection, row["id"], new.seats)
            return _match(row, new.seats)

        return await self._database.write(work)

    async def commit(self, change: Change) -> MatchRow:
        """Write one step whole and return the match as it stands then.

        Raises UnknownMatch; Duplicate if one of the tokens was applied before; Conflict if the match is not at
        revision ``expected`` any more. Nothing is written then.
        """

        async def work(connection: AsyncConnection) -> MatchRow:
            values = {"this": change.match_id, "expected": change.expected, **_values(change)}
            row = (await connection.execute(_MOVE, values)).mappings().one_or_none()
            if row is None:
                raise await _refusal(connection, change)
            if change.seats is not None:
                await connection.execute(delete(seats).where(seats.c.match_id == change.match_id))
                await _seat(connection, row["id"], change.seats)
            known = change.seats if change.seats is not None else change.seated
            whole = _match(row, known if known is not None else await _seats(connection, row["id"]))
            await self._append(connection, row, change)
            return whole

        self._known.forget(change.match_id)
        return await self._database.write(work, then=lambda row: self._known.keep(row.id, row))

    async def keep_settings(self, match_id: int, settings: str, *, expected: int) -> bool:
        """Write settings that change nothing to be seen, so that the match stays at its revision.

        Returns False, and changes nothing, if it is not at revision ``expected`` any more.
        """
        statement = (
            update(matches).where(matches.c.id == match_id, matches.c.revision == expected).values(settings=settings)
        )

        async def work(connection: AsyncConnection) -> bool:
            return (await connection.execute(statement)).rowcount == 1

        return await self._database.write(work, then=lambda _: self._known.forget(match_id))

    async def match(self, match_id: int) -> MatchRow | None:
        """The match as it stands; None if there is no such match."""
        if (known := self._known.get(match_id)) is not None:
            return known
        written = self._database.written
        rows = await self._database.read(_BY_ID, {"this": match_id})
        if not rows:
            return None
        row = _joined(rows)
        if self._database.written == written:
            self._known.keep(match_id, row)
        return row

    async def rematch_of(self, match_id: int) -> MatchRow | None:
        """The match that follows this one and was not cancelled."""
        found = await self._find(matches.c.previous_match_id == match_id, matches.c.phase != "cancelled")
        return found[0] if found else None

    async def open_matches(self, guild_id: int) -> list[MatchRow]:
        """Lobbies and running matches of a server, newest first."""
        return await self._find(matches.c.guild_id == guild_id, _UNTIL)

    async def finished_matches(self, guild_id: int) -> list[MatchRow]:
        """Matches of a server that were begun and are over, newest first."""
        return await self._find(matches.c.guild_id == guild_id, matches.c.phase == "over")

    async def unfinished(self) -> list[MatchRow]:
        """Lobbies and running matches of all servers, newest first."""
        return await self._find(_UNTIL)

    async def open_matches_about(self, user_id: int) -> list[MatchRow]:
        """Lobbies and running matches whose settings hold this number, newest first."""
        return await self._find(matches.c.settings.contains(str(user_id)), _UNTIL)

    async def matches_in_channel(
        self, channel_id: int, phases: Sequence[Phase] = OPEN, *, limit: int | None = None
    ) -> list[MatchRow]:
        """Matches of a channel or thread, newest first."""
        return await self._find(matches.c.channel_id == channel_id, matches.c.phase.in_(phases), limit=limit)

    async def matches_of(
        self, user_id: int, guild_id: int | None = None, phases: Sequence[Phase] = OPEN, *, limit: int | None = None
    ) -> list[MatchRow]:
        """Matches the member sits in, in one server or (None) in all, newest first."""
        mine = select(seats.c.match_id).where(seats.c.user_id == user_id)
        where: list[ColumnElement[bool]] = [matches.c.id.in_(mine), matches.c.phase.in_(phases)]
        if guild_id is not None:
            where.append(matches.c.guild_id == guild_id)
        return await self._find(*where, limit=limit)

    async def count_open(self, *, host_id: int | None = None, channel_id: int | None = None) -> int:
        """How many lobbies and running matches there are: of a host, in a channel, of both, or in all."""
        statement = select(func.count().label("open")).select_from(matches).where(_UNTIL)
        if host_id is not None:
            statement = statement.where(matches.c.host_id == host_id)
        if channel_id is not None:
            statement = statement.where(matches.c.channel_id == channel_id)
        return (await self._database.read(statement))[0]["open"]

    async def log(self, match_id: int, *, after: int = 0) -> list[LogRow]:
        """Every action that counted and led beyond revision ``after``, in order."""
        return [LogRow(**row) for row in await self._database.read(_LOG, {"this": match_id, "after": after})]

    async def due(self, now: datetime) -> list[tuple[int, int]]:
        """Id and revision of open matches whose deadline has come, longest overdue first."""
        statement = (
            select(matches.c.id, matches.c.revision)
            .where(matches.c.deadline <= now, _UNTIL)
            .order_by(matches.c.deadline, matches.c.id)
        )
        return [(row["id"], row["revision"]) for row in await self._database.read(statement)]

    async def next_deadline(self) -> datetime | None:
        """The earliest deadline of an open match."""
        statement = (
            select(matches.c.deadline)
            .where(matches.c.deadline.is_not(None), _UNTIL)
            .order_by(matches.c.deadline)
            .limit(1)
        )
        rows = await self._database.read(statement)
        return rows[0]["deadline"] if rows else None

    async def shown(self, match_id: int, revision: int, message_id: int | None, turn: int | None = None) -> bool:
        """Note that ``revision`` is what the table message (None: there is none) shows, and the ``turn`` it began.

        Returns False, and changes nothing, if a later revision has been shown already.
        """
        noted = {"shown_revision": revision, "message_id": message_id}
        if turn is not None:
            noted["shown_turn"] = turn
        values = {"this": match_id, "shown": revision, **noted}

        async def work(connection: AsyncConnection) -> bool:
            return (await (await self._database.last(connection)).execute(_SHOW, values)).rowcount == 1

        def note(done: bool) -> None:  # noqa: FBT001 (what work returned)
            if done and (known := self._known.get(match_id)) is not None:
                self._known.keep(match_id, replace(known, **noted))

        return await self._database.write(work, then=note)

    async def unshown(self) -> list[MatchRow]:
        """Matches, ended ones too, whose present revision has not been shown yet."""
        return await self._find(matches.c.shown_revision < matches.c.revision)

    async def _append(self, connection: AsyncConnection, row: RowMapping, change: Change) -> None:
        statements = _appended(row, change)
        try:
            for number, (statement, values) in enumerate(statements, start=1):
                to = await self._database.last(connection) if number == len(statements) else connection
                await to.execute(statement, values)
        except IntegrityError as error:
            refusal = await _refusal(connection, change)
            raise refusal if isinstance(refusal, Duplicate) else error from None

    async def _find(self, *where: ColumnElement[bool], limit: int | None = None) -> list[MatchRow]:
        wanted = select(matches.c.id).where(*where).order_by(matches.c.id.desc()).limit(limit)
        rows = await self._database.read(_seated(matches.c.id.in_(wanted)))
        return [_joined(list(group)) for _, group in groupby(rows, key=lambda row: row["id"])]


def _seated(where: ColumnElement[bool]) -> Select[Any]:
    """Matches with a row for each seat, newest first: one statement, so that both are of one revision."""
    return (
        select(matches, seats.c.seat, seats.c.user_id, seats.c.name, seats.c.computer)
        .select_from(matches.outerjoin(seats))
        .where(where)
        .order_by(matches.c.id.desc(), seats.c.seat)
    )


# What every move needs is built once: building a statement costs as much as running it.
_THIS: BindParameter[int] = bindparam("this")
_BY_ID = _seated(matches.c.id == _THIS)
_SEATS = select(seats).where(seats.c.match_id == _THIS).order_by(seats.c.seat)
_LOG = (
    select(log)
    .where(log.c.match_id == _THIS, log.c.revision > bindparam("after"))
    .order_by(log.c.revision, log.c.number)
)
_HAS_DRAFTS = exists().where(drafts.c.match_id == _THIS).label("has_drafts")
_MOVE = (
    update(matches)
    .where(matches.c.id == _THIS, matches.c.revision == bindparam("expected"))
    .returning(*matches.c, _HAS_DRAFTS)
)
_SHOW = update(matches).where(matches.c.id == _THIS, matches.c.shown_revision <= bindparam("shown"))
_APPEND = insert(log)


def _values(change: Change) -> dict[str, Any]:
    chosen = {"phase": change.phase, "state": change.state, "settings": change.settings, "host_id": change.host_id}
    values: dict[str, Any] = {name: value for name, value in chosen.items() if value is not None}
    values |= {"revision": change.expected + 1, "updated_at": change.at}
    if change.deadline is not KEEP:
        values["deadline"] = change.deadline
    if change.reminder_at is not KEEP:
        values["reminder_at"] = change.reminder_at
    if change.phase in ("over", "cancelled"):
        values |= {"deadline": None, "reminder_at": None, "ended_at": change.at}
    return values


def _appended(row: RowMapping, change: Change) -> list[tuple[Executable, Any]]:
    """The statements that write what hangs on a match that has just moved on, with their values."""
    found: list[tuple[Executable, Any]] = []
    if change.drop_drafts and row["has_drafts"]:
        where = (drafts.c.match_id == row["id"], drafts.c.seat.in_(change.drop_drafts))
        found.append((delete(drafts).where(*where), None))
    common = {"match_id": row["id"], "guild_id": row["guild_id"], "ended_at": change.at}
    for table, results in ((round_results, change.rounds), (match_results, change.results)):
        if results:
            found.append((insert(table), [common | asdict(result) for result in results]))
    if change.entries:
        entries = [
            {"match_id": row["id"], "revision": row["revision"], "number": number, "at": change.at, **asdict(entry)}
            for number, entry in enumerate(change.entries)
        ]
        found.append((_APPEND, entries))
    return found


async def _refusal(connection: AsyncConnection, change: Change) -> UnknownMatch | Duplicate | Conflict:
    """Why a change did not fit: the same click again comes before somebody else's."""
    tokens = [entry.token for entry in change.entries if entry.token is not None]
    if tokens:
        again = select(log.c.revision).where(log.c.match_id == change.match_id, log.c.token.in_(tokens))
        revision = (await connection.execute(again)).scalar()
        if revision is not None:
            return Duplicate(match_id=change.match_id, revision=revision)
    actual = (await connection.execute(select(matches.c.revision).where(matches.c.id == change.match_id))).scalar()
    if actual is None:
        return UnknownMatch(match_id=change.match_id)
    return Conflict(match_id=change.match_id, expected=change.expected, actual=actual)


async def _rematch(connection: AsyncConnection, previous: int) -> RowMapping | None:
    statement = select(matches.c.id, matches.c.revision).where(
        matches.c.previous_match_id == previous, matches.c.phase != "cancelled"
    )
    return (await connection.execute(statement)).mappings().one_or_none()


async def _seat(connection: AsyncConnection, match_id: int, members: Iterable[SeatRow]) -> None:
    rows = [{"match_id": match_id, **asdict(seat)} for seat in members]
    if rows:
        await connection.execute(insert(seats), rows)


async def _seats(connection: AsyncConnection, match_id: int) -> tuple[SeatRow, ...]:
    return tuple(_seat_row(row) for row in (await connection.execute(_SEATS, {"this": match_id})).mappings())


def _seat_row(row: RowMapping) -> SeatRow:
    return SeatRow(seat=row["seat"], user_id=row["user_id"], name=row["name"], computer=row["computer"])


def _match(row: RowMapping, members: Iterable[SeatRow]) -> MatchRow:
    values = {column.name: row[column.name] for column in matches.c}
    return MatchRow(**values, seats=tuple(sorted(members, key=lambda seat: seat.seat)))


def _joined(rows: Sequence[RowMapping]) -> MatchRow:
    return _match(rows[0], (_seat_row(row) for row in rows if row["seat"] is not None))
