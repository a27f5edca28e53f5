"""Computers in seats: what they are called, when they move and what they do.

Several in a row move in one go. A computer decides from what a player in its seat may know, and its chance follows
from the secret seed of the match, so a turn that is begun anew after a restart goes the same way.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final, cast

from bot.services import absence
from bot.services.moves import Move, described, in_a_row
from data import SeatRow
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Draw, Pass
from engine.rummikub.computers import LEVELS, Level, choose
from engine.rummikub.match import MatchState, player_view

log = logging.getLogger(__name__)

SHORTEST_PAUSE: Final = timedelta(seconds=1)
LONGEST_PAUSE: Final = timedelta(seconds=2)
"""How long a computer of any level seems to think."""
NAMES: Final = ("Ada", "Kurt", "Hedy", "Alan", "Emmy")


def newcomer(seats: Sequence[SeatRow], level: str) -> SeatRow:
    """A computer for the next seat, with a name that nobody there has; :class:`ValueError` for an unknown level."""
    if level not in LEVELS:
        raise ValueError("no such level")
    taken = {seat.name for seat in seats}
    name = next((name for name in NAMES if name not in taken), f"{NAMES[0]} {len(seats) + 1}")
    return SeatRow(len(seats), None, name, level)


def on_turn(state: MatchState, seats: Sequence[SeatRow]) -> bool:
    """Whether it is a computer's turn."""
    return state.on_turn is not None and seats[state.on_turn].computer is not None


def pause(state: MatchState) -> timedelta:
    """How long the computer on turn seems to think; it differs from turn to turn and follows from the match's seed."""
    chance = Random(f"{state.seed}/pause/{state.turn}")  # noqa: S311 - nobody gains by knowing it
    return SHORTEST_PAUSE + chance.random() * (LONGEST_PAUSE - SHORTEST_PAUSE)


def moves(state: MatchState, seats: Sequence[SeatRow], at: datetime) -> list[Move]:
    """The moves of all computers whose turns follow now, up to the end of the round. Thinks; never raises.

    Turns of players who are away pass in between.
    """

    def following(now: MatchState) -> Move | None:
        if on_turn(now, seats):
            return _move(now, seats, at)
        return absence.skip(now, at) if absence.is_skipped(now, seats) else None

    return in_a_row(state, at, following)


def _move(state: MatchState, seats: Sequence[SeatRow], at: datetime) -> Move:
    """One computer's move; where its engine fails, it draws or passes and the game goes on."""
    seat = cast("int", state.on_turn)
    try:
        chance = Random(f"{state.seed}/turn/{state.turn}")  # noqa: S311 - the seed is the secret
        action = choose(cast("Level", seats[seat].computer), player_view(state, seat), chance)
        move = Move.of(state, seat, action, at)
    except IllegalAction as refused:
        log.error("a computer in seat %d wanted what is not allowed: %s", seat, refused.faults[0].code)  # noqa: TRY400
    except Exception as error:  # noqa: BLE001 - a game never hangs on its computer
        log.error("a computer in seat %d failed: %s", seat, described(error))  # noqa: TRY400
    else:
        if move.step.refused is None:
            return move
        log.error("a computer in seat %d misplayed", seat)
    return Move.of(state, seat, Draw() if state.pool else Pass(), at)
