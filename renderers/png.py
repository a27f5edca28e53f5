"""A small writer of indexed PNG files. zlib-ng is twice as fast as zlib here and releases the GIL."""

from __future__ import annotations

import struct

from PIL import Image
from zlib_ng import zlib_ng

from renderers import palette

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 6
_SMALL = 225_000
_SMALL_LEVEL = 9
"""Pictures of fewer pixels than that are packed harder: that costs them a few milliseconds only."""
_WINDOW_BITS = 15
_MEMORY = 9


def encode(image: Image.Image) -> bytes:
    """The PNG file of an ``L`` image whose values are indices of :mod:`renderers.palette`.

    Colors that the picture does not use are left out. Rows are not filtered: differences of palette indices mean
    nothing and compress worse.
    """
    width, height = image.size
    used = [i for i, count in enumerate(image.histogram()) if count]
    renumbered = bytes.maketrans(bytes(used), bytes(range(len(used))))
    pixels = image.tobytes().translate(renumbered)
    rows = b"".join(b"\0" + pixels[y : y + width] for y in range(0, width * height, width))
    packer = zlib_ng.compressobj(  # pyright: ignore[reportUnknownMemberType]
        _LEVEL if width * height > _SMALL else _SMALL_LEVEL, zlib_ng.DEFLATED, _WINDOW_BITS, _MEMORY
    )
    data = packer.compress(rows) + packer.flush()  # pyright: ignore[reportUnknownMemberType]
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", b"".join(bytes(palette.COLORS[i]) for i in used)),
            _chunk(b"IDAT", data),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(kind + data)  # pyright: ignore[reportUnknownMemberType]
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
