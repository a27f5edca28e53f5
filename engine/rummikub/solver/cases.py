"""What may become of the jokers that lie on the table, as cases of a position (rules.md section 5).

A joker *stays* in a set that is settled with it, or is *free*: then it is one more joker to lay, for which tiles
may have to be played. How cases are parts of others says :mod:`jokers`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.rummikub.melds import MIN_SIZE, Copy, Kind, Meld, Table, group
from engine.rummikub.options import JokerFreeing, JokerSets
from engine.rummikub.solver.position import Rest
from engine.rummikub.solver.search import Problem
from engine.rummikub.tiles import COPIES, JOKER, Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset


class Case(NamedTuple):
    """What is settled, how many of the table's jokers are free, and of which it is not decided: as if free, they
    make a bound for all cases that decide. ``staying``: those that stay, it is not settled in which set.
    """

    rest: Rest
    free: int
    undecided: tuple[Copy, ...] = ()
    staying: tuple[Copy, ...] = ()


def all_cases(rest: Rest, table: Table, ruleset: Ruleset) -> Case:
    """The case that covers every table: nothing decided, or all jokers free where no rule binds them to their sets.

    ``table``: the sets that may change.
    """
    jokers = tuple(
        Copy(number, place) for number, meld in table.items() for place, tile in enumerate(meld.tiles) if tile == JOKER
    )
    return Case(rest, 0, jokers) if restricted(ruleset) else Case(rest, len(jokers))


def restricted(ruleset: Ruleset) -> bool:
    """Whether the rules bind a joker to its set, beyond where it may end."""
    return ruleset.joker_freeing is JokerFreeing.REPLACE or ruleset.joker_sets is JokerSets.LOCKED


Parts = tuple[tuple[Copy, Tile], ...]
"""Jokers, and the tiles that stand in for them."""


def stand_ins(case: Case, table: Table) -> list[tuple[Problem, Parts]]:
    """Problems of which one gains at least what any table of the case does: tiles stand in for the jokers that stay.

    A search lays no more than two tiles of a kind in runs and two in groups. With a third there can be one that
    only splits a run or a group in two: then nothing need stand in for the joker.
    """
    problem, have = case.rest.problem, held(case)
    roles = [sorted(table[joker.number].roles[joker.place]) for joker in case.staying]
    ways = [
        [*own, None] if any(have[tile] + sum(tile in other for other in roles) > COPIES for tile in own) else own
        for own in roles
    ]
    found: dict[Problem, Parts] = {}
    for tiles in itertools.product(*ways):
        need = list(problem.need)
        need[JOKER] -= len(tiles)
        for tile in tiles:
            if tile is not None:
                need[tile] += 1
        parts = tuple((joker, tile) for joker, tile in zip(case.staying, tiles, strict=True) if tile is not None)
        found.setdefault(replace(problem, need=tuple(need)), parts)
    return list(found.items())


def held(case: Case) -> tuple[int, ...]:
    return tuple(map(int.__add__, case.rest.problem.need, case.rest.problem.spare))


def put_back(melds: tuple[Meld, ...], parts: Parts, table: Table) -> Iterator[tuple[Meld, ...]]:
    """The sets with the jokers in the place of the tiles that stood in for them, beside a tile of their old set."""
    if not parts:
        yield melds
        return
    (joker, role), *others = parts
    old = table[joker.number]
    reals = set(old.tiles) - {JOKER}
    places = [
        (-len(reals.intersection(meld.tiles)), i)
        for i, meld in enumerate(melds)
        if role in meld.tiles and meld.kind is old.kind and not reals.isdisjoint(meld.tiles)
    ]
    for _, i in sorted(places):
        at = melds[i].tiles.index(role)
        tiles = (*melds[i].tiles[:at], JOKER, *melds[i].tiles[at + 1 :])
        if tiles.count(JOKER) < len(tiles):
            start = at - joker.place
            homes = [group(tiles)] if old.kind is Kind.GROUP else _cut(tiles, start, start + len(old.tiles))
            yield from put_back((*melds[:i], *homes, *melds[i + 1 :]), tuple(others), table)


def _cut(tiles: tuple[Tile, ...], start: int, end: int) -> list[Meld]:
    """A run without the tiles before ``start`` and from ``end`` on, where these are runs as well."""
    low = start if min(start, len(tiles) - start) >= MIN_SIZE else 0
    high = end if min(len(tiles) - end, end - low) >= MIN_SIZE else len(tiles)
    return [Meld(Kind.RUN, part) for part in (tiles[:low], tiles[low:high], tiles[high:]) if part]
