"""How a refused play was understood: the sets as they were read, what is left over, what is not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rummikub.tiles import MAX_VALUE, Tile
from renderers import lettering, shapes
from renderers.board import LABEL, felt, lay
from renderers.canvas import NO_ROLE, Canvas
from renderers.layout import WIDTH, Box, table_layout
from renderers.palette import Paint
from renderers.sprites import Look

_MOST_TILES: Final = 130
_LEAST_WIDTH: Final = 2
"""Room for a heading over a single tile, in tiles."""
_RING: Final = 7
_BADGE: Final = 26


@dataclass(frozen=True)
class ReadSet:
    """A set as it was read; ``number``: the one it keeps, None for a new set; ``roles``: of its jokers, where known."""

    tiles: tuple[Tile, ...]
    number: int | None
    legal: bool
    roles: tuple[frozenset[Tile], ...] = ()


@dataclass(frozen=True)
class ReadingLabels:
    """The words on such a picture: over a new set, over tiles left over, over tiles that are not available."""

    new: str
    loose: str
    missing: str


@dataclass(frozen=True)
class _Piece:
    label: str
    tiles: tuple[Tile, ...]
    roles: tuple[frozenset[Tile], ...]
    look: Look = Look.PLAIN
    legal: bool | None = None


def understanding_picture(
    sets: Sequence[ReadSet], loose: Sequence[Tile], missing: Sequence[Tile], labels: ReadingLabels
) -> bytes:
    """The reading as PNG. Legal sets have a tick, others a cross and a red frame; missing tiles are hatched.

    A play may name hundreds of tiles; what exceeds a table is left out.
    """
    pieces = list(_clipped(_pieces(sets, loose, missing, labels)))
    layout = table_layout([max(_LEAST_WIDTH, len(piece.tiles)) for piece in pieces])
    canvas = Canvas(WIDTH, max(layout.height, 120), Paint.FELT)
    felt(canvas, 0)
    for piece, room in zip(pieces, layout.boxes, strict=True):
        _heading(canvas, room, piece)
        box = Box(room.x, room.y, layout.width_of(len(piece.tiles)), room.height)
        looks = (piece.look,) * len(piece.tiles)
        lay(canvas, box, layout, tuple(zip(piece.tiles, piece.roles, looks, strict=True)))
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


def _pieces(
    sets: Sequence[ReadSet], loose: Sequence[Tile], missing: Sequence[Tile], labels: ReadingLabels
) -> Iterator[_Piece]:
    for one in sets:
        label = labels.new if one.number is None else f"s{one.number}"
        roles = one.roles or (NO_ROLE,) * len(one.tiles)
        yield from _cut(_Piece(label, one.tiles, roles, legal=one.legal))
    for tiles, label, look in ((loose, labels.loose, Look.PLAIN), (missing, labels.missing, Look.GHOST)):
        yield from _cut(_Piece(label, tuple(tiles), (NO_ROLE,) * len(tiles), look))


def _cut(piece: _Piece) -> Iterator[_Piece]:
    """A piece that is longer than any run, in parts that fit on a line."""
    for start in range(0, len(piece.tiles), MAX_VALUE):
        part = slice(start, start + MAX_VALUE)
        yield _Piece(piece.label, piece.tiles[part], piece.roles[part], piece.look, piece.legal)


def _clipped(pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    room = _MOST_TILES
    for piece in pieces:
        if room <= 0:
            return
        yield _Piece(piece.label, piece.tiles[:room], piece.roles[:room], piece.look, piece.legal)
        room -= len(piece.tiles)
