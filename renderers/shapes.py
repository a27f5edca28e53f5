"""Shapes as masks of coverage: drawn four times too large, then shrunk, which is what makes their edges smooth."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from engine.rummikub.tiles import Color
from renderers import palette
from renderers.palette import Paint

SCALE: Final = 4
_SEEN: Final = bytes(255 if coverage > 255 / 12 else 0 for coverage in range(256))


@dataclass(frozen=True, eq=False)
class Mask:
    """How much of each pixel a shape covers (0..255), and (mode ``1``) which pixels it covers visibly."""

    coverage: Image.Image
    seen: Image.Image

    @classmethod
    def of(cls, coverage: Image.Image) -> Mask:
        """The mask of an ``L`` image."""
        return cls(coverage, translated(coverage, _SEEN).convert("1", dither=Image.Dither.NONE))

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return self.coverage.width

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return self.coverage.height


def translated(image: Image.Image, table: bytes) -> Image.Image:
    """An ``L`` image with each value looked up in a table of 256."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


def stamp(image: Image.Image, mask: Mask, at: tuple[int, int], ground: Paint, ink: Paint) -> None:
    """Paint ``mask`` in ``ink`` on a place of ``image`` that is all ``ground``; ``at`` is the mask's upper left."""
    image.paste(translated(mask.coverage, palette.ramp(ground, ink)), at, mask.seen)


def drawn(width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, int], None]) -> Mask:
    """A mask of ``width`` x ``height`` pixels; ``paint`` gets a canvas and the factor by which it is larger."""
    big = Image.new("L", (width * SCALE, height * SCALE))
    paint(ImageDraw.Draw(big), SCALE)
    return Mask.of(big.reduce(SCALE))


@cache
def corners(radius: int) -> tuple[Mask, Mask, Mask, Mask]:
    """The four quarters of a disc: upper left, upper right, lower left, lower right."""

    def quarter(dx: int, dy: int) -> Mask:
        def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
            side = radius * scale
            x, y = -dx * side, -dy * side
            draw.ellipse((x, y, x + 2 * side - 1, y + 2 * side - 1), fill=255)

        return drawn(radius, radius, paint)

    return quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)


def glow(width: int, height: int, blur: int) -> Image.Image:
    """The coverage of a soft rectangle: ``blur`` pixels around ``width`` x ``height`` are added on each side."""
    mask = Image.new("L", (width + 2 * blur, height + 2 * blur))
    ImageDraw.Draw(mask).rounded_rectangle((blur, blur, blur + width - 1, blur + height - 1), blur, fill=255)
    return mask.filter(ImageFilter.GaussianBlur(blur / 2))


@cache
def mark(color: Color, size: int) -> Mask:
    """The mark that tells a color by its shape: square, diamond, circle, triangle for black, red, blue, orange."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        side = size * scale - 1
        middle = side / 2
        match color:
            case Color.BLACK:
                inset = side * 0.09
                draw.rounded_rectangle((inset, inset, side - inset, side - inset), side * 0.08, fill=255)
            case Color.RED:
                draw.polygon([(middle, 0), (side * 0.94, middle), (middle, side), (side * 0.06, middle)], fill=255)
            case Color.BLUE:
                inset = side * 0.04
                draw.ellipse((inset, inset, side - inset, side - inset), fill=255)
            case Color.ORANGE:
                draw.polygon([(middle, side * 0.03), (side, side * 0.93), (0, side * 0.93)], fill=255)

    return drawn(size, size, paint)


@cache
def joker(size: int) -> Mask:
    """The joker's face under a cap with three bells; ``size`` is its width and height."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        unit = size * scale / 100

        def at(*points: tuple[float, float]) -> list[tuple[float, float]]:
            return [(x * unit, y * unit) for x, y in points]

        def disc(x: float, y: float, radius: float, fill: int) -> None:
            draw.ellipse(
                [(x - radius) * unit, (y - radius) * unit, (x + radius) * unit, (y + radius) * unit], fill=fill
            )

        disc(50, 67, 30, 255)
        draw.polygon(at((18, 60), (6, 22), (33, 36), (50, 8), (67, 36), (94, 22), (82, 60), (50, 46)), fill=255)
        for x, y in ((7, 20), (50, 8), (93, 20)):
            disc(x, y, 7, 255)
        draw.polygon(at((22, 64), (50, 52), (78, 64), (76, 70), (50, 58), (24, 70)), fill=0)
        disc(39, 72, 4.5, 0)
        disc(61, 72, 4.5, 0)
        smile = [(50 + 17 * math.cos(a / 20), 74 + 16 * math.sin(a / 20)) for a in range(8, 56)]
        draw.line(at(*smile), fill=0, width=round(5 * unit), joint="curve")

    return drawn(size, size, paint)


