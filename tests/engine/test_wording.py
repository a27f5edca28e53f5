"""The shortest wording of a play (notation.md, "A play"): what a person would type, and it means the same."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.judging import Refused, judge
from engine.rummikub.notation import parse_position
from engine.rummikub.ruleset import PRESETS
from engine.rummikub.solver import solve_line
from engine.rummikub.wording import worded
from tests.engine.plays import some_case


@pytest.mark.parametrize(
    ("ruleset", "position", "explicit", "short"),
    [
        ("official", "r3-7 / r5 k1", "s1; r5@rack r6@s1 r7@s1", "r5-7"),
        ("official", "k1-3; b4-6 / b7 k9", "b4@s2 b5@s2 b6@s2 b7", "s2 b7"),
        ("official", "k2-5 / b5 r5", "s1; k5@s1 r5 b5", "k5 r5 b5"),
        ("official", "b6 r6 o6; k1-3 / k6 r7 r8 k4", "s1 k6; r6@s1 r7 r8; s2 k4", "k6 b6 o6; s2 k4; r6-8"),
        ("official", "r9 b9 o9 k9; k9-12 / r9 b9", "k9@s1 r9@rack b9@rack", "k9 r9 b9"),
        ("official", "r9 b9 o9 k9; k9-12 / r9 b9", "k9@s2 r9@rack b9@rack", "k9@s2 r9 b9"),
        ("official", "r5-7; k1-3 / J k4", "s1 Jr8", "s1 J"),
        ("official", "r5-7; k1-3 / J k4", "Jr4 r5@s1 r6@s1 r7@s1", "J r5 r6 r7"),
        ("basque", "k9 k10 J k12 k13 / k11 r7 r9", "s1 k11; r7 J@s1 r9", "k9-13; r7 J r9"),
    ],
)
def test_what_the_judge_finds_by_itself_is_not_written(ruleset: str, position: str, explicit: str, short: str) -> None:
    where = parse_position(position)
    found = worded(explicit, table=where.table, rack=where.rack, ruleset=PRESETS[ruleset], opened=True)
    assert found.text == short


@given(st.integers(0, 2**40))
@settings(max_examples=120)
def test_a_wording_means_the_same_and_is_not_longer(seed: int) -> None:
    case = some_case(random.Random(seed))
    where = {"table": case.table, "rack": case.rack, "ruleset": case.ruleset, "opened": case.opened}
    try:
        before = judge(case.text, **where)
    except Refused:
        with pytest.raises(Refused):
            worded(case.text, **where)
        return
    for text in (case.text, before.play):
        short = worded(text, **where)
        assert len(short.text) <= len(text)
        again = judge(short.text, **where)
        assert (again.table, again.placed, again.rack) == (before.table, before.placed, before.rack)


def test_solve_prints_the_shortest_wording() -> None:
    answer = json.loads(solve_line('{"table": ["r3-7"], "rack": "r5 b8"}', lambda: 0.0))
    assert (answer["play"], answer["table"]) == ("r5-7", ["r3-5", "r5-7"])
