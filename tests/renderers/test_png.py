"""The PNG writer: what is painted is what is shown, and nothing else is in the file."""

from __future__ import annotations

import random
import struct

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from renderers import Rack, palette, png
from tests.renderers.tables import opened, tiles_of


@settings(max_examples=30)
@given(st.integers(1, 60), st.integers(1, 40), st.integers(0, 999))
def test_any_picture_of_palette_indices_comes_back_as_it_was(width: int, height: int, seed: int) -> None:
    rng = random.Random(seed)
    indices = bytes(rng.randrange(len(palette.COLORS)) for _ in range(width * height))
    image = Image.frombytes("L", (width, height), indices)
    shown = opened(png.encode(image)).convert("RGB")
    assert shown.size == (width, height)
    assert shown.tobytes() == b"".join(bytes(palette.COLORS[i]) for i in indices)


def test_a_file_holds_pixels_and_colors_and_no_text() -> None:
    data = Rack(tiles_of("r5 J")).png()
    kinds, at = [], 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kinds.append(data[at + 4 : at + 8])
        at += 12 + size
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
