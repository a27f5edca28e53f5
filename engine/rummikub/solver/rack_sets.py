"""Sets and plays that can be laid from a rack alone."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine.rummikub.melds import MIN_SIZE, Meld, group, run
from engine.rummikub.options import JokerOpeningValue
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Color, Tile, points_on_rack

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

_STEPS = 1_000
"""How many ways of combining sets are looked at; a rack of two jokers and forty tiles has millions."""


def rack_sets(rack: Iterable[Tile]) -> tuple[Meld, ...]:
    """Every set that these tiles make, jokers only where the tile itself is missing or is the run's end."""
    have = Counter(rack)
    return tuple(itertools.chain(_runs(have), _groups(have)))


def _runs(have: Counter[Tile]) -> Iterator[Meld]:
    for color in Color:
        for start in range(MIN_VALUE, MAX_VALUE - MIN_SIZE + 2):
            missing: list[int] = []
            for end in range(start, MAX_VALUE + 1):
                if not have[Tile.of(color, end)]:
                    missing.append(end)
                size = end - start + 1
                if len(missing) > have[JOKER]:
                    break
                if size >= MIN_SIZE and len(missing) < size:
                    yield run(color, start, size, missing)


def _groups(have: Counter[Tile]) -> Iterator[Meld]:
    for value in range(MIN_VALUE, MAX_VALUE + 1):
        present = [Tile.of(c, value) for c in Color if have[Tile.of(c, value)]]
        for size in range(1, len(present) + 1):
            for tiles in itertools.combinations(present, size):
                for jokers in range(max(0, MIN_SIZE - size), min(have[JOKER], 4 - size) + 1):
                    yield group((*tiles, *([JOKER] * jokers)))


def opening_worth(melds: Iterable[Meld], ruleset: Ruleset) -> int:
    """What sets laid from the rack count for the opening (rules 4.1, 4.2)."""
    counted = ruleset.joker_opening_value is JokerOpeningValue.ROLE
    return sum(meld.points(jokers_count=counted) for meld in melds)


def worth_opening(melds: Iterable[Meld], ruleset: Ruleset) -> bool:
    """Whether sets laid from the rack are an opening."""
    return opening_worth(melds, ruleset) >= ruleset.opening_points


def combinations(rack: Iterable[Tile], *, maximal: bool) -> Iterator[tuple[Meld, ...]]:
    """Sets that can be laid together from a rack, of those that lay the same tiles one; with ``maximal`` only where
    no further set fits beside them. Many tiles and jokers make more than can be looked at: the rest is left out.
    """
    have = Counter(rack)
    melds = sorted(rack_sets(have.elements()), key=lambda m: (m.jokers, -len(m.tiles), m.tiles))
    needs = [tuple(Counter(meld.tiles).items()) for meld in melds]
    chosen: list[Meld] = []
    seen: set[tuple[Tile, ...]] = set()

    def extend(candidates: list[int]) -> Iterator[tuple[Meld, ...]]:
        fitting = [i for i in range(len(melds)) if all(have[tile] >= n for tile, n in needs[i])]
        if chosen and not (maximal and fitting):
            yield tuple(chosen)
        open_to = set(fitting)
        candidates = [i for i in candidates if i in open_to]
        for at, i in enumerate(candidates):
            for tile, n in needs[i]:
                have[tile] -= n
            chosen.append(melds[i])
            yield from extend(candidates[at:])
            chosen.pop()
            for tile, n in needs[i]:
                have[tile] += n

    for sets in itertools.islice(extend(list(range(len(melds)))), _STEPS):
        placed = tuple(sorted(t for meld in sets for t in meld.tiles))
        if placed not in seen:
            seen.add(placed)
            yield sets


def rack_plays(rack: Iterable[Tile], ruleset: Ruleset, *, opened: bool) -> tuple[tuple[Meld, ...], ...]:
    """The maximal plays from a rack alone, before the opening those that are worth it; most tiles first, then most
    points.
    """
    plays = [sets for sets in combinations(rack, maximal=True) if opened or worth_opening(sets, ruleset)]
    return tuple(sorted(plays, key=lambda sets: merit((t for meld in sets for t in meld.tiles), ruleset)))


def merit(placed: Iterable[Tile], ruleset: Ruleset) -> tuple[int, int]:
    """What to sort plays by, best first: more tiles, then more points off the rack."""
    tiles = tuple(placed)
    return -len(tiles), -points_on_rack(tiles, ruleset.joker_rack_value)
