"""Text: which font draws a letter, how wide a line is, and its mask of coverage."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from renderers.bidi import visual
from renderers.shapes import Mask, robot
from renderers.subjects import Name

_EMOJI: Final = "NotoEmoji-Bold.ttf"
_FILES: Final = (
    "Inter-Bold.otf",
    "NotoSansHebrew-Bold.ttf",
    "NotoSansArabic-Bold.ttf",
    _EMOJI,
    "NotoSansCJK-Bold.otf",
)
"""In the order in which they are asked for a letter; the large ones last, for they are read only when needed."""
_SMALLER: Final = {_EMOJI: 0.78}
"""Fonts whose signs are large beside letters, and by how much they are made smaller."""
_ROBOT: Final = "🤖"
"""The one emoji with a drawing of its own, for it tells a computer among the players. It stands for its font's file."""
_MISSING: Final = "\uffff"
_UNKNOWN: Final = "□"
_ELLIPSIS: Final = "…"
_PROBE: Final = 24
CAP_HEIGHT: Final = 0.727
"""The height of capitals and digits as a share of the font's size."""


@cache
def _data(file: str) -> bytes:
    return (resources.files("renderers") / "fonts" / file).read_bytes()


@lru_cache(maxsize=256)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    size = round(size * _SMALLER.get(file, 1))
    return ImageFont.truetype(BytesIO(_data(file)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _file_for(letter: str) -> str | None:
    """The font that has a glyph for ``letter``; None where no font has."""
    if letter == _ROBOT:
        return _ROBOT
    return next((file for file in _FILES if _glyph(file, letter) != _missing(file)), None)


@cache
def _missing(file: str) -> bytes:
    return _glyph(file, _MISSING)


def _glyph(file: str, letter: str) -> bytes:
    image = Image.new("L", (_PROBE * 3, _PROBE * 2))
    ImageDraw.Draw(image).text((0, _PROBE), letter, fill=255, font=_font(file, _PROBE), anchor="ls")
    return image.tobytes()


@lru_cache(maxsize=1024)
def drawable(name: str) -> str:
    """``name`` as far as the fonts can draw it, in its logical order; empty where nothing readable is left.

    Decorated letters become plain ones; stacked marks, skin tones and what glues emoji go; letters of scripts that no
    font has become a box.
    """
    letters: list[str] = []
    for ch in unicodedata.normalize("NFKC", name):
        kind = unicodedata.category(ch)
        if kind[0] == "Z" or ch.isspace():
            letters.append(" ")
        elif kind[0] in "CM":
            continue
        elif _file_for(ch) is not None:
            letters.append(ch)
        elif kind[0] in "LN":
            letters.append(_UNKNOWN)
    text = " ".join("".join(letters).split())
    return text if any(ch not in {_UNKNOWN, " "} for ch in text) else ""


def shown(name: Name) -> str:
    """What stands on pictures for a player."""
    return drawable(name.text) or name.instead


def _runs(text: str) -> list[tuple[str, str]]:
    """``text`` in visual order, cut where the font changes: pairs of font file and letters."""
    default = _FILES[0]
    pairs = [(default if ch == " " else _file_for(ch) or default, ch) for ch in visual(text)]
    return [(file, "".join(ch for _, ch in part)) for file, part in groupby(pairs, key=lambda pair: pair[0])]


@lru_cache(maxsize=2048)
def width(text: str, size: int) -> float:
    """The width of a line in pixels; ``size`` is the font's size in pixels."""
    return sum(_width(file, part, size) for file, part in _runs(text))


def _width(file: str, part: str, size: int) -> float:
    return float(len(part) * size) if file == _ROBOT else _font(file, size).getlength(part)


@lru_cache(maxsize=1024)
def fit(text: str, size: int, room: int) -> str:
    """``text``, shortened with an ellipsis where it is wider than ``room`` pixels."""
    if width(text, size) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + _ELLIPSIS, size) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


@lru_cache(maxsize=256)
def mask(text: str, size: int) -> Mask:
    """The mask of a line: as wide as the line, ``size`` pixels above the baseline and 0.3 of it below."""
    image = Image.new("L", (max(1, round(width(text, size)) + 2), size + round(0.3 * size)))
    draw = ImageDraw.Draw(image)
    x = 0.0
    for file, part in _runs(text):
        if file == _ROBOT:
            head = robot(round(0.84 * size)).coverage
            for i in range(len(part)):
                image.paste(head, (round(x) + i * size + size // 12, round(0.2 * size)))
        else:
            draw.text((x, size), part, fill=255, font=_font(file, size), anchor="ls")
        x += _width(file, part, size)
    return Mask.of(image)


@cache
def numeral(text: str, height: int, room: int) -> Mask:
    """The mask of digits ``height`` pixels high, cropped to the ink, narrowed where wider than ``room``."""
    scale = 4
    font = _font(_FILES[0], round(height * scale / CAP_HEIGHT))
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    big = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(big).text((-left, -top), text, fill=255, font=font, anchor="ls")
    size = (min(room, round(big.width / scale)), round(big.height / scale))
    return Mask.of(big.resize(size, Image.Resampling.BOX))  # pyright: ignore[reportUnknownMemberType]
