"""What the table allows: suggestions, the best play, and proofs that there is none.

Exact for every ruleset; within a budget of states looked at, after which the best play found so far is the answer
and is marked as not proved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.rummikub.solver.answers import Solution, can_win, largest_part, nobody_can_play, placeable, solve
from engine.rummikub.solver.rack_sets import rack_plays
from engine.rummikub.solver.suggestions import suggestions

if TYPE_CHECKING:
    from engine.rummikub.solver.command import solve_line

__all__ = [
    "Solution",
    "can_win",
    "largest_part",
    "nobody_can_play",
    "placeable",
    "rack_plays",
    "solve",
    "solve_line",
    "suggestions",
]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: it reads rulesets, and who only solves need not wait for that."""
    if name != "solve_line":
        raise AttributeError(name)
    from engine.rummikub.solver.command import solve_line as line  # noqa: PLC0415

    return line
