"""The orders in which a rack is shown: groups of tiles that stand together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from engine.rummikub.melds import MIN_SIZE
from engine.rummikub.tiles import MAX_VALUE, MIN_VALUE, Color, Tile, without

Groups = tuple[tuple[Tile, ...], ...]


def by_color(tiles: Iterable[Tile]) -> Groups:
    """One group for each color in the order k r b o, its values ascending; jokers last."""
    return _grouped(sorted(tiles), lambda tile: -1 if tile.is_joker else tile.color)


def by_value(tiles: Iterable[Tile]) -> Groups:
    """One group for each value, ascending; jokers last."""
    keyed = sorted(tiles, key=lambda tile: (tile.is_joker, 0 if tile.is_joker else tile.value, tile))
    return _grouped(keyed, lambda tile: -1 if tile.is_joker else tile.value)


def by_sets(tiles: Iterable[Tile]) -> Groups:
    """First the groups and runs that the rack holds by itself (greedily, largest first), then the rest by color."""
    rest = tuple(sorted(tiles))
    sets: list[tuple[Tile, ...]] = []
    while found := _largest_set(rest):
        sets.append(found)
        rest = without(rest, found)
    return (*sets, *by_color(rest))


ORDERS: Final = MappingProxyType({"color": by_color, "value": by_value, "sets": by_sets})


def _grouped(tiles: Sequence[Tile], key: Callable[[Tile], int]) -> Groups:
    return tuple(tuple(part) for _, part in groupby(tiles, key))


def _largest_set(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The set of most tiles, then most points, that can be laid from ``tiles`` without a joker; empty if none can."""
    have = Counter(tiles)
    values = range(MIN_VALUE, MAX_VALUE + 1)
    found = [tuple(t for c in Color if have[t := Tile.of(c, value)]) for value in values]
    for color in Color:
        row: list[Tile] = []
        for value in values:
            if have[tile := Tile.of(color, value)]:
                row.append(tile)
            else:
                found.append(tuple(row))
                row = []
        found.append(tuple(row))
    best = max(found, key=lambda one: (len(one), sum(t.value for t in one)))
    return best if len(best) >= MIN_SIZE else ()
