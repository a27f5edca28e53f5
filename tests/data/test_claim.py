"""Issue 4.7: two bots never play with one file, and one that died holds nothing back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from data import Claim, InUse, Store, Unwritable, backup, problems

HOLD = """
import sys, pathlib
from data import Claim
claim = Claim.on(pathlib.Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "games.sqlite3"
    command = [sys.executable, "-c", HOLD, str(path)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        with pytest.raises(InUse) as refused:
            Claim.on(path)
        assert refused.value.data == {"path": str(path)}
        other.kill()
        other.wait()
        Claim.on(path).release()


@pytest.mark.asyncio
async def test_a_claim_hinders_neither_backup_nor_a_look(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    claim = Claim.on(path)
    store = await Store.open(path)
    backup(path, tmp_path / "copy.sqlite3")
    assert problems(path) == ()
    await (await Store.open(path)).close()
    with pytest.raises(InUse):
        Claim.on(path)
    await store.close()
    claim.release()
    Claim.on(path).release()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Unwritable):
        Claim.on(tmp_path / "file" / "games.sqlite3")
