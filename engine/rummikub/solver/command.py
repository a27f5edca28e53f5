"""``rummikub-bot solve``: one JSON line in, one JSON line out (notation.md, "The referee on the command line")."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.notation import format_meld, format_tiles
from engine.rummikub.referee import read_line
from engine.rummikub.solver.answers import solve
from engine.rummikub.solver.position import Goal
from engine.rummikub.wording import worded

_GOAL = TypeAdapter[Goal](Goal)


def solve_line(line: str, timer: Callable[[], float]) -> str:
    """The best play in the position of one line as JSON; never raises. ``timer`` tells seconds, for ``ms``."""
    try:
        answer = _answer(line, timer)
    except IllegalAction as error:
        answer = {"ok": False, "errors": [fault.as_json() for fault in error.faults]}
    return json.dumps(answer)


def _answer(line: str, timer: Callable[[], float]) -> dict[str, Any]:
    position = read_line(line)
    try:
        goal = _GOAL.validate_python(position.data.get("goal", "tiles"))
    except ValidationError:
        raise IllegalAction(Fault.of("bad_position", why="value", where="goal", known=list(get_args(Goal)))) from None
    start = timer()
    found = solve(table=position.table, rack=position.rack, ruleset=position.ruleset, opened=position.opened, goal=goal)
    seconds = timer() - start
    played = None
    if found is not None:
        played = worded(
            found.play,
            table=position.table,
            rack=position.rack,
            ruleset=position.ruleset,
            opened=position.opened,
        )
    table = position.table if played is None else played.table
    return {
        "play": None if played is None else played.text,
        "placed": "" if played is None else format_tiles(played.placed),
        "points": 0 if played is None else played.points,
        "table": [format_meld(meld) for meld in table.values()],
        "proved": found is None or found.proved,
        "ms": round(seconds * 1000, 3),
    }
