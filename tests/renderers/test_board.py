"""The board: what everybody must see on it, and what it may weigh (issue: Pictures, Numbers)."""

from __future__ import annotations

import random
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.rummikub.melds import Table, group, run
from engine.rummikub.tiles import JOKER, Color, Tile
from renderers import Board, Name, Player
from renderers.palette import Paint
from renderers.shapes import translated
from tests.renderers.tables import LABELS, full_table, opened, pixels, players, some_table, tiles_of

BOARD_BYTES = 45_000
MUCH = bytes(255 if grey >= 70 else 0 for grey in range(256))
"""Which differences in grey are seen at a glance."""
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


def test_moved_tiles_weigh_no_more_than_the_rest() -> None:
    table = full_table()
    moved = {number: range(len(meld.tiles)) for number, meld in table.items() if number % 2}
    marks = {number: range(len(meld.tiles)) for number, meld in table.items() if not number % 2}
    assert len(Board(table, (), 0, LABELS, marks, moved).png()) <= BOARD_BYTES


def test_a_moved_tile_and_a_laid_one_differ_from_others_and_each_other_by_shape_also_on_a_phone() -> None:
    """Without color, as on a screen 400 pixels wide: the corner of one is dark, and the other's lower right one."""
    table = full_table()
    before = board_in_grey(Board(table, (), 0, LABELS, {}, {2: (1,)}))
    laid = board_in_grey(Board(table, (), 0, LABELS, {1: (1,)}, {2: (1,)}))
    moved = board_in_grey(Board(table, (), 0, LABELS, {}, {1: (1,), 2: (1,)}))
    for left, right in ((before, laid), (before, moved), (laid, moved)):
        much = translated(ImageChops.difference(left, right), MUCH)
        assert much.histogram()[255] >= 10
    flag, badge = (dark_middle(before, shown) for shown in (laid, moved))
    assert flag[0] < badge[0]
    assert flag[1] < badge[1]


def board_in_grey(drawn: Board) -> Image.Image:
    whole = opened(drawn.png()).convert("L")
    return whole.resize((400, round(whole.height * 400 / whole.width)), Image.Resampling.BOX)


def dark_middle(before: Image.Image, after: Image.Image) -> tuple[float, float]:
    """The middle of what is much darker than before."""
    darker = translated(ImageChops.subtract(before, after), MUCH)
    box = darker.getbbox()
    assert box is not None
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def test_only_where_tiles_moved_there_is_a_legend_and_it_says_what_it_was_given() -> None:
    table = Table.of([run(Color.RED, 3, 3), group(tiles_of("k9 r9 b9"))])
    without = opened(Board(table, (), 0, LABELS, {1: (0,)}).png())
    with_one = opened(Board(table, (), 0, LABELS, {1: (0,)}, {2: (0,)}).png())
    assert with_one.height > without.height
    assert opened(Board(table, (), 0, LABELS, {1: (0,)}, {2: ()}).png()).height == without.height
    others = replace(LABELS, moved="somewhere else")
    assert Board(table, (), 0, others, {1: (0,)}).png() == Board(table, (), 0, LABELS, {1: (0,)}).png()
    assert opened(Board(table, (), 0, others, {1: (0,)}, {2: (0,)}).png()).tobytes() != with_one.tobytes()


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
