"""A play of which a part cannot be read: whatever else is certainly wrong is told with it (notation.md, "Errors")."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rummikub.judging import Refused, judge
from engine.rummikub.notation import parse_position
from engine.rummikub.ruleset import Ruleset
from tests.engine.plays import some_case

POSITION = "r3-7; 10rbk / r2 r3 r4 r8 b9 k10 b5 b6 o1 o6"


def faults(text: str, position: str = POSITION) -> list[str]:
    found = parse_position(position)
    with pytest.raises(Refused) as refused:
        judge(text, table=found.table, rack=found.rack, ruleset=Ruleset(), opened=True)
    return [
        " ".join(str(fault.data[key]) for key in ("why", "text", "tile", "set", "part") if key in fault.data)
        for fault in refused.value.faults
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x", ["unreadable x"]),
        ("r2-4 x; b5", ["unreadable x", "too_few b5 2"]),
        ("x; r2-4", ["unreadable x"]),
        ("r2-4; r8 b9 k10; b5 b6; o1 x; s7 o6",
         ["unreadable x", "unknown_set s7", "mixed r8 b9 k10 2", "too_few b5 b6 3"]),
        ("s1 r8;;; s1 y99; k13", ["unreadable y99", "k13", "too_few k13 3"]),
        ("r8@s9 r9 r10; b5 b6", ["unknown_set s9", "too_few b5 b6 2"]),
        ("s1; s1; k1 k2", ["set_twice s1", "k1", "k2", "too_few k1 k2 3"]),
        ("x; s2 k11", ["unreadable x"]),
    ],
)  # fmt: skip
def test_all_that_is_certain_is_told_at_once(text: str, told: list[str]) -> None:
    assert faults(text) == told


@given(st.integers(0, 1 << 32), st.integers(0, 3), st.sampled_from(["x", "r14", "s99", "r5 ?"]))
def test_what_is_told_beside_it_makes_the_play_illegal_when_that_is_put_right(seed: int, place: int, bad: str) -> None:
    case = some_case(random.Random(seed))
    parts = case.text.split(";")
    broken = ";".join([*parts[:place], bad, *parts[place:]])
    position = {"table": case.table, "rack": case.rack, "ruleset": case.ruleset, "opened": case.opened}
    with pytest.raises(Refused) as refused:
        judge(broken, **position)
    assert refused.value.faults[0].code == "syntax"
    if any(fault.code != "syntax" for fault in refused.value.faults):
        with pytest.raises(Refused):
            judge(case.text, **position)
