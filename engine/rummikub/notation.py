"""The notation: text <-> tiles, melds, plays, positions and actions (notation.md).

Everything printed reads back equal: ``parse(format(x)) == x``. Every reader raises
:class:`~engine.core.errors.IllegalAction` with the codes ``syntax`` and ``too_long``; those of sets also
``not_a_set`` and ``ambiguous_joker``, that of positions ``bad_position``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.lexing import RACK, SetName, Slot, Word, check_length, parts, syntax
from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Kind, Meld, Table
from engine.rummikub.reading import Item, Reading, meant
from engine.rummikub.tiles import COPIES, JOKER, MAX_VALUE, Tile

if TYPE_CHECKING:
    from engine.rummikub.actions import Draw, Pass, Play

Part = tuple[Word, ...]
"""One set of a play: tiles and names of sets, as written."""


@dataclass(frozen=True)
class PlayText:
    """A play as written, before anybody looked at a table; at least one part."""

    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Position:
    """A table and one rack (notation.md, "A position"); the sets are numbered from 1."""

    table: Table
    rack: tuple[Tile, ...] = field(repr=False)


# --- tiles ------------------------------------------------------------------------------------------------


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles in written order, short forms allowed; no roles, sources or set names."""
    return tuple(word.tile for word in _plain(text, roles=False))


def format_tiles(tiles: Iterable[Tile]) -> str:
    """A rack: by color (k r b o), then value, jokers last."""
    return " ".join(map(str, sorted(tiles)))


# --- melds ------------------------------------------------------------------------------------------------


def parse_meld(text: str) -> Meld:
    """One set; raises ``not_a_set`` or ``ambiguous_joker`` where the tiles are none or several."""
    slots = _plain(text, roles=True)
    items = [Item(slot.tile, None if slot.role is None else frozenset({slot.role})) for slot in slots]
    readings = meant(items)
    if len(readings) != 1:
        raise IllegalAction(set_fault(items, readings))
    return readings[0].meld


@lru_cache(maxsize=2048)
def format_meld(meld: Meld) -> str:
    """A set: ``r3-5``, ``r3 J r5``, ``k10 r10 b10``; ``r5 Jk5 J`` where a role must be said."""
    return _format_words([Slot(tile, role) for tile, role in zip(meld.tiles, said_roles(meld), strict=True)])


def said_roles(meld: Meld) -> tuple[Tile | None, ...]:
    """For each tile the role that has to be printed with it, so that the meld is read back as it is."""
    jokers = [i for i, tile in enumerate(meld.tiles) if tile == JOKER]
    roles: list[Tile | None] = [None] * len(meld.tiles)
    if len(jokers) == len(meld.tiles) - 1:
        for i in jokers if meld.kind is Kind.RUN else jokers[:1]:
            roles[i] = min(meld.roles[i])
    return tuple(roles)


def set_fault(items: Sequence[Item], readings: Sequence[Reading], **data: object) -> Fault:
    """``not_a_set`` (with a code ``why``) or ``ambiguous_joker`` (with the ``readings``) for tiles as written."""
    text = _format_words([Slot(item.tile, min(item.role) if item.role else None) for item in items])
    if readings:
        options = [format_meld(reading.meld) for reading in readings]
        return Fault.of("ambiguous_joker", set=text, readings=options, **data)
    return Fault.of("not_a_set", set=text, why=_why_not(items), **data)


def _why_not(items: Sequence[Item]) -> str:
    reals = [item.tile for item in items if item.tile != JOKER]
    if not reals:
        return "no_tile"
    if len(items) < MIN_SIZE:
        return "too_few"
    if len(set(reals)) < len(reals):
        return "repeated"
    if len({tile.value for tile in reals}) == 1 and len(reals) > 1:
        return "group_too_long" if len(items) > MAX_GROUP else "role"
    if len({tile.color for tile in reals}) == 1:
        if len(items) > MAX_VALUE:
            return "run_too_long"
        values = [tile.value for tile in reals]
        return "gap" if max(values) - min(values) >= len(items) else "role"
    return "mixed"


# --- plays ------------------------------------------------------------------------------------------------


