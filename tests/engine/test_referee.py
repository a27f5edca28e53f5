"""The referee's lines, and every play of the cases (tests/cases/README.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.melds import Meld
from engine.rummikub.notation import format_tiles, parse_meld, parse_tiles
from engine.rummikub.referee import judge_line
from engine.rummikub.ruleset import PRESETS
from engine.rummikub.solver import solve_line

CASES = Path(__file__).parent.parent / "cases"


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def ask(**line: object) -> dict[str, Any]:
    return json.loads(judge_line(json.dumps(line)))


def codes(answer: dict[str, Any]) -> list[str]:
    return sorted({error["code"] for error in answer["errors"]})


def melds(texts: list[str]) -> list[Meld]:
    return sorted(map(parse_meld, texts), key=str)


@pytest.mark.parametrize("case", cases("plays"), ids=lambda case: case["id"])
def test_plays(case):
    answer, expected = ask(**case), case["expect"]
    assert answer["ok"] == expected["ok"], answer
    if "table" in expected:
        assert melds(answer["table"]) == melds(expected["table"])
    if "code" in expected:
        assert expected["code"] in codes(answer)


def test_random_plays():
    """The verdict, the table and what it is worth bind; the same faults are found too."""
    for case in cases("random-plays"):
        answer, expected = ask(**case), case["expect"]
        assert answer["ok"] == expected["ok"], case["id"]
        if answer["ok"]:
            assert melds(answer["table"]) == melds(expected["table"]), case["id"]
            assert answer["placed"] == format_tiles(parse_tiles(expected["placed"])), case["id"]
            assert answer["points"] == expected["points"], case["id"]
        else:
            assert codes(answer) == sorted(expected["codes"]), case["id"]


def test_the_two_examples():
    answer = ask(
        rules="basque",
        options={"joker_reuse": "new_set"},
        opened=True,
        table=["r3-7"],
        rack="r5 b8",
        play="r3-5; r5-7",
    )
    assert answer == {"ok": True, "table": ["r3-5", "r5-7"], "rack": "b8", "placed": "r5", "points": 5}
    answer = ask(table=["r3-7"], rack="r5", play="r3 r5")
    assert not answer["ok"]
    assert {"code": "not_a_set", "set": "r3 r5", "why": "too_few", "part": 1} in answer["errors"]


def test_what_is_left_out():
    """Official rules, opened, an empty table."""
    assert ask(rack="r1-3", play="r1-3")["ok"]
    assert codes(ask(table=["r3 r4 J r6", "k5 b5 o5"], rack="r5", play="r3-6; s2 J")) == ["joker_reuse"]
    assert codes(ask(rack="r1-3", play="r1-3", opened=False)) == ["opening_points"]


@pytest.mark.parametrize(
    ("play", "pool", "expected"),
    [
        ("draw", None, []),
        ("draw", 5, []),
        ("draw", 0, ["pool_empty"]),
        ("pass", 0, []),
        ("pass", 5, ["pass_not_allowed"]),
        ("pass", None, ["pass_not_allowed"]),
    ],
)
def test_drawing_and_passing(play, pool, expected):
    """Rules 3.5 and 7.2."""
    line = {"table": ["r1-3"], "rack": "b8 k8", "play": play} | ({} if pool is None else {"pool": pool})
    answer = ask(**line)
    if expected:
        assert codes(answer) == expected
    else:
        assert answer == {"ok": True, "table": ["r1-3"], "rack": "k8 b8", "placed": "", "points": 0}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "not json",
        "[]",
        "null",
        "1",
        '"r3-5"',
        "{",
        "[" * 100_000,
        '{"rack": "r1-3"}',
        '{"play": 5}',
        '{"play": null}',
        '{"play": "r1-3", "rules": "rummy"}',
        '{"play": "r1-3", "rules": 7}',
        '{"play": "r1-3", "options": {"jokers": "wild"}}',
        '{"play": "r1-3", "options": {"joker_reuse": "never"}}',
        '{"play": "r1-3", "options": {"name": "mine"}}',
        '{"play": "r1-3", "options": []}',
        '{"play": "r1-3", "options": {"opening_points": "30"}}',
        '{"play": "r1-3", "options": {"opening_points": true}}',
        '{"play": "r1-3", "options": {"opening_points": 30.0}}',
        '{"play": "r1-3", "options": {"exchange_duplicates": "no"}}',
        '{"play": "r1-3", "options": {"exchange_duplicates": 0}}',
        '{"play": "r1-3", "opened": "yes"}',
        '{"play": "r1-3", "table": "r1-3"}',
        '{"play": "r1-3", "table": [1]}',
        '{"play": "r1-3", "table": ["r1 r2"]}',
        '{"play": "r1-3", "table": ["r5 J J"]}',
        '{"play": "r1-3", "table": ["r1-3; r4-6"]}',
        '{"play": "r1-3", "table": ["s1"]}',
        '{"play": "r1-3", "rack": "x"}',
        '{"play": "r1-3", "rack": "Jr5"}',
        '{"play": "r1-3", "rack": "r1 r1 r1"}',
        '{"play": "r1-3", "rack": "r1", "table": ["r1-3", "r1-3"]}',
        '{"play": "r1-3", "rack": "J J J"}',
        '{"play": "r1-3", "pool": -1}',
        '{"play": "r1-3", "pool": "0"}',
        '{"play": "r1-3", "pool": true}',
    ],
)
def test_bad_positions(line):
    answer = json.loads(judge_line(line))
    assert codes(answer) == ["bad_position"]


def test_an_unknown_ruleset_is_named_as_what_is_wrong():
    (error,) = json.loads(judge_line('{"play": "r1-3", "rules": "chess"}'))["errors"]
    assert error == {"code": "bad_position", "why": "value", "where": "rules", "known": list(PRESETS)}


@pytest.mark.parametrize(
    ("line", "why", "where", "known"),
    [
        ('{"opend": false}', "unknown_key", "opend", "opened"),
        ('{"Table": ["r3-5"]}', "unknown_key", "Table", "table"),
        ('{"ruleset": "basque"}', "unknown_key", "ruleset", "rules"),
        ('{"options": {"joker_use": "x"}}', "unknown_key", "options.joker_use", "joker_reuse"),
        ('{"options": {"name": "x"}}', "unknown_key", "options.name", "joker_reuse"),
        ("[]", "no_object", "line", "table"),
        ("7", "no_object", "line", "table"),
        ("", "json", "line", None),
        ('{"table": [}', "json", "line", None),
        ('{"options": {"opening_points": "many"}}', "value", "options.opening_points", None),
        ('{"opened": "yes"}', "value", "opened", None),
        ('{"rack": "x"}', "syntax", "rack", None),
        ('{"table": ["r3-5", "r1 b2"]}', "not_a_set", "table.1", None),
        ('{"goal": "win"}', "value", "goal", "points"),
    ],
)
def test_what_is_wrong_with_a_line_says_where_and_what_would_be_right(line, why, where, known):
    (error,) = json.loads(solve_line(line, lambda: 0.0))["errors"]
    assert (error["code"], error["why"], error["where"]) == ("bad_position", why, where)
    assert known in error.get("known", [None])
    if where != "goal":
        assert json.loads(judge_line(line))["errors"] == [error], "both commands read the same"


def test_a_line_that_is_no_json_says_at_which_character():
    (error,) = json.loads(judge_line('{"table": [}'))["errors"]
    assert error["column"] == 12


@pytest.mark.parametrize("name", ["plays", "random-plays", "positions"])
def test_lines_of_cases_are_read_as_they_are(name):
    """What they hold beside the referee's input is no fault."""
    for case in cases(name)[:40]:
        wrong = judge_line(json.dumps({"play": "r1-3"} | case))
        assert "unknown_key" not in wrong


def test_keys_like_none_of_its_own_are_notes():
    answer = ask(table=["r3-7"], rack="r8", play="s1 r8", comment="from a game", seed=7, points_wanted=8)
    assert answer["ok"]


def test_too_long_and_empty_plays():
    assert codes(ask(play="r" * 2001)) == ["too_long"]
    assert codes(ask(play="")) == ["nothing_played"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("r3-5"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
LINES = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(("rules", "options", "opened", "table", "rack", "play", "pool"), JSON),
)


@settings(max_examples=100)
@given(LINES.map(json.dumps) | st.text(max_size=60))
def test_the_referee_never_raises(line):
    answer = json.loads(judge_line(line))
    assert answer["ok"] or answer["errors"]
