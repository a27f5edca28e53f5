"""The questions that can be asked of the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from engine.rummikub.melds import Meld, Table
from engine.rummikub.options import OpeningTurn
from engine.rummikub.solver.best import Best, Budget, Start, best_table
from engine.rummikub.solver.lines import NEVER, Bounds
from engine.rummikub.solver.position import Goal, Rest, counts, gains
from engine.rummikub.tiles import TILES, Tile, points_on_rack

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset
    from engine.rummikub.solver.settle import Settled

BUDGET = 20_000
"""States looked at for one question: about a second, and more than positions of real games need."""
_AT_LEAST = 500
"""States for what the rack alone can lay, where nothing else was found."""
_AT_ONCE = 8
"""How many openings are compared before the best of them is looked at more closely."""


@dataclass(frozen=True)
class Solution:
    """A legal play: ``placed`` are the tiles it lays, ``points`` what they count on a rack.

    ``proved``: no play is better; ``least``: and none as good touches fewer sets; ``fewest``: and of those none moves
    fewer tiles.
    """

    placed: tuple[Tile, ...] = field(repr=False)
    points: int
    proved: bool
    least: bool
    fewest: bool
    _before: Table = field(repr=False)
    _best: Best = field(repr=False)
    _ruleset: Ruleset = field(repr=False)

    @cached_property
    def _settled(self) -> Settled:
        from engine.rummikub.solver.settle import settle  # noqa: PLC0415 -- it loads the notation and the judge's rules

        settled = settle(self._best.melds or (), self._before, self._ruleset, self._best.own)
        if settled is None:
            raise AssertionError
        return settled

    @cached_property
    def play(self) -> str:
        """The play in the notation, with the source of every tile that could come from elsewhere."""
        return self._settled.text

    @cached_property
    def table(self) -> Table:
        """The table after the play."""
        return self._settled.after

    @property
    def touched(self) -> int:
        """How many sets of the table do not lie unchanged."""
        return len(self._settled.touched)

    @property
    def moved(self) -> int:
        """How many tiles of the table end in a set that does not keep their set's number."""
        return self._settled.moved


def solve(
    *,
    table: Table,
    rack: tuple[Tile, ...],
    ruleset: Ruleset,
    opened: bool,
    goal: Goal = "tiles",
    budget: int = BUDGET,
    tidy: bool = True,
) -> Solution | None:
    """The best legal play, None where there is none. Without ``tidy`` any of the best, which is quicker."""
    question = Question(table, rack, ruleset, opened=opened, goal=goal, budget=budget)
    found = question.best()
    if found.melds is None:
        return None
    return question.least_disturbing(found)[0] if tidy else question.solution(found, least=False)


def placeable(
    *,
    table: Table,
    tiles: tuple[Tile, ...],
    ruleset: Ruleset,
    opened: bool,
    limit: int = 1,
    budget: int = BUDGET,
) -> tuple[Solution, ...]:
    """Plays that lay exactly these tiles of a rack, in different ways, the least disturbing first; empty if there are
    none.
    """
    question = Question(table, tiles, ruleset, opened=opened, goal="tiles", budget=budget)
    found = question.best(floor=question.everything)
    return question.least_disturbing(found, limit) if found.melds is not None else ()


def largest_part(
    *, table: Table, tiles: tuple[Tile, ...], ruleset: Ruleset, opened: bool, budget: int = BUDGET
) -> Solution | None:
    """The play that lays as many of these tiles as possible and no others; None if none of them can be laid."""
    return solve(table=table, rack=tiles, ruleset=ruleset, opened=opened, budget=budget)


def can_win(
    *, table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, opened: bool, budget: int = BUDGET
) -> Solution | None:
    """The play that lays the whole rack, None if there is none."""
    return next(iter(placeable(table=table, tiles=rack, ruleset=ruleset, opened=opened, budget=budget)), None)


def nobody_can_play(
    *, table: Table, seats: Iterable[tuple[tuple[Tile, ...], bool]], ruleset: Ruleset, budget: int = BUDGET
) -> bool:
    """Whether it is proved that no seat can play (rule 7.2); ``seats``: each rack, and whether it has opened."""
    for rack, opened in seats:
        question = Question(table, rack, ruleset, opened=opened, goal="tiles", budget=budget)
        found = question.best()
        if found.melds is not None or not found.proved:
            return False
    return True


