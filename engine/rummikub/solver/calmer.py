"""Equally good final tables that touch fewer sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.rummikub.melds import Meld, Table
from engine.rummikub.solver.best import Best, Budget
from engine.rummikub.solver.keeping import Keeping
from engine.rummikub.solver.layout import arrangements, lay_out
from engine.rummikub.solver.position import counts
from engine.rummikub.solver.search import Problem
from engine.rummikub.solver.settle import touched
from engine.rummikub.solver.tidy import Tidying
from engine.rummikub.solver.touching import Reached, Touching

_STATES: Final = 6_000
"""States looked at to find the fewest sets; a tenth of a second, or some."""
_MORE: Final = 200
"""And for others as good."""
_TRIES: Final = 8
"""Choices of sets that the joker rules may turn down before another way is taken."""
_ARRANGEMENTS: Final = 4
_OTHERWISE: Final = 2_000
"""States looked at then."""
_REACH: Final = 50
"""What asking whether some sets are enough costs beside, in states looked at."""


class Calmer:
    """One position with the best final table that was found.

    ``reach``: a final table of the same gain that touches no others than these sets, or None; ``legal``: whether the
    rules allow a final table; ``points``: what a tile of each kind counts on a rack.
    """

    def __init__(
        self,
        table: Table,
        problem: Problem,
        found: Best,
        *,
        points: Sequence[int],
        reach: Callable[[frozenset[int]], Best | None],
        legal: Callable[[tuple[Meld, ...]], bool],
        budget: Budget,
    ) -> None:
        melds = found.melds or ()
        laid = [n - m for n, m in zip(counts(t for meld in melds for t in meld.tiles), problem.need, strict=True)]
        self._table = table
        self._found = found
        self._reach = reach
        self._legal = legal
        self._budget = budget
        self._tidying = Tidying(table, problem, laid, points=points, budget=min(_STATES, budget.left))
        self.best: Reached = touched(melds, table, found.own), found

    def run(self) -> bool:
        """Search the best; whether it is proved that no table as good touches fewer sets."""
        if not self.best[0]:
            return True
        stay = len(self._table) - len(self.best[0])
        found = self._tidying.most(stay)
        proved = self._tidying.at_most == (stay if found is None else len(found.stay))
        if found is None:
            return proved
        if (reached := self._lawful(found)) is not None:
            self.best = reached
            return proved
        tables = self._tidying.tables(stay)
        for found in islice(tables, _TRIES):
            if (reached := self._lawful(found)) is not None:
                self.best = reached
                return proved
        enough = max(0, self._budget.left - _OTHERWISE)
        touching = Touching(self._table, self._reached, self.best, lambda: self._budget.left > enough)
        proved = touching.run(len(self._table) - self._tidying.at_most)
        self.best = touching.best
        return proved

    def ways(self, limit: int, *, farther: int = 0) -> Iterator[Best]:
        """The best, and others that touch at most so many sets more."""
        yield self.best[1]
        self._tidying.left = min(self._tidying.left, _MORE)
        stay = len(self._table) - len(self.best[0]) - farther
        for found in islice(self._tidying.tables(stay - 1), limit):
            if found.stay != frozenset(self._table) - self.best[0] and (reached := self._lawful(found)) is not None:
                yield reached[1]

    def _lawful(self, found: Keeping) -> Reached | None:
        """A final table that the rules allow in which these sets stay."""
        staying = tuple(self._table[number] for number in found.stay)
        for finals in islice(arrangements(lay_out(found.steps), found.added), _ARRANGEMENTS):
            melds = (*staying, *finals)
            if self._legal(melds):
                return touched(melds, self._table), replace(self._found, melds=melds, own=())
        return self._reached(frozenset(self._table) - found.stay)

    def _reached(self, numbers: frozenset[int]) -> Reached | None:
        self._budget.left -= _REACH
        best = self._reach(numbers)
        return None if best is None or best.melds is None else (touched(best.melds, self._table, best.own), best)
