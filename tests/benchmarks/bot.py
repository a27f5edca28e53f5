"""What a play costs inside the bot: ``python -m tests.benchmarks bot [--plays N] [--games N] [--pool TILES]``.

100 games of two on boards of 96 to 104 tiles, a real file, and a Discord that answers at once. Times run from an
interaction's arrival to the moment the bot's request comes in there. ``--profile`` tells where the loop's time goes.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bot.loop import new_loop
from tests.benchmarks._discord import connected
from tests.benchmarks._traffic import POOL, Measured, effort, lay_anew, line, memory, open_games, play


def _report(rate: float, found: Measured) -> None:
    rows = [
        f"{found.plays} plays in {found.wall:.1f} s: {found.plays / found.wall:.1f} a second (asked: {rate:g})",
        line("to acknowledgement", found.acknowledged, (1, 5)),
        line("to commit", found.committed),
        line("to posted picture", found.posted, (25, 80)),
        line("to private answer", found.answered),
        line("lag of the loop", found.lag, (None, 5)),
        *effort(found),
    ]
    sys.stdout.write("\n".join(rows) + "\n\n")


async def _measure(chosen: argparse.Namespace, folder: Path) -> bool:
    async with connected(folder / "bot.db", chosen.games) as (bot, discord):
        at_rest = memory()
        games = await open_games(bot, chosen.games, chosen.games, chosen.pool)
        await play(bot, discord, games[:10], rate=100, plays=10)
        kept = True
        pictures = 0
        for rate in chosen.rates:
            await lay_anew(bot, games, chosen.pool)
            profile = cProfile.Profile() if chosen.profile else None
            if profile:
                profile.enable()
            found = await play(bot, discord, games, rate=rate, plays=min(chosen.plays, 8 * len(games)))
            if profile:
                profile.disable()
                pstats.Stats(profile, stream=sys.stdout).sort_stats(chosen.profile).print_stats(45)
            _report(rate, found)
            pictures += len(found.posted) + len(found.answered)
            kept = kept and not found.trouble
        sys.stdout.write(
            f"memory at rest {at_rest:.0f} MB (goal 120), after {pictures} pictures {memory():.0f} MB (goal 140)\n"
        )
        return kept


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 where anything was lost or logged as trouble."""
    parser = argparse.ArgumentParser(prog="bot", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plays", type=int, default=800, help="at each rate; at most eight for each game")
    parser.add_argument("--rates", type=float, nargs="+", default=[30, 60], help="plays a second")
    parser.add_argument("--pool", default=POOL, help="tiles in the pool; '' has the proof of rule 7.2 made each time")
    parser.add_argument("--profile", choices=("tottime", "cumtime"))
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=new_loop()) as runner:
        return 0 if runner.run(_measure(parser.parse_args(argv), Path(folder))) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
