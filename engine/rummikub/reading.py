"""From tiles to a meld: which groups and runs some tiles can be, and which of them the writer meant.

The order of the tiles matters only where jokers could lie in several places (notation.md, "Sets").
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Kind, Meld
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Color, Tile


@dataclass(frozen=True, slots=True)
class Item:
    """A tile of a set as written; ``role``: for a joker, the tiles it may stand for where that was said."""

    tile: Tile
    role: frozenset[Tile] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """A meld, and for each item the index of its tile in the meld."""

    meld: Meld
    places: tuple[int, ...]


def meant(items: Sequence[Item]) -> tuple[Reading, ...]:
    """What the writer can have meant: nothing (no set), one reading, or several that only the writer can tell apart."""
    runs = _runs(items)
    groups = _groups(items)
    return groups + (runs if groups else _by_place(items, runs))


def possible(items: Sequence[Item]) -> tuple[Reading, ...]:
    """Every meld these tiles can be, whatever their order (rules 1.2-1.6)."""
    return _groups(items) + _runs(items)


def _groups(items: Sequence[Item]) -> tuple[Reading, ...]:
    reals = [item.tile for item in items if item.tile != JOKER]
    if not MIN_SIZE <= len(items) <= MAX_GROUP or not reals:
        return ()
    value = reals[0].value
    present = {tile.color for tile in reals}
    if len(present) != len(reals) or any(tile.value != value for tile in reals):
        return ()
    missing = frozenset(Tile.of(color, value) for color in Color if color not in present)
    if any(item.role is not None and missing.isdisjoint(item.role) for item in items):
        return ()
    order = sorted(range(len(items)), key=lambda i: items[i].tile)
    places = [0] * len(items)
    for place, i in enumerate(order):
        places[i] = place
    return (Reading(Meld(Kind.GROUP, tuple(items[i].tile for i in order)), tuple(places)),)


def _runs(items: Sequence[Item]) -> tuple[Reading, ...]:
    """All runs of these tiles, lowest first; jokers without a said role take the free places in written order."""
    size = len(items)
    reals = [item.tile for item in items if item.tile != JOKER]
    if not MIN_SIZE <= size <= MAX_VALUE or not reals:
        return ()
    color = reals[0].color
    values = {tile.value for tile in reals}
    if len(values) != len(reals) or any(tile.color != color for tile in reals):
        return ()
    low, high = min(values), max(values)
    found: list[Reading] = []
    for start in range(max(MIN_VALUE, high - size + 1), min(low, MAX_VALUE - size + 1) + 1):
        free = [value for value in range(start, start + size) if value not in values]
        placed = _joker_places([item.role for item in items if item.tile == JOKER], free, color)
        if placed is None:
            continue
        tiles = tuple(Tile.of(color, v) if v in values else JOKER for v in range(start, start + size))
        jokers = iter(placed)
        places = tuple((next(jokers) if item.tile == JOKER else item.tile.value) - start for item in items)
        found.append(Reading(Meld(Kind.RUN, tiles), places))
    return tuple(found)


def _joker_places(roles: Sequence[frozenset[Tile] | None], free: list[int], color: Color) -> list[int] | None:
    """For each joker its value in the run; None where a said role is not to be had."""
    rest = list(free)
    said: dict[int, int] = {}
    for i, role in enumerate(roles):
        if role is not None:
            value = next((v for v in rest if Tile.of(color, v) in role), None)
            if value is None:
                return None
            said[i] = value
            rest.remove(value)
    unsaid = iter(rest)
    return [said[i] if i in said else next(unsaid) for i in range(len(roles))]


def _by_place(items: Sequence[Item], runs: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Narrow runs that differ in where they start by the jokers' places in the text."""
    if len(runs) < 2:
        return runs
    reals = [(i, item.tile) for i, item in enumerate(items) if item.tile != JOKER]
    if any(a[1] >= b[1] for a, b in itertools.pairwise(reals)):
        return runs
    unsaid = [i for i, item in enumerate(items) if item.tile == JOKER and item.role is None]
    before = sum(i < reals[0][0] for i in unsaid)
    between = sum(reals[0][0] < i < reals[-1][0] for i in unsaid)
    fixed = {i for i in range(len(items)) if i not in unsaid}
    low = {_start(run) + min(run.places[i] for i in fixed) for run in runs}
    high = {_start(run) + max(run.places[i] for i in fixed) for run in runs}
    if len(low) > 1 or len(high) > 1:
        return runs
    bottom = min(low)
    gaps = max(high) - bottom + 1 - len(fixed)
    spare, wanting = max(0, between - gaps), max(0, gaps - between)
    extra = len(unsaid) - gaps
    least, most = max(0, before - wanting), min(before + spare, extra)
    below = [bottom - _start(run) for run in runs]
    fitting = tuple(run for run, n in zip(runs, below, strict=True) if least <= n <= most)
    # A full end sends its jokers to the other end.
    return fitting or (runs[-1:] if most < min(below) else runs[:1])


def _start(reading: Reading) -> int:
    return min(reading.meld.roles[0]).value
