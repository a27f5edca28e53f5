"""A picture in the making: everything is painted as palette indices."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from engine.rummikub.tiles import Tile
from renderers import lettering, palette, png, shapes, sprites
from renderers.layout import Box
from renderers.palette import Paint
from renderers.shapes import Mask
from renderers.sprites import Look

Anchor = Literal["left", "middle", "right"]
Point = tuple[int, int]
NO_ROLE: Final[frozenset[Tile]] = frozenset()


@lru_cache(maxsize=512)
def _inked(text: str, size: int, ground: Paint, ink: Paint) -> tuple[Image.Image, Image.Image]:
    mask = lettering.mask(text, size)
    return shapes.translated(mask.coverage, palette.ramp(ground, ink)), mask.seen


@lru_cache(maxsize=64)
def _shadow(width: int, height: int, blur: int, ground: Paint, shade: Paint) -> Image.Image:
    return shapes.translated(shapes.glow(width, height, blur), palette.ramp(ground, shade))


class Canvas:
    """A picture of ``width`` x ``height`` pixels, filled with ``ground``."""

    def __init__(self, width: int, height: int, ground: Paint) -> None:
        self.width, self.height = width, height
        self.image = Image.new("L", (width, height), palette.index(ground))

    def rect(self, box: Box, paint: Paint) -> None:
        """Fill a rectangle."""
        if box.width > 0 and box.height > 0:
            self.image.paste(palette.index(paint), (box.x, box.y, box.right, box.bottom))

    def mask(self, mask: Mask, at: Point, ground: Paint, ink: Paint) -> None:
        """Paint a mask in ``ink`` where the picture is ``ground``; ``at`` is its upper left."""
        shapes.stamp(self.image, mask, at, ground, ink)

    def panel(self, box: Box, radius: int, ground: Paint, paint: Paint) -> None:
        """Fill a small rectangle with round corners where the picture is ``ground``; its picture is kept."""
        self.paste(_plate(box.width, box.height, radius, ground, paint), (box.x, box.y))

    def area(self, box: Box, radius: int, ground: Paint, paint: Paint) -> None:
        """Fill a large rectangle with round corners where the picture is ``ground``."""
        self.rect(Box(box.x + radius, box.y, box.width - 2 * radius, box.height), paint)
        self.rect(Box(box.x, box.y + radius, box.width, box.height - 2 * radius), paint)
        right, low = box.right - radius, box.bottom - radius
        places = ((box.x, box.y), (right, box.y), (box.x, low), (right, low))
        for mask, at in zip(shapes.corners(radius), places, strict=True):
            self.mask(mask, at, ground, paint)

    def text(self, at: Point, text: str, size: int, ground: Paint, ink: Paint, *, anchor: Anchor = "left") -> int:
        """Write a line; ``at``: its left end, middle or right end on the baseline. Returns its width in pixels."""
        width = round(lettering.width(text, size))
        left = at[0] - {"left": 0, "middle": width // 2, "right": width}[anchor]
        letters, seen = _inked(text, size, ground, ink)
        self.paste(letters, (left, at[1] - size), seen)
        return width

    def tile(
        self,
        at: Point,
        kind: Tile,
        width: int,
        look: Look = Look.PLAIN,
        role: frozenset[Tile] = NO_ROLE,
        *,
        ground: Paint = Paint.SHADE,
    ) -> None:
        """Lay a tile with its upper left corner at ``at``; ``role``: what a joker in a set stands for."""
        sprite = sprites.tile(kind, width, look, role if kind.is_joker else NO_ROLE, ground)
        self.paste(sprite.image, at, sprite.mask)

    def body(self, at: Point, width: int, look: Look, ground: Paint) -> None:
        """Lay a tile without anything on its face, on ``ground``, with its upper left corner at ``at``."""
        sprite = sprites.body(width, look, ground)
        self.paste(sprite.image, at, sprite.mask)

    def shadow(self, box: Box, blur: int, ground: Paint, shade: Paint) -> None:
        """The soft shadow of something that lies in ``box``; around it the picture is ``ground``."""
        self.paste(_shadow(box.width, box.height, blur, ground, shade), (box.x - blur, box.y - blur))

    def paste(self, image: Image.Image, at: Point, seen: Image.Image | None = None) -> None:
        """Lay a picture of palette indices with its upper left corner at ``at``; ``seen``: which of its pixels.

        What ``Image.paste`` does, without its questions, which take longer than the pixels of a tile.
        """
        box = (*at, at[0] + image.width, at[1] + image.height)
        if seen is None:
            self.image.im.paste(image.im, box)
        else:
            self.image.im.paste(image.im, box, seen.im)

    def png(self) -> bytes:
        """The finished picture as a PNG file."""
        return png.encode(self.image)


@lru_cache(maxsize=64)
def _plate(width: int, height: int, radius: int, ground: Paint, paint: Paint) -> Image.Image:
    canvas = Canvas(width, height, ground)
    canvas.area(Box(0, 0, width, height), radius, ground, paint)
    return canvas.image
