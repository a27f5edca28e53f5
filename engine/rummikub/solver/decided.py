"""A position as it looks once it is decided of every joker on the table whether it stays (rules.md section 5).

For a joker that stays the tile of its role stands in, so that its set may stay as it is or be built on, and what it
takes to free one is laid: a bound for what the joker rules let stay that is nearer than with all jokers free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import sub
from typing import TYPE_CHECKING

from engine.rummikub.melds import Kind, Meld, Table, group
from engine.rummikub.solver.cases import Case, Parts, all_cases, restricted, stand_ins
from engine.rummikub.solver.jokers import decisions
from engine.rummikub.solver.position import Rest
from engine.rummikub.solver.search import Problem
from engine.rummikub.tiles import JOKER, Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class View:
    """The table with what stands in for jokers, ``parts``; the problem, and what is laid of the rack beside what the
    problem has settled; ``whole``: whether something stands in for every joker that stays.
    """

    table: Table
    problem: Problem
    laid: Sequence[int]
    parts: Parts = ()
    whole: bool = True


def views(table: Table, rest: Rest, laid: Sequence[int], ruleset: Ruleset) -> list[View]:
    """Views that together cover every final table that the joker rules allow; ``laid``: the rack's tiles by kind."""
    if not restricted(ruleset):
        return [View(table, rest.problem, laid)]
    found: list[View] = []
    for case in _decided(all_cases(rest, table, ruleset), table, ruleset):
        forced = map(sub, rest.problem.spare, case.rest.problem.spare)
        left = tuple(map(sub, laid, forced))
        for problem, parts in stand_ins(case, table):
            found.append(View(_with(table, parts), problem, left, parts, len(parts) == len(case.staying)))
    return found


def _decided(case: Case, table: Table, ruleset: Ruleset) -> Iterator[Case]:
    if not case.undecided:
        yield case
        return
    for other in decisions(case, table, table.tiles, ruleset):
        yield from _decided(other, table, ruleset)


def _with(table: Table, parts: Parts) -> Table:
    melds = dict(table)
    for joker, tile in parts:
        melds[joker.number] = _replaced(melds[joker.number], joker.place, tile)
    return Table(melds)


def _replaced(meld: Meld, place: int, tile: Tile) -> Meld:
    """The set with this tile in the joker's place; in a group any joker, and none where the tile is there already."""
    if meld.kind is Kind.RUN:
        return Meld(Kind.RUN, (*meld.tiles[:place], tile, *meld.tiles[place + 1 :]))
    if tile in meld.tiles:
        return meld
    at = meld.tiles.index(JOKER)
    return group((*meld.tiles[:at], tile, *meld.tiles[at + 1 :]))
