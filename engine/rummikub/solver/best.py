"""The best legal table for a player who may rearrange, under any joker rules."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engine.rummikub.melds import Meld, Table
from engine.rummikub.options import JokerReuse
from engine.rummikub.solver.cases import Case, Parts, all_cases, put_back, restricted, stand_ins
from engine.rummikub.solver.layout import arrangements, lay_out
from engine.rummikub.solver.lines import Bounds
from engine.rummikub.solver.position import Rest
from engine.rummikub.solver.search import NEVER, Found, Search
from engine.rummikub.tiles import Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

_ARRANGEMENTS = 300
_FEW_ARRANGEMENTS = 1
_FEW_EXCHANGES = 24
_LATER = 1000
"""The first part of a path that comes after those of all starts."""
_CASE = 8
"""What looking at a case costs, in states looked at."""
_PARTS = 4
"""So many parts of a case cost as much as a state looked at."""
LEGAL = 20
"""What asking costs whether jokers lie by the rules."""


class Budget:
    """How much work a question may still cost, in states looked at: ``left``."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


class Best(NamedTuple):
    """The greatest gain and a final table that reaches it (None: there is none), the sets of it that are wholly from
    the rack for the opening's sake, and whether that is proved.
    """

    gain: int
    melds: tuple[Meld, ...] | None
    own: tuple[Meld, ...]
    proved: bool


class Start(NamedTuple):
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
    heap = _Heap(floor, bounds or Bounds(), budget)
    for place, start in enumerate(starts):
        heap.push(_Task(all_cases(start.rest, open_sets, ruleset), start, open_sets, (place,)))
    proved = True
    while (task := heap.pop()) is not None:
        if budget.left <= 0:
            return best._replace(proved=False)
        case, start = task.case, task.start
        found, parts = task.run(floor=heap.floor - case.rest.gained, budget=budget.left)
        budget.left -= found.expanded
        proved = proved and found.proved
        if found.steps is None:
            continue
        gain = found.gain + case.rest.gained
        melds = (*case.rest.fixed, *lay_out(found.steps))
        few = case.undecided or case.staying
        tries = _FEW_ARRANGEMENTS if few else _ARRANGEMENTS
        exchanges = _FEW_EXCHANGES if few or case.free else None
        tables = itertools.chain.from_iterable(
            put_back(finals, parts, open_sets) for finals in islice(arrangements(melds, found.added), tries)
        )
        for finals in islice(tables, tries) if len(parts) == len(case.staying) else ():
            tries -= 1
            whole = (*staying, *finals)
            free_to_lie = lawless and not start.own
            budget.left -= 0 if free_to_lie else LEGAL
            if free_to_lie or _is_legal(whole, table, ruleset, start.own, exchanges):
                best = Best(gain, whole, start.own, proved=True)
                heap.floor = gain + 1
                break
        else:
            if case.undecided or case.staying or case.free:
                some = list(_parts(task, table.tiles, ruleset))
                budget.left -= len(some) // _PARTS
                for part in some:
                    heap.push(part, gain)
            else:
                proved = proved and tries > 0
    return best._replace(proved=proved)


def _parts(task: _Task, lying: Collection[Tile], ruleset: Ruleset) -> Iterator[_Task]:
    """The cases of which the case of a task consists."""
    from engine.rummikub.solver.jokers import decisions, ends, stays  # noqa: PLC0415 -- the rules seldom need it

    case, start, table, path = task.case, task.start, task.table, task.path
    if case.undecided:
        for place, other in enumerate(decisions(case, table, lying, ruleset)):
            if place == 0 and other.undecided:
                # Most often all jokers can stay: that is tried at once.
                staying_all = other
                while staying_all.undecided:
                    staying_all = next(decisions(staying_all, table, lying, ruleset))
                yield _Task(staying_all, start, table, (*path, -1))
            yield _Task(other, start, table, (*path, place))
    elif case.staying:
        for place, other in enumerate(stays(case, table, ruleset)):
            yield _Task(other, start, table, (*path, place))
    else:
        for place, other in enumerate(ends(case, table, ruleset)):
            yield _Task(other, start, table, (_LATER - other.free, *path, place))


def _is_legal(
    finals: tuple[Meld, ...], table: Table, ruleset: Ruleset, own: tuple[Meld, ...], exchanges: int | None
) -> bool:
    from engine.rummikub.solver.jokers import out_of_question  # noqa: PLC0415 -- the same
    from engine.rummikub.solver.settle import TRIES, settle  # noqa: PLC0415 -- it loads the judge's rules

    if out_of_question(finals, table, ruleset) or Counter(own) - Counter(finals):
        return False
    return settle(finals, table, ruleset, own, tries=exchanges or TRIES) is not None


class _Task:
    """A case to be searched; ``path``: its place among the cases of the case that it is part of, and so on."""

    __slots__ = ("_searches", "case", "path", "start", "table")

    def __init__(self, case: Case, start: Start, table: Table, path: tuple[int, ...]) -> None:
        self.case = case
        self.start = start
        self.table = table
        self.path = path
        self._searches: list[tuple[int, Search, Parts]] = []

    def bound(self, bounds: Bounds) -> int:
        """What it gains at most."""
        searches = [(Search(problem, bounds), parts) for problem, parts in stand_ins(self.case, self.table)]
        self._searches = [(search.bound, search, parts) for search, parts in searches]
        self._searches.sort(key=lambda one: -one[0])
        return self._searches[0][0] + self.case.rest.gained

    def run(self, *, floor: int, budget: int) -> tuple[Found, Parts]:
        """The best that is found, and what stands in for jokers in it."""
        best, parts, expanded, proved = Found(NEVER, None, 0, 0, proved=True), (), 0, True
        for bound, search, those in self._searches:
            if bound < floor:
                break
            found = search.run(floor=floor, budget=budget - expanded)
            expanded += found.expanded
            proved = proved and found.proved
            if found.steps is not None:
                best, parts, floor = found, those, found.gain + 1
        return replace(best, expanded=expanded, proved=proved), parts


class _Heap:
    """Tasks by what they gain at most, of equals the first path; those that cannot reach the floor are dropped.

    A task whose case is part of another's has that one's gain as bound until it is its turn.
    """

    def __init__(self, floor: int, bounds: Bounds, budget: Budget) -> None:
        self.floor = floor
        self._bounds = bounds
        self._budget = budget
        self._items: list[tuple[int, tuple[int, ...], bool, _Task]] = []
        self._known = set[tuple[Case, Start]]()

    def push(self, task: _Task, ceiling: int | None = None) -> None:
        """Add it, unless its case is known; ``ceiling``: the gain of the case that it is part of."""
        if (task.case, task.start) in self._known:
            return
        self._known.add((task.case, task.start))
        if ceiling is None:
            self._add(self._bound(task), task, seen=True)
        else:
            self._add(ceiling, task, seen=False)

    def pop(self) -> _Task | None:
        while self._items and -self._items[0][0] >= self.floor and self._budget.left > 0:
            bound, _, seen, task = heappop(self._items)
            better = -bound if seen else min(-bound, self._bound(task))
            if better == -bound:
                return task
            self._add(better, task, seen=True)
        return heappop(self._items)[3] if self._items and -self._items[0][0] >= self.floor else None

    def _bound(self, task: _Task) -> int:
        self._budget.left -= _CASE
        return task.bound(self._bounds)

    def _add(self, bound: int, task: _Task, *, seen: bool) -> None:
        if bound >= self.floor:
            heappush(self._items, (-bound, task.path, seen, task))
