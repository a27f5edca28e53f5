"""The picture everybody sees: the players, the pool and the sets on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL.Image import Image

from engine.rummikub.tiles import Tile
from renderers import lettering, png, shapes
from renderers.canvas import Canvas, Point
from renderers.layout import LABEL_ROOM, WIDTH, Box, table_layout
from renderers.palette import Paint
from renderers.sprites import Look, height_of
from renderers.subjects import Board, BoardLabels, Player

_CHIP: Final = 56
_GAP: Final = 10
_EDGE: Final = 14
_NAME: Final = 32
_POOL: Final = 176
_RIM: Final = 14
_LINE: Final = 3
_CURVE: Final = 12
LABEL: Final = 28
_SAMPLE: Final = 54
_LABEL_TONE: Final = (Paint.FELT, Paint.MINT)
_EMPTY_FELT: Final = 280


def draw_board(board: Board) -> bytes:
    """The board as PNG."""
    table, marks, moved = board.table, board.marks, board.moved
    bar = [_bar(tuple(board.players), board.pool, board.labels)] if board.players else []
    if not table:
        return png.join([*bar, _empty_table(board.labels.empty)])
    legend = [_legend(board.labels)] if any(moved.values()) else []
    top = sum(part.rows for part in (*bar, *legend))
    layout = table_layout([len(meld.tiles) for meld in table.values()], top=top)
    lines: dict[int, list[_Set]] = {}
    for (number, meld), box in zip(table.items(), layout.boxes, strict=True):
        laid, shifted = marks.get(number, ()), moved.get(number, ())
        looks = [
            Look.MARKED if i in laid else Look.MOVED if i in shifted else Look.PLAIN for i in range(len(meld.tiles))
        ]
        one = _Set(box.x, f"s{number}", tuple(zip(meld.tiles, meld.roles, looks, strict=True)))
        lines.setdefault(box.y, []).append(one)
    starts = [0, *(y - LABEL_ROOM for y in list(lines)[1:])]
    parts = [
        _line(_Line(layout.tile, layout.step, y - start, end - start, start == 0, end == layout.height, tuple(sets)))
        for (y, sets), start, end in zip(lines.items(), starts, [*starts[1:], layout.height], strict=True)
    ]
    return png.join([*bar, *parts, *legend])


@dataclass(frozen=True)
class _Set:
    """A set from ``x`` on: its number, and its tiles with the roles of jokers."""

    x: int
    label: str
    tiles: tuple[tuple[Tile, frozenset[Tile], Look], ...]


@dataclass(frozen=True)
class _Line:
    """Sets beside each other: all that their part of the picture depends on. ``y``: where the tiles begin in it."""

    tile: int
    step: int
    y: int
    height: int
    first: bool
    last: bool
    sets: tuple[_Set, ...]


@lru_cache(maxsize=1024)
def _line(line: _Line) -> png.Part:
    """A part of the picture. A play changes few lines of a table; the others are neither drawn nor packed again."""
    canvas = Canvas(WIDTH, line.height, Paint.FELT)
    felt(canvas, upper=line.first, lower=line.last)
    for one in line.sets:
        canvas.text((one.x + 2, line.y - 11), one.label, LABEL, *_LABEL_TONE)
        lay(canvas, (one.x, line.y), line.tile, line.step, one.tiles)
    if any(look is Look.MOVED for one in line.sets for _, _, look in one.tiles):
        return png.part(canvas.image, png.SMALL_LEVEL)  # three looks beside each other repeat less, and are seen once
    return png.part(canvas.image)


def forget() -> None:
    """Draw every board from its tiles again."""
    _line.cache_clear()
    _bar.cache_clear()


@lru_cache(maxsize=4)
def _legend(labels: BoardLabels) -> png.Part:
    """What a marked tile and a moved one look like, each with its word."""
    canvas = Canvas(WIDTH, height_of(_SAMPLE) + 2 * _EDGE, Paint.BAR)
    baseline = (canvas.height + _NAME) // 2 - 5
    for x, look, word in ((2 * _EDGE, Look.MARKED, labels.laid), (WIDTH // 2, Look.MOVED, labels.moved)):
        canvas.body((x, _EDGE), _SAMPLE, look, Paint.BAR)
        left = x + _SAMPLE + _EDGE
        room = WIDTH // 2 - _SAMPLE - 4 * _EDGE
        canvas.text((left, baseline), lettering.fit(word, _NAME, room), _NAME, Paint.BAR, Paint.CREAM)
    return png.part(canvas.image, png.SMALL_LEVEL)


@lru_cache(maxsize=4)
def _empty_table(label: str) -> png.Part:
    canvas = Canvas(WIDTH, _EMPTY_FELT, Paint.FELT)
    felt(canvas)
    canvas.text((WIDTH // 2, _EMPTY_FELT // 2 + 14), label, 40, *_LABEL_TONE, anchor="middle")
    return png.part(canvas.image)


def lay(canvas: Canvas, at: Point, width: int, step: int, tiles: Sequence[tuple[Tile, frozenset[Tile], Look]]) -> None:
    """Lay a set of tiles ``width`` pixels wide on the felt, with its shadow; ``step``: from one tile to the next."""
    x, y = at
    room = Box(x, y + width // 14, len(tiles) * step - (step - width), height_of(width))
    canvas.shadow(room, max(6, width // 8), Paint.FELT, Paint.SHADE)
    for i, (kind, role, look) in enumerate(tiles):
        canvas.tile((x + i * step, y), kind, width, look, role)


def felt(canvas: Canvas, *, upper: bool = True, lower: bool = True) -> None:
    """A wooden frame around a canvas that is all felt: its sides, and its ends where they are wanted."""
    ends = _frame_ends(canvas.width)
    start, end = (ends[0].height if upper else 0), canvas.height - (ends[1].height if lower else 0)
    if upper:
        canvas.paste(ends[0], (0, 0))
    if lower:
        canvas.paste(ends[1], (0, end))
    for x, wide, paint in ((0, _RIM - _LINE, Paint.WOOD_DARK), (_RIM - _LINE, _LINE, Paint.WOOD_DEEP)):
        canvas.rect(Box(x, start, wide, end - start), paint)
        canvas.rect(Box(canvas.width - x - wide, start, wide, end - start), paint)


@lru_cache(maxsize=8)
def _frame_ends(width: int) -> tuple[Image, Image]:
    """The upper and the lower end of a frame, down to where its sides are straight."""
    upper, lower = _RIM + 2 * _CURVE, _RIM + _CURVE
    canvas = Canvas(width, upper + lower, Paint.WOOD_DARK)
    canvas.rect(Box(0, 0, width, 3), Paint.WOOD_LIGHT)
    canvas.rect(Box(0, 3, width, 3), Paint.WOOD)
    inner = Box(0, 0, width, canvas.height).shrunk(_RIM)
    canvas.area(inner.shrunk(-_LINE), _CURVE + _LINE, Paint.WOOD_DARK, Paint.WOOD_DEEP)
    canvas.area(inner, _CURVE, Paint.WOOD_DEEP, Paint.FELT_EDGE)
    canvas.area(Box(inner.x, inner.y + 6, inner.width, inner.height - 6), _CURVE, Paint.FELT_EDGE, Paint.FELT)
    return canvas.image.crop((0, 0, width, upper)), canvas.image.crop((0, upper, width, canvas.height))


def bar_boxes(count: int) -> tuple[Box, ...]:
    """Where the pool (first) and the chips of ``count`` players stand: up to three in a row, then in two rows."""
    columns = count if count <= 3 else (count + 1) // 2
    rows = 1 if count <= 3 else 2
    high = rows * _CHIP + (rows - 1) * _GAP
    pool = Box(WIDTH - _EDGE - _POOL, _EDGE, _POOL, high)
    boxes = [pool]
    for i in range(count):
        row, column = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        width = (pool.x - _EDGE - _GAP * in_row) // in_row
        boxes.append(Box(_EDGE + column * (width + _GAP), _EDGE + row * (_CHIP + _GAP), width, _CHIP))
    return tuple(boxes)


@lru_cache(maxsize=64)
def _bar(players: tuple[Player, ...], pool: int, labels: BoardLabels) -> png.Part:
    box, *chips = bar_boxes(len(players))
    canvas = Canvas(WIDTH, box.bottom + _EDGE, Paint.BAR)
    x, y = box.x + 14, box.y + box.height // 2
    _stack(canvas, x, y)
    if len(players) > 3:
        shown = lettering.fit(labels.pool, 28, _POOL - 70)
        canvas.text((x + 56, y - 8), shown, 28, Paint.BAR, Paint.DIM)
        canvas.text((x + 56, y + 37), str(pool), 44, Paint.BAR, Paint.CREAM)
    else:
        canvas.text((x + 56, y + 16), str(pool), 44, Paint.BAR, Paint.CREAM)
    for player, chip in zip(players, chips, strict=True):
        _chip(canvas, chip, player)
    return png.part(canvas.image)


def _stack(canvas: Canvas, x: int, y: int) -> None:
    """Two tiles, face down, half over each other."""
    for dx, dy, paint in ((10, -26, Paint.DIM), (0, -18, Paint.CREAM)):
        one = Box(x + dx, y + dy, 30, 42)
        canvas.panel(one.shrunk(-2), 8, Paint.BAR, Paint.BAR)
        canvas.panel(one, 6, Paint.BAR, paint)


def _chip(canvas: Canvas, box: Box, player: Player) -> None:
    ground, ink = (Paint.GOLD, Paint.NIGHT) if player.on_turn else (Paint.CHIP, Paint.CREAM)
    if player.resigned or (player.away and not player.on_turn):
        ink = Paint.DIM
    canvas.panel(box, 14, Paint.BAR, ground)
    baseline, right = box.y + 40, box.right - 16
    right -= canvas.text((right, baseline), str(player.tiles), 34, ground, ink, anchor="right") + 30
    canvas.panel(Box(right, box.y + 14, 22, 29), 5, ground, ink)
    right -= 10
    if not player.opened and not player.resigned:
        lock = shapes.padlock(30)
        right -= lock.width
        canvas.mask(lock, (right, box.y + 12), ground, ink if player.on_turn else Paint.DIM)
        right -= 8
    left = box.x + 18
    name = lettering.shown(player.name)
    wide = canvas.text((left, baseline), lettering.fit(name, _NAME, right - left), _NAME, ground, ink)
    if player.resigned:
        canvas.rect(Box(left, baseline - 13, wide, 4), ink)
