"""The best legal table for a player who may rearrange, under any joker rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, islice
from typing import TYPE_CHECKING

from engine.rummikub.melds import Meld, Table
from engine.rummikub.options import JokerReuse
from engine.rummikub.solver.jokers import Case, cases, ends, restricted
from engine.rummikub.solver.layout import arrangements, lay_out
from engine.rummikub.solver.lines import Bounds
from engine.rummikub.solver.position import Rest
from engine.rummikub.solver.search import NEVER, Search
from engine.rummikub.solver.settle import settle

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

_ARRANGEMENTS = 300
_CASE = 8
"""What looking at a case costs, in states looked at."""


@dataclass(slots=True)
class Budget:
    """How much work a question may still cost, in states looked at."""

    left: int


@dataclass(frozen=True, slots=True)
class Best:
    """The greatest gain and a final table that reaches it (None: there is none), the sets of it that are wholly from
    the rack for the opening's sake, and whether that is proved.
    """

    gain: int
    melds: tuple[Meld, ...] | None
    own: tuple[Meld, ...]
    proved: bool


@dataclass(frozen=True, slots=True)
class Start:
    """Where to start from: counts of table and rack, less what is settled; ``own``: settled sets that must be
    wholly from the rack.
    """

    rest: Rest
    own: tuple[Meld, ...] = ()


def best_table(
    starts: Iterable[Start],
    table: Table,
    ruleset: Ruleset,
    *,
    floor: int,
    budget: Budget,
    bounds: Bounds | None = None,
    kept: Collection[int] = (),
) -> Best:
    """The final table of greatest gain that the joker rules allow, or none that gains ``floor`` or more.

    ``kept``: sets of ``table`` that stay as they are; the counts of ``starts`` are without them.
    """
    staying = tuple(table[number] for number in kept)
    open_sets = Table({number: meld for number, meld in table.items() if number not in kept})
    free = not restricted(ruleset) and ruleset.joker_reuse is JokerReuse.ANYWHERE
    lawless = free or not any(meld.jokers for meld in open_sets.values())
    best = Best(NEVER, None, (), proved=True)
    heap = _Heap(floor, bounds or Bounds())
    for start in starts:
        for case in cases(start.rest, open_sets, table.tiles, ruleset):
            heap.push(case, start)
            budget.left -= _CASE
    proved = True
    while (top := heap.pop()) is not None:
        if budget.left <= 0:
            return Best(best.gain, best.melds, best.own, proved=False)
        case, start, search = top
        found = search.run(floor=heap.floor - case.rest.gained, budget=budget.left)
        budget.left -= found.expanded
        proved = proved and found.proved
        if found.steps is None:
            continue
        melds = (*case.rest.fixed, *lay_out(found.steps))
        legal = next(
            (
                (*staying, *finals)
                for finals in islice(arrangements(melds, found.added), _ARRANGEMENTS)
                if (lawless and not start.own) or _is_legal((*staying, *finals), table, ruleset, start.own)
            ),
            None,
        )
        if legal is not None:
            best = Best(found.gain + case.rest.gained, legal, start.own, proved=True)
            heap.floor = best.gain + 1
        elif case.free:
            for child in ends(case, ruleset):
                heap.push(child, start)
                budget.left -= _CASE
    return Best(best.gain, best.melds, best.own, proved)


def _is_legal(finals: tuple[Meld, ...], table: Table, ruleset: Ruleset, own: tuple[Meld, ...]) -> bool:
    return not Counter(own) - Counter(finals) and settle(finals, table, ruleset, own) is not None


class _Heap:
    """Cases by what they gain at most; those that cannot reach the floor are dropped."""

    def __init__(self, floor: int, bounds: Bounds) -> None:
        self.floor = floor
        self._bounds = bounds
        self._order = count()
        self._items: list[tuple[int, int, Case, Start, Search]] = []

    def push(self, case: Case, start: Start) -> None:
        search = Search(case.rest.problem, self._bounds)
        bound = search.bound + case.rest.gained
        if bound >= self.floor:
            heappush(self._items, (-bound, next(self._order), case, start, search))

    def pop(self) -> tuple[Case, Start, Search] | None:
        if not self._items or -self._items[0][0] < self.floor:
            return None
        return heappop(self._items)[2:]
