"""What a move costs in the store: ``python -m tests.benchmarks.store [--games N] [--moves N]``.

Each number stands next to the same statements through the standard library's sqlite3 in the same run, since
machines differ more than versions do. One move: the match moves on one revision with a state of 700 bytes, one
action is logged; WAL, synchronous FULL, a real file.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from data import Change, MatchRow, NewEntry, NewMatch, SeatRow, Store

NOW = datetime(2026, 1, 1, tzinfo=UTC)
STATE = "x" * 700


def _line(name: str, seconds: Sequence[float], base: float | None = None) -> float:
    middle, late = median(seconds), quantiles(seconds, n=100)[98]
    ratio = "" if base is None else f"   {middle / base:5.2f} x"
    sys.stdout.write(f"{name:<46} p50 {middle * 1e3:7.2f} ms   p99 {late * 1e3:7.2f} ms{ratio}\n")
    return middle


async def _timed(work: Callable[[], Awaitable[object]]) -> float:
    begun = perf_counter()
    await work()
    return perf_counter() - begun


def _plain(path: Path, moves: int) -> list[float]:
    """The same move with nothing around it."""
    taken: list[float] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = FULL")
        for n in range(moves):
            begun = perf_counter()
            file.execute("BEGIN IMMEDIATE")
            where = (STATE, 1, 1 + n)
            file.execute("UPDATE matches SET state = ?, revision = revision + 1 WHERE id = ? AND revision = ?", where)
            entry = (1, 2 + n, 0, "{}", f"t{n}", 0)
            file.execute(
                "INSERT INTO log (match_id, revision, number, action, token, at) VALUES (?, ?, ?, ?, ?, ?)", entry
            )
            file.execute("COMMIT")
            taken.append(perf_counter() - begun)
    return taken


class _Games:
    """Matches that are moved on in turn."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.matches: list[MatchRow] = []

    async def open(self, games: int) -> None:
        for game in range(games):
            seats = tuple(SeatRow(seat, game * 4 + seat, f"Member {seat}") for seat in range(4))
            new = NewMatch(
                game="g", guild_id=game % 50, channel_id=game % 200, host_id=0, settings="{}", at=NOW, seats=seats
            )
            self.matches.append(await self.store.create(new))

    async def move(self, game: int) -> None:
        match = self.matches[game]
        entry = NewEntry(seat=0, user_id=0, action="{}", token=f"t{match.revision}")
        change = Change(match_id=match.id, expected=match.revision, at=NOW, state=STATE, entries=(entry,))
        self.matches[game] = await self.store.commit(change)


async def _measure(folder: Path, games: int, moves: int) -> None:
    store = await Store.open(folder / "bot.db")
    table = _Games(store)
    try:
        await table.open(games)
        base = _line("sqlite3 alone, one move", await asyncio.to_thread(_plain, folder / "bot.db", moves))
        table.matches = table.matches[1:]

        async def one_after_another() -> list[float]:
            count = len(table.matches)
            return [await _timed(lambda n=n: table.move(n % count)) for n in range(moves)]

        _line(f"commit, {games} games", await one_after_another(), base)
        first = table.matches[0].id
        _line("read one match", [await _timed(lambda: store.match(first)) for _ in range(moves)], base)
        shown = [await _timed(lambda n=n: store.shown(first, n, n)) for n in range(moves)]
        _line("note what was shown", shown, base)

        begun = perf_counter()
        together = await asyncio.gather(*(_timed(lambda n=n: table.move(n)) for n in range(len(table.matches))))
        rate = len(together) / (perf_counter() - begun)
        _line(f"commit, {len(together)} at the same moment", together)
        sys.stdout.write(f"{'':<46} {rate:.0f} moves a second\n")

        await table.open(games)
        _line(f"commit, {2 * games} games", await one_after_another(), base)
        _line("leaderboard", [await _timed(lambda: store.leaderboard(1)) for _ in range(100)], base)
    finally:
        await store.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=1000)
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_measure(Path(folder), chosen.games, chosen.moves))
    return 0


if __name__ == "__main__":
    sys.exit(main())
