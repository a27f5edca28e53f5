"""How long a play takes to judge: ordinary plays on full tables, and texts made to be hard.

Goals: a legal play on a full table with two jokers in less than 1 ms (median); no text above 50 ms. The hard
texts are those whose tiles could come from many places at once. Times are processor times of this thread, and of
the hard texts the best of three, so that the machine's other work counts little.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

from engine.rummikub.judging import Refused, judge
from engine.rummikub.lexing import MAX_LENGTH
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_position
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.tiles import Tile
from tests.benchmarks.positions import full_table, some_play

MEDIAN_GOAL, WORST_GOAL = 1.0, 50.0
COLORS = "krbo"
RUNS = [f"{c}1-13" for c in COLORS]
HALVES = [f"{c}{span}" for c in COLORS for span in ("1-6", "7-13")]
QUARTERS = [f"{c}{span}" for c in COLORS for span in ("1-3", "4-6", "7-9", "10-13")]
GROUPS = [f"{v}krbo" for v in range(1, 14)]
THREES = [f"{v}krb" for v in range(1, 14)]

TABLES = [
    RUNS * 2,
    RUNS + GROUPS,
    GROUPS * 2,
    QUARTERS + GROUPS,
    HALVES + QUARTERS,
    [f"{c}{span}" for c in COLORS for span in ("1-4", "5-8", "9-13", "1-5", "6-9", "10-13")],
]


def milliseconds(text: str, table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, *, opened: bool, times: int = 1):
    """The shortest of some times, and whether the play was legal."""
    best, legal = float("inf"), True
    for _ in range(times):
        start = time.thread_time()
        try:
            judge(text, table=table, rack=rack, ruleset=ruleset, opened=opened)
        except Refused:
            legal = False
        best = min(best, time.thread_time() - start)
    return best * 1000, legal


def ordinary(tables: int, plays: int) -> tuple[list[float], list[float]]:
    """Times of legal and of refused plays on random full tables."""
    rng = random.Random(1)
    legal: list[float] = []
    refused: list[float] = []
    for _ in range(tables):
        table, rack = full_table(rng)
        for _ in range(plays):
            took, fine = milliseconds(some_play(rng, table, rack), table, rack, PRESETS["official"], opened=True)
            (legal if fine else refused).append(took)
    return legal, refused


def hard_texts(rng: random.Random, table: Table) -> Iterator[str]:
    """Texts that name all there is, in order, at random, again and again."""
    yield "r1 " * 600
    yield "r1@s1 " * 330
    yield "r1;" * 600
    yield "J" * MAX_LENGTH
    yield "10rbk" * 400
    yield "🟥5⬛️" * 400
    yield "\u200b" * MAX_LENGTH
    yield "rbko" * 500
    yield "1" * MAX_LENGTH
    yield "s" + "9" * (MAX_LENGTH - 1)
    yield "; ".join(f"s{n}" for n in table)
    yield " ".join(f"s{n}" for n in table)
    for shapes in (RUNS, HALVES, QUARTERS, GROUPS, THREES):
        for more in ("", " J", "; s1 J", "; s1 J; s2 J"):
            yield "; ".join(shapes) + more
    tiles = [str(tile) for tile in table.tiles] + ["J", "J"]
    for count in (10, 30, 60, 104):
        for _ in range(4):
            some = rng.sample(tiles, min(count, len(tiles)))
            yield " ".join(some)
            yield "; ".join(" ".join(some[i : i + 3]) for i in range(0, len(some), 3))
            yield " ".join(f"{tile}@s{rng.choice(list(table))}" for tile in some)
    for _ in range(20):
        shapes = rng.sample(HALVES + QUARTERS + GROUPS + THREES, rng.randint(2, 12))
        yield "; ".join(shapes) + rng.choice(("", " J", f"; s{rng.choice(list(table))} J"))


def hard() -> list[tuple[float, str]]:
    """Times of the hard texts under several rulesets, the longest first."""
    rng = random.Random(2)
    found: list[tuple[float, str]] = []
    for sets in TABLES:
        position = parse_position("; ".join(sets) + " / J J")
        for text in hard_texts(rng, position.table):
            for name, opened in (("official", True), ("basque", True), ("basque", False)):
                took, _ = milliseconds(
                    text[:MAX_LENGTH], position.table, position.rack, PRESETS[name], opened=opened, times=3
                )
                found.append((took, text))
    return sorted(found, reverse=True)


def main(argv: list[str]) -> int:
    """Print the times; 1 where a goal is missed. ``--quick`` measures less."""
    tables = 8 if "--quick" in argv else 40
    legal, refused = ordinary(tables, 300)
    for name, times in (("legal", legal), ("refused", refused)):
        times.sort()
        print(  # noqa: T201
            f"{name:8} plays on full tables: {len(times):6}  median {statistics.median(times):.2f} ms"
            f"  p99 {times[len(times) * 99 // 100]:.2f} ms  worst {times[-1]:.1f} ms"
        )
    slowest = hard()
    print(f"hard texts: {len(slowest)}  worst {slowest[0][0]:.1f} ms: {slowest[0][1][:80]!r}")  # noqa: T201
    return int(statistics.median(legal) > MEDIAN_GOAL or slowest[0][0] > WORST_GOAL)
