"""Issue 2.10: migrations run by themselves at start; issue 4.7: and back up first."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text

from data import NewerSchema, Store, migrate
from data.schema import metadata
from tests.data.support import playing, step

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{head}"


def upgrade():
    with op.batch_alter_table("matches", recreate="always") as table:
        table.add_column(sa.Column("mood", sa.Text(), server_default="fine"))
    {then}
"""


def _with_next_step(folder: Path, then: str = "pass") -> Path:
    """The steps of a program one version ahead of this one."""
    steps = folder / "steps"
    shutil.copytree(migrate.STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    (steps / "versions" / "next.py").write_text(NEXT.format(head=migrate.known()[0], then=then))
    return steps


def test_the_steps_are_those_that_alembic_finds() -> None:
    steps = ScriptDirectory(migrate.STEPS).walk_revisions()
    assert migrate.known() == tuple(step.revision for step in steps)


def test_every_step_leads_on_and_the_last_one_to_the_schema() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        for version in reversed(migrate.known()):
            migrate.upgrade(connection, version)
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert context.get_current_revision() == migrate.known()[0]
        assert compare_metadata(context, metadata) == []
        checks = {table: inspect(connection).get_check_constraints(table) for table in metadata.tables}
        assert {check["name"] for found in checks.values() for check in found} == {"ck_matches_phase", "ck_drafts_kind"}


@pytest.mark.asyncio
async def test_an_old_file_is_backed_up_and_led_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, head = tmp_path / "bot.db", migrate.known()[0]
    store = await Store.open(path)
    match = await store.commit(step(await playing(store), "a"))
    await store.close()

    with monkeypatch.context() as ahead:
        ahead.setattr(migrate, "STEPS", _with_next_step(tmp_path))
        store = await Store.open(path)
        assert await store.match(match.id) == match, "rebuilding a table must not delete its children"
        assert len(await store.log(match.id)) == 1
        assert await store.integrity() == ()
        await store.close()
        before = path.read_bytes()

    with pytest.raises(NewerSchema) as caught:
        await Store.open(path)
    assert caught.value.data == {"path": str(path), "found": "next", "known": head}
    assert path.read_bytes() == before, "a file from a newer version is left alone"

    store = await Store.open(tmp_path / f"bot.db.{head}.backup")
    assert await store.match(match.id) == match
    await store.close()


@pytest.mark.asyncio
async def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bot.db"
    store = await Store.open(path)
    match = await playing(store)
    await store.close()

    with monkeypatch.context() as ahead:
        ahead.setattr(migrate, "STEPS", _with_next_step(tmp_path, then="raise ZeroDivisionError"))
        with pytest.raises(ZeroDivisionError):
            await Store.open(path)

    with closing(sqlite3.connect(path)) as file:
        assert "mood" not in {column[1] for column in file.execute("PRAGMA table_info(matches)")}
    store = await Store.open(path)
    assert await store.match(match.id) == match
    await store.close()


@pytest.mark.asyncio
async def test_the_file_is_kept_as_the_issue_says(tmp_path: Path) -> None:
    """Issue 2.10: WAL and synchronous FULL."""
    store = await Store.open(tmp_path / "bot.db")

    async def work(connection):
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [(await connection.execute(text(f"PRAGMA {name}"))).scalar() for name in names]

    assert await store._database.write(work) == ["wal", 2, 1]
    await store.close()
