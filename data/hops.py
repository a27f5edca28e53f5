"""A connection of aiosqlite that does each statement in one go.

Every call of aiosqlite goes to the connection's thread and back, and SQLAlchemy makes four for a statement: cursor,
execute, fetch, close. The way there and back costs more than the statement, so here it is one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Self

import aiosqlite

Description = tuple[tuple[Any, ...], ...]


class Cursor:
    """What SQLAlchemy needs of a cursor. It holds all rows and is closed in the database as soon as it has them."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Description | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Run a statement and fetch what it finds."""
        return await self._run(lambda cursor: cursor.execute(statement, parameters))

    async def executemany(self, statement: str, parameters: Sequence[Sequence[Any]]) -> Self:
        """Run a statement once for each of ``parameters``."""
        return await self._run(lambda cursor: cursor.executemany(statement, parameters))

    async def fetchall(self) -> list[Any]:
        """All rows."""
        return self._rows

    async def close(self) -> None:
        """It is closed already."""

    async def _run(self, work: Callable[[sqlite3.Cursor], object]) -> Self:
        self._rows, self.description, self.rowcount, self.lastrowid = await self._connection.in_thread(work)
        return self


class Connection(aiosqlite.Connection):
    """An aiosqlite connection with such cursors."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # as SQLAlchemy has it: a process that is stopped does not wait for it
        self._begins = self._ends = False

    def begin(self) -> None:
        """Let the next statement begin a transaction that writes."""
        self._begins = True

    def end(self) -> None:
        """Let the next statement end the transaction: it is committed in the same go."""
        self._ends = True

    async def commit(self) -> None:
        """Commit what is not committed yet."""
        if self.in_transaction:
            await super().commit()

    async def rollback(self) -> None:
        """Take back what is not committed."""
        if self.in_transaction:
            await super().rollback()

    def cursor(self) -> Cursor:  # type: ignore[override] # pyright: ignore[reportIncompatibleMethodOverride]
        """A cursor; costs nothing."""
        return Cursor(self)

    async def in_thread(
        self, work: Callable[[sqlite3.Cursor], object]
    ) -> tuple[list[Any], Description | None, int, int | None]:
        """Do ``work`` with a cursor; its rows, description, row count and last row id."""
        begins, ends = self._begins, self._ends
        self._begins = self._ends = False

        def whole() -> tuple[list[Any], Description | None, int, int | None]:
            cursor = self._conn.cursor()
            try:
                if begins:
                    cursor.execute("BEGIN IMMEDIATE")
                work(cursor)
                rows = cursor.fetchall() if cursor.description else []
                found = rows, cursor.description, cursor.rowcount, cursor.lastrowid
                if ends:
                    self._conn.commit()
                return found
            finally:
                cursor.close()

        return await self._execute(whole)  # pyright: ignore[reportUnknownMemberType]


def connect(database: str, **options: Any) -> Connection:
    """A connection to be awaited; called by SQLAlchemy."""
    return Connection(lambda: sqlite3.connect(database, **options))
