"""Who won what, per server. Computer players have no user id and so do not appear."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Select, Table, case, func, literal, select, union_all

from data.database import Database
from data.rows import Standing
from data.schema import match_results, matches, round_results, seats

_Rows = Select[*tuple[Any, ...]]


class Results:
    """The part of the store that counts results. The rounds of stopped matches count, the matches do not."""

    _database: Database

    async def leaderboard(
        self, guild_id: int, *, limit: int = 10, offset: int = 0, since: datetime | None = None
    ) -> list[Standing]:
        """Members by wins, then points, then rounds won; ``since`` leaves out what ended before."""
        return await self._standings(_totals(guild_id, since=since).limit(limit).offset(offset), guild_id)

    async def stats(self, guild_id: int, user_id: int, *, since: datetime | None = None) -> Standing | None:
        """One member's line of the leaderboard; None without a finished round."""
        found = await self._standings(_totals(guild_id, since=since, user_id=user_id), guild_id)
        return found[0] if found else None

    async def _standings(self, totals: _Rows, guild_id: int) -> list[Standing]:
        page = totals.subquery()
        name = (
            select(seats.c.name)
            .join(matches)
            .where(seats.c.user_id == page.c.user_id, matches.c.guild_id == guild_id)
            .order_by(seats.c.match_id.desc())
            .limit(1)
            .scalar_subquery()
        )
        rows = await self._database.read(_ranked(select(page, func.coalesce(name, "").label("name")), page))
        return [Standing(**row) for row in rows]


def _totals(guild_id: int, *, since: datetime | None, user_id: int | None = None) -> _Rows:
    def part(table: Table, *columns: Any) -> _Rows:
        chosen = select(table.c.user_id, *columns).where(table.c.guild_id == guild_id, table.c.user_id.is_not(None))
        if since is not None:
            chosen = chosen.where(table.c.ended_at >= since)
        if user_id is not None:
            chosen = chosen.where(table.c.user_id == user_id)
        return chosen.group_by(table.c.user_id)

    none = literal(0)
    parts = union_all(
        part(
            round_results,
            none.label("matches"),
            none.label("wins"),
            func.count().label("rounds"),
            _won(round_results).label("rounds_won"),
            func.sum(round_results.c.points).label("points"),
        ),
        part(match_results, func.count(), _won(match_results), none, none, none),
    ).subquery()
    sums = [func.sum(parts.c[name]).label(name) for name in ("matches", "wins", "rounds", "rounds_won", "points")]
    totals = select(parts.c.user_id, *sums).group_by(parts.c.user_id).subquery()
    return _ranked(select(totals), totals)


def _won(table: Table) -> Any:
    return func.sum(case((table.c.won, 1), else_=0))


def _ranked(statement: _Rows, totals: Any) -> _Rows:
    order = (totals.c.wins.desc(), totals.c.points.desc(), totals.c.rounds_won.desc(), totals.c.user_id)
    return statement.order_by(*order)
