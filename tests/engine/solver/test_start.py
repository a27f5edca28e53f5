"""Who asks the solver from the command line waits for its start every time."""

from __future__ import annotations

import subprocess
import sys


def test_solving_does_not_wait_for_pydantic() -> None:
    code = "import sys, engine.rummikub.solver; print('pydantic' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_a_plain_position_is_solved_without_what_other_answers_need() -> None:
    code = """
import sys
from engine.rummikub.melds import Table, group, run
from engine.rummikub.options import JokerFreeing, JokerReuse, JokerSets, OpeningTurn
from engine.rummikub.solver import solve
from engine.rummikub.tiles import Color, Tile

class Plain:
    joker_freeing, joker_sets, joker_reuse = JokerFreeing.ANY, JokerSets.OPEN, JokerReuse.ANYWHERE
    opening_turn, joker_rack_value = OpeningTurn.THEN_FREE, 30

table = Table.of([run(Color.BLACK, 1, 4), group(Tile.of(c, 5) for c in (0, 1, 2))])
found = solve(table=table, rack=(Tile.of(0, 5), Tile.of(1, 9)), ruleset=Plain(), opened=True, tidy=False)
print(len(found.placed), *(name.rpartition(".")[2] for name in sys.modules if name.startswith("engine.rummikub.")))
"""
    laid, *loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert laid == "1"
    assert not {"disturbing", "heirs", "jokers", "judging", "keeping", "notation", "settle"} & set(loaded)


def test_everything_the_package_names_is_there() -> None:
    import engine.rummikub.solver as solver

    assert all(callable(getattr(solver, name)) for name in solver.__all__)
