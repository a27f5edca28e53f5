"""What can go wrong with the store. Codes and data, never prose: the words live in ``bot.texts``."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """Base of everything the store raises on purpose; ``code`` names it and ``data`` holds what to say about it."""

    code: ClassVar[str] = "store"

    def __init__(self, **data: str | int | None) -> None:
        super().__init__(self.code)
        self.data = data


class Unwritable(StoreError):
    """The file or its folder cannot be created or written. ``path``."""

    code = "unwritable"


class NewerSchema(StoreError):
    """A newer version of the program wrote the file. ``path``, ``found``, ``known``: schema versions."""

    code = "newer_schema"


class NotADatabase(StoreError):
    """The file is something else, or a database of another program. ``path``."""

    code = "not_a_database"


class Corrupt(StoreError):
    """The file is damaged. ``path``."""

    code = "corrupt"


class Locked(StoreError):
    """Another process kept the file locked for longer than the busy timeout. ``path``."""

    code = "locked"


class InUse(StoreError):
    """A bot of another process plays with the file. ``path``."""

    code = "in_use"


class DiskFull(StoreError):
    """No room is left; nothing of the transaction was written. ``path``."""

    code = "disk_full"


class DiskFailed(StoreError):
    """The operating system refused a read or a write; nothing of the transaction was written. ``path``."""

    code = "disk_failed"


class SameFile(StoreError):
    """A file was to be copied onto itself, which would take it away from whoever has it open. ``path``."""

    code = "same_file"


class NotACopy(StoreError):
    """A copy was to go where another file is, which is none of ours. ``path``."""

    code = "not_a_copy"


class UnknownMatch(StoreError):
    """There is no such match. ``match_id``."""

    code = "unknown_match"


class Conflict(StoreError):
    """Somebody was faster: the match has moved on. ``match_id``, ``expected``, ``actual``: revisions."""

    code = "conflict"


class Duplicate(StoreError):
    """The click or the rematch was applied before. ``match_id``, ``revision``: where it stands."""

    code = "duplicate"


_BY_SQLITE_CODE: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_PERM: Unwritable,
    sqlite3.SQLITE_READONLY: Unwritable,
    sqlite3.SQLITE_CANTOPEN: Unwritable,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_IOERR: DiskFailed,
    sqlite3.SQLITE_CORRUPT: Corrupt,
    sqlite3.SQLITE_NOTADB: NotADatabase,
}


@contextmanager
def translated(path: Path | None) -> Generator[None]:
    """Turn what SQLite reports about the file into a ``StoreError``; programming errors pass through."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(cause, "sqlite_errorcode", None)
        kind = None if code is None else _BY_SQLITE_CODE.get(code & 0xFF)
        if kind is None:
            raise
        raise kind(path=str(path) if path else None) from error
