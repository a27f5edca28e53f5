"""The questions that can be asked of the solver."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.rummikub.judging import judge
from engine.rummikub.melds import Table
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.solver.best import Best, Budget, best_table
from engine.rummikub.solver.position import Goal, Rest, counts, gains
from engine.rummikub.solver.search import Problem
from engine.rummikub.solver.settle import play_text, settle
from engine.rummikub.tiles import Tile, points_on_rack

BUDGET = 50_000


@dataclass(frozen=True)
class Solution:
    """A legal play. ``play`` in the notation, ``placed`` the tiles it lays and their ``points`` on a rack, ``table`` what
    lies then; ``touched`` sets and ``moved`` tiles of the old table; ``proved``: whether no play is better.
    """

    play: str
    placed: tuple[Tile, ...] = field(repr=False)
    points: int
    table: Table
    touched: int
    moved: int
    proved: bool


def solve(
    *,
    table: Table,
    rack: tuple[Tile, ...],
    ruleset: Ruleset,
    opened: bool,
    goal: Goal = "tiles",
    budget: int = BUDGET,
) -> Solution | None:
    """The best legal play, None where there is none."""
    spending = Budget(budget)
    found = _best(table, rack, ruleset, opened=opened, goal=goal, budget=spending)
    if found.melds is None:
        return None
    settled = settle(found.melds, table, rack, ruleset)
    if settled is None:
        raise AssertionError
    text = play_text(settled, table)
    accepted = judge(text, table=table, rack=rack, ruleset=ruleset, opened=opened)
    return Solution(
        text,
        settled.placed,
        points_on_rack(settled.placed, ruleset.joker_rack_value),
        accepted.table,
        settled.touched,
        settled.moved,
        found.proved,
    )


def _best(table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, *, opened: bool, goal: Goal, budget: Budget) -> Best:
    problem = Problem(counts(table.tiles), counts(rack), gains(ruleset, goal))
    return best_table(Rest(problem), table, rack, ruleset, floor=1, budget=budget)
