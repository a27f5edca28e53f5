"""The search agrees with an integer program on full decks; skipped where no solver for those is installed."""

from __future__ import annotations

import random

import pytest

from engine.rummikub.solver.search import search
from tests.engine.solver.ilp import optimum, random_problem, templates


def test_templates() -> None:
    """design.md: 1,173 templates of three to five tiles with up to two jokers."""
    assert len(templates()) == 1173


def test_search_agrees_with_the_integer_program() -> None:
    """Rule 3.2 with free jokers (5.2)."""
    pytest.importorskip("highspy")
    rng = random.Random(20)
    for _ in range(60):
        problem = random_problem(rng)
        found = search(problem)
        assert (found.gain if found.steps is not None else None) == optimum(problem), problem
