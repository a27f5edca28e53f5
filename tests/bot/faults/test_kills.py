"""kill -9 of the whole bot, again and again, at every kind of place (issue 4, point 4)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.bot.faults.process import left, lived

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signal 9")

DEATHS = (
    ("INSERT", 9),
    ("commit", 8),
    ("POST /interactions/*/*/callback", 5),
    ("UPDATE", 16),
    ("PATCH /channels/*/messages/*", 3),
    ("POST /channels/*/messages", 3),
)
"""Of what the bot dies, and at the so manieth of it. In the fourth life every turn is long overdue when it begins."""


def test_a_bot_that_is_killed_again_and_again_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    before = 0
    for n, (kind, lives) in enumerate(DEATHS):
        life = lived(path, lives, of=kind, late=n == 3)
        assert life.died == kind
        after = left(path)
        assert after.found.well
        assert 0 <= after.actions - before - life.told <= 1, "what was told is there, and at most one more"
        assert len(set(after.timeouts)) == len(after.timeouts), "no turn is over twice"
        before = after.actions
    assert before > 5
    assert left(path).timeouts
