"""Connections and transactions: one writer, a few readers.

SQLite has one writer; two coroutines on one connection would interleave inside one transaction. So one task writes
for all of them, one after the other: a caller that is cancelled neither breaks off a transaction half way nor leaves
the connection in an unknown state.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import URL, Executable, RowMapping, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from data import files, hops, migrate
from data.errors import Unwritable, translated

T = TypeVar("T")
_READERS = 2
_TOGETHER = 16
"""Transactions that go to the disk together, at most."""


@dataclass(frozen=True)
class _Job:
    """Something to be written, what is to know of it first, and where the outcome is told."""

    work: Callable[[AsyncConnection], Awaitable[Any]]
    then: Callable[[Any], None] | None
    done: asyncio.Future[Any]


class Database:
    """A game file, or a database in memory when ``path`` is None."""

    def __init__(self, path: Path | None, writer: AsyncConnection, readers: AsyncEngine | None) -> None:
        self.path = path
        self._writer = writer
        self._readers = readers
        self._waiting: list[_Job] = []
        self._writing: asyncio.Task[None] | None = None
        self._alone = True
        self.written = 0
        """How many transactions there have been."""

    @classmethod
    async def open(cls, path: Path | None, *, busy_timeout: float = 5.0) -> Self:
        """Open or create the file and bring it to the present schema; an older one is backed up first.

        ``busy_timeout``: seconds to wait for another process's lock. Raises StoreError.
        """
        outdated = path is None or await asyncio.to_thread(_prepare, path)
        engine = _engine(path, busy_timeout)
        try:
            with translated(path):
                writer = await engine.connect()
                await (_migrate(writer) if outdated else _try_to_write(writer))
        except BaseException:
            await engine.dispose()
            raise
        return cls(path, writer, None if path is None else _engine(path, busy_timeout, reader=True))

    async def close(self) -> None:
        """Let running transactions finish, then let go of the file."""
        while self._writing is not None:
            await asyncio.wait([self._writing])
        await self._writer.close()
        await self._writer.engine.dispose()
        if self._readers is not None:
            await self._readers.dispose()

    async def write(
        self, work: Callable[[AsyncConnection], Awaitable[T]], *, then: Callable[[T], None] | None = None
    ) -> T:
        """Run ``work`` in one transaction: all of it is on the disk when this returns, none of it when it raises.

        If the caller is cancelled the transaction still runs to its end. ``then`` gets what ``work`` returned, in the
        order of the transactions; no other has begun yet. ``work`` may be run again after it was taken back.
        """
        job = _Job(work, then, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await asyncio.shield(job.done)

    async def _write_all(self) -> None:
        """Write what waits. What came while the disk was busy goes to it together: most of the time is the disk's."""
        try:
            while self._waiting:
                jobs = self._waiting[:_TOGETHER]
                del self._waiting[:_TOGETHER]
                if not await self._written(jobs) and len(jobs) > 1:
                    # One that fails must not take the others with it.
                    for job in jobs:
                        await self._written([job])
        finally:
            self._writing = None

    async def _written(self, jobs: Sequence[_Job]) -> bool:
        """Whether these could be written in one transaction; where not, one that was alone is told why."""
        self._alone = len(jobs) == 1
        try:
            with translated(self.path):
                async with _immediate(self._writer):
                    results = [await job.work(self._writer) for job in jobs]
        except asyncio.CancelledError:
            for job in jobs:
                job.done.cancel()
            raise
        except Exception as error:  # noqa: BLE001 - told to who asked for it
            if self._alone and not jobs[0].done.done():
                jobs[0].done.set_exception(error)
            return False
        self.written += 1
        for job, result in zip(jobs, results, strict=True):
            if job.then is not None:
                job.then(result)
            if not job.done.done():
                job.done.set_result(result)
        return True

    async def last(self, connection: AsyncConnection) -> AsyncConnection:
        """The connection of a transaction that ends with its next statement: both are done in one go."""
        if self._alone:
            (await _driver(connection)).end()
        return connection

    async def read(self, statement: Executable, values: Mapping[str, Any] | None = None) -> Sequence[RowMapping]:
        """The rows of one statement, which sees committed transactions only; ``values``: of its parameters."""
        if self._readers is None:

            async def work(connection: AsyncConnection) -> Sequence[RowMapping]:
                return (await connection.execute(statement, values)).mappings().all()

            return await self.write(work)
        with translated(self.path):
            async with self._readers.connect() as connection:
                return (await connection.execute(statement, values)).mappings().all()


def _prepare(path: Path) -> bool:
    """Make the folder, refuse files that are not ours, back up an older one. Whether it is to be led on."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except OSError as error:
        raise Unwritable(path=str(path)) from error
    version, newest = migrate.checked_version(path), migrate.known()[0]
    if version is not None and version != newest:
        files.backup(path, path.with_name(f"{path.name}.{version}.backup"))
    return version != newest


async def _migrate(writer: AsyncConnection) -> None:
    # Rebuilding a table drops it, which would delete its children; the pragma has no effect inside a transaction.
    driver = await _driver(writer)
    await driver.execute("PRAGMA foreign_keys = OFF")
    async with _immediate(writer):
        await writer.run_sync(migrate.upgrade)
    await driver.execute("PRAGMA foreign_keys = ON")


async def _try_to_write(writer: AsyncConnection) -> None:
    """Take the write lock and let go of it: better now than when a game depends on it."""
    async with _immediate(writer):
        await writer.execute(text("SELECT 1"))


@asynccontextmanager
async def _immediate(writer: AsyncConnection) -> AsyncGenerator[None]:
    driver = await _driver(writer)
    await _rolled_back(driver)
    # Taking the write lock at once keeps a transaction from failing half way because another process wrote first.
    driver.begin()
    try:
        async with writer.begin():
            yield
    except BaseException:
        with suppress(sqlite3.Error):  # the next transaction tries again
            await _rolled_back(driver)
        raise


async def _rolled_back(driver: hops.Connection) -> None:
    """A commit or a rollback that failed leaves its transaction open, and no other can begin."""
    if driver.in_transaction:
        await driver.rollback()


async def _driver(connection: AsyncConnection) -> hops.Connection:
    """What lies below SQLAlchemy and its own idea of transactions."""
    driver = (await connection.get_raw_connection()).driver_connection
    assert isinstance(driver, hops.Connection)  # noqa: S101 (made by our own creator)
    return driver


def _engine(path: Path | None, busy_timeout: float, *, reader: bool = False) -> AsyncEngine:
    pool: dict[str, Any] = {"pool_size": _READERS, "max_overflow": 0} if reader else {"poolclass": StaticPool}
    autocommit: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True} if reader else {}
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=":memory:" if path is None else str(path)),
        connect_args={"timeout": busy_timeout, "async_creator_fn": hops.connect},
        hide_parameters=True,  # they hold racks, and end up in the text of exceptions
        pool_reset_on_return=None,
        **pool,
        **autocommit,
    )

    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin where we say so, not where sqlite3 guesses
        cursor = connection.cursor()
        if reader:
            cursor.execute("PRAGMA query_only = ON")
        else:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    event.listen(engine.sync_engine, "connect", connect)
    return engine
