"""The bound for searches that take long: it promises no less than there is, and changes no answer."""

from __future__ import annotations

import random

import pytest

from engine.rummikub.solver import search as searching
from engine.rummikub.solver.position import Goal, counts, gains
from engine.rummikub.solver.search import NEVER, Problem, search
from tests.engine.solver.cases import lines, read

POSITIONS = lines("positions.jsonl")
FAR = 1 << 30


@pytest.mark.parametrize("goal", ["tiles", "points"])
def test_the_bound_changes_no_answer(goal: Goal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 3.2: whether it is asked for at once, later or never, the same is gained, with and without a solution."""
    rng = random.Random(5)
    for case in POSITIONS[::2]:
        table, rack, ruleset = read(case)
        lying, held = list(table.tiles), list(rack)
        for tile in rng.sample(lying, min(len(lying), rng.choice((0, 0, 1)))):
            lying.remove(tile)
            held.append(tile)
        problem = Problem(counts(lying), counts(held), gains(ruleset, goal), room=rng.choice((0, 0, 1)))
        gained: list[int] = []
        for patience in (FAR, 1, 8):
            monkeypatch.setattr(searching, "_PATIENCE", patience)
            found = search(problem)
            gained.append(found.gain if found.steps is not None else NEVER)
        assert len(set(gained)) == 1, case["id"]


def test_the_bound_saves_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer states are looked at where a search takes long."""
    looked_at = {60: 0, FAR: 0}
    for patience in looked_at:
        monkeypatch.setattr(searching, "_PATIENCE", patience)
        for case in POSITIONS:
            if case["id"] in {"p55", "p84", "p190", "p195"}:
                table, rack, ruleset = read(case)
                found = search(Problem(counts(table.tiles), counts(rack), gains(ruleset, "tiles")))
                looked_at[patience] += found.expanded
    assert 2 * looked_at[60] < looked_at[FAR]
