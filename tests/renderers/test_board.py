"""The board: what everybody must see on it, and what it may weigh (issue: Pictures, Numbers)."""

from __future__ import annotations

import random
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.rummikub.melds import Table, group, run
from engine.rummikub.tiles import JOKER, Color, Tile
from renderers import Board, Name, Player
from renderers.palette import Paint
from tests.renderers.tables import LABELS, full_table, opened, pixels, players, some_table, tiles_of

BOARD_BYTES = 45_000
GOLDEN = Path(__file__).parent / "goldens"

ANE, JONAS = Name("Ane", "Player 1"), Name("Jonas", "Player 2")


def board(table: Table, *, count: int = 2, pool: int = 40, marks=None) -> bytes:
    return Board(table, players(count), pool, LABELS, marks or {}).png()


@pytest.mark.parametrize("count", range(2, 7))
def test_a_full_board_stays_within_its_bytes(count: int) -> None:
    table = full_table()
    assert (len(table.tiles), len(table)) == (106, 35)
    marks = {3: (0, 1), 17: (2,), 34: (3,)}
    data = Board(table, players(count), 0, LABELS, marks).png()
    assert len(data) <= BOARD_BYTES
    assert len(data) <= 1.3 * len(zlib.compress(opened(data).tobytes(), 6))


@settings(max_examples=12)
@given(st.integers(0, 29), st.integers(2, 6), st.integers(0, 999))
def test_any_board_stays_within_its_bytes(sets: int, count: int, seed: int) -> None:
    assert len(board(some_table(random.Random(seed), sets), count=count)) <= BOARD_BYTES


def test_the_tiles_laid_last_are_marked_and_no_others() -> None:
    table = Table.of([run(Color.RED, 3, 3), group(tiles_of("k9 r9 b9"))])
    plain = opened(board(table))
    one, two = opened(board(table, marks={1: (0,)})), opened(board(table, marks={1: (0,), 2: (2,)}))
    assert pixels(plain, Paint.MARKED) == 0
    assert 0 < pixels(one, Paint.MARKED) < pixels(two, Paint.MARKED)
    changed = ImageChops.difference(plain.convert("RGB"), one.convert("RGB")).getbbox()
    assert changed is not None
    assert changed[2] - changed[0] < plain.width / 8, "only the first tile of s1 changes"


def test_a_joker_shows_the_color_and_value_of_its_role() -> None:
    low = opened(board(Table.of([run(Color.RED, 3, 3, [3])])))
    high = opened(board(Table.of([run(Color.RED, 3, 3, [5])])))
    other = opened(board(Table.of([run(Color.BLUE, 3, 3, [3])])))
    assert low.tobytes() != high.tobytes()
    assert pixels(low, Paint.JOKER) > 0
    assert pixels(low, Paint.RED) > 0 == pixels(low, Paint.BLUE)
    assert pixels(other, Paint.BLUE) > 0 == pixels(other, Paint.RED)


def test_a_joker_in_a_group_of_three_shows_both_missing_colors() -> None:
    table = Table.of([group([Tile.of(Color.BLACK, 8), Tile.of(Color.RED, 8), JOKER])])
    shown = opened(board(table))
    assert pixels(shown, Paint.BLUE) > 0
    assert pixels(shown, Paint.ORANGE) > 0


def test_colors_differ_by_shape_as_well() -> None:
    shapes = set()
    for color in Color:
        picture = opened(board(Table.of([run(color, 1, 3)]))).convert("RGB")
        ink = [Paint.BLACK, Paint.RED, Paint.BLUE, Paint.ORANGE][color].value
        shapes.add(bytes(picture.getpixel((x, y)) == ink for y in range(100, 330, 3) for x in range(0, 1080, 3)))
    assert len(shapes) == 4


def test_an_empty_table_says_so_and_every_change_in_the_bar_shows() -> None:
    empty = Table.of([])
    ane, jonas = Player(ANE, 14, on_turn=True), Player(JONAS, 14)
    pictures = [
        Board(empty, bar, pool, LABELS).png()
        for bar, pool in (
            ((ane, jonas), 78),
            ((ane, jonas), 77),
            ((Player(ANE, 13, on_turn=True), jonas), 78),
            ((Player(ANE, 14), Player(JONAS, 14, on_turn=True)), 78),
            ((ane, Player(JONAS, 14, opened=False)), 78),
            ((ane, Player(JONAS, 14, resigned=True)), 78),
            ((ane, Player(Name("Jana", "?"), 14)), 78),
        )
    ]
    assert len(set(pictures)) == len(pictures)


@settings(max_examples=25)
@given(st.lists(st.text(max_size=40), min_size=2, max_size=6))
def test_no_name_breaks_a_board(names: list[str]) -> None:
    shown = opened(Board(Table.of([]), [Player(Name(name, "#"), 106) for name in names], 0, LABELS).png())
    assert shown.width == 1080


def test_a_long_name_leaves_its_count_and_its_neighbours_alone() -> None:
    empty = Table.of([])
    short, long = (
        opened(Board(empty, [Player(Name(name, "#"), 12), Player(JONAS, 3)], 9, LABELS).png()).convert("RGB")
        for name in ("A", "A" * 200)
    )
    changed = ImageChops.difference(short, long).getbbox()
    assert changed is not None
    assert changed[2] < 400, "the chip's count stands from 340 on, Jonas begins at 450"


def test_boards_drawn_at_the_same_time_are_the_boards_drawn_alone() -> None:
    tables = [some_table(random.Random(seed), 6 + seed) for seed in range(8)]
    alone = [board(table) for table in tables]
    with ThreadPoolExecutor(4) as executor:
        assert list(executor.map(board, tables * 3)) == alone * 3


def test_the_board_looks_as_it_did() -> None:
    table = Table({1: run(Color.RED, 3, 5, [4]), 2: group(tiles_of("k10 r10 b10")), 5: group(tiles_of("b12 o12 J"))})
    shown = opened(board(table, count=6, marks={2: (0, 1, 2)})).convert("RGB")
    assert looks_like(shown, "board.png")


def looks_like(shown: Image.Image, name: str) -> bool:
    """Whether a picture is the kept one, but for smoothing that differs between versions of the font library."""
    kept = opened((GOLDEN / name).read_bytes()).convert("RGB")
    if kept.size != shown.size:
        return False
    differing = sum(ImageChops.difference(kept, shown).convert("L").histogram()[48:])
    return differing < 0.004 * shown.width * shown.height
