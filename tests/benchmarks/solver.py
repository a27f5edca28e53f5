"""How fast the solver is, beside the public package ``rummikub-solver`` with HiGHS.

``python -m tests.benchmarks solver [--heavy N] [--repeat N] [--only NAME …] [--peer-python PATH]``

Each solver has a process of its own, one after the other. Times are of the processor, since other work makes those of
the clock jump; of each position the best of ``repeat`` counts. The
positions: ``tests/cases/positions.jsonl`` and N heavy ones (68-92 tiles on the table, racks of 14-25). The package
belongs to the dependency group ``peers``; without it the ratios are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from engine.rummikub.notation import format_meld, format_tiles
from engine.rummikub.tiles import COPIES, DECK
from tests.benchmarks.positions import some_meld

CASES = Path(__file__).parents[1] / "cases" / "positions.jsonl"
OURS = ("plain", "official", "basque", "spanish", "plain+tidy")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="solver", description=__doc__)
    parser.add_argument("--heavy", type=int, default=40)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=(*OURS, "peer"))
    parser.add_argument("--peer-python", default=sys.executable)
    given = parser.parse_args(argv)
    rng = random.Random(3)
    known = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    for title, positions in (("known positions", known), ("heavy positions", [heavy(rng) for _ in range(given.heavy)])):
        if positions:
            _compare(title, positions, given)
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


def _compare(title: str, positions: list[dict[str, Any]], given: argparse.Namespace) -> None:
    _say(f"{title}: {len(positions)}; ms median / p95 / max")
    results: dict[str, list[tuple[float, int]]] = {}
    for name in given.only:
        answer = _run(name, positions, given)
        if answer is None:
            _say("  peer: not installed; uv sync --group peers")
            continue
        results[name] = [(ms, tiles) for ms, tiles in answer["answers"]]
        times = [ms for ms, _ in results[name]]
        late = quantiles(times, n=20)[-1]
        more = f"   least disturbance not proved: {answer['unproved']}" if "tidy" in name else ""
        _say(f"  {name:<12} {median(times):8.2f} / {late:8.2f} / {max(times):8.2f}{more}")
    if "peer" in results and "plain" in results:
        pairs = list(zip(results["peer"], results["plain"], strict=True))
        theirs, own = [p for (p, _), _ in pairs], [o for _, (o, _) in pairs]
        late = quantiles(theirs, n=20)[-1] / quantiles(own, n=20)[-1]
        worst = min(p / o for p, o in zip(theirs, own, strict=True))
        fewer = sum(a < b for (_, a), (_, b) in pairs)
        _say(f"  plain is {median(theirs) / median(own):.0f}x faster in the median, {late:.0f}x at p95,")
        _say(f"  at least {worst:.1f}x in every position;")
        _say(f"  the peer lays fewer tiles in {fewer} positions, more in {sum(a > b for (_, a), (_, b) in pairs)}")


def _run(name: str, positions: list[dict[str, Any]], given: argparse.Namespace) -> dict[str, Any] | None:
    python = given.peer_python if name == "peer" else sys.executable
    command = [python, "-m", "tests.benchmarks._solving", name, str(given.repeat)]
    done = subprocess.run(command, input=json.dumps(positions), capture_output=True, text=True, check=False)
    if done.returncode:
        if name == "peer" and "No module named 'rummikub_solver'" in done.stderr:
            return None
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def _import_ms(module: str = "solver") -> float:
    code = f"import time; t = time.perf_counter(); import engine.rummikub.{module}; print(time.perf_counter() - t)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5)) * 1000


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
