"""The words of the notation: what a player types, cut into tiles, set numbers and separators.

A digit run is always one number, so glued words (``r3r4r5``, ``5r6b``) are cut at most one sensible way; where
two ways exist the longer word first wins. Every text is cut in time linear in its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Color, Tile

MAX_LENGTH: Final = 2_000
RACK: Final = 0
"""The source ``@rack``; sets are numbered from 1."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile of a play: a joker's said ``role``, and its ``source`` (a set's number, RACK, None: not said)."""

    tile: Tile
    role: Tile | None = None
    source: int | None = None
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SetName:
    """``sN`` in a play: what is left of set N."""

    number: int
    column: int = field(default=0, compare=False)


Word = Slot | SetName

_COLORS: Final = {
    "k": Color.BLACK,
    "r": Color.RED,
    "b": Color.BLUE,
    "o": Color.ORANGE,
    "y": Color.ORANGE,
    "⬛": Color.BLACK,
    "🟥": Color.RED,
    "🟦": Color.BLUE,
    "🟧": Color.ORANGE,
    "🟨": Color.ORANGE,
}
_C: Final = "(?:[krboy]|[⬛🟥🟦🟧🟨]\ufe0f?)"
_V: Final = "(?<![0-9])(?:1[0-3]|[1-9])(?![0-9])"
_TILE: Final = f"(?:{_C}{_V}|{_V}{_C})"
_JOKER: Final = r"(?:joker|j|\*)"
# In the order in which they are tried; a number before its colors may have to leave the last color to the next tile.
_FORMS: Final = tuple(
    re.compile(form, re.IGNORECASE | re.ASCII)
    for form in (
        f"(?P<joker>{_JOKER})(?:=?(?P<role>{_TILE}))",
        f"(?P<joker>{_JOKER})(?!=)",
        "s(?P<set>[1-9][0-9]*)",
        f"(?P<color>{_C})(?P<first>{_V})[-–−](?P<last>{_V})",
        f"(?P<first>{_V})[-–−](?P<last>{_V})(?P<color>{_C})",
        f"(?P<colors>{_C}{{1,4}})(?P<value>{_V})",
        *(f"(?P<value>{_V})(?P<colors>{_C}{{{n}}})" for n in (4, 3, 2, 1)),
    )
)
# A tile or a run as above, but with any number.
_N: Final = "(?<![0-9])[0-9]+"
_ANY_NUMBER: Final = re.compile(
    f"(?:{_JOKER}=?)?(?:{_C}{_N}[-–−]{_N}|{_N}[-–−]{_N}{_C}|{_C}{{1,4}}{_N}|{_N}{_C}{{1,4}})", re.IGNORECASE | re.ASCII
)
_DIGITS: Final = re.compile("[0-9]+")
_SOURCE: Final = re.compile(r"@(?:s(?P<set>[1-9][0-9]*)|(?P<rack>rack))", re.IGNORECASE | re.ASCII)
_ONE_COLOR: Final = re.compile(_C, re.IGNORECASE | re.ASCII)
_ONE_VALUE: Final = re.compile(_V, re.ASCII)
_BLANK: Final = "\\s\u200b-\u200f\u2060\ufeff"
_PIECE: Final = re.compile(f"[;,|\n\r]|[^;,|\n\r{_BLANK}]+")
_SEPARATORS: Final = ";,|\n\r"


def check_length(text: str) -> None:
    """Raise ``too_long`` for a text of more than 2,000 characters."""
    if len(text) > MAX_LENGTH:
        raise IllegalAction(Fault.of("too_long", length=len(text), limit=MAX_LENGTH))


def parts(text: str) -> tuple[tuple[Word, ...], ...]:
    """The parts of a text, empty ones left out; raises ``syntax`` for everything unreadable, or ``too_long``."""
    faults: list[Fault] = []
    found = tuple(words for words in pieces(text, faults) if words)
    if faults:
        raise IllegalAction(*faults)
    return found


