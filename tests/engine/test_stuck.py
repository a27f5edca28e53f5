"""Rule 7.2, last sentence: a round ends early only where it is proved that nobody can play."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from engine.rummikub.actions import Stuck
from engine.rummikub.match import apply
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.stuck import nobody_can_play
from tests.engine.matches import NOON, rulesets
from tests.engine.test_computers import position

DEAD = ("k4-6", "o1 o9 b13", "r1 k9")


@given(rulesets)
@settings(max_examples=20)
def test_it_is_proved_under_every_ruleset(ruleset: Ruleset) -> None:
    state = position(*DEAD, ruleset=ruleset, pool=False)
    assert nobody_can_play(state)
    assert apply(state, 0, Stuck(), NOON).state.results[0].reason == "stuck"


def test_not_while_tiles_can_be_drawn() -> None:
    assert not nobody_can_play(position(*DEAD))


@pytest.mark.parametrize("racks", [("k7", "o1 o9"), ("o1 o9", "k7")])
def test_not_while_anybody_can_play(racks: tuple[str, str]) -> None:
    assert not nobody_can_play(position("k4-6", *racks, pool=False))


def test_who_has_not_opened_needs_the_points() -> None:
    """Rule 4.1."""
    assert nobody_can_play(position("k4-6", "k7 r1-3", "k3", pool=False, opened=False))
    assert not nobody_can_play(position("k4-6", "k7 r11-13", "k3", pool=False, opened=False))


def test_a_freed_joker_counts_where_the_rules_allow_it() -> None:
    """Rule 5.5, ``another_set``: k6 frees the joker, which has to be of use in another set then."""
    spanish = PRESETS["spanish"]
    assert nobody_can_play(position("k5 J k7", "k6", "o13", ruleset=spanish, pool=False))
    assert not nobody_can_play(position("k5 J k7; r1-3", "k6", "o13", ruleset=spanish, pool=False))


def test_who_has_left_does_not_count() -> None:
    state = position("k4-6", "o1 o9", "k7", "r13", pool=False)
    left = state.seats[1].model_copy(update={"resigned": True})
    assert nobody_can_play(state.model_copy(update={"seats": (state.seats[0], left, state.seats[2])}))


def test_what_is_not_proved_is_not_claimed() -> None:
    table = "; ".join(f"{v}krbo" for v in range(1, 13))
    assert not nobody_can_play(position(table, "k1 r3 b5 o7", "r1 k13", pool=False), budget=1)


def test_not_after_the_end() -> None:
    state = position(*DEAD, pool=False)
    assert not nobody_can_play(apply(state, 0, Stuck(), NOON).state)
