"""kill -9 of the whole bot, again and again, at every kind of place (issue 4, point 4)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.bot.faults.process import left, lived

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signal 9")


def test_a_bot_that_is_killed_again_and_again_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    died, before = set[str](), 0
    for n, lives in enumerate((90, 61, 104, 77, 58)):
        life = lived(path, lives, late=n % 4 == 3)
        died.add(life.died)
        after = left(path)
        assert after.found.well
        assert 0 <= after.actions - before - life.told <= 1, "what was told is there, and at most one more"
        assert len(set(after.timeouts)) == len(after.timeouts), "no turn is over twice"
        before = after.actions
    assert before > 5
    assert len(died) > 2
    assert left(path).timeouts
