"""Compare the solver with an integer program on random positions of the full deck, for a while.

``python -m tests.benchmarks crosscheck [SECONDS] [SEED]``; needs the dependency group ``peers``.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
from collections import Counter

from engine.rummikub.solver.layout import arrangements, lay_out
from engine.rummikub.solver.search import Problem, Step, search
from engine.rummikub.tiles import TILES
from tests.engine.solver.ilp import optimum, random_problem


def main(argv: list[str]) -> int:
    if importlib.util.find_spec("highspy") is None:
        sys.stderr.write("crosscheck: highspy is not installed; uv sync --group peers\n")
        return 2
    seconds = float(argv[0]) if argv else 60.0
    rng = random.Random(int(argv[1]) if len(argv) > 1 else 1)
    end = time.monotonic() + seconds
    tried = wrong = 0
    while time.monotonic() < end:
        problem = random_problem(rng)
        tried += 1
        found = search(problem)
        gain = found.gain if found.steps is not None else None
        if gain != optimum(problem) or (found.steps is not None and _laid(problem, found.steps, found.added) != gain):
            wrong += 1
            sys.stdout.write(f"disagreement: {problem}\n")
    sys.stdout.write(f"{tried} positions, {wrong} disagreements\n")
    return 1 if wrong else 0


def _laid(problem: Problem, steps: tuple[Step, ...], added: int) -> int | None:
    """What the sets of the answer gain; None where they are not of the position's tiles."""
    melds = next(arrangements(lay_out(steps), added))
    laid = Counter(tile for meld in melds for tile in meld.tiles)
    counts = [laid[tile] for tile in TILES]
    if not all(n <= c <= n + s for n, c, s in zip(problem.need, counts, problem.spare, strict=True)):
        return None
    return sum(g * (c - n) for g, c, n in zip(problem.gain, counts, problem.need, strict=True))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
