"""Equally good final tables that touch fewer sets."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from engine.rummikub.melds import Meld, Table
from engine.rummikub.solver.best import Best, Budget
from engine.rummikub.solver.cases import put_back
from engine.rummikub.solver.decided import View
from engine.rummikub.solver.fewest import Disturbance, Fewest
from engine.rummikub.solver.keeping import Keeping
from engine.rummikub.solver.layout import arrangements, lay_out
from engine.rummikub.solver.search import Problem
from engine.rummikub.solver.settle import moved_at_least, touched
from engine.rummikub.solver.tidy import Tidying
from engine.rummikub.solver.touching import Reached, Touching

_STATES: Final = 6_000
"""States looked at to find the fewest sets; a tenth of a second, or some."""
_MORE: Final = 200
"""And for others as good."""
_VIEW: Final = 50
"""What each costs beside where there are several views, in states looked at."""
_LAWFUL: Final = 8_000
"""States looked at for final tables that the joker rules allow."""
_TRIES: Final = 8
"""Choices of sets that the joker rules may turn down before another way is taken."""
_ARRANGEMENTS: Final = 4
_OTHERWISE: Final = 2_000
"""States looked at then."""
_HARDER: Final = 12
"""A state looked at for the fewest sets leaves so many fewer for the fewest tiles."""
_CHOICES: Final = 1_000
"""States looked at to find every choice of sets that can stay."""
_CHOICE: Final = 150
"""What each of these costs beside, in states looked at."""
_MANY: Final = 40
"""So many of them are compared at least."""
_EACH: Final = 2_000
"""What it takes to prove of one that no fewer tiles are moved, nearly always; it is not tried where there are too many.
"""
_REACH: Final = 50
"""What asking whether some sets are enough costs beside, in states looked at."""


class Calmer:
    """One position with the best final table that was found.

    ``reach``: the best final table of the same gain that touches no others than these sets; ``legal``: whether the
    rules allow a final table; ``points``: what a tile of each kind counts on a rack.
    """

    def __init__(
        self,
        table: Table,
        seen: Sequence[View],
        found: Best,
        *,
        points: Sequence[int],
        reach: Callable[[frozenset[int]], Best],
        legal: Callable[[tuple[Meld, ...]], bool],
        budget: Budget,
    ) -> None:
        self._table = table
        self._points = points
        self._found = found
        self._reach = reach
        self._legal = legal
        self._budget = budget
        self._views = [(view, Tidying(view.table, view.problem, view.laid, points=points, budget=0)) for view in seen]
        self._left = min(_STATES, budget.left)
        self._spent = 0
        self._known: dict[frozenset[int], Reached | None] = {}
        self._certain = True
        self.best: Reached = touched(found.melds or (), table, found.own), found

    @property
    def _stay(self) -> int:
        return len(self._table) - len(self.best[0])

    def run(self) -> bool:
        """Search the best; whether it is proved that no table as good touches fewer sets."""
        if not self.best[0]:
            return True
        possible: list[tuple[Keeping | None, View, Tidying]] = []
        for view, tidying in self._views:
            tidying.left = self._left - self._spent
            keeping = tidying.most(self._stay) if tidying.left > 0 else None
            self._spent = self._left - tidying.left + (_VIEW if len(self._views) > 1 else 0)
            if tidying.at_most > self._stay:
                possible.append((keeping, view, tidying))
        possible.sort(key=lambda one: -one[2].at_most)
        enough = max(0, self._budget.left - _LAWFUL)
        for keeping, view, tidying in possible:
            if self._budget.left < enough:
                break
            tables = itertools.chain([keeping], tidying.tables(self._stay)) if keeping else ()
            for found in islice(tables, _TRIES):
                if len(found.stay) <= self._stay or self._budget.left < enough:
                    break
                if (reached := self._lawful(found, view)) is not None:
                    self.best = reached
                    break
        at_most = max((tidying.at_most for _, _, tidying in possible), default=0)
        if at_most <= self._stay:
            return True
        if at_most == self._stay + 1 and self._one_by_one(possible):
            return self._certain
        enough = max(0, self._budget.left - _OTHERWISE)
        touching = Touching(self._table, self._reached, self.best, lambda: self._budget.left > enough)
        proved = touching.run(len(self._table) - at_most)
        self.best = touching.best
        return proved and self._certain

    def _one_by_one(self, possible: Sequence[tuple[Keeping | None, View, Tidying]]) -> bool:
        """Ask of every choice of sets by which one more would stay whether the joker rules allow it; whether all could
        be asked.
        """
        stay, enough = self._stay + 1, max(0, self._budget.left - _LAWFUL)
        for _, _, tidying in possible:
            for choice in tidying.choices(stay, _CHOICES):
                if choice is None or self._budget.left < enough:
                    return False
                if (reached := self._reached(frozenset(self._table) - choice.stay)) is not None:
                    self.best = reached
                    return True
        return True

    def calmest(
        self,
        problem: Problem,
        laid: Sequence[int],
        judged: Callable[[tuple[Meld, ...]], Disturbance],
        best: Disturbance,
    ) -> tuple[tuple[Meld, ...] | None, bool]:
        """A final table that touches as few sets and moves fewer tiles than the ``best`` known, None where none was
        found; and whether it is proved that none moves fewer. ``judged``: see :class:`Fewest`.
        """
        if not best[1]:
            return None, True
        budget = self._budget.left - _HARDER * self._spent
        if budget <= 0:
            return None, False
        stay, calm, choices = len(self._table) - best[0], None, list[frozenset[int] | None]()
        every = ((view, found) for view, tidying in self._views for found in tidying.choices(stay, _CHOICES))
        for view, found in every:
            choices.append(found and found.stay)
            melds = found and next(self._arranged(found, view), None)
            if melds and moved_at_least(melds, self._table) < best[1] and (disturbed := judged(melds)) < best:
                calm, best = melds, disturbed
            if not best[1]:
                return calm, True
            if len(choices) > max(_MANY, budget // _EACH):
                break
        if _EACH * len(choices) > budget:
            return calm, False
        fewest = Fewest(
            self._table,
            problem,
            laid,
            points=self._points,
            judged=judged,
            best=best,
            budget=budget - _CHOICE * len(choices),
        )
        proved = fewest.run(choices)
        return fewest.melds or calm, proved

    def ways(self, limit: int, *, farther: int = 0) -> Iterator[Best]:
        """The best, and others that touch at most so many sets more."""
        yield self.best[1]
        stay = self._stay - farther
        enough = self._budget.left - _OTHERWISE
        for view, tidying in self._views:
            tidying.left = min(tidying.left, _MORE)
            for found in islice(tidying.tables(stay - 1), limit):
                if self._budget.left < enough:
                    return
                if found.stay != frozenset(self._table) - self.best[0] and (reached := self._lawful(found, view)):
                    yield reached[1]

    def _lawful(self, found: Keeping, view: View) -> Reached | None:
        """A final table that the rules allow in which these sets stay."""
        for melds in self._arranged(found, view):
            if self._legal(melds):
                return touched(melds, self._table), self._found._replace(melds=melds, own=())
        return self._reached(frozenset(self._table) - found.stay)

    def _arranged(self, found: Keeping, view: View) -> Iterator[tuple[Meld, ...]]:
        """Final tables in which these sets stay; the joker rules may forbid them."""
        staying = tuple(self._table[number] for number in found.stay)
        parts = tuple((joker, tile) for joker, tile in view.parts if joker.number not in found.stay)
        arranging = arrangements(lay_out(found.steps), found.added)
        for arranged in islice(arranging, _ARRANGEMENTS) if view.whole else ():
            for finals in islice(put_back(arranged, parts, self._table), _ARRANGEMENTS):
                yield *staying, *finals

    def _reached(self, numbers: frozenset[int]) -> Reached | None:
        if numbers not in self._known:
            self._budget.left -= _REACH
            best = self._reach(numbers)
            self._certain = self._certain and (best.melds is not None or best.proved)
            self._known[numbers] = None if best.melds is None else (touched(best.melds, self._table, best.own), best)
        return self._known[numbers]
