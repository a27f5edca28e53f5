"""What the table allows: the best play, the questions around it, and proofs that there is none.

Exact for every ruleset; within a budget of states looked at, after which the best play found so far is the answer
and is marked as not proved. Each part is loaded when it is first needed: who only asks for a play need not wait for
joker rules, for the search of the least disturbance and for the judge. What a rack alone can lay is in
:mod:`rack_sets`, what may be tried next in :mod:`suggestions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.rummikub.solver.answers import Solution, can_win, largest_part, nobody_can_play, placeable, solve

if TYPE_CHECKING:
    from engine.rummikub.solver.command import solve_line

__all__ = [
    "Solution",
    "can_win",
    "largest_part",
    "nobody_can_play",
    "placeable",
    "solve",
    "solve_line",
]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: it reads rulesets, and who only solves need not wait for that."""
    if name != "solve_line":
        raise AttributeError(name)
    from engine.rummikub.solver.command import solve_line as line  # noqa: PLC0415

    return line
