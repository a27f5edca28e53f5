"""Tiles as small pictures of palette indices, drawn once per size and kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.rummikub.tiles import Tile
from renderers import lettering, palette, shapes
from renderers.palette import INKS, Paint
from renderers.shapes import Mask

ASPECT: Final = 1.34
"""The height of a tile divided by its width."""
_FLAG: Final = 0.32
"""The flag of a marked tile along the edges, and the badge of a moved one across, in widths of the tile."""
_BADGE: Final = 0.41
_ASIDE: Final = 0.38
"""Where the middle of what stands beside the badge is, in widths of the tile."""


class Look(Enum):
    """How a tile's body is painted: face, shine at the top, side at the bottom.

    ``MARKED`` has a corner flag and ``MOVED`` a badge with an arrow as well: a color alone is lost on a phone, and on
    those who do not see it.
    """

    PLAIN = (Paint.IVORY, Paint.IVORY_SHINE, Paint.IVORY_SIDE)
    MARKED = (Paint.MARKED, Paint.MARKED_SHINE, Paint.MARKED_SIDE)
    MOVED = (Paint.IVORY, Paint.IVORY_SHINE, Paint.MOVED)
    GHOST = (Paint.GHOST, Paint.GHOST, Paint.GHOST_SIDE)

    __hash__ = object.__hash__  # that of Enum is written in Python, and asked for with every tile

    @property
    def face(self) -> Paint:
        """The paint under the number."""
        return self.value[0]


@dataclass(frozen=True)
class Sprite:
    """A picture of palette indices and the mask of what it covers."""

    image: Image.Image
    mask: Image.Image


def height_of(width: int) -> int:
    """The height in pixels of a tile that is ``width`` pixels wide."""
    return round(width * ASPECT)


@lru_cache(maxsize=1024)
def tile(
    kind: Tile, width: int, look: Look = Look.PLAIN, role: frozenset[Tile] = frozenset(), ground: Paint = Paint.SHADE
) -> Sprite:
    """A tile ``width`` pixels wide, lying on ``ground``; ``role``: what a joker in a set stands for."""
    bare = body(width, look, ground)
    image = bare.image.copy()
    if not kind.is_joker:
        _number(image, kind, width, look)
    elif role:
        _joker_with_role(image, role, width, look)
    else:
        size = round(width * 0.8)
        _stamp(image, shapes.joker(size), (width // 2, round(width * 0.62)), Paint.JOKER, look)
    if look is Look.GHOST:
        _hatch(image, bare.mask, width)
    return Sprite(image, bare.mask)


def _number(image: Image.Image, kind: Tile, width: int, look: Look) -> None:
    ink = INKS[kind.color]
    digits = lettering.numeral(str(kind.value), round(width * 0.58), round(width * 0.80))
    _stamp(image, digits, (width // 2, round(width * 0.46)), ink, look)
    _stamp(image, shapes.mark(kind.color, round(width * 0.24)), (_middle(width, look), round(width * 1.03)), ink, look)


def _joker_with_role(image: Image.Image, role: Collection[Tile], width: int, look: Look) -> None:
    _stamp(image, shapes.joker(round(width * 0.56)), (width // 2, round(width * 0.34)), Paint.JOKER, look)
    value = min(role).value
    colors = sorted({one.color for one in role})
    ink = INKS[colors[0]] if len(colors) == 1 else Paint.JOKER
    digits = lettering.numeral(str(value), round(width * 0.36), round(width * 0.66))
    middle = _middle(width, look)
    _stamp(image, digits, (middle, round(width * 0.83)), ink, look)
    size, step = round(width * 0.2), round(width * 0.25)
    left = middle - step * (len(colors) - 1) / 2
    for i, color in enumerate(colors):
        _stamp(image, shapes.mark(color, size), (round(left + i * step), round(width * 1.14)), INKS[color], look)


def _middle(width: int, look: Look) -> int:
    """The middle of what stands in the lower half of a tile: beside the badge, where there is one."""
    return round(width * _ASIDE) if look is Look.MOVED else width // 2


def _stamp(image: Image.Image, mask: Mask, center: tuple[int, int], ink: Paint, look: Look) -> None:
    shapes.stamp(image, mask, (center[0] - mask.width // 2, center[1] - mask.height // 2), look.face, ink)


@lru_cache(maxsize=64)
def body(width: int, look: Look, ground: Paint) -> Sprite:
    """A tile without anything on its face, ``width`` pixels wide, lying on ``ground``."""
    height = height_of(width)
    scale = shapes.SCALE
    face, shine, side = (paint.value for paint in look.value)
    radius = width * 0.15 * scale
    depth = max(2, round(width * 0.06)) * scale
    edge = max(1, round(width * 0.018)) * scale
    right, bottom = width * scale - 1, height * scale - 1
    big = Image.new("RGB", (width * scale, height * scale), ground.value)
    draw = ImageDraw.Draw(big)
    draw.rounded_rectangle((0, 0, right, bottom), radius, fill=side)
    draw.rounded_rectangle((0, 0, right, bottom - depth), radius, fill=shine)
    framed = look in (Look.MARKED, Look.MOVED)
    rim = edge * 2 if framed else edge
    if framed:
        draw.rounded_rectangle((0, 0, right, bottom - depth), radius, fill=side)
    draw.rounded_rectangle((rim, rim, right - rim, bottom - depth), radius - rim, fill=face)
    small = big.reduce(scale)
    image = Image.frombytes("L", small.size, _indices(small))
    if look is Look.MARKED:
        inner = rim // scale
        flag = shapes.flag(round(width * _FLAG), round(radius / scale) - inner)
        shapes.stamp(image, flag, (inner, inner), look.face, Paint.FLAG)
    elif look is Look.MOVED:
        badge = shapes.arrow(round(width * _BADGE))
        at = (width - badge.width - rim // scale, round(width * 1.05) - badge.height // 2)
        shapes.stamp(image, badge, at, look.face, Paint.MOVED)
    mask = Image.new("L", big.size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, right, bottom), radius, fill=255)
    return Sprite(image, Mask.of(mask.reduce(scale)).seen)


def _indices(image: Image.Image) -> bytes:
    pixels = image.tobytes()
    nearest = palette.nearest
    return bytes(nearest((pixels[i], pixels[i + 1], pixels[i + 2])) for i in range(0, len(pixels), 3))


def _hatch(image: Image.Image, mask: Image.Image, width: int) -> None:
    lines = Image.new("1", image.size)
    draw = ImageDraw.Draw(lines)
    step = max(6, width // 6)
    for x in range(-image.height, image.width, step):
        draw.line((x, image.height, x + image.height, 0), fill=255, width=max(1, width // 40))
    image.paste(palette.index(Paint.GHOST_SIDE), (0, 0), ImageChops.logical_and(lines, mask))
