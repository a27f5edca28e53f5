"""Melds: the groups and runs that may lie on the table (rules 1.2-1.6).

The rules call them sets; the word set shadows Python's, so the code says meld.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Color, Tile

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import core_schema

MIN_SIZE = 3
MAX_GROUP = 4


class Kind(StrEnum):
    """What a meld is: tiles of one value, or consecutive tiles of one color."""

    GROUP = "group"
    RUN = "run"


@dataclass(frozen=True)
class Meld:
    """A legal group or run, its tiles in canonical order.

    A run is in ascending order with every joker in its place, so a joker's role follows from its index. A
    group is in the order k r b o with the jokers last. Two melds are equal when they are of one kind and
    show the same tiles with the same roles. Build one with :func:`run` or :func:`group`; the constructor
    raises :class:`ValueError` for tiles that are not such a meld in that order.
    """

    kind: Kind
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        reals = [(i, t) for i, t in enumerate(self.tiles) if not t.is_joker]
        if not reals or len(self.tiles) < MIN_SIZE:
            raise ValueError("a meld has three tiles or more, one of them not a joker")
        first, tile = reals[0]
        if self.kind is Kind.RUN:
            start = tile.value - first
            fits = (
                start >= MIN_VALUE
                and start + len(self.tiles) - 1 <= MAX_VALUE
                and all(t.color == tile.color and t.value == start + i for i, t in reals)
            )
        else:
            colors = [t.color for _, t in reals]
            fits = (
                len(self.tiles) <= MAX_GROUP
                and [i for i, _ in reals] == list(range(len(reals)))
                and all(t.value == tile.value for _, t in reals)
                and all(a < b for a, b in itertools.pairwise(colors))
            )
        if not fits:
            raise ValueError(f"not a {self.kind}: {' '.join(map(str, self.tiles))}")

    @cached_property
    def roles(self) -> tuple[frozenset[Tile], ...]:
        """For each tile what it stands for: itself, or for a joker the one tile of its place in a run, or
        every missing color of a group (rule 1.4: two or more of them in a group of three).
        """
        first, tile = next((i, t) for i, t in enumerate(self.tiles) if not t.is_joker)
        if self.kind is Kind.RUN:
            start = tile.value - first
            return tuple(frozenset({Tile.of(tile.color, start + i)}) for i in range(len(self.tiles)))
        present = {t.color for t in self.tiles if not t.is_joker}
        missing = frozenset(Tile.of(c, tile.value) for c in Color if c not in present)
        return tuple(missing if t.is_joker else frozenset({t}) for t in self.tiles)

    @property
    def jokers(self) -> int:
        """How many jokers lie in this meld: 0, 1 or 2."""
        return self.tiles.count(JOKER)

    def points(self, *, jokers_count: bool = True) -> int:
        """The sum of the tiles' values, a joker worth its role's value or nothing (rule 4.2)."""
        return sum(
            min(role).value
            for tile, role in zip(self.tiles, self.roles, strict=True)
            if jokers_count or not tile.is_joker
        )


def run(color: Color, start: int, size: int, jokers_at: Iterable[int] = ()) -> Meld:
    """The run of ``size`` tiles from value ``start``; ``jokers_at``: values at which a joker lies."""
    at = set(jokers_at)
    values = range(start, start + size)
    return Meld(Kind.RUN, tuple(JOKER if v in at else Tile.of(color, v) for v in values))


def group(tiles: Iterable[Tile]) -> Meld:
    """The group of these tiles, given in any order; :class:`ValueError` where they are none."""
    return Meld(Kind.GROUP, tuple(sorted(tiles)))


class Table(Mapping[int, Meld]):
    """What lies on the table: melds by their number ``sN`` (notation.md, "The table"). Immutable, in number order."""

    __slots__ = ("_melds",)

    def __init__(self, melds: Mapping[int, Meld] | Iterable[tuple[int, Meld]] = ()) -> None:
        self._melds: Mapping[int, Meld] = MappingProxyType(dict(sorted(dict(melds).items())))

    @classmethod
    def of(cls, melds: Iterable[Meld]) -> Table:
        """The table on which these melds are numbered from 1 in the order given."""
        return cls(enumerate(melds, start=1))

    def __getitem__(self, number: int) -> Meld:
        return self._melds[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._melds)

    def __len__(self) -> int:
        return len(self._melds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and dict(self._melds) == dict(other._melds)

    def __hash__(self) -> int:
        return hash(tuple(self._melds.items()))

    def __repr__(self) -> str:
        return "Table(" + "; ".join(f"s{n}={' '.join(map(str, m.tiles))}" for n, m in self.items()) + ")"

    def __reduce__(self) -> tuple[Callable[[dict[int, tuple[Kind, bytes]]], Table], tuple[Any]]:
        return _unpacked, ({number: (meld.kind, bytes(meld.tiles)) for number, meld in self.items()},)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles on the table, meld by meld."""
        return tuple(t for m in self._melds.values() for t in m.tiles)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Tables are stored as number -> kind and tiles; what holds no legal meld is refused."""
        from pydantic_core import core_schema  # noqa: PLC0415 -- only stored games need it

        stored = core_schema.no_info_after_validator_function(
            _restored, handler.generate_schema(dict[int, tuple[Kind, tuple[Tile, ...]]])
        )
        return core_schema.json_or_python_schema(
            json_schema=stored,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), stored]),
            serialization=core_schema.plain_serializer_function_ser_schema(_stored),
        )


class Copy(NamedTuple):
    """Where a tile lay at the start of the turn: a set's number and the place in it; the rack is number 0."""

    number: int
    place: int


def _stored(table: Table) -> dict[int, tuple[str, tuple[int, ...]]]:
    return {number: (meld.kind.value, tuple(map(int, meld.tiles))) for number, meld in table.items()}


def _restored(stored: dict[int, tuple[Kind, tuple[Tile, ...]]]) -> Table:
    return Table({number: meld_of(kind, tiles) for number, (kind, tiles) in stored.items()})


def _unpacked(packed: dict[int, tuple[Kind, bytes]]) -> Table:
    return Table({number: meld_of(kind, tuple(map(Tile, tiles))) for number, (kind, tiles) in packed.items()})


@lru_cache(maxsize=2048)
def meld_of(kind: Kind, tiles: tuple[Tile, ...]) -> Meld:
    """``Meld(kind, tiles)``, kept: few melds come up again and again, and each is looked at once."""
    return Meld(kind, tiles)
