"""What goes wrong between the bot and Discord, or between the bot and its disk, at a place one can name.

Every request and every operation on the database passes a gate that counts it. A fault strikes at one of them, by
number, or at all of a kind.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import discord
from simcord.http.client import _FakeResponse

from data import hops
from tests.bot.seams import intercepted

HOUR = 3600.0
INTERACTION = ("10015", "10062", "50027")
"""Codes of what answers members, and after which nothing more can be answered."""

_STATUS = {
    10003: 404,
    10008: 404,
    10015: 404,
    10062: 404,
    30046: 400,
    50001: 403,
    50013: 403,
    50027: 401,
    50083: 400,
}
_TROUBLE = "500 502 503 429 slow 10003 10008 10015 10062 30046 50001 50013 50027 50083 reset refused lost silent"
DISCORD = tuple(_TROUBLE.split())
"""Statuses and codes of Discord; ``slow``: 429 with an hour to wait; ``lost``: done, and the answer does not arrive."""
DISK = ("busy", "full", "read-only", "failed", "rolled back")
"""``rolled back``: the disk is full, and SQLite takes back the whole transaction by itself."""


@dataclass(frozen=True)
class Fault:
    """``where``: the number of what it strikes within the step, once; or the kind it strikes as long as it lasts."""

    what: str
    where: int | str


@dataclass
class Gate:
    """Counts what passes in a step, and lets a fault strike."""

    passed: list[str] = field(default_factory=list)
    fault: Fault | None = None
    struck: int = 0
    on_interaction: bool = False
    """Whether it struck an answer to a member."""

    def begin(self, fault: Fault | None = None) -> None:
        """A new step."""
        self.passed.clear()
        self.fault, self.struck, self.on_interaction = fault, 0, False

    def strikes(self, kind: str) -> str | None:
        """What goes wrong with this one."""
        number = len(self.passed)
        self.passed.append(kind)
        if self.fault is None or self.fault.where not in (number, kind):
            return None
        if not possible(self.fault.what, kind):
            return None
        self.struck += 1
        self.on_interaction |= is_answer(kind)
        return self.fault.what


def kind_of(method: str, path: str) -> str:
    """A request without its numbers and tokens."""
    path = re.sub(r"/webhooks/\d+/[^/]+", "/webhooks/*/*", path)
    path = re.sub(r"/interactions/\d+/[^/]+", "/interactions/*/*", path)
    return f"{method} {re.sub(r'/[0-9]+', '/*', path)}"


def possible(what: str, kind: str) -> bool:
    """Whether such a request can meet with this."""
    return (what not in INTERACTION or is_answer(kind)) and (what != "30046" or kind.startswith("PATCH"))


def is_answer(kind: str) -> bool:
    """Whether a request answers a member."""
    return "/interactions/" in kind or "/webhooks/" in kind


@contextmanager
def bad_discord(gate: Gate) -> Iterator[None]:
    """Let every request pass the gate."""

    async def before(method: str, path: str) -> str | None:
        what = gate.strikes(kind := kind_of(method, path))
        match what:
            case None | "lost":
                return what
            case "reset":
                raise aiohttp.ServerDisconnectedError
            case "refused":
                raise ConnectionRefusedError
            case "silent":
                await asyncio.sleep(HOUR)
                raise TimeoutError
            case "slow" if is_answer(kind):
                await asyncio.sleep(HOUR)  # discord.py waits there for as long as it is told to
                raise _refusal(429, 0)
            case "slow":
                raise discord.RateLimited(HOUR)
            case _:
                number = int(what)
                raise _refusal(_STATUS.get(number, number), number if number in _STATUS else 0)

    def after(what: str | None) -> None:
        if what == "lost":
            raise ConnectionResetError

    with intercepted(before, after):
        yield


def _refusal(status: int, code: int) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(_FakeResponse(status), {"code": code, "message": "made up by a test"})  # type: ignore[arg-type]


_SQLITE = {
    "busy": sqlite3.SQLITE_BUSY,
    "full": sqlite3.SQLITE_FULL,
    "read-only": sqlite3.SQLITE_READONLY,
    "failed": sqlite3.SQLITE_IOERR,
    "rolled back": sqlite3.SQLITE_FULL,
}


@contextmanager
def bad_disk(gate: Gate) -> Iterator[None]:
    """Let all that is asked of SQLite pass the gate: every statement, commit and rollback, by its first word."""

    def passes(connection: sqlite3.Connection, kind: str) -> None:
        if (what := gate.strikes(kind)) is not None:
            if what == "rolled back":
                sqlite3.Connection.rollback(connection)
            error = sqlite3.OperationalError("made up by a test")
            error.sqlite_errorcode = _SQLITE[what]
            raise error

    class Cursor(sqlite3.Cursor):
        def execute(self, statement: str, *values: Any) -> Any:
            passes(self.connection, statement.split(maxsplit=1)[0])
            return super().execute(statement, *values)

        def executemany(self, statement: str, *values: Any) -> Any:
            passes(self.connection, statement.split(maxsplit=1)[0])
            return super().executemany(statement, *values)

    class Connection(sqlite3.Connection):
        def cursor(self, factory: Any = Cursor) -> Any:
            return super().cursor(factory)

        def commit(self) -> None:
            passes(self, "commit")
            super().commit()

        def rollback(self) -> None:
            passes(self, "rollback")
            super().rollback()

    original = hops.connect
    hops.connect = lambda database, **options: original(database, factory=Connection, **options)
    try:
        yield
    finally:
        hops.connect = original
