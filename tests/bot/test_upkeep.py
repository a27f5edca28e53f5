"""Keeping house from the command line: a copy while the bot runs, putting it back, looking a file over."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.services.matches import Matches, Member
from bot.services.settings import Settings
from data import Store
from engine.rummikub.actions import Draw

ANNA, BEN = Member(1, "Anna"), Member(2, "Ben")


async def _a_game_and_a_lobby(path: Path) -> None:
    """Two games under way, three turns played in one, and an open lobby."""
    store = await Store.open(path)
    try:
        matches = Matches(store, lambda: datetime.now(UTC), lambda _: None, lambda: "a seed")
        for _ in range(2):
            lobby = await matches.open_lobby(guild_id=1, channel_id=2, host=ANNA, settings=Settings(seats=2))
            await matches.join(lobby.id, BEN)
        await matches.open_lobby(guild_id=1, channel_id=2, host=BEN, settings=Settings())
        for _ in range(3):
            view = (await matches.load(1)).view
            await matches.submit(1, (ANNA, BEN)[view.on_turn or 0], Draw())
    finally:
        await store.close()


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "games.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUMMIKUB_DATABASE", str(path))
    asyncio.run(_a_game_and_a_lobby(path))
    return path


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def _change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(statement)


def test_doctor_finds_nothing_wrong_with_games_that_were_played(games: Path) -> None:
    result = _run("doctor")
    assert result.exit_code == 0
    assert "Open lobbies: 1. Running games: 2." in result.stdout
    assert "Game file and games are well." in result.stdout


def test_doctor_names_a_game_whose_state_is_not_what_was_played(games: Path) -> None:
    _change(games, "UPDATE matches SET state = replace(state, '\"turn\":4', '\"turn\":5') WHERE id = 1")
    result = _run("doctor")
    assert result.exit_code == 1
    assert "not what their log leads to: #1" in result.stdout
    assert "Game file and games are well." not in result.stdout


def test_doctor_names_a_game_that_cannot_be_read(games: Path) -> None:
    _change(games, "UPDATE matches SET state = '{}' WHERE id = 2")
    result = _run("doctor")
    assert result.exit_code == 1
    assert "cannot be read by this version of the bot: #2" in result.stdout


def test_doctor_without_a_file_says_where_it_looked(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUMMIKUB_DATABASE", str(games.with_name("none.sqlite3")))
    result = _run("doctor")
    assert result.exit_code == 2
    assert "none.sqlite3" in result.stderr
    assert "normal before the first start" in result.stderr


def test_a_backup_put_back_holds_the_games_as_they_were(games: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    assert _run("backup", str(copy)).exit_code == 0
    _change(games, "UPDATE matches SET phase = 'cancelled' WHERE id = 3")
    assert "Open lobbies: 0." in _run("doctor").stdout
    assert _run("restore", str(copy)).exit_code == 0
    assert "Open lobbies: 1." in _run("doctor").stdout


def test_what_is_no_backup_is_not_put_back(games: Path, tmp_path: Path) -> None:
    junk = tmp_path / "junk"
    junk.write_text("no database")
    refused = _run("restore", str(junk))
    assert refused.exit_code == 2
    assert f"{junk} is not a whole copy of a game file" in refused.stderr
    missing = _run("restore", str(tmp_path / "nothing"))
    assert missing.exit_code == 2
    assert "name a copy" in missing.stderr
    assert "Running games: 2." in _run("doctor").stdout


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_the_game_file_is_not_copied_onto_itself(games: Path, command: str) -> None:
    """A bot that has it open would go on writing into a file that is gone."""
    before = games.stat().st_ino
    result = _run(command, str(games))
    assert result.exit_code == 2
    assert "is the game file itself" in result.stderr
    assert games.stat().st_ino == before


def test_a_restore_is_undone_with_the_replaced_file(games: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    _run("backup", str(copy))
    _change(games, "UPDATE matches SET phase = 'cancelled' WHERE id = 3")
    _run("restore", str(copy))
    assert _run("restore", str(games.with_name("games.sqlite3.replaced"))).exit_code == 0
    assert "Open lobbies: 0." in _run("doctor").stdout


def test_every_file_that_was_replaced_is_kept(games: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    _run("backup", str(copy))
    _change(games, "UPDATE matches SET phase = 'cancelled' WHERE id = 3")
    told = [_run("restore", str(copy)).stdout for _ in range(2)]
    for name, said in zip(("games.sqlite3.replaced", "games.sqlite3.replaced-2"), told, strict=True):
        assert f"What was there before is in {games.with_name(name)}." in said
    assert _run("restore", str(games.with_name("games.sqlite3.replaced"))).exit_code == 0
    assert "Open lobbies: 0." in _run("doctor").stdout, "the first one is still there"


def test_a_backup_takes_the_place_of_a_copy_and_of_nothing_else(games: Path, tmp_path: Path) -> None:
    copy, note = tmp_path / "copy.sqlite3", tmp_path / "note.txt"
    assert [_run("backup", str(copy)).exit_code for _ in range(2)] == [0, 0]
    note.write_text("precious")
    for place in (note, tmp_path):
        result = _run("backup", str(place))
        assert result.exit_code == 2
        assert f"There is a file {place} already" in result.stderr
    assert note.read_text() == "precious"


def test_a_backup_that_cannot_be_written_names_its_own_place(games: Path, tmp_path: Path) -> None:
    result = _run("backup", str(tmp_path / "nowhere" / "copy.sqlite3"))
    assert result.exit_code == 2
    assert f"{tmp_path / 'nowhere' / 'copy.sqlite3'} cannot be written" in result.stderr
    assert "database" not in result.stderr.casefold()
    assert str(games) not in result.stderr
