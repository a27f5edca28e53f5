"""A small writer of indexed PNG files. zlib-ng is twice as fast as zlib here and releases the GIL."""

from __future__ import annotations

import struct

from PIL import Image
from zlib_ng import zlib_ng

from renderers import palette
from renderers.shapes import translated

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 5
_SMALL = 225_000
_SMALL_LEVEL = 6
_TIGHT_LEVEL, _HEAVY = 9, 5_500
"""Pictures of fewer pixels than that are packed more tightly, and as tightly as can be where they have more bytes than
that: a few milliseconds, which keep a rack of 14 below 6 KB.
"""
_WINDOW_BITS = 15
_MEMORY = 9


def encode(image: Image.Image) -> bytes:
    """The PNG file of an ``L`` image whose values are indices of :mod:`renderers.palette`.

    Rows are not filtered: differences of palette indices mean nothing and compress worse.
    """
    width, height = image.size
    small = width * height < _SMALL
    used = [i for i, count in enumerate(image.histogram()) if count] if small else range(len(palette.COLORS))
    if small:
        image = translated(image, bytes.maketrans(bytes(used), bytes(range(len(used)))))
    # Each row of a PNG begins with a byte for its filter: a column of zeros.
    rows = Image.new("L", (width + 1, height))
    rows.paste(image, (1, 0))
    raw = rows.tobytes()
    data = _packed(raw, _SMALL_LEVEL if small else _LEVEL)
    if small and len(data) > _HEAVY:
        data = _packed(raw, _TIGHT_LEVEL)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colors = b"".join(bytes(palette.COLORS[i]) for i in used)
    chunks = ((b"IHDR", header), (b"PLTE", colors), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def _packed(raw: bytes, level: int) -> bytes:
    packer = zlib_ng.compressobj(  # pyright: ignore[reportUnknownMemberType]
        level, zlib_ng.DEFLATED, _WINDOW_BITS, _MEMORY
    )
    return packer.compress(raw) + packer.flush()  # pyright: ignore[reportUnknownMemberType]


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(kind + data)  # pyright: ignore[reportUnknownMemberType]
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
