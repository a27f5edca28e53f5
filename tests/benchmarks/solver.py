"""How fast the solver is, beside the public package ``rummikub-solver`` with HiGHS.

``python -m tests.benchmarks solver [--heavy N] [--rounds N] [--repeat N] [--only NAME …] [--peer-python PATH]``

Each solver has a process of its own, one after the other, in several rounds, so that a machine that is slower for a
while is so for all. Times are of the processor, since other work makes those of the clock jump; of each position the
best counts. The positions: ``tests/cases/positions.jsonl`` and N heavy ones (68-92 tiles on the table, racks of
14-25), and both together. The package belongs to the dependency group ``peers``; without it the ratios are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from engine.rummikub.notation import format_meld, format_tiles
from engine.rummikub.tiles import COPIES, DECK
from tests.benchmarks.positions import some_meld

CASES = Path(__file__).parents[1] / "cases" / "positions.jsonl"
Answer = tuple[float, int, bool, bool]
"""Milliseconds, tiles laid, and whether it is proved that no fewer sets are touched, and no fewer tiles moved."""
RULES = {"official", "basque", "spanish"}
OURS = ("plain", "official", "basque", "spanish", "plain+tidy")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="solver", description=__doc__)
    parser.add_argument("--heavy", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=(*OURS, "peer"))
    parser.add_argument("--peer-python", default=sys.executable)
    given = parser.parse_args(argv)
    rng = random.Random(3)
    known = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    positions = known + [heavy(rng) for _ in range(given.heavy)]
    results: dict[str, list[Answer]] = {}
    for _ in range(given.rounds):
        for name in given.only:
            if (answers := _run(name, positions, given)) is not None:
                results[name] = list(map(min, answers, results.get(name, answers)))
    if len(results) < len(given.only):
        _say("peer: not installed; uv sync --group peers")
    parts = [("known positions", slice(len(known))), ("heavy positions", slice(len(known), None)), ("all", slice(None))]
    for title, part in parts if given.heavy else parts[:1]:
        _compare(title, {name: answers[part] for name, answers in results.items()})
    _say(f"import of the solver: {_import_ms():.0f} ms, of that the ruleset (pydantic): {_import_ms('ruleset'):.0f} ms")
    return 0


def heavy(rng: random.Random) -> dict[str, Any]:
    """A crowded position."""
    while True:
        tiles, melds = Counter(dict.fromkeys(DECK, COPIES)), []
        target = rng.randint(68, 92)
        for _ in range(2000):
            meld = some_meld(rng, tiles)
            if meld is not None and sum(len(m.tiles) for m in melds) + len(meld.tiles) <= target:
                melds.append(meld)
                tiles -= Counter(meld.tiles)
        rest = sorted(tiles.elements())
        if sum(len(m.tiles) for m in melds) >= 68 and len(rest) >= 14:
            rack = rng.sample(rest, min(len(rest), rng.randint(14, 25)))
            return {"table": [format_meld(m) for m in melds], "rack": format_tiles(rack)}


def _compare(title: str, results: dict[str, list[Answer]]) -> None:
    _say(f"{title}: {max(map(len, results.values()), default=0)}; ms median / p95 / max")
    for name, answers in results.items():
        times = [ms for ms, *_ in answers]
        touched, moved = sum(not least for _, _, least, _ in answers), sum(fewest for *_, fewest in answers)
        more = f"   fewest sets not proved: {touched}; fewest moved tiles proved: {moved}" if "tidy" in name else ""
        _say(f"  {name:<12} {median(times):8.2f} / {_p95(times):8.2f} / {max(times):8.2f}{more}")
    if "plain" not in results:
        return
    own = [ms for ms, *_ in results["plain"]]
    for name in sorted(RULES.intersection(results)):
        times = [ms for ms, *_ in results[name]]
        middle, late = _ratios(times, own)
        _say(f"  {name} takes {middle:.1f}x the plain time in the median, {late:.1f}x at p95")
    if "peer" in results:
        theirs = [ms for ms, *_ in results["peer"]]
        worst = min(p / o for p, o in zip(theirs, own, strict=True))
        laid = [(peer, plain) for (_, peer, *_), (_, plain, *_) in zip(results["peer"], results["plain"], strict=True)]
        middle, late = _ratios(theirs, own)
        _say(f"  plain is {middle:.0f}x faster in the median, {late:.0f}x at p95,")
        _say(f"  at least {worst:.1f}x in every position;")
        fewer, more = sum(a < b for a, b in laid), sum(a > b for a, b in laid)
        _say(f"  the peer lays fewer tiles in {fewer} positions, more in {more}")


def _ratios(slow: list[float], fast: list[float]) -> tuple[float, float]:
    return median(slow) / median(fast), _p95(slow) / _p95(fast)


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1]


def _run(name: str, positions: list[dict[str, Any]], given: argparse.Namespace) -> list[Answer] | None:
    python = given.peer_python if name == "peer" else sys.executable
    command = [python, "-m", "tests.benchmarks._solving", name, str(given.repeat)]
    done = subprocess.run(command, input=json.dumps(positions), capture_output=True, text=True, check=False)
    if done.returncode:
        if name == "peer" and "No module named 'rummikub_solver'" in done.stderr:
            return None
        raise SystemExit(done.stderr)
    return [(ms, tiles, least, fewest) for ms, tiles, least, fewest in json.loads(done.stdout.splitlines()[-1])]


def _import_ms(module: str = "solver") -> float:
    """With bytecode at hand, as after the first start."""
    code = f"import time; t = time.perf_counter(); import engine.rummikub.{module}; print(time.perf_counter() - t)"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        command = [sys.executable, "-c", code]
        return min(float(subprocess.check_output(command, env=environment)) for _ in range(6)) * 1000


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
