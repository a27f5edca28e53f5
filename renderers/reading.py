"""How a refused play was understood: the sets as they were read, what is left over, what is not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rummikub.tiles import MAX_VALUE, Tile
from engine.rummikub.understanding import Understanding
from renderers import lettering, shapes
from renderers.board import LABEL, felt, lay
from renderers.canvas import NO_ROLE, Canvas
from renderers.layout import WIDTH, Box, table_layout
from renderers.palette import Paint
from renderers.sprites import Look
from renderers.subjects import Reading, ReadingLabels

_MOST_TILES: Final = 130
_LEAST_WIDTH: Final = 2
"""Room for a heading over a single tile, in tiles."""
_RING: Final = 7
_BADGE: Final = 26


@dataclass(frozen=True)
class _Piece:
    label: str
    tiles: tuple[tuple[Tile, frozenset[Tile], Look], ...]
    legal: bool | None = None


def draw_reading(reading: Reading) -> bytes:
    """The reading as PNG. What is no set has a cross and a red frame; sets that would be
    new or extended have a tick, and their tiles from the rack are marked; missing tiles are hatched.

    A play may name hundreds of tiles; what exceeds a table is left out.
    """
    pieces = list(_clipped(_pieces(reading.understood, reading.labels)))
    layout = table_layout([max(_LEAST_WIDTH, len(piece.tiles)) for piece in pieces])
    canvas = Canvas(WIDTH, max(layout.height, 120), Paint.FELT)
    felt(canvas)
    for piece, room in zip(pieces, layout.boxes, strict=True):
        _heading(canvas, room, piece)
        box = Box(room.x, room.y, layout.width_of(len(piece.tiles)), room.height)
        lay(canvas, (box.x, box.y), layout.tile, layout.step, piece.tiles)
        if piece.legal is False:
            frame = box.shrunk(-_RING)
            canvas.mask(shapes.ring(frame.width, frame.height, 16, 4), (frame.x, frame.y), Paint.FELT, Paint.BAD)
    return canvas.png()


def _heading(canvas: Canvas, box: Box, piece: _Piece) -> None:
    x, y = box.x + 2, box.y - 13
    room = box.width - (_BADGE + 8 if piece.legal is not None else 0)
    x += canvas.text((x, y), lettering.fit(piece.label, LABEL, room), LABEL, Paint.FELT, Paint.MINT) + 8
    if piece.legal is not None:
        badge, ink = (shapes.check(_BADGE), Paint.GOOD) if piece.legal else (shapes.cross(_BADGE), Paint.BAD)
        canvas.mask(badge, (x, y - 22), Paint.FELT, ink)


def _pieces(understanding: Understanding, labels: ReadingLabels) -> Iterator[_Piece]:
    for pile in understanding.piles:
        tiles = pile.meld.tiles if pile.meld else pile.tiles
        roles = pile.meld.roles if pile.meld else (NO_ROLE,) * len(tiles)
        new = Counter(pile.tiles[i] for i in pile.new)
        label = labels.loose if pile.loose else labels.new if pile.number is None else f"s{pile.number}"
        legal = (True if new or pile.number is None else None) if pile.meld else False
        yield from _cut(_Piece(label, tuple(zip(tiles, roles, _looks(tiles, new), strict=True)), legal))
    missing = tuple((tile, NO_ROLE, Look.GHOST) for tile in understanding.missing)
    yield from _cut(_Piece(labels.missing, missing))


def _looks(tiles: Sequence[Tile], new: Counter[Tile]) -> Iterator[Look]:
    for tile in tiles:
        yield Look.MARKED if new[tile] > 0 else Look.PLAIN
        new[tile] -= 1


def _cut(piece: _Piece) -> Iterator[_Piece]:
    """What is longer than any run, in parts that fit on a line."""
    for start in range(0, len(piece.tiles), MAX_VALUE):
        yield _Piece(piece.label, piece.tiles[start : start + MAX_VALUE], piece.legal)


def _clipped(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    room = _MOST_TILES
    for piece in pieces:
        if room <= 0:
            return
        yield _Piece(piece.label, piece.tiles[:room], piece.legal)
        room -= len(piece.tiles)
