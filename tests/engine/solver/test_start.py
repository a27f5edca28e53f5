"""Who asks the solver from the command line waits for its start every time."""

from __future__ import annotations

import subprocess
import sys


def test_solving_does_not_wait_for_pydantic() -> None:
    code = "import sys, engine.rummikub.solver; print('pydantic' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_everything_the_package_names_is_there() -> None:
    import engine.rummikub.solver as solver

    assert all(callable(getattr(solver, name)) for name in solver.__all__)
