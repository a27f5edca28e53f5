"""The best legal table for a player who may rearrange, under any joker rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice

from engine.rummikub.melds import Meld, Table
from engine.rummikub.ruleset import JokerFreeing, JokerReuse, JokerSets, Ruleset
from engine.rummikub.solver.jokers import Case, cases, ends
from engine.rummikub.solver.layout import arrangements, lay_out
from engine.rummikub.solver.position import Rest
from engine.rummikub.solver.search import NEVER, Search
from engine.rummikub.solver.settle import settle
from engine.rummikub.tiles import Tile

_ARRANGEMENTS = 300


class Budget:
    """How much work a question may cost, in states looked at; ``left`` is what remains."""

    def __init__(self, states: int) -> None:
        self.left = states

    def spend(self, states: int) -> None:
        """Take this much."""
        self.left -= states


@dataclass(frozen=True, slots=True)
class Best:
    """The greatest gain and a final table that reaches it (None: there is none), and whether that is proved."""

    gain: int
    melds: tuple[Meld, ...] | None
    proved: bool


def best_table(rest: Rest, table: Table, rack: Sequence[Tile], ruleset: Ruleset, *, floor: int, budget: Budget) -> Best:
    """The final table of greatest gain that the joker rules allow, or none that gains ``floor`` or more.

    ``rest`` holds the counts of ``table`` and of ``rack``, less what is settled already.
    """
    free = ruleset.joker_freeing is JokerFreeing.ANY and ruleset.joker_sets is JokerSets.OPEN
    lawless = not any(m.jokers for m in table.values()) or (free and ruleset.joker_reuse is JokerReuse.ANYWHERE)
    best = Best(NEVER, None, proved=True)
    heap: list[tuple[int, int, Case, Search]] = []
    for order, case in enumerate(cases(rest, table, ruleset)):
        search = Search(case.rest.problem)
        heap.append((-(search.bound + case.rest.gained), order, case, search))
    heapify(heap)
    order = len(heap)
    proved = True
    while heap and -heap[0][0] >= floor:
        _, _, case, search = heappop(heap)
        found = search.run(floor=floor - case.rest.gained, budget=max(1, budget.left))
        budget.spend(found.expanded)
        proved = proved and found.proved
        if found.steps is None:
            continue
        gain = found.gain + case.rest.gained
        melds = (*case.rest.fixed, *lay_out(found.steps))
        legal = next(
            (
                finals
                for finals in islice(arrangements(melds, found.added), _ARRANGEMENTS)
                if lawless or settle(finals, table, rack, ruleset) is not None
            ),
            None,
        )
        if legal is not None:
            best, floor = Best(gain, legal, proved=True), gain + 1
        elif case.free:
            for child in ends(case, ruleset):
                order += 1
                branch = Search(child.rest.problem)
                bound = branch.bound + child.rest.gained
                if bound >= floor:
                    heappush(heap, (-bound, order, child, branch))
        if budget.left <= 0:
            proved = False
            break
    return Best(best.gain, best.melds, proved)
