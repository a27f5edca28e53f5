"""Writes the stored games anew: ``python -m tests.games``.

They are there to be replayed, and a change of the engine that needs them written anew breaks the records that
people keep. So this is for new games, not for making a test pass.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.rummikub.actions import Action, Pass, Play, Resign, Stop, Stuck, Timeout
from engine.rummikub.match import MatchState
from engine.rummikub.record import write_record
from engine.rummikub.ruleset import PRESETS, Ruleset
from tests.engine.matches import NOON, Twist, plain_game

NAMES = ("Ane", "Jonas", "Lucía", "Rūta", '«Ö» \\ "x"', "שרה")


def none(_: MatchState, __: Random) -> tuple[int, Action] | None:
    return None


def slow(state: MatchState, chance: Random) -> tuple[int, Action] | None:
    """Now and then somebody's time is up."""
    if state.on_turn is None or chance.random() > 0.15:
        return None
    return state.on_turn, Timeout(turn=state.turn, begun=chance.random() < 0.5)


def careless(state: MatchState, chance: Random) -> tuple[int, Action] | None:
    """Now and then somebody lays three tiles of the rack that are no set."""
    if state.on_turn is None or chance.random() > 0.2:
        return None
    rack = [t for t in state.seats[state.on_turn].rack if not t.is_joker]
    wrong = [rack[0], *(t for t in rack if t.color != rack[0].color and t.value != rack[0].value)][:2]
    return (state.on_turn, Play(text=" ".join(map(str, (*wrong, wrong[0]))))) if len(wrong) == 2 else None


def lazy(state: MatchState, _: Random) -> tuple[int, Action] | None:
    """With an empty pool nobody tries any more."""
    return None if state.on_turn is None or state.pool else (state.on_turn, Pass())


def stuck(state: MatchState, _: Random) -> tuple[int, Action] | None:
    return None if state.pool else (0, Stuck())


def leave(*turns: int) -> Twist:
    """From each of these turns on one seat fewer stays."""

    def twist(state: MatchState, _: Random) -> tuple[int, Action] | None:
        gone = sum(state.turn >= turn for turn in turns)
        return (state.present[-1], Resign()) if len(state.seats) - len(state.present) < gone else None

    return twist


def stop(turn: int) -> Twist:
    def twist(state: MatchState, _: Random) -> tuple[int, Action] | None:
        return (0, Stop()) if state.turn == turn else None

    return twist


class Game(NamedTuple):
    ruleset: Ruleset
    seats: int
    number: int
    """Tells games with the same name apart; chosen so that the game ends as its name says."""
    twist: Twist = none


def house(preset: str, **options: object) -> Ruleset:
    return Ruleset.model_validate({**PRESETS[preset].model_dump(), **options})  # type: ignore[index]


GAMES = {
    "official-out": Game(PRESETS["official"], 2, 9),
    "spanish-out": Game(PRESETS["spanish"], 4, 5),
    "basque-four-rounds": Game(PRESETS["basque"], 6, 3, slow),
    "lithuanian-pool-empty": Game(PRESETS["lithuanian"], 4, 3, lazy),
    "basque-pool-empty": Game(house("basque", match_rounds=1), 5, 9, lazy),
    "official-stuck": Game(PRESETS["official"], 3, 4, stuck),
    "official-resigned": Game(house("official", match_rounds=3), 3, 0, leave(8, 20)),
    "official-stopped": Game(house("official", match_rounds=5), 2, 0, stop(190)),
    "spanish-target": Game(house("spanish", match_rounds=0, match_target=100), 3, 9, slow),
    "house-misplays": Game(
        house("official", misplay_penalty=2, opening_points=0, joker_rack_value=50), 4, 10, careless
    ),
}


def main() -> None:
    folder = Path(__file__).parent
    for name, game in GAMES.items():
        seed = f"{name}-{game.number}"
        entries, steps = plain_game(game.ruleset, game.seats, seed, twist=game.twist)
        text = write_record(ruleset=game.ruleset, players=NAMES[-game.seats :], seed=seed, began=NOON, entries=entries)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
        reasons = [r.reason for r in steps[-1].state.results]
        print(f"{name}: {len(entries)} actions, {steps[-1].state.ending}, {reasons}")  # noqa: T201


if __name__ == "__main__":
    main()
