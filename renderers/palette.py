"""The one palette of all pictures: named colors, and the blends between each pair of colors that meet.

Pictures are composed of palette indices from the start, so nothing is quantised per picture and no rare color is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

RGB = tuple[int, int, int]


class Paint(Enum):
    """A named color."""

    FELT = (33, 110, 78)
    FELT_EDGE = (25, 88, 62)
    SHADE = (15, 62, 43)
    BAR = (20, 43, 35)
    CHIP = (37, 66, 55)
    GOLD = (246, 193, 72)
    CREAM = (244, 239, 225)
    DIM = (146, 172, 158)
    MINT = (190, 222, 203)
    NIGHT = (40, 29, 8)

    WOOD = (150, 97, 57)
    WOOD_DARK = (112, 69, 38)
    WOOD_DEEP = (78, 46, 24)
    WOOD_LIGHT = (186, 130, 82)

    IVORY = (250, 243, 227)
    IVORY_SHINE = (255, 253, 247)
    IVORY_SIDE = (208, 191, 155)
    MARKED = (255, 229, 146)
    MARKED_SHINE = (255, 244, 200)
    MARKED_SIDE = (228, 148, 20)
    FLAG = (92, 52, 0)
    MOVED = (0, 96, 104)
    GHOST = (196, 196, 186)
    GHOST_SIDE = (140, 146, 138)

    BLACK = (30, 32, 38)
    RED = (206, 24, 46)
    BLUE = (22, 88, 198)
    ORANGE = (212, 96, 0)
    JOKER = (142, 36, 142)

    GOOD = (92, 200, 122)
    BAD = (255, 118, 104)

    __hash__ = object.__hash__  # that of Enum is written in Python, and asked for with every tile


INKS: Final = (Paint.BLACK, Paint.RED, Paint.BLUE, Paint.ORANGE)
"""The inks of the tiles in the order of :class:`engine.rummikub.tiles.Color`."""

_FACES: Final = (Paint.IVORY, Paint.MARKED, Paint.GHOST)
_STEPS: Final = 4
_SHADOW_STEPS: Final = 8
_PAIRS: Final[tuple[tuple[Paint, Paint], ...]] = (
    *((face, ink) for face in _FACES for ink in (*INKS, Paint.JOKER)),
    *((Paint.FELT, other) for other in (Paint.SHADE, Paint.MINT, Paint.GOOD, Paint.BAD, Paint.CREAM)),
    *((Paint.BAR, other) for other in (Paint.CHIP, Paint.GOLD, Paint.CREAM, Paint.DIM)),
    *((Paint.CHIP, other) for other in (Paint.CREAM, Paint.DIM, Paint.GOLD, Paint.IVORY_SIDE)),
    (Paint.GOLD, Paint.NIGHT),
    *((Paint.SHADE, other) for other in (Paint.IVORY_SIDE, Paint.IVORY, Paint.MARKED_SIDE, Paint.GHOST_SIDE)),
    *((Paint.WOOD_DARK, other) for other in (Paint.WOOD_DEEP, Paint.CREAM, Paint.WOOD_LIGHT)),
    *((Paint.WOOD_DEEP, other) for other in (Paint.IVORY_SIDE, Paint.IVORY, Paint.MARKED_SIDE)),
    (Paint.WOOD_DEEP, Paint.FELT_EDGE),
    (Paint.FELT_EDGE, Paint.FELT),
    (Paint.IVORY, Paint.IVORY_SIDE),
    (Paint.IVORY, Paint.MARKED_SIDE),
    (Paint.MARKED, Paint.MARKED_SIDE),
    (Paint.MARKED, Paint.FLAG),
    (Paint.IVORY, Paint.MOVED),
    *((ground, Paint.MOVED) for ground in (Paint.SHADE, Paint.BAR)),
    (Paint.BAR, Paint.MARKED_SIDE),
)


def blend(low: RGB, high: RGB, share: float) -> RGB:
    """The color that lies ``share`` (0..1) of the way from ``low`` to ``high``."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(low, high, strict=True))
    return (r, g, b)


def _entries() -> Iterator[RGB]:
    for paint in Paint:
        yield paint.value
    for low, high in _PAIRS:
        steps = _steps(high)
        for step in range(1, steps):
            yield blend(low.value, high.value, step / steps)


def _steps(ink: Paint) -> int:
    return _SHADOW_STEPS if ink is Paint.SHADE else _STEPS


COLORS: Final[tuple[RGB, ...]] = tuple(dict.fromkeys(_entries()))
"""The palette: at most 256 colors, red, green and blue 0..255."""

_INDEX: Final = {color: i for i, color in enumerate(COLORS)}


@lru_cache(maxsize=16384)
def nearest(color: RGB) -> int:
    """The index of the palette's color that is nearest to ``color``."""
    found = _INDEX.get(color)
    if found is not None:
        return found
    r, g, b = color
    return min(range(len(COLORS)), key=lambda i: _distance(COLORS[i], r, g, b))


def _distance(color: RGB, r: int, g: int, b: int) -> int:
    return 3 * (color[0] - r) ** 2 + 4 * (color[1] - g) ** 2 + 2 * (color[2] - b) ** 2


def index(paint: Paint) -> int:
    """The palette index of a named color."""
    return _INDEX[paint.value]


@lru_cache(maxsize=256)
def ramp(ground: Paint, ink: Paint) -> bytes:
    """256 palette indices: what a pixel of ``ground`` covered 0..255 by ``ink`` shows.

    Few steps on purpose: four are smooth to the eye, and every further one costs bytes in every picture. Only
    shadows have more: they are broad, and would show contour lines.
    """
    steps = _steps(ink)
    shades = [nearest(blend(ground.value, ink.value, i / steps)) for i in range(steps + 1)]
    return bytes(shades[round(coverage * steps / 255)] for coverage in range(256))
