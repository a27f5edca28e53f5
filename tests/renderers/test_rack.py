"""The rack: 1 to 100 tiles, the new ones marked, light enough for a phone."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.tiles import DECK
from renderers import Rack, RackOrder
from renderers.palette import Paint
from tests.renderers.tables import opened, pixels, tiles_of
from tests.renderers.test_board import looks_like

ORDERS: tuple[RackOrder, ...] = ("color", "value", "sets")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("count", "most"), [(14, 6_000), (40, 15_000)])
def test_a_rack_stays_within_its_bytes(order: RackOrder, count: int, most: int) -> None:
    for seed in range(20):
        tiles = random.Random(seed).sample(DECK, count)
        assert len(Rack(tiles, order, tiles[:1]).png()) <= most


@settings(max_examples=12)
@given(st.integers(0, 106), st.sampled_from(ORDERS), st.integers(0, 999))
def test_any_rack_is_drawn(count: int, order: RackOrder, seed: int) -> None:
    shown = opened(Rack(random.Random(seed).sample(DECK, count), order).png())
    assert shown.width >= 500
    assert (pixels(shown, Paint.IVORY) > 0) == (count > 0)


def test_what_was_drawn_is_marked_once() -> None:
    tiles = tiles_of("r5 r5 b7")
    none, one, both = (
        pixels(opened(Rack(tiles, drawn=tiles_of(drawn)).png()), Paint.MARKED) for drawn in ("", "r5", "r5 r5")
    )
    assert none == 0
    assert both == 2 * one > 0


def test_the_caller_may_say_what_stands_together() -> None:
    tiles = tiles_of("r5 b5 k5 k9")
    own = Rack(tiles, groups=[tiles_of("k9"), tiles_of("k5 r5 b5")]).png()
    assert own != Rack(tiles, "sets").png()


def test_the_rack_looks_as_it_did() -> None:
    shown = opened(Rack(tiles_of("k1 k13 r2 r3 r4 b10 b11 b11 o5 o6 o12 J"), drawn=tiles_of("b11")).png())
    assert looks_like(shown.convert("RGB"), "rack.png")
