"""Many games at once: ``python -m tests.benchmarks load [--games N] [--channels N] [--rate N] [--seconds N]``.

Running games of two on full boards in few channels, a real file, and a Discord that answers at once. Plays come in
together, several at the same moment. Measured once with so many games and once with twice as many.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bot.loop import new_loop
from tests.benchmarks._discord import connected
from tests.benchmarks._traffic import Measured, effort, lay_anew, line, memory, open_games, play


async def _measure(chosen: argparse.Namespace, folder: Path) -> bool:
    plays = int(chosen.rate * chosen.seconds)
    async with connected(folder / "bot.db", chosen.channels) as (bot, discord):
        games = await open_games(bot, 10, chosen.channels)
        await play(bot, discord, games, rate=100, plays=40)
        found: list[Measured] = []
        for wanted in (chosen.games, 2 * chosen.games):
            gc.collect()
            before, new = memory(), wanted - len(games)
            games += await open_games(bot, new, chosen.channels, first=len(games))
            gc.collect()
            each = (memory() - before) * 1e3 / new
            await lay_anew(bot, games)
            one = await play(bot, discord, games, rate=chosen.rate, plays=plays, together=chosen.together)
            found.append(one)
            rows = [
                f"{wanted} games in {chosen.channels} channels, {chosen.rate:g} plays a second asked",
                f"{one.plays} plays in {one.wall:.1f} s: {one.plays / one.wall:.1f} a second",
                line("to commit", one.committed),
                line("to answer", one.answered, (None, 250)),
                line("to posted picture", one.posted),
                line("lag of the loop", one.lag, (None, 10)),
                *effort(one),
                f"{'memory':<28} {memory():.0f} MB; {each:.0f} KB for a game that is open (goal 100)",
            ]
            sys.stdout.write("\n".join(rows) + "\n\n")
            sys.stdout.flush()
        growth = found[1].busy / found[0].busy
        later = median(found[1].committed) / median(found[0].committed)
        sys.stdout.write(
            f"twice the games: {growth:.2f} x the processor for a play, {later:.2f} x the time to commit\n"
        )
        return not any(one.trouble for one in found)


def main(argv: Sequence[str]) -> int:
    """Print the table; 1 where anything was lost or logged as trouble."""
    parser = argparse.ArgumentParser(prog="load", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--channels", type=int, default=200)
    parser.add_argument("--rate", type=float, default=60, help="plays a second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--together", type=int, default=6, help="plays that come in at the same moment")
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner(loop_factory=new_loop()) as runner:
        return 0 if runner.run(_measure(parser.parse_args(argv), Path(folder))) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
