"""Hints: whether a play exists, which tiles go, and the play ready to send."""

from __future__ import annotations

from engine.rummikub.hints import hint
from engine.rummikub.judging import judge
from engine.rummikub.match import player_view
from engine.rummikub.notation import format_tiles
from tests.engine.test_computers import position


def test_a_hint_is_the_play_of_most_tiles_ready_to_send() -> None:
    state = position("r3-7; k4-6", "r5 k7 o1 o9", "b1")
    found = hint(player_view(state, 0))
    assert found is not None
    assert format_tiles(found.tiles) == "k7 r5"
    assert found.proved
    accepted = judge(found.play, table=state.table, rack=state.seats[0].rack, ruleset=state.ruleset, opened=True)
    assert format_tiles(accepted.rack) == "o1 o9"


def test_there_is_none_where_nothing_can_be_played() -> None:
    assert hint(player_view(position("k4-6", "o1 o9 b13", "b1"), 0)) is None


def test_before_the_opening_a_hint_opens() -> None:
    """Rule 4.1: 29 points do not open, 30 do."""
    assert hint(player_view(position("k4-6", "k7 r9-11", "b1", opened=False), 0)) is not None
    assert hint(player_view(position("k4-6", "k7 r8-10 b2", "b1", opened=False), 0)) is None


def test_a_hint_can_be_had_before_the_own_turn() -> None:
    found = hint(player_view(position("k4-6", "o1", "k7 b9"), 1))
    assert found is not None
    assert format_tiles(found.tiles) == "k7"


def test_a_hint_shows_no_tile_where_it_is_logged() -> None:
    found = hint(player_view(position("k4-6", "k7 o1", "b1"), 0))
    assert "k7" not in repr(found)
