"""Whole game files: copy one while it is in use, put one back, check one. Blocking: call these in a thread."""

from __future__ import annotations

import itertools
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from data.errors import Corrupt, NotACopy, NotADatabase, SameFile, Unwritable, translated
from data.migrate import checked_version, version_of

_PATIENCE = 1.0  # seconds to wait for another process's lock


def backup(source: Path, target: Path) -> None:
    """Write a consistent copy of ``source`` to ``target``, which appears whole or not at all.

    Others may read and write ``source`` meanwhile. An older copy at ``target`` is replaced, any other file is not.
    Raises StoreError; NotACopy.
    """
    _check_apart(source, target)
    _check_replaceable(target)
    part = target.with_name(f"{target.name}.part")
    try:
        part.write_bytes(b"")  # SQLite fills an empty file, and would blame ``source`` for a folder it cannot write in
        with translated(source), closing(_opened(source)) as file:
            file.execute("VACUUM INTO ?", (str(part),))
        _publish(part, target)
    except OSError as error:
        raise Unwritable(path=str(target)) from error
    finally:
        part.unlink(missing_ok=True)


def restore(source: Path, target: Path) -> Path | None:
    """Put the backup ``source`` in the place of ``target``, and say where what was there before is: next to it, as
    ``….replaced``, ``….replaced-2`` and so on.

    Raises StoreError: NewerSchema, NotADatabase, Corrupt for a bad backup; Locked while a process has ``target`` open;
    SameFile.
    """
    _check_apart(source, target)
    if checked_version(source) is None:
        raise NotADatabase(path=str(source))
    if problems(source):
        raise Corrupt(path=str(source))
    fresh = target.with_name(f"{target.name}.fresh")
    try:
        backup(source, fresh)  # first of all: ``source`` may be the ``….replaced`` of an earlier time
        kept = _set_aside(target)
        _publish(fresh, target)
    except OSError as error:
        raise Unwritable(path=str(target)) from error
    finally:
        fresh.unlink(missing_ok=True)
    return kept


def _set_aside(target: Path) -> Path | None:
    """Keep what ``target`` holds, and say where. Raises Locked while a process has it open."""
    kept = None
    if target.exists():
        with translated(target), closing(_opened(target)) as file:
            # In WAL mode only this lock shuts out idle connections too; it also folds the log into the file.
            file.execute("PRAGMA locking_mode = EXCLUSIVE")
            file.execute("BEGIN EXCLUSIVE")
            file.execute("COMMIT")
        kept = _free_name(target)
        backup(target, kept)
    for suffix in ("-wal", "-shm"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    return kept


def _free_name(target: Path) -> Path:
    """Where the file that is replaced is kept: files that were replaced before stay."""
    names = itertools.chain([f"{target.name}.replaced"], (f"{target.name}.replaced-{n}" for n in itertools.count(2)))
    return next(path for path in map(target.with_name, names) if not path.exists())


def problems(path: Path) -> tuple[str, ...]:
    """What SQLite finds wrong with the file, in its own technical words; empty if it is sound. Raises StoreError."""
    try:
        with translated(path), closing(_opened(path)) as file:
            damage = [str(line) for (line,) in file.execute("PRAGMA integrity_check") if line != "ok"]
            orphans = [f"{row[0]} {row[1]} -> {row[2]}" for row in file.execute("PRAGMA foreign_key_check")]
    except Corrupt as error:
        return (str(error.__cause__),)
    return (*damage, *orphans)


def _check_apart(source: Path, target: Path) -> None:
    if target.exists() and source.exists() and source.samefile(target):
        raise SameFile(path=str(target))


def _check_replaceable(target: Path) -> None:
    try:
        version_of(target)
    except (NotADatabase, Corrupt, Unwritable) as error:
        raise NotACopy(path=str(target)) from error


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None, timeout=_PATIENCE)


def _publish(part: Path, target: Path) -> None:
    """Make the finished file durable under its name."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
