"""A small writer of indexed PNG files. zlib-ng is twice as fast as zlib here and releases the GIL.

A picture may be made of parts that lie below each other and are packed apart: a part that is the same as in the last
picture need not be drawn and packed again. That costs few bytes, for deflate looks back 32 KB only, some thirty rows.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image
from zlib_ng import zlib_ng

from renderers import palette
from renderers.shapes import translated

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 5
_SMALL = 225_000
SMALL_LEVEL = 6
_TIGHT_LEVEL, _HEAVY = 9, 5_500
"""Pictures of fewer pixels than that are packed more tightly, and as tightly as can be where they have more bytes than
that: a few milliseconds, which keep a rack of 14 below 6 KB.
"""
_ZLIB_HEADER, _LAST_BLOCK = b"\x78\x9c", b"\x03\x00"
_BASE = 65521
"""The modulus of Adler-32."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of a picture, packed: ``data`` is deflated and stands for itself, ``check`` is the Adler-32 of the rows."""

    width: int
    rows: int
    data: bytes
    check: int


def encode(image: Image.Image) -> bytes:
    """The PNG file of an ``L`` image whose values are indices of :mod:`renderers.palette`.

    Rows are not filtered: differences of palette indices mean nothing and compress worse.
    """
    width, height = image.size
    if width * height >= _SMALL:
        return join([part(image)])
    used = [i for i, count in enumerate(image.histogram()) if count]
    image = translated(image, bytes.maketrans(bytes(used), bytes(range(len(used)))))
    packed = part(image, SMALL_LEVEL)
    if len(packed.data) > _HEAVY:
        packed = part(image, _TIGHT_LEVEL)
    return join([packed], used)


def part(image: Image.Image, level: int = _LEVEL) -> Part:
    """Pack rows of a picture of palette indices; a higher ``level`` takes longer and makes fewer bytes."""
    width, height = image.size
    # Each row of a PNG begins with a byte for its filter: a column of zeros.
    rows = Image.new("L", (width + 1, height))
    rows.paste(image, (1, 0))
    raw = rows.tobytes()
    packer = _packers.at(level)
    data = packer.compress(raw) + packer.flush(zlib_ng.Z_FULL_FLUSH)  # pyright: ignore[reportUnknownMemberType]
    return Part(width, height, data, zlib_ng.adler32(raw))  # pyright: ignore[reportUnknownMemberType]


class _Packers(threading.local):
    """One endless stream for each thread and level: what follows on a full flush stands for itself, and to begin a
    stream takes longer than to pack a line of tiles.
    """

    def __init__(self) -> None:
        self._streams: dict[int, Any] = {}

    def at(self, level: int) -> Any:
        """The stream that packs so tightly."""
        if level not in self._streams:
            made = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -15, 9)  # pyright: ignore[reportUnknownMemberType]
            self._streams[level] = made
        return self._streams[level]


_packers = _Packers()


def join(parts: Sequence[Part], used: Sequence[int] = range(len(palette.COLORS))) -> bytes:
    """The PNG file of parts below each other, all of one width; ``used``: the colors that their values stand for."""
    check = 1
    for one in parts:
        check = _joined_check(check, one.check, (one.width + 1) * one.rows)
    data = b"".join([_ZLIB_HEADER, *(one.data for one in parts), _LAST_BLOCK, struct.pack(">I", check)])
    header = struct.pack(">IIBBBBB", parts[0].width, sum(one.rows for one in parts), 8, 3, 0, 0, 0)
    colors = b"".join(bytes(palette.COLORS[i]) for i in used)
    chunks = ((b"IHDR", header), (b"PLTE", colors), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _joined_check(first: int, second: int, length: int) -> int:
    """The Adler-32 of two pieces of data one after the other; ``length``: of the second in bytes."""
    low_one, high_one, low_two, high_two = first & 0xFFFF, first >> 16, second & 0xFFFF, second >> 16
    low = (low_one + low_two - 1) % _BASE
    high = (high_one + high_two + (low_one - 1) * length) % _BASE
    return high << 16 | low


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(kind + data)  # pyright: ignore[reportUnknownMemberType]
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
