"""Where things lie: nothing overlaps, nothing leaves the picture, everything stays readable on a phone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderers.board import bar_boxes
from renderers.layout import WIDTH, Box, TableLayout, table_layout
from renderers.rack import rack_layout
from renderers.sprites import height_of
from tests.renderers.tables import full_table, sizes_of

LABEL_ROOM = 32
PHONE = 400


def apart(boxes: Sequence[Box]) -> bool:
    return all(
        a.right <= b.x or b.right <= a.x or a.bottom <= b.y or b.bottom <= a.y
        for a, b in itertools.combinations(boxes, 2)
    )


@st.composite
def set_sizes(draw: st.DrawFn) -> list[int]:
    """Sizes of sets that 106 tiles can form."""
    sizes = draw(st.lists(st.integers(3, 13), max_size=35))
    return [size for size, total in zip(sizes, itertools.accumulate(sizes), strict=True) if total <= 106]


def check(layout: TableLayout, sizes: Sequence[int]) -> None:
    assert [layout.width_of(size) for size in sizes] == [box.width for box in layout.boxes]
    labelled = [Box(box.x, box.y - LABEL_ROOM, box.width, box.height + LABEL_ROOM) for box in layout.boxes]
    assert apart(labelled)
    assert all(
        box.x >= 20 and box.right <= WIDTH - 20 and box.y >= 20 and box.bottom <= layout.height - 14 for box in labelled
    )
    order = [(box.y, box.x) for box in layout.boxes]
    assert order == sorted(order), "sets lie in the order of their numbers"


@settings(max_examples=60)
@given(set_sizes(), st.sampled_from([0, 84, 150]))
def test_sets_with_their_numbers_lie_apart_inside_the_picture_in_order(sizes: list[int], top: int) -> None:
    check(table_layout(sizes, top=top), sizes)


@settings(max_examples=60)
@given(set_sizes())
def test_digits_are_ten_pixels_high_when_a_phone_shows_the_board_400_wide(sizes: list[int]) -> None:
    layout = table_layout(sizes, top=150)
    assert 0.58 * layout.tile * PHONE / WIDTH >= 10
    assert (layout.height + 150) / WIDTH <= 1.4


def test_a_full_board_has_a_phones_shape_and_few_sets_have_large_tiles() -> None:
    full = table_layout(sizes_of(full_table()), top=150)
    assert full.tile >= 50
    assert (full.height + 150) / WIDTH <= 1
    assert table_layout([3, 3], top=84).tile >= 100


@pytest.mark.parametrize("count", range(2, 7))
def test_the_bar_has_room_for_two_to_six_players(count: int) -> None:
    boxes = bar_boxes(count)
    assert len(boxes) == count + 1
    assert apart(boxes)
    assert all(box.x >= 10 and box.right <= WIDTH - 10 and box.width >= 170 for box in boxes)


@settings(max_examples=60)
@given(st.lists(st.integers(1, 26), max_size=27))
def test_tiles_of_a_rack_stand_apart_inside_the_picture_above_their_ledge(groups: list[int]) -> None:
    groups = [size for size, total in zip(groups, itertools.accumulate(groups), strict=True) if total <= 106]
    layout = rack_layout(groups)
    boxes = [Box(x, y, layout.tile, height_of(layout.tile)) for x, y in layout.places]
    assert len(boxes) == sum(groups)
    assert apart(boxes)
    assert all(box.x >= 10 and box.right <= layout.width - 10 for box in boxes)
    assert all(box.y >= 7 and box.bottom in layout.ledges for box in boxes)
    assert max(layout.ledges) < layout.height