def pieces(text: str, faults: list[Fault]) -> Iterator[tuple[Word, ...]]:
    """The parts of a text, without those that are empty; one that is not readable as a whole comes as ``()``.

    What is unreadable is added to ``faults`` as ``syntax``. Raises ``too_long``.
    """
    check_length(text)
    words: list[Word] = []
    known = len(faults)
    for match in _PIECE.finditer(f"{text};"):
        piece = match[0]
        if piece not in _SEPARATORS:
            cut, stuck = _cut(piece, match.start())
            words += cut
            if stuck is not None:
                faults.append(_unreadable(piece, stuck, match.start()))
        elif len(faults) > known or words:
            yield () if len(faults) > known else tuple(words)
            words, known = [], len(faults)


def syntax(index: int, why: str, text: str) -> Fault:
    """The fault ``syntax``: ``column`` counts characters from 1, ``why`` is a code, ``text`` what stands there."""
    return Fault.of("syntax", column=index + 1, why=why, text=text[:20])


def _unreadable(piece: str, stuck: int, offset: int) -> Fault:
    """What cannot be read of a piece; where no tile has such a ``number``, that and the ``word`` around it."""
    fault = syntax(offset + stuck, "unreadable", piece[stuck:])
    for word in _ANY_NUMBER.finditer(piece):
        if word.start() <= stuck < word.end():
            for digits in _DIGITS.findall(word[0]):
                if not MIN_VALUE <= int(digits) <= MAX_VALUE:
                    return Fault.of("syntax", **fault.data, word=word[0][:20], number=digits[:20])
    return fault


def _cut(piece: str, offset: int) -> tuple[list[Word], int | None]:
    """The words of a piece without blanks, or the index at which no way of cutting it gets further."""
    path: list[tuple[int, list[Word], Iterator[tuple[int, list[Word]]]]] = [(0, [], _words_at(piece, 0, offset))]
    dead: set[int] = set()
    furthest = 0
    while path:
        at, _, choices = path[-1]
        furthest = max(furthest, at)
        if at == len(piece):
            return [word for _, words, _ in path for word in words], None
        for end, words in choices:
            if end not in dead:
                path.append((end, words, _words_at(piece, end, offset)))
                break
        else:
            dead.add(at)
            path.pop()
    return [], furthest


def _words_at(piece: str, at: int, offset: int) -> Iterator[tuple[int, list[Word]]]:
    """The words that can start at this index, with the index after each."""
    for form in _FORMS:
        match = form.match(piece, at)
        if match is None:
            continue
        end = match.end()
        column = offset + at + 1
        named = match.groupdict()
        if "set" in named:
            if not piece.startswith("@", end):
                yield end, [SetName(int(named["set"]), column)]
            continue
        source = None
        said = _SOURCE.match(piece, end)
        if said is not None:
            end = said.end()
            source = RACK if said["rack"] else int(said["set"])
        yield end, [Slot(tile, role, source, column) for tile, role in _tiles(named)]


def _tiles(named: dict[str, str | None]) -> list[tuple[Tile, Tile | None]]:
    if named.get("joker"):
        said = named.get("role")
        return [(JOKER, _tile(said) if said else None)]
    if named.get("color"):
        first, last = sorted((int(named["first"] or 0), int(named["last"] or 0)))
        return [(Tile.of(_color(named["color"] or ""), value), None) for value in range(first, last + 1)]
    value = int(named["value"] or 0)
    return [(Tile.of(_color(found), value), None) for found in _ONE_COLOR.findall(named["colors"] or "")]


def _color(text: str) -> Color:
    return _COLORS[text[0].lower()]


def _tile(text: str) -> Tile:
    color, value = _ONE_COLOR.search(text), _ONE_VALUE.search(text)
    assert color is not None  # noqa: S101 -- the form that matched holds one of each
    assert value is not None  # noqa: S101
    return Tile.of(_color(color[0]), int(value[0]))