class Question:
    """One position to be solved, with what its searches share; ``closed``: the table's sets stay as they are."""

    def __init__(
        self, table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, *, opened: bool, goal: Goal, budget: int
    ) -> None:
        self.table = table
        self.rack = rack
        self.ruleset = ruleset
        self.opened = opened
        self.closed = not opened and ruleset.opening_turn is OpeningTurn.SETS_ONLY
        self.gain = gains(ruleset, goal)
        self.budget = Budget(budget)
        self.bounds = Bounds()

    @property
    def everything(self) -> int:
        """What laying the whole rack gains."""
        return sum(self.gain[tile] for tile in self.rack)

    def best(self, *, floor: int = 1, touching: frozenset[int] | None = None) -> Best:
        """The best final table that gains ``floor``, of those that touch no other sets than ``touching``."""
        if touching is None and not self.closed:
            found = self._best(floor, frozenset(self.table))
            if found.melds is None and not found.proved:
                # There was no time: what the rack alone can lay is better than nothing.
                self.budget.left = max(self.budget.left, _AT_LEAST)
                return self._best(floor, frozenset())._replace(proved=False)
            return found
        return self._best(floor, frozenset() if touching is None or self.closed else touching)

    def _best(self, floor: int, touching: frozenset[int]) -> Best:
        kept = tuple(number for number in self.table if number not in touching)
        whole = Rest.of((t for n in touching for t in self.table[n].tiles), self.rack, self.gain)
        if self.opened:
            return self._search([Start(whole)], floor, kept)
        return self._with_opening(whole, floor, kept)

    def _with_opening(self, whole: Rest, floor: int, kept: tuple[int, ...]) -> Best:
        from engine.rummikub.solver.opening import openings  # noqa: PLC0415 -- one turn of many
        from engine.rummikub.solver.rack_sets import worth_opening  # noqa: PLC0415 -- the same

        candidates = openings(self.rack, self.ruleset)
        first = next(candidates, None)
        if first is None:
            return Best(NEVER, None, (), proved=True)
        found = self._search([Start(whole)], floor, kept)
        if found.melds is None or (self.closed and worth_opening(self._new(found.melds), self.ruleset)):
            return found
        ceiling, best = found.gain, Best(NEVER, None, (), proved=True)
        some: Sequence[tuple[Meld, ...]] = (first, *islice(candidates, _AT_ONCE - 1))
        while some and best.gain < ceiling:
            starts = [start for own in some if (start := _begun(whole, own)) is not None]
            found = self._search(starts, max(floor, best.gain + 1), kept)
            proved = best.proved and found.proved
            best = (found if found.melds is not None else best)._replace(proved=proved)
            if self.budget.left <= 0:
                return best._replace(proved=False)
            some = tuple(islice(candidates, _AT_ONCE))
        return best

    def _search(self, starts: Iterable[Start], floor: int, kept: tuple[int, ...]) -> Best:
        return best_table(
            starts, self.table, self.ruleset, floor=floor, budget=self.budget, bounds=self.bounds, kept=kept
        )

    def _new(self, melds: tuple[Meld, ...]) -> tuple[Meld, ...]:
        """The sets beside those of the table, all of which stay."""
        return melds[len(self.table) :]

    def least_disturbing(self, found: Best, limit: int = 1) -> tuple[Solution, ...]:
        """The final table found, and ``limit`` - 1 as good, with as few sets touched as can be."""
        from engine.rummikub.solver.disturbing import least_disturbing  # noqa: PLC0415 -- a large part of the solver

        return least_disturbing(self, found, limit)

    def solution(self, found: Best, *, least: bool, fewest: bool = False) -> Solution:
        """The play that leads to a final table."""
        laid = counts(t for meld in found.melds or () for t in meld.tiles)
        placed = tuple(
            t for t, n, was in zip(TILES, laid, counts(self.table.tiles), strict=True) for _ in range(n - was)
        )
        points = points_on_rack(placed, self.ruleset.joker_rack_value)
        return Solution(placed, points, found.proved, least, fewest, self.table, found, self.ruleset)


def _begun(rest: Rest, own: tuple[Meld, ...]) -> Start | None:
    settled: Rest | None = rest
    for meld in own:
        settled = settled and settled.with_set(meld, from_rack=True)
    return Start(settled, own) if settled is not None else None
