"""The picture only its owner sees: the tiles on their wooden rack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rummikub.tiles import Tile
from renderers.arrange import ORDERS
from renderers.canvas import Canvas
from renderers.layout import Box
from renderers.palette import Paint
from renderers.sprites import Look, height_of
from renderers.subjects import Rack

_EDGE: Final = 22
_HEADROOM: Final = 18
_LEDGE: Final = 18
_TUCK: Final = 3
_SHAPES: Final = ((16, 8, 63), (30, 10, 62), (44, 11, 60), (60, 12, 60), (80, 14, 58), (106, 16, 56))
"""Up to so many tiles: so many in a row, so many pixels wide."""


@dataclass(frozen=True)
class RackLayout:
    """Where each tile of a rack stands, row by row; ``tile``: its width in pixels."""

    tile: int
    width: int
    height: int
    places: tuple[tuple[int, int], ...]
    ledges: tuple[int, ...]
    """The upper edge of the ledge under each row."""


def rack_layout(groups: Sequence[int]) -> RackLayout:
    """Stand groups of so many tiles in rows, a little apart; a group is cut only where it is longer than a row."""
    count = sum(groups)
    columns, tile = next((columns, tile) for most, columns, tile in _SHAPES if count <= most)
    step, apart = tile + 1, round(tile * 0.3)
    room = columns * step + apart
    pitch = _HEADROOM + height_of(tile) + _LEDGE
    x, row = 0, 0
    spots: list[tuple[int, int]] = []
    for size in groups:
        if x and x + size * step > room:
            x, row = 0, row + 1
        for _ in range(size):
            if x + step > room:
                x, row = 0, row + 1
            spots.append((x, row))
            x += step
        x += apart
    width = room + 2 * _EDGE
    ends = {row: x + tile for x, row in spots}
    places = tuple(((width - ends[row]) // 2 + x, _HEADROOM + row * pitch) for x, row in spots)
    ledges = tuple((one + 1) * pitch - _LEDGE for one in range(row + 1))
    return RackLayout(tile, width, (row + 1) * pitch + _LEDGE // 2, places, ledges)


def draw_rack(rack: Rack) -> bytes:
    """The rack as PNG."""
    shown = rack.groups if rack.groups is not None else ORDERS[rack.order](rack.tiles)
    return compose(shown, rack.drawn).png()


def compose(groups: Sequence[Sequence[Tile]], drawn: Iterable[Tile] = ()) -> Canvas:
    """The rack before it is encoded."""
    layout = rack_layout([len(group) for group in groups])
    canvas = Canvas(layout.width, layout.height, Paint.WOOD_DARK)
    canvas.rect(Box(0, 0, layout.width, 4), Paint.WOOD_LIGHT)
    canvas.rect(Box(0, 4, layout.width, 3), Paint.WOOD)
    new = Counter(drawn)
    tiles = [tile for group in groups for tile in group]
    for (x, y), tile in zip(layout.places, tiles, strict=True):
        look = Look.MARKED if new[tile] > 0 else Look.PLAIN
        new[tile] -= 1
        canvas.tile((x, y), tile, layout.tile, look, ground=Paint.WOOD_DEEP)
    for y in layout.ledges:
        _ledge(canvas, y - _TUCK)
    return canvas


def _ledge(canvas: Canvas, y: int) -> None:
    """The edge in front of a row, which hides the tiles' feet."""
    width = canvas.width
    canvas.rect(Box(0, y, width, _LEDGE), Paint.WOOD)
    canvas.rect(Box(0, y, width, 4), Paint.WOOD_LIGHT)
    canvas.rect(Box(0, y + _LEDGE - 3, width, 3), Paint.WOOD_DEEP)
