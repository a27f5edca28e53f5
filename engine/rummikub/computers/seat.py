"""What a computer knows and can do in its seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.rummikub.judging import Accepted, Refused, judge
from engine.rummikub.melds import Table
from engine.rummikub.solver import solve
from engine.rummikub.solver.position import Goal
from engine.rummikub.tiles import DECK, Tile
from engine.rummikub.views import PlayerView

BUDGET = 3_000
"""States that one question to the solver may cost; more than that only positions made to be nasty need."""


class Seat:
    """A computer's place on its turn."""

    def __init__(self, view: PlayerView) -> None:
        public = view.public
        self.table = public.table
        self.rack = view.rack
        self.ruleset = public.ruleset
        self.pool = public.pool
        self.opened = public.seats[view.seat].opened
        self.others = tuple(s for s in public.seats if s.seat != view.seat and not s.resigned)

    def unseen(self) -> tuple[Tile, ...]:
        """The tiles in the pool and on the other racks, sorted; which of them are where nobody here knows."""
        return tuple(sorted((Counter(DECK) - Counter(self.rack) - Counter(self.table.tiles)).elements()))

    def fits(self, tile: Tile) -> bool:
        """Whether somebody who has opened could lay just this tile on the table."""
        found = solve(table=self.table, rack=(tile,), ruleset=self.ruleset, opened=True, budget=BUDGET, tidy=False)
        return found is not None

    def best(self, rack: Sequence[Tile], *, table: Table | None = None, goal: Goal = "tiles") -> Accepted | None:
        """The best play with this part of the rack, looking at this part of the table only."""
        seen = self.table if table is None else table
        found = solve(
            table=seen,
            rack=tuple(rack),
            ruleset=self.ruleset,
            opened=self.opened,
            goal=goal,
            budget=BUDGET,
            tidy=False,
        )
        return None if found is None else self.judged(found.play)

    def tidied(self, play: Accepted) -> Accepted:
        """A play of the same tiles that leaves as much of the table as it was as can be found quickly."""
        found = solve(table=self.table, rack=play.placed, ruleset=self.ruleset, opened=self.opened, budget=BUDGET)
        neat = None if found is None else self.judged(found.play)
        return neat if neat is not None and neat.placed == play.placed else play

    def judged(self, text: str) -> Accepted | None:
        """The play as the judge sees it on the whole table; None where it is refused."""
        try:
            return judge(text, table=self.table, rack=self.rack, ruleset=self.ruleset, opened=self.opened)
        except Refused:
            return None
