"""One solver over the positions on standard input, in a process of its own; see ``solver.py``."""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.solver import solve
from engine.rummikub.tiles import JOKER, Tile

Solve = Callable[[], tuple[int, bool, bool]]
"""Solves one position and says how many tiles are laid, and whether it is proved that no fewer sets are touched, and
that of those no fewer tiles are moved.
"""


def ours(position: dict[str, Any], rules: str, *, tidy: bool) -> Solve:
    ruleset = PRESETS.get(rules) or Ruleset.model_validate({"joker_reuse": "anywhere"})
    table, rack = Table.of(map(parse_meld, position["table"])), parse_tiles(position["rack"])

    def run() -> tuple[int, bool, bool]:
        found = solve(table=table, rack=rack, ruleset=ruleset, opened=True, tidy=tidy)
        return (len(found.placed), found.least, found.fewest) if found else (0, True, True)

    return run


_RULES: dict[str, Any] = {}


def peer(position: dict[str, Any]) -> Solve:
    """The public package with HiGHS."""
    warnings.filterwarnings("ignore")
    from rummikub_solver import MILPSolver, RuleSet, SolverMode  # pyright: ignore[reportMissingImports]

    if "rules" not in _RULES:
        _RULES["rules"] = RuleSet(solver_backend=MILPSolver.HIGHS)
    rules = _RULES["rules"]

    def kinds(tiles: Iterable[Tile]) -> list[int]:
        return [53 if t == JOKER else (0, 3, 1, 2)[t.color] * 13 + t.value for t in tiles]

    state = rules.new_game()
    state.add_table(*kinds(t for text in position["table"] for t in parse_meld(text).tiles))
    state.add_rack(*kinds(parse_tiles(position["rack"])))
    state.initial = False

    def run() -> tuple[int, bool, bool]:
        found = rules.solve(state, SolverMode.TILE_COUNT)
        return (len(found.tiles) if found else 0), False, False

    return run


def main() -> None:
    name, repeat = sys.argv[1], int(sys.argv[2])
    answers: list[tuple[float, int, bool, bool]] = []
    for position in json.load(sys.stdin):
        run = peer(position) if name == "peer" else ours(position, name.removesuffix("+tidy"), tidy="+" in name)
        seconds: list[float] = []
        tiles, least, fewest = 0, False, False
        for _ in range(repeat):
            begun = time.process_time()
            tiles, least, fewest = run()
            seconds.append(time.process_time() - begun)
        answers.append((min(seconds) * 1000, tiles, least, fewest))
    sys.stdout.write("\n" + json.dumps(answers) + "\n")


if __name__ == "__main__":
    main()
