"""The plain problem as an integer program over all templates, for cross-checks; needs ``highspy`` (group ``peers``)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from engine.rummikub.melds import Kind, Meld, group
from engine.rummikub.solver.search import Problem
from engine.rummikub.tiles import JOKER, TILES, Color, Tile

_EXACT = 0.5
"""Gains are whole numbers."""


@cache
def templates() -> tuple[tuple[int, ...], ...]:
    """The 1,173 sets of three to five tiles with up to two jokers, as counts by kind."""
    found: set[tuple[int, ...]] = set()
    for meld in itertools.chain(_runs(), _groups()):
        found.add(tuple(meld.tiles.count(tile) for tile in TILES))
    return tuple(sorted(found))


def _runs() -> Iterator[Meld]:
    for color, size, jokers in itertools.product(Color, (3, 4, 5), (0, 1, 2)):
        for start in range(1, 15 - size):
            window = [Tile.of(color, v) for v in range(start, start + size)]
            for at in itertools.combinations(window, jokers):
                yield Meld(Kind.RUN, tuple(JOKER if t in at else t for t in window))


def _groups() -> Iterator[Meld]:
    for value, size, jokers in itertools.product(range(1, 14), (1, 2, 3, 4), (0, 1, 2)):
        if 3 <= size + jokers <= 4:
            for colors in itertools.combinations(Color, size):
                yield group((*(Tile.of(c, value) for c in colors), *[JOKER] * jokers))


def optimum(problem: Problem) -> int | None:
    """The greatest gain; None where the tiles that must be laid cannot be.

    HiGHS at times calls an answer optimal that its own bound says is not: then it is asked again without presolve.
    """
    import highspy  # pyright: ignore[reportMissingImports]

    have = [need + spare for need, spare in zip(problem.need, problem.spare, strict=True)]
    usable = [t for t in templates() if all(n <= h for n, h in zip(t, have, strict=True))]
    if not usable:
        return None if any(problem.need) else 0
    solver: Any = highspy.Highs()
    for option, value in (("output_flag", False), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.5), ("threads", 1)):
        solver.setOptionValue(option, value)
    for template in usable:
        solver.addCol(-float(_worth(template, problem.gain)), 0.0, 2.0, 0, [], [])
    solver.changeColsIntegrality(len(usable), list(range(len(usable))), [highspy.HighsVarType.kInteger] * len(usable))
    for kind, most in enumerate(have):
        if most:
            columns = [i for i, template in enumerate(usable) if template[kind]]
            counts = [float(usable[i][kind]) for i in columns]
            solver.addRow(float(problem.need[kind]), float(most), len(columns), columns, counts)
    for presolve in ("choose", "off"):
        solver.setOptionValue("presolve", presolve)
        solver.clearSolver()
        solver.run()
        if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        found = solver.getInfo()
        if abs(found.objective_function_value - found.mip_dual_bound) < _EXACT:
            return round(-found.objective_function_value) - _worth(problem.need, problem.gain)
    raise AssertionError("HiGHS proves no optimum")


def _worth(counts: Sequence[int], gain: Sequence[int]) -> int:
    return sum(n * g for n, g in zip(counts, gain, strict=True))


def random_problem(rng: random.Random) -> Problem:
    """A random position: jokers, groups of four, long runs and few values more often than in life."""
    kinds = rng.choice((None, None, 4, 6))
    taste = rng.choice(("any", "any", "fours", "runs", "jokers", "ends"))
    chosen = [t for t in templates() if _fits(t, kinds, taste)]
    with_joker = [t for t in chosen if t[JOKER]]
    left, need = [2] * len(TILES), [0] * len(TILES)
    wanted = rng.choice((0, 1, 2, 4, 7, 12, 20, 26))
    for _ in range(3 * wanted + 30):
        template = rng.choice(with_joker if with_joker and taste == "jokers" and rng.random() < 0.4 else chosen)
        if wanted and all(n <= free for n, free in zip(template, left, strict=True)):
            wanted -= 1
            left = [free - n for free, n in zip(left, template, strict=True)]
            need = [n + m for n, m in zip(need, template, strict=True)]
    rest = [t for t in TILES for _ in range(left[t]) if t == JOKER or kinds is None or _near(t.value, kinds)]
    rack = rng.sample(rest, min(len(rest), rng.choice((0, 1, 2, 3, 5, 8, 14, 20, 30))))
    if rng.random() < 0.5:
        rack = [t for t in rack if t != JOKER] + [JOKER] * rng.randint(1, 2)
    spare = [min(rack.count(t), left[t]) for t in TILES]
    base = rng.choice((1, 1 << 16))
    gain = (
        [30 * 256 if t == JOKER else t.value * 256 for t in TILES] if base == 1 else [base + t % 13 + 1 for t in TILES]
    )
    return Problem(tuple(need), tuple(spare), tuple(gain))


def _near(value: int, kinds: int) -> bool:
    return value <= kinds or value > 13 - kinds


def _fits(template: tuple[int, ...], kinds: int | None, taste: str) -> bool:
    tiles = [t for t in TILES[:-1] if template[t]]
    if kinds is not None and not all(_near(t.value, kinds) for t in tiles):
        return False
    if taste == "fours":
        return len(tiles) == 4 and len({t.value for t in tiles}) == 1
    if taste == "runs":
        return sum(template) == 5
    return taste != "ends" or any(t.value in {1, 2, 11, 12, 13} for t in tiles)
