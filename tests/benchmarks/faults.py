"""Every fault at every place of a game: ``python -m tests.benchmarks faults [discord|disk] [--only WHAT …]``.

Prints how many fault points were tried and how many of them lost anything, did anything twice, left a member without
an answer or a channel without its table. One process and one core: beside others it takes a few minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from tests.bot.faults.sweep import Weather, games, sweep
from tests.bot.faults.weather import DISCORD, DISK, bad_discord, bad_disk

_ALL: dict[str, tuple[Weather, tuple[str, ...]]] = {"discord": (bad_discord, DISCORD), "disk": (bad_disk, DISK)}


async def _run(name: str, only: Sequence[str]) -> bool:
    weather, faults = _ALL[name]
    struck = played = wrong = 0
    async for found in sweep(weather, [what for what in faults if not only or what in only], games):
        played += 1
        struck += len(found.struck)
        wrong += len({point for point, _ in found.wrong})
        for point, what in found.wrong:
            sys.stdout.write(f"LOST step {point.step} ({point.name}), {point.fault}: {what}\n")
    sys.stdout.write(f"{name}: {struck} fault points in {played} games, {wrong} of them with anything wrong\n")
    sys.stdout.flush()
    return not wrong


def main(argv: Sequence[str]) -> int:
    """1 where anything was wrong."""
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("where", nargs="*", choices=[*_ALL, []], help="without: everywhere")
    parser.add_argument("--only", nargs="+", default=[], help="faults by name")
    chosen = parser.parse_args(argv)
    return 0 if all([asyncio.run(_run(name, chosen.only)) for name in chosen.where or _ALL]) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
