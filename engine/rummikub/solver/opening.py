"""Openings: sets wholly from the rack that are worth enough (rules.md section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.rummikub.melds import Kind, Meld
from engine.rummikub.solver.rack_sets import opening_worth, rack_sets
from engine.rummikub.tiles import Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

_LONGEST = 5
"""A longer run is two runs, for the opening too."""


def openings(rack: Sequence[Tile], ruleset: Ruleset) -> Iterator[tuple[Meld, ...]]:
    """Sets laid together that are worth an opening, and none of which is more than is needed for it."""
    melds = [m for m in rack_sets(rack) if m.kind is Kind.GROUP or len(m.tiles) <= _LONGEST]
    melds.sort(key=lambda m: (m.jokers, -opening_worth([m], ruleset), m.tiles))
    worth = [opening_worth([m], ruleset) for m in melds]
    needs = [tuple(Counter(m.tiles).items()) for m in melds]
    have = Counter(rack)
    chosen: list[int] = []

    def extend(first: int, missing: int) -> Iterator[tuple[Meld, ...]]:
        for i in range(first, len(melds)):
            if any(have[tile] < n for tile, n in needs[i]):
                continue
            chosen.append(i)
            if worth[i] < missing:
                for tile, n in needs[i]:
                    have[tile] -= n
                yield from extend(i, missing - worth[i])
                for tile, n in needs[i]:
                    have[tile] += n
            elif all(worth[j] > worth[i] - missing for j in chosen):
                yield tuple(melds[j] for j in chosen)
            chosen.pop()

    if ruleset.opening_points:
        yield from extend(0, ruleset.opening_points)
    else:
        yield ()
