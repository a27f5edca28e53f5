"""From the steps of a search to sets on a table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Kind, Meld, group, meld_of
from engine.rummikub.solver.search import Step
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Tile

_CUTS = 20
"""So many ways to cut runs are looked at."""


def lay_out(steps: Sequence[Step]) -> tuple[Meld, ...]:
    """The sets that these steps describe, runs first."""
    runs: list[tuple[int, int, list[Tile]]] = []
    groups: list[Meld] = []
    for value, step in enumerate(steps, start=MIN_VALUE):
        groups += [
            meld_of(Kind.GROUP, tuple([Tile.of(c, value) for c in part] + [JOKER] * (MIN_SIZE - len(part))))
            for part in step.groups.parts
        ]
        for color, (tiles, jokers) in enumerate(zip(step.tiles, step.jokers, strict=True)):
            if not tiles + jokers:
                continue
            going_on = [r for r in runs if r[0] == color and r[1] + len(r[2]) == value]
            going_on.sort(key=lambda r: min(len(r[2]), MIN_SIZE))
            for i in range(tiles + jokers):
                if i == len(going_on):
                    going_on.append((color, value, []))
                    runs.append(going_on[i])
                going_on[i][2].append(JOKER if i < jokers else Tile.of(color, value))
    return tuple([meld_of(Kind.RUN, tuple(tiles)) for _, _, tiles in runs] + groups)


def arrangements(melds: Sequence[Meld], jokers: int) -> Iterator[tuple[Meld, ...]]:
    """The same tiles with ``jokers`` more jokers added in different places, and with runs cut where a joker lies."""
    yield from _with_jokers(tuple(melds), jokers)
    for cut in itertools.islice(itertools.product(*(_cuts(meld) for meld in melds)), _CUTS):
        yield from _with_jokers(tuple(itertools.chain.from_iterable(cut)), jokers)


def _with_jokers(melds: tuple[Meld, ...], jokers: int) -> Iterator[tuple[Meld, ...]]:
    if not jokers:
        yield melds
        return
    for i, meld in enumerate(melds):
        for changed in _grown(meld):
            yield from _with_jokers((*melds[:i], *changed, *melds[i + 1 :]), jokers - 1)


def _grown(meld: Meld) -> Iterator[tuple[Meld, ...]]:
    """A set with one more joker, which may cut a long run in two."""
    if meld.kind is Kind.GROUP:
        if len(meld.tiles) < MAX_GROUP:
            yield (group((*meld.tiles, JOKER)),)
        return
    (first,), (last,) = meld.roles[0], meld.roles[-1]
    if last.value < MAX_VALUE:
        yield (Meld(Kind.RUN, (*meld.tiles, JOKER)),)
    if first.value > MIN_VALUE:
        yield (Meld(Kind.RUN, (JOKER, *meld.tiles)),)
    for at in range(MIN_SIZE - 1, len(meld.tiles) - 1):
        low, high = meld.tiles[:at], meld.tiles[at:]
        yield from _runs((*low, JOKER), high)
        yield from _runs(low, (JOKER, *high))
        if last.value < MAX_VALUE:
            yield from _runs(low, (*high, JOKER))
        if first.value > MIN_VALUE:
            yield from _runs((JOKER, *low), high)


def halves(meld: Meld) -> Iterator[tuple[Meld, ...]]:
    """The ways to cut a run into two runs."""
    if meld.kind is Kind.RUN:
        for at in range(MIN_SIZE, len(meld.tiles) - MIN_SIZE + 1):
            yield from _runs(meld.tiles[:at], meld.tiles[at:])


def _runs(*parts: tuple[Tile, ...]) -> Iterator[tuple[Meld, ...]]:
    """These runs, where all are runs."""
    if all(len(part) >= MIN_SIZE and any(tile != JOKER for tile in part) for part in parts):
        yield tuple(Meld(Kind.RUN, part) for part in parts)


def _cuts(meld: Meld) -> list[tuple[Meld, ...]]:
    """The ways to cut a run so that a joker's part is as short as may be; the set as it is where there is none."""
    ways: list[tuple[Meld, ...]] = []
    if meld.kind is Kind.RUN and meld.jokers:
        for low in range(len(meld.tiles) - MIN_SIZE + 1):
            for high in range(low + MIN_SIZE, len(meld.tiles) + 1):
                parts = (meld.tiles[:low], meld.tiles[low:high], meld.tiles[high:])
                if JOKER in parts[1]:
                    ways += _runs(*(part for part in parts if part))
    ways.sort(key=lambda way: min(len(part.tiles) for part in way if part.jokers))
    return ways or [(meld,)]
