"""The three orders of a rack."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.melds import Kind, Meld
from engine.rummikub.tiles import DECK, Tile
from renderers.arrange import ORDERS, by_color, by_sets, by_value
from tests.renderers.tables import tiles_of


@settings(max_examples=50)
@given(st.permutations(DECK), st.integers(0, 106), st.sampled_from(sorted(ORDERS)))
def test_every_order_shows_exactly_the_tiles_of_the_rack(deck: list[Tile], count: int, order: str) -> None:
    groups = ORDERS[order](deck[:count])
    assert sorted(t for group in groups for t in group) == sorted(deck[:count])
    assert all(groups)


def test_by_color() -> None:
    assert by_color(tiles_of("J o1 k2 r5 k1 r4")) == (
        tiles_of("k1 k2"),
        tiles_of("r4 r5"),
        tiles_of("o1"),
        tiles_of("J"),
    )


def test_by_value() -> None:
    assert by_value(tiles_of("J o2 k2 r5 k1")) == (tiles_of("k1"), tiles_of("k2 o2"), tiles_of("r5"), tiles_of("J"))


def test_by_sets_shows_the_sets_the_rack_holds_first() -> None:
    groups = by_sets(tiles_of("b9 r3 k10 r4 r10 r5 o10 r6 J k1"))
    assert groups[:2] == (tiles_of("r3 r4 r5 r6"), tiles_of("k10 r10 o10"))
    assert groups[2:] == (tiles_of("k1"), tiles_of("b9"), tiles_of("J"))


@settings(max_examples=50)
@given(st.permutations(DECK), st.integers(0, 60))
def test_what_stands_first_are_legal_sets_and_no_set_is_left_behind(deck: list[Tile], count: int) -> None:
    groups = by_sets(deck[:count])
    sets = tuple(itertools.takewhile(is_meld, groups))
    rest = groups[len(sets) :]
    assert rest == by_color(t for group in rest for t in group)
    assert not any(is_meld(some) for size in (3, 4) for group in rest for some in itertools.combinations(group, size))


def is_meld(tiles: tuple[Tile, ...]) -> bool:
    for kind in Kind:
        try:
            Meld(kind, tiles)
        except ValueError:
            continue
        return True
    return False
