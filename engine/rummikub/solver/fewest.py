"""Of the final tables that gain as much and touch as few sets those that move the fewest tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.rummikub.melds import Meld, Table
from engine.rummikub.solver.moving import Lanes, Moving
from engine.rummikub.solver.search import Problem

_STEP: Final = 4
"""What a step of a lane costs, in states looked at; most of the time goes into them."""
_STATES: Final = 3_000
_TRIES: Final = 60
"""Final tables that the rules may turn down, or in which more tiles are moved than was said."""

Disturbance = tuple[int, int]
"""Sets touched and tiles moved."""


class Fewest:
    """One position. ``judged`` says of a final table what it disturbs, more than ``best`` where it lies against the
    rules.
    """

    def __init__(
        self,
        table: Table,
        problem: Problem,
        laid: Sequence[int],
        *,
        points: Sequence[int],
        judged: Callable[[tuple[Meld, ...]], Disturbance],
        best: Disturbance,
        budget: int,
    ) -> None:
        self._table = table
        self._problem = problem
        self._laid = laid
        self._points = points
        self._judged = judged
        self._lanes = Lanes(budget // _STEP)
        self._states = _STATES
        self._tries = _TRIES
        self.best = best
        self.melds: tuple[Meld, ...] | None = None
        """The best final table that was found, None where none is better than the one known."""

    def run(self, choices: Iterable[frozenset[int] | None]) -> bool:
        """Look at these choices of sets that stay (None: there may be others), until one is too much; whether it is
        proved that with none fewer tiles are moved than in the best.
        """
        seen, proved = set[frozenset[int]](), True
        for stay in choices:
            if stay is None:
                proved = False
            elif stay not in seen:
                seen.add(stay)
                looked = self._look(stay)
                if not self.best[1]:
                    return True
                if not looked:
                    return False
        return proved

    def _look(self, stay: frozenset[int]) -> bool:
        for roughly in (True, False):
            if self._lanes.steps <= 0:
                return False
            moving = self._moving(stay, roughly=roughly)
            if not moving.possible:
                return False
            if moving.fewest() >= self.best[1]:
                return True
            # The first moves the fewest tiles by what the lanes say; of those that come to the same it is only one.
            first = next(moving.tables(every=False), None)
            self._states = moving.left
            if first is None:
                return self._states > 0
            self._judge(stay, first[1])
            if first[0] >= self.best[1]:
                return True
        return self._search(moving, stay)

    def _search(self, moving: Moving, stay: frozenset[int]) -> bool:
        seen = set[frozenset[tuple[Meld, int]]]()
        for moved, melds in moving.tables(every=True):
            if moved >= self.best[1]:
                break
            key = frozenset(Counter(melds).items())
            if key not in seen:
                if self._tries <= 0:
                    return False
                seen.add(key)
                self._judge(stay, melds)
        self._states = moving.left
        return self._states > 0

    def _judge(self, stay: frozenset[int], melds: tuple[Meld, ...]) -> None:
        self._tries -= 1
        final = (*(self._table[number] for number in stay), *melds)
        if (disturbance := self._judged(final)) < self.best:
            self.best, self.melds = disturbance, final

    def _moving(self, stay: frozenset[int], *, roughly: bool) -> Moving:
        touched = [number for number in self._table if number not in stay]
        return Moving(
            self._table,
            touched,
            self._problem,
            self._laid,
            points=self._points,
            lanes=self._lanes,
            budget=self._states,
            most=self.best[1] - 1,
            roughly=roughly,
        )