@cache
def padlock(size: int) -> Mask:
    """A closed padlock."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        unit = size * scale / 100
        stroke = round(13 * unit)
        draw.arc((26 * unit, 4 * unit, 74 * unit, 64 * unit), 180, 360, fill=255, width=stroke)
        draw.rectangle((26 * unit, 32 * unit, 26 * unit + stroke, 50 * unit), fill=255)
        draw.rectangle((74 * unit - stroke, 32 * unit, 74 * unit, 50 * unit), fill=255)
        draw.rounded_rectangle((13 * unit, 44 * unit, 87 * unit, 97 * unit), 10 * unit, fill=255)
        draw.ellipse((43 * unit, 60 * unit, 57 * unit, 74 * unit), fill=0)
        draw.rectangle((46.5 * unit, 68 * unit, 53.5 * unit, 84 * unit), fill=0)

    return drawn(size, size, paint)


@cache
def robot(size: int) -> Mask:
    """A robot's head, as wide and high as ``size``: it marks a computer among the players."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        unit = size * scale / 100

        def block(box: tuple[float, float, float, float], radius: float, fill: int = 255) -> None:
            draw.rounded_rectangle([edge * unit for edge in box], radius * unit, fill=fill)

        block((46, 8, 54, 30), 0)
        block((41, 0, 59, 18), 9)
        block((12, 26, 88, 96), 14)
        block((0, 48, 8, 76), 4)
        block((92, 48, 100, 76), 4)
        for left in (25, 57):
            block((left, 43, left + 18, 61), 9, 0)
        block((32, 73, 68, 82), 4, 0)

    return drawn(size, size, paint)


@cache
def flag(size: int, radius: int) -> Mask:
    """The upper left corner of something, ``size`` pixels along its edges and rounded as it is."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        end, round_ = size * scale, radius * scale
        arc = [(round_ * (1 - math.sin(a / 16)), round_ * (1 - math.cos(a / 16))) for a in range(26)]
        draw.polygon([(end, 0), *arc, (0, end)], fill=255)

    return drawn(size, size, paint)


@cache
def arrow(size: int) -> Mask:
    """A disc with an arrow to the right cut out of it."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        unit = size * scale / 100
        draw.ellipse((0, 0, size * scale - 1, size * scale - 1), fill=255)
        draw.rectangle((17 * unit, 40 * unit, 55 * unit, 60 * unit), fill=0)
        draw.polygon([(x * unit, y * unit) for x, y in ((84, 50), (50, 15), (50, 85))], fill=0)

    return drawn(size, size, paint)


@cache
def check(size: int) -> Mask:
    """A tick."""
    return _strokes(size, ((12, 54), (40, 82), (88, 20)))


@cache
def cross(size: int) -> Mask:
    """A cross."""
    return _strokes(size, ((18, 18), (82, 82)), ((82, 18), (18, 82)))


def _strokes(size: int, *lines: tuple[tuple[float, float], ...]) -> Mask:
    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        unit = size * scale / 100
        for points in lines:
            draw.line([(x * unit, y * unit) for x, y in points], fill=255, width=round(18 * unit), joint="curve")
            for x, y in (points[0], points[-1]):
                draw.ellipse(((x - 9) * unit, (y - 9) * unit, (x + 9) * unit, (y + 9) * unit), fill=255)

    return drawn(size, size, paint)


@lru_cache(maxsize=64)
def ring(width: int, height: int, radius: int, stroke: int) -> Mask:
    """The outline of a rounded rectangle, ``stroke`` pixels wide, inside its edges."""

    def paint(draw: ImageDraw.ImageDraw, scale: int) -> None:
        box = (0, 0, width * scale - 1, height * scale - 1)
        draw.rounded_rectangle(box, radius * scale, outline=255, width=stroke * scale)

    return drawn(width, height, paint)
