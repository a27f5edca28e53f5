"""How strong the computer players are: ``python -m tests.benchmarks.computers [--rounds N] [--rules R] [--seats S]``.

Each deal is played twice, the two sides changing places, so that neither has the better tiles; the tiles follow from
the seed alone. The interval is 95% of confidence, from the spread of the deals' means. ``greedy`` lays the most
tiles that can be laid in every turn. A side sits in every other seat; a shared win counts by its part.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import NamedTuple

from engine.rummikub.actions import Draw, Pass, Play
from engine.rummikub.computers import LEVELS, choose
from engine.rummikub.computers.seat import Seat
from engine.rummikub.match import apply, new_match, player_view
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.views import PlayerView, RoundResult

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
PAIRS = (("hard", "medium"), ("medium", "easy"), ("hard", "greedy"))

Player = Callable[[PlayerView, Random], Play | Draw | Pass]


def greedy(view: PlayerView, _: Random) -> Play | Draw | Pass:
    """Most tiles at once, whatever follows."""
    found = Seat(view).best(view.rack)
    if found is not None:
        return Play(text=found.play)
    return Draw() if view.public.pool else Pass()


def _level(level: str) -> Player:
    if level == "greedy":
        return greedy
    return lambda view, chance: choose(next(known for known in LEVELS if known == level), view, chance, tidy=False)


def round_of(players: Sequence[Player], ruleset: Ruleset, seed: str) -> RoundResult:
    """One round to its end."""
    state = new_match(ruleset, len(players), seed, NOON).state
    while state.on_turn is not None:
        view = player_view(state, state.on_turn)
        action = players[state.on_turn](view, Random(f"{seed}/{state.turn}"))
        state = apply(state, state.on_turn, action, NOON).state
    return state.results[0]


class Score(NamedTuple):
    """Mean and half the width of its interval."""

    mean: float
    within: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Score:
        return cls(fmean(values), 1.96 * stdev(values) / sqrt(len(values)))


class Duel(NamedTuple):
    """The first side's share of the rounds won, and its points a seat above the other side's."""

    won: Score
    margin: Score
    milliseconds: float


def duel(first: str, second: str, ruleset: Ruleset, deals: int, seats: int) -> Duel:
    """``deals`` deals, each played twice."""
    sides = (_level(first), _level(second))
    won: list[float] = []
    margin: list[float] = []
    begun = perf_counter()
    for deal in range(deals):
        shares, margins = 0.0, 0.0
        for turned in (0, 1):
            result = round_of([sides[(n + turned) % 2] for n in range(seats)], ruleset, f"deal {deal}")
            ours = [n for n in range(seats) if (n + turned) % 2 == 0]
            shares += sum(n in ours for n in result.winners) / len(result.winners)
            margins += sum(p if n in ours else -p for n, p in enumerate(result.scores)) / len(ours)
        won.append(shares / 2)
        margin.append(margins / 2)
    taken = (perf_counter() - begun) / (2 * deals)
    return Duel(Score.of(won), Score.of(margin), taken * 1e3)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=400, help="rounds for each pair of players, two for each deal")
    parser.add_argument("--rules", choices=sorted(PRESETS), default="official")
    parser.add_argument("--seats", type=int, choices=(2, 4), default=2)
    parser.add_argument("--pairs", nargs="*", default=["-".join(pair) for pair in PAIRS], help="such as hard-greedy")
    chosen = parser.parse_args(argv)
    ruleset = PRESETS[chosen.rules].model_copy(update={"match_rounds": 1})
    deals = max(2, chosen.rounds // 2)
    sys.stdout.write(f"{chosen.rules}, {chosen.seats} seats, {2 * deals} rounds each\n")
    for pair in chosen.pairs:
        first, _, second = pair.partition("-")
        found = duel(first, second, ruleset, deals, chosen.seats)
        sys.stdout.write(
            f"{first:>7} against {second:<7} wins {found.won.mean:6.1%} ± {found.won.within:5.1%}"
            f"   points a seat {found.margin.mean:+7.1f} ± {found.margin.within:4.1f}"
            f"   {found.milliseconds:5.0f} ms a round\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
