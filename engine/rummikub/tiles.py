"""Tiles: 4 colors x values 1..13 x two copies, and two jokers (rule 1.1).

Equal tiles are indistinguishable everywhere in the engine, so a :class:`Tile` is a *kind* of tile and a
rack, a pool or a set is a tuple of kinds. There are 53 kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import core_schema

MIN_VALUE: Final = 1
MAX_VALUE: Final = 13
COPIES: Final = 2


class Color(IntEnum):
    """The four colors in the order of the notation: k r b o."""

    BLACK = 0
    RED = 1
    BLUE = 2
    ORANGE = 3

    @property
    def letter(self) -> str:
        """The letter of the notation: ``k``, ``r``, ``b`` or ``o``."""
        return "krbo"[self]


class Tile(int):
    """A kind of tile: ``color * 13 + value - 1`` for numbered tiles, 52 for the joker.

    The integer order is the printed order of racks: by color (k r b o), then value, jokers last.
    ``Tile(40)`` raises nothing within 0..52 and :class:`ValueError` outside.
    """

    __slots__ = ()

    def __new__(cls, kind: int) -> Self:
        if not 0 <= kind <= _JOKER_KIND:
            raise ValueError(f"no such kind of tile: {kind}")
        return int.__new__(cls, kind)

    @classmethod
    def of(cls, color: Color | int, value: int) -> Tile:
        """The tile of a color and a value 1..13; :class:`ValueError` for another value."""
        if not MIN_VALUE <= value <= MAX_VALUE:
            raise ValueError(f"no such value: {value}")
        return TILES[color * MAX_VALUE + value - 1]

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker, which has neither color nor value."""
        return self == _JOKER_KIND

    @property
    def color(self) -> Color:
        """The color of a numbered tile; :class:`ValueError` for the joker."""
        if self == _JOKER_KIND:
            raise ValueError("a joker has no color of its own")
        return _COLORS[self // MAX_VALUE]

    @property
    def value(self) -> int:
        """The value 1..13 of a numbered tile; :class:`ValueError` for the joker."""
        if self == _JOKER_KIND:
            raise ValueError("a joker has no value of its own")
        return self % MAX_VALUE + 1

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"<{_NAMES[self]}>"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Tiles are stored as small integers; an integer that is no tile is refused."""
        from pydantic_core import core_schema  # noqa: PLC0415 -- only stored games need it

        return core_schema.no_info_after_validator_function(_interned, core_schema.int_schema(ge=0, le=_JOKER_KIND))


_JOKER_KIND: Final = 52
_COLORS: Final = tuple(Color)
_NAMES: Final = (*tuple(f"{c.letter}{v}" for c in Color for v in range(MIN_VALUE, MAX_VALUE + 1)), "J")
TILES: Final = tuple(Tile(k) for k in range(_JOKER_KIND + 1))
JOKER: Final = TILES[_JOKER_KIND]
NUMBERED: Final = TILES[:_JOKER_KIND]
DECK: Final = tuple(t for t in TILES for _ in range(COPIES))


def _interned(kind: int) -> Tile:
    return TILES[kind]


def without(tiles: Iterable[Tile], taken: Iterable[Tile]) -> tuple[Tile, ...]:
    """``tiles`` in their order, less one copy for each tile of ``taken``; :class:`ValueError` if one is missing."""
    gone = Counter(taken)
    rest: list[Tile] = []
    for tile in tiles:
        if gone[tile] > 0:
            gone[tile] -= 1
        else:
            rest.append(tile)
    if any(n > 0 for n in gone.values()):
        raise ValueError("tiles to take are missing: " + " ".join(str(t) for t in gone.elements()))
    return tuple(rest)


def points_on_rack(tiles: Iterable[Tile], joker_value: int) -> int:
    """What tiles on a rack count at the end of a round (rules 7.1, 7.5)."""
    return sum(joker_value if t.is_joker else t.value for t in tiles)
