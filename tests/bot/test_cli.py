"""The command line: what is wrong is said in one line that tells what to do, with exit code 2."""

from __future__ import annotations

import asyncio
import builtins
import json
import sys
from pathlib import Path
from typing import Any

import discord
import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.app import RummikubBot
from data import NewerSchema, StoreError, Unwritable
from engine.rummikub.referee import KEYS
from engine.rummikub.ruleset import PRESETS


def _run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(app, arguments, env=environment)


def _is_one_clear_line(result: Result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.strip().splitlines()
    assert all(word in line for word in words), line


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setattr("bot.logs.set_up", lambda *_, **__: None)


def _starting(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    async def start(self: RummikubBot, token: str, **_: Any) -> None:
        raise error

    monkeypatch.setattr(RummikubBot, "start", start)


def test_no_token() -> None:
    _is_one_clear_line(_run(), "DISCORD_TOKEN", ".env", "playground")


def test_a_blank_token_is_none() -> None:
    _is_one_clear_line(_run(DISCORD_TOKEN="  "), "No bot token")


def test_the_token_may_stand_in_the_env_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[str] = []

    async def start(self: RummikubBot, token: str, **_: Any) -> None:
        seen.append(token)

    monkeypatch.setattr(RummikubBot, "start", start)
    (tmp_path / ".env").write_text("DISCORD_TOKEN=from-the-file\n")
    assert _run().exit_code == 0
    assert seen == ["from-the-file"]


def test_a_refused_token(monkeypatch: pytest.MonkeyPatch) -> None:
    _starting(monkeypatch, discord.LoginFailure("Improper token has been passed."))
    _is_one_clear_line(_run(DISCORD_TOKEN="abc"), "refused", "DISCORD_TOKEN")


def test_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    _starting(monkeypatch, ConnectionRefusedError("no route"))
    _is_one_clear_line(_run(DISCORD_TOKEN="abc"), "network")


@pytest.mark.parametrize(
    ("error", "word"),
    [(Unwritable(path="/games"), "written"), (NewerSchema(path="/games", found="9", known="1"), "newer version")],
)
def test_a_database_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, error: StoreError, word: str) -> None:
    _starting(monkeypatch, error)
    _is_one_clear_line(_run(DISCORD_TOKEN="abc"), "/games", word, "RUMMIKUB_DATABASE")


@pytest.mark.parametrize("name", ["RUMMIKUB_LOG_LEVEL", "RUMMIKUB_LOG_JSON", "DISCORD_TOKEN"])
def test_a_bad_setting_is_named_but_its_value_is_not_shown(name: str) -> None:
    result = _run(**{name: "quite wrong"})
    _is_one_clear_line(result, name)
    assert "quite wrong" not in result.output


def test_the_playground_without_simcord(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "simcord":
            raise ModuleNotFoundError(name="simcord")
        return original(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "bot.playground", raising=False)
    _is_one_clear_line(_run("playground"), "SimCord", "uv sync")


def test_stopping_ends_the_work_in_order() -> None:
    from bot.__main__ import _until_signal

    ended: list[str] = []

    async def work() -> None:
        import os
        import signal

        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(10)
        finally:
            await asyncio.sleep(0)
            ended.append("in order")

    _until_signal(work())
    assert ended == ["in order"]


def _judged(lines: bytes) -> list[dict[str, Any]]:
    result = CliRunner().invoke(app, ["judge"], input=lines)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_judge_answers_every_line_in_order_and_stops_at_none() -> None:
    good = b'{"opened": true, "table": ["r3-7"], "rack": "r5 b8", "play": "r3-5; r5-7"}'
    answers = _judged(b"\n".join([good, b"not json", b"\xff\xfe", b'{"play": "\\ud800"}', good]))
    assert [answer["ok"] for answer in answers] == [True, False, False, False, True]
    assert answers[0]["placed"] == "r5"


@pytest.mark.parametrize(("command", "other"), [("judge", "goal"), ("solve", "play")])
def test_the_help_names_all_that_a_line_may_hold_with_an_example_that_works(command: str, other: str) -> None:
    lines = [line.strip() for line in _run(command, "--help").stdout.splitlines()]
    told = {line.split()[0] for line in lines if line}
    assert set(KEYS) - {other} <= told
    assert all(any(preset in line for line in lines) for preset in PRESETS)
    assert next(line for line in lines if line.startswith("opened")).endswith(" true"), "what it is when left out"
    (example,) = [line for line in lines if line.startswith("{")]
    answer = json.loads(CliRunner().invoke(app, [command], input=example).stdout)
    assert answer["placed"] == "r5"


def test_render_draws_what_was_asked_for(tmp_path: Path) -> None:
    result = _run(
        "render", "r3-7; 10rbk / r5 b8 J", "--board", "b.png", "--rack", "r.png", "--players", "Ane:12,Jonas:3"
    )
    assert result.exit_code == 0, result.output
    assert {(tmp_path / name).read_bytes()[:4] for name in ("b.png", "r.png")} == {b"\x89PNG"}


def test_render_says_what_it_cannot_read_or_write() -> None:
    _is_one_clear_line(_run("render", "r3-x / r5", "--board", "b.png"), "r5")
    _is_one_clear_line(_run("render", "r3-7 / r5", "--board", "b.png", "--last", "b4"), "b4")
    _is_one_clear_line(_run("render", "r3-7 / r5", "--board", "b.png", "--players", "Ane:x"), "Ane:x")
    _is_one_clear_line(_run("render", "r3-7; r5 b5 k5 / r5", "--board", "b.png"), "r5")
    _is_one_clear_line(_run("render", "r3-7", "--board", "b.png"), "One `/` has to stand", "table and the rack")
    _is_one_clear_line(_run("render", "r3-7 / r5"), "--board", "--rack")
    _is_one_clear_line(_run("render", "r3-7 / r5", "--board", "nowhere/b.png"), "nowhere/b.png")