def parse_play(text: str) -> PlayText:
    """A play that lays tiles; raises also ``nothing_played`` for an empty one."""
    found = parts(text)
    if not found:
        raise IllegalAction(Fault.of("nothing_played"))
    named: set[int] = set()
    faults: list[Fault] = []
    for word in (word for part in found for word in part if isinstance(word, SetName)):
        if word.number in named:
            faults.append(syntax(word.column - 1, "set_twice", f"s{word.number}"))
        named.add(word.number)
    if faults:
        raise IllegalAction(*faults)
    return PlayText(found)


def format_play(play: PlayText) -> str:
    """The play in one line, word by word as written; consecutive tiles of one source as a short run."""
    return "; ".join(_format_words(part) for part in play.parts)


def parse_action(text: str) -> Play | Draw | Pass:
    """What a player types as a move: ``draw``, ``pass`` or a play, which is checked for syntax only."""
    from engine.rummikub.actions import Draw, Pass, Play  # noqa: PLC0415 -- who only solves need not wait for pydantic

    check_length(text)
    word = text.strip(" \t\r\n;,|").lower()
    if word == "draw":
        return Draw()
    if word == "pass":
        return Pass()
    parse_play(text)
    return Play(text=text)


def format_action(action: Play | Draw | Pass) -> str:
    """The text that :func:`parse_action` reads back as this action."""
    return action.text if action.type == "play" else action.type


# --- positions --------------------------------------------------------------------------------------------


def parse_position(text: str) -> Position:
    """``TABLE / RACK``; raises ``bad_position`` without a slash, with two, or with a third copy of a tile."""
    check_length(text)
    table, slash, rack = text.partition("/")
    if not slash or "/" in rack:
        raise IllegalAction(Fault.of("bad_position", why="slash"))
    melds = [parse_meld(piece) for piece in _pieces(table)]
    position = Position(Table.of(melds), parse_tiles(rack))
    check_copies(position.table, position.rack)
    return position


def format_position(position: Position) -> str:
    """The position in one line, sets in number order; numbers themselves are not kept."""
    return "; ".join(map(format_meld, position.table.values())) + " / " + format_tiles(position.rack)


def check_copies(table: Table, rack: Iterable[Tile]) -> None:
    """Raise ``bad_position`` where a tile is there more than twice (rule 1.1)."""
    over = sorted(tile for tile, n in Counter([*table.tiles, *rack]).items() if n > COPIES)
    if over:
        raise IllegalAction(Fault.of("bad_position", why="copies", tiles=format_tiles(over)))


# --- helpers ----------------------------------------------------------------------------------------------


def _pieces(text: str) -> list[str]:
    for separator in ",|\r\n":
        text = text.replace(separator, ";")
    return [piece for piece in text.split(";") if piece.strip()]


def _plain(text: str, *, roles: bool) -> list[Slot]:
    """The tiles of a text that has one part at most and names no set and no source."""
    found = parts(text)
    if len(found) > 1:
        raise IllegalAction(syntax(found[1][0].column - 1, "one_set", ""))
    slots: list[Slot] = []
    for word in (word for part in found for word in part):
        if isinstance(word, SetName) or word.source is not None or (word.role is not None and not roles):
            raise IllegalAction(syntax(word.column - 1, "tiles_only", _format_word(word)))
        slots.append(word)
    return slots


def _format_words(words: Sequence[Word]) -> str:
    """Words with blanks between; without jokers, consecutive tiles of one color and source as a short run."""
    printed: list[str] = []
    shorten = not any(isinstance(word, Slot) and word.tile == JOKER for word in words)
    i = 0
    while i < len(words):
        first = words[i]
        end = i + 1
        while shorten and end < len(words) and _follows(first, words[end], end - i):
            end += 1
        if end - i >= MIN_SIZE and isinstance(first, Slot):
            printed.append(f"{first.tile}-{first.tile.value + end - i - 1}{_format_source(first.source)}")
        else:
            printed += map(_format_word, words[i:end])
        i = end
    return " ".join(printed)


def _follows(first: Word, word: Word, steps: int) -> bool:
    return (
        isinstance(first, Slot)
        and isinstance(word, Slot)
        and word.source == first.source
        and word.tile == first.tile + steps
        and word.tile.color == first.tile.color
    )


def _format_word(word: Word) -> str:
    if isinstance(word, SetName):
        return f"s{word.number}"
    role = "" if word.role is None else str(word.role)
    return f"{word.tile}{role}{_format_source(word.source)}"


def _format_source(source: int | None) -> str:
    if source is None:
        return ""
    return "@rack" if source == RACK else f"@s{source}"
