"""Examples for help texts: a line of text, and under it the sets it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.rummikub.melds import Meld
from engine.rummikub.tiles import Tile
from renderers import lettering, shapes
from renderers.board import felt
from renderers.canvas import NO_ROLE, Canvas
from renderers.layout import Box
from renderers.palette import Paint
from renderers.sprites import Look, height_of
from renderers.subjects import Strip, Strips

_WIDTH: Final = 760
_EDGE: Final = 36
_TILE: Final = 58
_STEP: Final = 60
_TEXT: Final = 30


def draw_strips(examples: Strips) -> bytes:
    """Examples under each other as PNG. At most 11 tiles fit beside each other; longer ones go on below."""
    strips = examples.strips
    lines = [_lines(strip) for strip in strips]
    pitch = height_of(_TILE) + 12
    heights = [46 + pitch * len(line) + 14 for line in lines]
    canvas = Canvas(_WIDTH, sum(heights) + 44, Paint.FELT)
    felt(canvas)
    y = 26
    for strip, rows, high in zip(strips, lines, heights, strict=True):
        x = _EDGE
        if strip.legal is not None:
            badge, ink = (shapes.check(28), Paint.GOOD) if strip.legal else (shapes.cross(28), Paint.BAD)
            canvas.mask(badge, (x, y + 6), Paint.FELT, ink)
            x += 40
        caption = lettering.fit(strip.caption, _TEXT, _WIDTH - _EDGE - x)
        canvas.text((x, y + 31), caption, _TEXT, Paint.FELT, Paint.CREAM)
        for row, line in enumerate(rows):
            _line(canvas, y + 46 + row * pitch, line, strip.marked)
        y += high
    return canvas.png()


_Placed = tuple[int, Tile, frozenset[Tile]]


def _lines(strip: Strip) -> list[list[_Placed]]:
    """The tiles of each line with their ``x`` and, for jokers, their roles."""
    lines: list[list[_Placed]] = [[]]
    x = _EDGE
    for one in strip.sets:
        tiles = one.tiles if isinstance(one, Meld) else one
        roles = one.roles if isinstance(one, Meld) else (NO_ROLE,) * len(tiles)
        if lines[-1] and x + len(tiles) * _STEP > _WIDTH - _EDGE:
            lines.append([])
            x = _EDGE
        for tile, role in zip(tiles, roles, strict=True):
            if x + _STEP > _WIDTH - _EDGE + 4:
                lines.append([])
                x = _EDGE
            lines[-1].append((x, tile, role))
            x += _STEP
        x += _TILE // 2
    return lines


def _line(canvas: Canvas, y: int, tiles: Sequence[_Placed], marked: frozenset[Tile]) -> None:
    high = height_of(_TILE)
    first = 0
    for i, (x, _, _) in enumerate(tiles):
        if i + 1 == len(tiles) or tiles[i + 1][0] > x + _STEP:
            start = tiles[first][0]
            canvas.shadow(Box(start, y + 4, x + _TILE - start, high), 6, Paint.FELT, Paint.SHADE)
            first = i + 1
    for x, tile, role in tiles:
        canvas.tile((x, y), tile, _TILE, Look.MARKED if tile in marked else Look.PLAIN, role)
