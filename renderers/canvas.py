"""A picture in the making: everything is painted as palette indices."""

from __future__ import annotations

from typing import Literal

from PIL import Image, ImageDraw

from engine.rummikub.tiles import Tile
from renderers import lettering, palette, png, shapes, sprites
from renderers.palette import Paint
from renderers.shapes import Mask
from renderers.sprites import Look

Anchor = Literal["left", "middle", "right"]


class Canvas:
    """A picture of ``width`` x ``height`` pixels, filled with ``ground``."""

    def __init__(self, width: int, height: int, ground: Paint) -> None:
        self.width, self.height = width, height
        self.image = Image.new("L", (width, height), palette.index(ground))
        self._draw = ImageDraw.Draw(self.image)

    def rect(self, x: int, y: int, width: int, height: int, paint: Paint) -> None:
        """Fill a rectangle."""
        if width > 0 and height > 0:
            self._draw.rectangle((x, y, x + width - 1, y + height - 1), fill=palette.index(paint))

    def mask(self, mask: Mask, x: int, y: int, ground: Paint, ink: Paint) -> None:
        """Paint a mask in ``ink`` where the picture is ``ground``; (x, y) is its upper left."""
        shapes.stamp(self.image, mask, (x, y), ground, ink)

    def panel(self, x: int, y: int, width: int, height: int, radius: int, ground: Paint, paint: Paint) -> None:
        """Fill a rectangle with round corners."""
        self.rect(x + radius, y, width - 2 * radius, height, paint)
        self.rect(x, y + radius, width, height - 2 * radius, paint)
        far, low = x + width - radius, y + height - radius
        for mask, at in zip(shapes.corners(radius), ((x, y), (far, y), (x, low), (far, low)), strict=True):
            self.mask(mask, *at, ground, paint)

    def text(
        self, x: int, baseline: int, text: str, size: int, ground: Paint, ink: Paint, anchor: Anchor = "left"
    ) -> int:
        """Write a line; ``x`` is its left end, middle or right end. Returns its width in pixels."""
        width = round(lettering.width(text, size))
        left = x - {"left": 0, "middle": width // 2, "right": width}[anchor]
        self.mask(lettering.mask(text, size), left, baseline - lettering.ascent(size), ground, ink)
        return width

    def tile(
        self,
        x: int,
        y: int,
        kind: Tile,
        width: int,
        look: Look = Look.PLAIN,
        role: frozenset[Tile] = frozenset(),
        ground: Paint = Paint.SHADE,
    ) -> None:
        """Lay a tile with its upper left corner at (x, y)."""
        sprite = sprites.tile(kind, width, look, role if kind.is_joker else frozenset(), ground)
        self.image.paste(sprite.image, (x, y), sprite.mask)

    def shadow(self, x: int, y: int, width: int, height: int, ground: Paint, shade: Paint, blur: int) -> None:
        """The soft shadow of something ``width`` x ``height`` that lies at (x, y)."""
        mask = shapes.glow(width, height, blur, blur)
        self.mask(mask, x - blur, y - blur, ground, shade)

    def png(self) -> bytes:
        """The finished picture as a PNG file."""
        return png.encode(self.image)
