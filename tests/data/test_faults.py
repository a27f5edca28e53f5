"""Issues 2.2, 2.10 and 4.4: whatever the disk or the process does, nothing is lost and nothing is half done."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from data import (
    Conflict,
    Corrupt,
    DiskFull,
    Locked,
    NotADatabase,
    Store,
    StoreError,
    Unwritable,
    backup,
    problems,
    restore,
)
from data.database import _driver
from data.schema import round_results
from tests.data.support import lobby, playing, step

ROOT = Path(__file__).parents[2]


async def _check(path: Path) -> dict[int, int]:
    """Open the file again; every match in it must be whole. Returns the revision of each."""
    store = await Store.open(path)
    try:
        assert await store.integrity() == ()
        found = await store.matches_in_channel(200)
        for match in found:
            revisions = Counter(row.revision for row in await store.log(match.id))
            assert revisions == dict.fromkeys(range(2, match.revision + 1), 2)
            assert (match.state or "1").strip() == f"{match.revision}"
        rounds = await store._database.read(select(func.count().label("n")).select_from(round_results))
        assert rounds[0]["n"] == sum(match.revision - 1 for match in found)
        return {match.id: match.revision for match in found}
    finally:
        await store.close()


def test_kill_nine_in_the_middle_of_commits(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    told: dict[int, int] = {}
    for lines in (1, 40, 121):
        command = [sys.executable, "-m", "tests.data.child", "commit", str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            read = [child.stdout.readline() for _ in range(lines)]
            child.kill()
            read += child.stdout.read().splitlines()
        for line in read:
            match, revision = map(int, line.split())
            told[match] = revision
        found = asyncio.run(_check(path))
        for match, revision in told.items():
            assert revision <= found[match] <= revision + 1, "what was acknowledged is there, and at most one more"
        told = found
    assert max(told.values()) > 10


@pytest.mark.asyncio
async def test_a_cancelled_caller_leaves_the_store_whole(store: Store) -> None:
    outcomes = set()
    for patience in (*range(40), None):
        match = await playing(store)
        clicks = [asyncio.create_task(store.commit(step(match, f"{n}", state=f"{n}"))) for n in range(2)]
        reading = asyncio.create_task(store.match(match.id))
        if patience is None:
            await asyncio.wait(clicks)
        for _ in range(patience or 0):
            await asyncio.sleep(0.0002 if patience and patience % 2 else 0)
        for task in (*clicks, reading):
            task.cancel()
        await asyncio.wait((*clicks, reading))
        assert all(task.cancelled() or isinstance(task.exception(), Conflict | None) for task in clicks)
        outcomes |= {task.cancelled() for task in clicks}

        await store.create(lobby())
        found = await store.match(match.id)
        assert found
        assert [row.token for row in await store.log(match.id)] == ([] if found.revision == 2 else [found.state])
        assert (await store.commit(step(found, "next"))).revision == found.revision + 1
    assert outcomes == {True, False}, "some were cancelled under way and some had finished"


@pytest.mark.asyncio
async def test_close_lets_a_commit_finish(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    match = await playing(store)
    commit = asyncio.create_task(store.commit(step(match, "last")))
    await asyncio.sleep(0)
    await store.close()
    moved = await commit
    store = await Store.open(tmp_path / "bot.db")
    assert await store.match(match.id) == moved
    await store.close()


@pytest.mark.asyncio
async def test_a_store_that_cannot_be_put_there(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    for path in (file / "bot.db", tmp_path):
        with pytest.raises(Unwritable) as caught:
            await Store.open(path)
        assert caught.value.data == {"path": str(path)}


@pytest.fixture
def everybodys() -> Iterator[Path]:
    """A folder that nobody in particular may enter, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_read_only_file_and_folder(everybodys: Path) -> None:
    def made(folder: str, *, file: int, inside: int) -> Path:
        path = everybodys / folder / "bot.db"
        asyncio.run(_made(path))
        path.chmod(file)
        path.parent.chmod(inside)
        return path

    expected = {
        made("free", file=0o666, inside=0o777): "ok",
        made("read-only file", file=0o444, inside=0o777): "unwritable",
        # SQLite keeps its log next to the file.
        made("read-only folder", file=0o666, inside=0o555): "unwritable",
        everybodys / "read-only folder" / "new.db": "unwritable",
        everybodys / "read-only folder" / "new folder" / "new.db": "unwritable",
    }
    command = [sys.executable, "-m", "tests.data.child", "open", *map(str, expected)]
    codes = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert dict(zip(expected, codes, strict=True)) == expected
    (everybodys / "read-only folder").chmod(0o755)


async def _made(path: Path) -> None:
    store = await Store.open(path)
    await playing(store)
    await store.close()


@pytest.mark.asyncio
async def test_files_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.txt", tmp_path / "other.db"
    text.write_text("dear diary " * 100)
    with closing(sqlite3.connect(other)) as file:
        file.execute("CREATE TABLE matches (id)")
        file.commit()
    for path in (text, other):
        before = path.read_bytes()
        with pytest.raises(NotADatabase):
            await Store.open(path)
        assert path.read_bytes() == before
        with pytest.raises(NotADatabase):
            restore(path, tmp_path / "bot.db")
    assert not (tmp_path / "bot.db").exists()


