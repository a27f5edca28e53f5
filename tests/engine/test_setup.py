"""Rules 2.1 to 2.3."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.setup import deal
from engine.rummikub.tiles import DECK, JOKER

tables = st.integers(2, 6).map(range)


@pytest.mark.parametrize(("players", "each"), [(2, 14), (3, 14), (4, 14), (5, 12), (6, 10)])
def test_tiles_dealt(players: int, each: int) -> None:
    """Rule 2.1."""
    dealt = deal(range(players), Random(1), exchange_duplicates=False)
    assert [len(rack) for rack in dealt.racks.values()] == [each] * players
    assert len(dealt.pool) == 106 - players * each


@given(tables, st.integers(), st.booleans())
@settings(max_examples=60)
def test_no_tile_is_lost_or_made(present: range, seed: int, exchange: bool) -> None:
    """Rules 1.1 and 2.2: what was drawn for the first turn went back."""
    dealt = deal(present, Random(seed), exchange_duplicates=exchange)
    assert Counter([*dealt.pool, *(t for rack in dealt.racks.values() for t in rack)]) == Counter(DECK)


@given(tables, st.integers())
@settings(max_examples=200)
def test_highest_tile_starts_and_ties_and_jokers_draw_again(present: range, seed: int) -> None:
    """Rule 2.2."""
    draw = deal(present, Random(seed), exchange_duplicates=False).opening_draw
    drawing = set(present)
    for drawn in draw.rounds:
        assert set(drawn) == drawing
        values = [t.value for t in drawn.values() if not t.is_joker]
        drawing = {s for s, t in drawn.items() if t.is_joker or t.value == max(values)}
    assert drawing == {draw.starter}


def test_joker_in_the_opening_draw_is_drawn_again() -> None:
    """Rule 2.2, on deals in which one turned up."""
    draws = [deal(range(6), Random(seed), exchange_duplicates=False).opening_draw for seed in range(100)]
    with_joker = [(d, n) for d in draws for n, drawn in enumerate(d.rounds) if JOKER in drawn.values()]
    assert with_joker
    for draw, number in with_joker:
        drew_joker = {s for s, t in draw.rounds[number].items() if t.is_joker}
        assert drew_joker <= set(draw.rounds[number + 1])


def test_duplicates_are_exchanged_until_none_is_left() -> None:
    """Rule 2.3: two jokers are no duplicate."""
    kept_jokers = False
    for seed in range(150):
        plain = deal(range(4), Random(seed), exchange_duplicates=False)
        dealt = deal(range(4), Random(seed), exchange_duplicates=True)
        for seat, rack in dealt.racks.items():
            assert len(rack) == 14
            assert all(n == 1 for t, n in Counter(rack).items() if not t.is_joker)
            kept_jokers |= rack.count(JOKER) == 2
            if dealt.exchanged[seat] == 0:
                assert rack == plain.racks[seat]
        assert dealt.opening_draw == plain.opening_draw
    assert kept_jokers


def test_a_seat_that_left_is_not_dealt_to() -> None:
    dealt = deal([0, 2, 5], Random(3), exchange_duplicates=True)
    assert set(dealt.racks) == {0, 2, 5}
    assert dealt.opening_draw.starter in {0, 2, 5}
    assert all(set(drawn) <= {0, 2, 5} for drawn in dealt.opening_draw.rounds)


def test_a_deal_hides_its_tiles() -> None:
    assert "<" not in repr(deal(range(2), Random(1), exchange_duplicates=False)).replace(
        repr(deal(range(2), Random(1), exchange_duplicates=False).opening_draw), ""
    )
