"""The playground as its user meets it: a process that serves a page until it is told to stop."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.config import Config
from bot.playground import Playground


@contextmanager
def _playground(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running process and the address it printed."""
    command = [sys.executable, "-m", "bot", "playground", *arguments]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("RUMMIKUB_", "DISCORD_"))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", process.stdout.readline())
        try:
            assert found, process.stderr and process.stderr.read()
            yield process, found[0]
        finally:
            process.kill()


@pytest.mark.parametrize("ask", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_its_page_and_stops_in_order(tmp_path: Path, ask: signal.Signals) -> None:
    database = tmp_path / "games.sqlite3"
    with _playground("--database", str(database)) as (process, url):
        with urlopen(url) as page:
            assert b"<html" in page.read()
        process.send_signal(ask)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert database.exists()


def test_a_file_it_cannot_use_is_one_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear diary")
    command = [sys.executable, "-m", "bot", "playground", "--database", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert str(file) in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.asyncio
async def test_ids_are_the_same_in_every_run_so_that_kept_games_go_on() -> None:
    one, other = (Playground(Config(database=None), print) for _ in range(2))
    assert one.channel.id == other.channel.id
    assert [m.id for m in one.members] == [m.id for m in other.members]
    assert len(one.members) >= 4
