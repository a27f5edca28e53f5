"""The log: one line for each event, tied to what the member saw, in two forms."""

from __future__ import annotations

import json
import logging

import pytest

from bot.logs import correlation, set_up


@pytest.fixture(autouse=True)
def _restore() -> object:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def test_json_lines_hold_the_correlation_and_what_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("INFO", as_json=True)
    token = correlation.set("abc123")
    logging.getLogger("bot.x").info("match %d began", 7, extra={"match": 7})
    correlation.reset(token)
    line = json.loads(capsys.readouterr().err)
    assert line["message"] == "match 7 began"
    assert (line["correlation"], line["match"], line["level"], line["logger"]) == ("abc123", 7, "INFO", "bot.x")


def test_an_error_is_one_line_too(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("INFO", as_json=True)
    try:
        int("here")
    except ValueError:
        logging.getLogger("bot.x").exception("failed")
    (line,) = capsys.readouterr().err.splitlines()
    assert "ValueError: invalid literal" in json.loads(line)["error"]


def test_plain_lines_hold_the_correlation(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("INFO")
    token = correlation.set("abc123")
    logging.getLogger("bot.x").warning("careful")
    correlation.reset(token)
    assert "WARNING bot.x [abc123] careful" in capsys.readouterr().err


def test_request_bodies_with_private_answers_are_not_logged_even_at_debug(capsys: pytest.CaptureFixture[str]) -> None:
    set_up("DEBUG")
    logging.getLogger("discord.http").debug("POST with %s", {"content": "r3 r4 r5"})
    assert capsys.readouterr().err == ""
