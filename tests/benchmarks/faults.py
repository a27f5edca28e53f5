"""Every fault at every place of a game: ``python -m tests.benchmarks faults [discord|disk|kills] [--only WHAT …]``.

Prints how many fault points were tried and how many of them lost anything, did anything twice, left a member without
an answer or a channel without its table; and how often the whole bot was killed (``--kills``), and with what loss.
On one core it takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.bot.faults.process import left, lived
from tests.bot.faults.sweep import Weather, sweep
from tests.bot.faults.weather import DISCORD, DISK, bad_discord, bad_disk

_ALL: dict[str, tuple[Weather, tuple[str, ...]]] = {"discord": (bad_discord, DISCORD), "disk": (bad_disk, DISK)}


async def _run(name: str, only: Sequence[str]) -> bool:
    weather, faults = _ALL[name]
    struck = played = wrong = 0
    async for found in sweep(weather, [what for what in faults if not only or what in only]):
        played += 1
        struck += len(found.struck)
        wrong += len({point for point, _ in found.wrong})
        for point, what in found.wrong:
            sys.stdout.write(f"LOST step {point.step} ({point.name}), {point.fault}: {what}\n")
    sys.stdout.write(f"{name}: {struck} fault points in {played} games, {wrong} of them with anything wrong\n")
    sys.stdout.flush()
    return not wrong


def _kill(times: int) -> bool:
    """Kill the bot at random places; every fourth life begins when the turn under way is long overdue."""
    chance, died, before, told, lost = random.Random(4), Counter[str](), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        for n in range(times):
            life = lived(path, chance.randint(5, 150), late=n % 4 == 3)
            after = left(path)
            died[life.died] += 1
            told += life.told
            sound = after.found.well and len(set(after.timeouts)) == len(after.timeouts)
            lost += not (sound and 0 <= after.actions - before - life.told <= 1)
            before = after.actions
        timeouts = len(left(path).timeouts)
    for kind, often in died.most_common():
        sys.stdout.write(f"  {often:4} before {kind}\n")
    sys.stdout.write(
        f"kills: {times}, {told} actions told to have counted, {before} counted, {timeouts} turns over by the clock, "
        f"{lost} kills that lost or doubled anything\n"
    )
    return not lost


def main(argv: Sequence[str]) -> int:
    """1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("where", nargs="*", choices=[*_ALL, "kills", []], help="without: everywhere")
    parser.add_argument("--only", nargs="+", default=[], help="faults by name")
    parser.add_argument("--kills", type=int, default=100)
    chosen = parser.parse_args(argv)
    well = True
    for name in chosen.where or (*_ALL, "kills"):
        well &= _kill(chosen.kills) if name == "kills" else asyncio.run(_run(name, chosen.only))
    return 0 if well else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
