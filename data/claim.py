"""A claim on a game file: one bot plays with it at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Self

from data.errors import InUse, Locked, Unwritable, translated


class Claim:
    """Held as long as the process lives, and given back by the system however that ends.

    It is a lock on an empty file ``….lock`` beside the game file, so that reading, backups and repairs go on.
    """

    def __init__(self, lock: sqlite3.Connection) -> None:
        self._lock = lock

    @classmethod
    def on(cls, path: Path) -> Self:
        """Claim the file at ``path``, which need not be there yet. Blocking. Raises InUse, Unwritable."""
        beside = path.with_name(f"{path.name}.lock")
        try:
            with translated(beside):
                path.parent.mkdir(parents=True, exist_ok=True)
                lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
                try:
                    lock.execute("BEGIN EXCLUSIVE")
                except sqlite3.Error:
                    lock.close()
                    raise
        except Locked as held:
            raise InUse(path=str(path)) from held
        except OSError as error:
            raise Unwritable(path=str(path)) from error
        return cls(lock)

    def release(self) -> None:
        """Let others have it."""
        self._lock.close()