@pytest.mark.asyncio
async def test_a_damaged_file_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await _made(path)
    assert problems(path) == ()
    whole = path.read_bytes()

    path.write_bytes(whole[:100] + b"\xff" * 100 + whole[200:])
    with pytest.raises(Corrupt):
        await Store.open(path)
    assert problems(path) != ()

    path.write_bytes(whole[:8192] + b"\xff" * 4096 * 4 + whole[8192 + 4096 * 4 :])
    assert problems(path) != ()
    with pytest.raises(Corrupt):
        restore(path, tmp_path / "new.db")


@pytest.mark.asyncio
async def test_locked_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    store = await Store.open(path, busy_timeout=0.05)
    match = await playing(store)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked):
            await store.commit(step(match, "a"))
        assert await store.match(match.id) == match, "reading goes on"
        with pytest.raises(Locked):
            await Store.open(path, busy_timeout=0.05)
        other.execute("ROLLBACK")
        assert (await store.commit(step(match, "a"))).revision == 3
    await store.close()


@pytest.mark.asyncio
async def test_what_goes_to_the_disk_together_fails_apart(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    games = [await playing(store) for _ in range(6)]
    changes = [step(game, f"{game.id}", expected=game.revision - game.id % 2) for game in games]
    told = await asyncio.gather(*map(store.commit, changes), return_exceptions=True)
    assert [isinstance(answer, Conflict) for answer in told] == [game.id % 2 == 1 for game in games]

    await (await _driver(store._database._writer)).execute("PRAGMA max_page_count = 1")
    big = [step(game, f"{game.id} again", state="x" * 1_000_000) for game in games]
    told = await asyncio.gather(*map(store.commit, big), return_exceptions=True)
    assert {type(answer) for answer in told} == {Conflict, DiskFull}
    await (await _driver(store._database._writer)).execute("PRAGMA max_page_count = 1000000")
    await store.close()

    again = await Store.open(tmp_path / "bot.db")
    for game in games:
        found = await again.match(game.id)
        assert found
        assert found.revision == game.revision + (game.id % 2 == 0)
        assert [entry.token for entry in await again.log(game.id)] == [f"{game.id}"] * (game.id % 2 == 0)
    await again.close()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("harm", "cure", "error"),
    [
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", DiskFull),
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", Unwritable),
    ],
)
async def test_disk_full_or_read_only_under_way(tmp_path: Path, harm: str, cure: str, error: type[StoreError]) -> None:
    store = await Store.open(tmp_path / "bot.db")
    match = await playing(store)
    await (await _driver(store._database._writer)).execute(harm)
    big = step(match, "a", state="x" * 1_000_000)
    with pytest.raises(error):
        await store.commit(big)
    assert await store.match(match.id) == match
    await (await _driver(store._database._writer)).execute(cure)
    assert (await store.commit(big)).revision == 3
    assert len(await store.log(match.id)) == 1
    await store.close()


@pytest.mark.asyncio
async def test_a_backup_is_whole_while_games_go_on(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    match = await playing(store)

    copies = [tmp_path / f"copy {n}.db" for n in range(3)]
    copied = 0

    async def play() -> None:
        current = match
        while copied < len(copies):
            current = await store.commit(step(current, f"{current.revision}", state=f"{current.revision}"))

    game = asyncio.create_task(play())
    for copy in copies:
        await asyncio.sleep(0.01)
        await store.backup(copy)
        copied += 1
    await game
    await store.close()

    for copy in copies:
        saved = await Store.open(copy)
        found = await saved.match(match.id)
        assert found
        assert len(await saved.log(match.id)) == found.revision - 2
        assert await saved.integrity() == ()
        await saved.close()
    assert {file.name for file in os.scandir(tmp_path)} == {"bot.db", *(copy.name for copy in copies)}


@pytest.mark.asyncio
async def test_restore_brings_a_backup_back_and_keeps_what_was_there(tmp_path: Path) -> None:
    path, saved = tmp_path / "bot.db", tmp_path / "saved.db"
    store = await Store.open(path)
    match = await playing(store)
    await store.backup(saved)
    later = await store.commit(step(match, "a"))
    with pytest.raises(Locked):
        await asyncio.to_thread(restore, saved, path)
    assert await store.match(match.id) == later
    await store.close()

    restore(saved, path)
    for file, expected in ((path, match), (tmp_path / "bot.db.replaced", later)):
        store = await Store.open(file)
        assert await store.match(match.id) == expected
        await store.close()


def test_a_backup_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(Unwritable):
        backup(tmp_path / "missing.db", tmp_path / "copy.db")
    asyncio.run(_made(tmp_path / "bot.db"))
    with pytest.raises(Unwritable):
        backup(tmp_path / "bot.db", tmp_path / "no folder" / "copy.db")
    assert not (tmp_path / "copy.db").exists()
