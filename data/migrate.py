"""Leads a file from the schema it has to the one this program knows."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection

from data.errors import Corrupt, NewerSchema, NotADatabase, translated

STEPS = Path(__file__).parent / "migrations"
_NAMED = re.compile(r'^(revision|down_revision) = "(.+)"$', re.MULTILINE)


def known() -> tuple[str, ...]:
    """The schema versions this program can open, newest first."""
    following: dict[str | None, str] = {}
    for path in (STEPS / "versions").glob("*.py"):
        step = dict(_NAMED.findall(path.read_text(encoding="utf-8")))
        following[step.get("down_revision")] = step["revision"]
    versions: list[str] = []
    while (version := following.get(versions[-1] if versions else None)) is not None:
        versions.append(version)
    return tuple(reversed(versions))


def version_of(path: Path) -> str | None:
    """The schema version of the file at ``path``; None if it is empty or missing. Changes nothing in it.

    Raises NotADatabase if it belongs to another program, or what ``translated`` makes of SQLite's complaint.
    """
    if not path.exists():
        return None
    with translated(path), closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as file:
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return None
        if not {"alembic_version", "matches"} <= names:
            raise NotADatabase(path=str(path))
        row = file.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise Corrupt(path=str(path))
    return str(row[0])


def checked_version(path: Path) -> str | None:
    """As ``version_of``; raises NewerSchema for a version this program does not know."""
    version, versions = version_of(path), known()
    if version is not None and version not in versions:
        raise NewerSchema(path=str(path), found=version, known=versions[0])
    return version


def upgrade(connection: Connection, version: str = "head") -> None:
    """Run the steps that are missing up to ``version``, inside the transaction the connection is in."""
    # A file is led on once, and used for weeks by a bot that would hold all of Alembic: 13 MB.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, version)
