"""The picture everybody sees: the players, the pool and the sets on the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rummikub.melds import Table
from engine.rummikub.views import PublicView
from renderers import lettering, shapes
from renderers.canvas import Canvas
from renderers.layout import WIDTH, Box, table_layout
from renderers.palette import Paint
from renderers.sprites import Look

_CHIP: Final = 56
_GAP: Final = 10
_EDGE: Final = 14
_NAME: Final = 32
_POOL: Final = 176
_RIM: Final = 14
_LABEL: Final = 28
_EMPTY_FELT: Final = 280


@dataclass(frozen=True)
class BoardLabels:
    """The words on a board: the heading of the pool, and what stands on a table without sets."""

    pool: str
    empty: str


@dataclass(frozen=True)
class Player:
    """A player as the bar shows them; ``tiles``: how many are on the rack."""

    name: str
    tiles: int
    on_turn: bool = False
    opened: bool = True
    resigned: bool = False


def board_picture(view: PublicView, names: Sequence[str], labels: BoardLabels) -> bytes:
    """The board as PNG; ``names`` by seat. The tiles laid in the last play are marked."""
    players = [
        Player(names[seat.seat], seat.tiles, seat.seat == view.on_turn, seat.opened, seat.resigned)
        for seat in view.seats
    ]
    return draw_board(view.table, players, view.pool, labels, view.last.marks if view.last else {})


def draw_board(
    table: Table, players: Sequence[Player], pool: int, labels: BoardLabels, marks: Mapping[int, Collection[int]]
) -> bytes:
    """The board as PNG; ``marks``: set number -> indices of the tiles to mark. Without players there is no bar."""
    return compose(table, players, pool, labels, marks).png()


def compose(
    table: Table, players: Sequence[Player], pool: int, labels: BoardLabels, marks: Mapping[int, Collection[int]]
) -> Canvas:
    """The board before it is encoded."""
    bar = bar_boxes(len(players))
    top = bar[0].bottom + _EDGE if players else 0
    layout = table_layout([len(meld.tiles) for meld in table.values()], top=top)
    canvas = Canvas(WIDTH, top + (layout.height if table else _EMPTY_FELT), Paint.FELT)
    _felt(canvas, top)
    if players:
        _bar(canvas, top, players, pool, labels, bar)
    if not table:
        middle = top + _EMPTY_FELT // 2 + 14
        canvas.text(WIDTH // 2, middle, labels.empty, 40, Paint.FELT, Paint.MINT, "middle")
    for (number, meld), box in zip(table.items(), layout.boxes, strict=True):
        y = box.y + top
        canvas.text(box.x + 2, y - 11, f"s{number}", _LABEL, Paint.FELT, Paint.MINT)
        drop = layout.tile // 14
        canvas.shadow(box.x, y + drop, box.width, box.height, Paint.FELT, Paint.SHADE, max(6, layout.tile // 8))
        marked = marks.get(number, ())
        for i, (kind, role) in enumerate(zip(meld.tiles, meld.roles, strict=True)):
            look = Look.MARKED if i in marked else Look.PLAIN
            canvas.tile(box.x + i * layout.step, y, kind, layout.tile, look, role)
    return canvas


def _felt(canvas: Canvas, top: int) -> None:
    """The felt in its wooden frame."""
    width, height = canvas.width, canvas.height - top
    canvas.rect(0, top, width, height, Paint.WOOD_DARK)
    canvas.rect(0, top, width, 3, Paint.WOOD_LIGHT)
    canvas.rect(0, top + 3, width, 3, Paint.WOOD)
    canvas.panel(
        _RIM - 3, top + _RIM - 3, width - 2 * _RIM + 6, height - 2 * _RIM + 6, 15, Paint.WOOD_DARK, Paint.WOOD_DEEP
    )
    canvas.panel(_RIM, top + _RIM, width - 2 * _RIM, height - 2 * _RIM, 12, Paint.WOOD_DEEP, Paint.FELT_EDGE)
    canvas.panel(_RIM, top + _RIM + 6, width - 2 * _RIM, height - 2 * _RIM - 6, 12, Paint.FELT_EDGE, Paint.FELT)


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


def _bar(
    canvas: Canvas, top: int, players: Sequence[Player], pool: int, labels: BoardLabels, boxes: Sequence[Box]
) -> None:
    canvas.rect(0, 0, canvas.width, top, Paint.BAR)
    box = boxes[0]
    tall = len(players) > 3
    x, y = box.x + 14, box.y + box.height // 2
    _stack(canvas, x, y)
    if tall:
        canvas.text(x + 56, y - 8, lettering.fit(labels.pool, 30, _POOL - 70), 30, Paint.BAR, Paint.DIM)
        canvas.text(x + 56, y + 40, str(pool), 46, Paint.BAR, Paint.CREAM)
    else:
        canvas.text(x + 56, y + 17, str(pool), 46, Paint.BAR, Paint.CREAM)
    for i, (player, box) in enumerate(zip(players, boxes[1:], strict=True)):
        _chip(canvas, box, player, i)


def _stack(canvas: Canvas, x: int, y: int) -> None:
    """Two tiles, face down, half over each other."""
    for dx, dy, paint in ((10, -26, Paint.DIM), (0, -18, Paint.CREAM)):
        canvas.panel(x + dx - 2, y + dy - 2, 34, 46, 8, Paint.BAR, Paint.BAR)
        canvas.panel(x + dx, y + dy, 30, 42, 6, Paint.BAR, paint)


def _chip(canvas: Canvas, box: Box, player: Player, seat: int) -> None:
    ground, ink = (Paint.GOLD, Paint.NIGHT) if player.on_turn else (Paint.CHIP, Paint.CREAM)
    if player.resigned:
        ink = Paint.DIM
    canvas.panel(box.x, box.y, box.width, box.height, 14, Paint.BAR, ground)
    baseline = box.y + 42
    right = box.right - 16
    right -= canvas.text(right, baseline, str(player.tiles), 36, ground, ink, "right") + 8
    canvas.panel(right - 22, box.y + 16, 22, 29, 5, ground, ink)
    right -= 22 + 12
    if not player.opened and not player.resigned:
        lock = shapes.padlock(30)
        canvas.mask(lock, right - lock.width, box.y + 14, ground, ink if player.on_turn else Paint.DIM)
        right -= lock.width + 10
    left = box.x + 18
    name = lettering.drawable(player.name) or f"#{seat + 1}"
    shown = lettering.fit(name, _NAME, right - left)
    wide = canvas.text(left, baseline, shown, _NAME, ground, ink)
    if player.resigned:
        canvas.rect(left, baseline - 13, wide, 3, ink)
