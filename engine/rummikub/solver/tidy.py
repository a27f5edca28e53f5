"""Least disturbance: of the final tables that gain as much as the best, those in which the most sets stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.rummikub.melds import Table
from engine.rummikub.solver.keeping import Keepers, Keeping
from engine.rummikub.solver.lines import Bounds
from engine.rummikub.solver.search import Problem, Search

_FEW: Final = 12
"""So many choices of tiles to lay are looked at one by one."""
_POSSIBLE: Final = 300
"""States looked at to see that one of them cannot be laid."""


class Tidying:
    """One position, in which the rack tiles ``laid`` can be laid and no others gain more; counts by kind of tile.

    ``points``: what a tile of each kind counts on a rack; ``left``: states that may still be looked at.
    ``at_most``: more sets cannot stay.
    """

    def __init__(
        self, table: Table, problem: Problem, laid: Sequence[int], *, points: Sequence[int], budget: int
    ) -> None:
        self._table = table
        self._points = points
        self._found_by: Keepers | None = None
        self._for_all: Keepers | None = None
        self.left = budget
        self.at_most = len(table)
        choices = _choices(problem.spare, laid, points)
        self._alone = [_laying(problem, some) for some in choices or ()]
        self._together = None if choices is not None and len(choices) <= 1 else (problem, laid)

    def most(self, more_than: int) -> Keeping | None:
        """A final table in which the most sets stay, or None where in none more stay; proved where that is
        ``at_most``.
        """
        if self._together is not None and self._alone:
            self._leave_out_impossible()
        if self._together is not None:
            problem, laid = self._together
            keepers = Keepers(self._table, problem, laid, points=self._points, budget=self.left)
            found = self._ask(keepers, more_than, hasty=bool(self._alone))
            self.at_most = keepers.at_most
            if found is not None or self.at_most <= more_than or not self._alone:
                return found
        best: Keeping | None = None
        for problem in self._alone:
            keepers = Keepers(self._table, problem, (), points=self._points, budget=self.left)
            found = self._ask(keepers, more_than)
            if found is not None:
                best, more_than = found, len(found.stay)
            elif keepers.at_most > more_than:
                if self._together is None:
                    self.at_most = keepers.at_most
                return best
        self.at_most = more_than
        return best

    def _leave_out_impossible(self) -> None:
        """Most often the tiles that were found are the only ones that are as many, as much and can be laid."""
        bounds, possible = Bounds(), list[Problem]()
        for problem in self._alone:
            found = Search(problem, bounds).run(floor=0, budget=min(_POSSIBLE, self.left))
            self.left -= found.expanded
            if found.steps is not None or not found.proved:
                possible.append(problem)
        self._alone = possible
        if len(possible) <= 1:
            self._together = None

    def tables(self, more_than: int) -> Iterator[Keeping]:
        """Final tables in which more sets stay, one for each choice of sets, those with the most first."""
        if self._found_by is not None:
            self._found_by.left = self.left
            for table in self._found_by.tables(more_than, every=True):
                self.left = self._found_by.left
                yield table

    def choices(self, stay: int, budget: int) -> Iterator[Keeping | None]:
        """Every choice of so many sets, or more, that can stay; None at the end where there may be others."""
        keepers = self._for_all
        if keepers is not None:
            keepers.left = budget
            yield from keepers.tables(stay - 1, every=True)
        if self.at_most >= stay and (keepers is None or keepers.left <= 0):
            yield None

    def _ask(self, keepers: Keepers, more_than: int, *, hasty: bool = False) -> Keeping | None:
        if self._together is None or hasty or not self._alone:
            self._for_all = keepers
        found = keepers.most(more_than, hasty=hasty)
        self.left = keepers.left
        if found is not None or self._found_by is None:
            self._found_by = keepers
        return found


def _choices(spare: Sequence[int], laid: Sequence[int], points: Sequence[int]) -> list[tuple[int, ...]] | None:
    """What can be laid of the rack so that it is as many tiles and points; None where there are more than a few."""
    kinds = sorted((kind for kind, n in enumerate(spare) if n), key=lambda kind: points[kind])
    out = [n - m for n, m in zip(spare, laid, strict=True)]
    found: list[tuple[int, ...]] = []
    left = list(spare)

    def leave(at: int, tiles: int, worth: int) -> None:
        if not tiles and not worth:
            found.append(tuple(left))
        if not tiles or at == len(kinds) or len(found) > _FEW:
            return
        kind = kinds[at]
        if tiles * points[kind] <= worth <= tiles * points[kinds[-1]]:
            for some in range(min(spare[kind], tiles) + 1):
                left[kind] -= some
                leave(at + 1, tiles - some, worth - some * points[kind])
                left[kind] += some

    leave(0, sum(out), sum(n * p for n, p in zip(out, points, strict=True)))
    return found if len(found) <= _FEW else None


def _laying(problem: Problem, laid: Sequence[int]) -> Problem:
    """The same where exactly these tiles of the rack are laid."""
    need = tuple(n + m for n, m in zip(problem.need, laid, strict=True))
    return replace(problem, need=need, spare=tuple([0] * len(need)))
