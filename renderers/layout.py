"""Where things lie: pure arithmetic, so that a test can look at it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from renderers.sprites import height_of

WIDTH: Final = 1080
_TILE_WIDTHS: Final = (50, 52, 54, 57, 60, 64, 68, 72, 78, 84, 92, 102, 112)
_TALLEST: Final = 1000
_MARGIN: Final = 38
LABEL_ROOM: Final = 36
_TOP: Final = _MARGIN // 2 + LABEL_ROOM + 6


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels; ``right`` and ``bottom`` lie just outside."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    def moved(self, dx: int, dy: int) -> Box:
        """The same rectangle elsewhere."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def shrunk(self, by: int) -> Box:
        """The rectangle with ``by`` pixels less on each side; a negative number makes it larger."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True)
class TableLayout:
    """Where each set of a table lies: its tiles side by side in its box, its number above."""

    tile: int
    """The width of a tile in pixels."""
    step: int
    """From the left edge of a tile to that of the next one."""
    boxes: tuple[Box, ...]
    height: int

    def width_of(self, tiles: int) -> int:
        """The width in pixels of so many tiles side by side."""
        return tiles * self.step - (self.step - self.tile)


def table_layout(sizes: Sequence[int], *, top: int = 0, width: int = WIDTH) -> TableLayout:
    """Lay sets of ``sizes`` tiles in rows in the order given, with the largest tiles that keep the picture's shape.

    ``top``: the height of what stands above the table. Where long runs waste much room the picture grows taller
    than it is wide rather than let digits shrink below ten pixels on a phone that shows it 400 pixels wide.
    """

    def too_large(tile: int) -> bool:
        widths, gap, room = _measures(sizes, tile, width)
        return max(widths, default=0) > room or _height(_line_count(widths, gap, room), tile) + top > _TALLEST

    fitting = bisect_left(_TILE_WIDTHS, True, key=too_large)
    return _flow(sizes, _TILE_WIDTHS[max(0, fitting - 1)], width)


def _step(tile: int) -> int:
    return tile + max(1, tile // 40)


def _measures(sizes: Sequence[int], tile: int, width: int) -> tuple[list[int], int, int]:
    """The width of each set, the least gap between two, and the room in a line."""
    step = _step(tile)
    return [size * step - (step - tile) for size in sizes], round(tile * 0.45), width - 2 * _MARGIN


def _line_count(widths: Sequence[int], gap: int, room: int) -> int:
    """Into how few lines sets go: as many as there is room for in each."""
    lines, left = 0, 0
    for one in widths:
        left -= gap + one
        if left < 0:
            lines, left = lines + 1, room - one
    return lines


def _height(lines: int, tile: int) -> int:
    one = height_of(tile) + LABEL_ROOM + round(tile * 0.16)
    return _TOP + lines * one - LABEL_ROOM + _MARGIN // 2


def _flow(sizes: Sequence[int], tile: int, width: int) -> TableLayout:
    widths, gap, room = _measures(sizes, tile, width)
    lines = _lines(widths, gap, room)
    spare = [(room - sum(widths[a:b])) // (b - a - 1) for a, b in lines if b - a > 1]
    gap = min(*spare, round(tile * 0.7)) if spare else gap
    broadest = max((sum(widths[a:b]) + gap * (b - a - 1) for a, b in lines), default=0)
    boxes: list[Box] = []
    y = _TOP
    for start, end in lines:
        x = (width - broadest) // 2
        for one in widths[start:end]:
            boxes.append(Box(x, y, one, height_of(tile)))
            x += one + gap
        y += height_of(tile) + LABEL_ROOM + round(tile * 0.16)
    return TableLayout(tile, _step(tile), tuple(boxes), _height(len(lines), tile))


def _lines(widths: Sequence[int], gap: int, room: int) -> list[tuple[int, int]]:
    """Break sets into as few lines as possible, evenly filled: the least sum of squared slack (last line free)."""
    count = len(widths)
    best: list[tuple[int, int, int]] = [(0, 0, count)] * (count + 1)
    for start in range(count - 1, -1, -1):
        used, least = -gap, (count + 1, 0, count)
        for end in range(start + 1, count + 1):
            used += widths[end - 1] + gap
            if used > room:
                break
            lines, cost, _ = best[end]
            least = min(least, (lines + 1, cost + (0 if end == count else (room - used) ** 2), end))
        best[start] = least
    breaks: list[tuple[int, int]] = []
    start = 0
    while start < count:
        end = best[start][2]
        breaks.append((start, end))
        start = end
    return breaks
