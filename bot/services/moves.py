"""Moves: actions that count, with the steps they make, and what follows on them by itself.

Pure, and some of it takes its time: what is said to think belongs into an executor.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from data import NewEntry, SeatRow
from engine.rummikub.actions import Action, Stop, Stuck
from engine.rummikub.events import EVENTS, RoundEnded
from engine.rummikub.match import MatchState, Step, apply
from engine.rummikub.stuck import nobody_can_play

log = logging.getLogger(__name__)

PROOF = 20_000
"""States that the proof for one rack may cost; where that is not enough, the players go on and pass."""


@dataclass(frozen=True)
class Move:
    """An action of a seat, or of nobody, that counts."""

    seat: int | None
    action: Action
    step: Step

    @classmethod
    def of(cls, state: MatchState, seat: int | None, action: Action, at: datetime) -> Move:
        """The move; :class:`IllegalAction` where the rules do not allow it."""
        return cls(seat, action, apply(state, 0 if seat is None else seat, action, at))

    def entry(self, user_id: int | None = None, token: str | None = None, correlation: str = "") -> NewEntry:
        """The move as the log keeps it."""
        return NewEntry(
            seat=self.seat,
            user_id=user_id,
            action=self.action.model_dump_json(),
            public=EVENTS.dump_json(self.step.events).decode(),
            token=token,
            correlation=correlation or None,
        )


def in_a_row(state: MatchState, at: datetime, following: Callable[[MatchState], Move | None]) -> list[Move]:
    """Moves that follow on each other by themselves, up to the end of the round. Thinks where they do."""
    made: list[Move] = []
    while not _round_is_over(made) and (move := following(state)) is not None:
        made.append(move)
        after = move.step.state
        if wants_proof(state, after) and (end := stuck(after, at)) is not None:
            made.append(end)
        state = made[-1].step.state
    return made


def _round_is_over(made: Sequence[Move]) -> bool:
    return any(isinstance(event, RoundEnded) for move in made for event in move.step.events)


def is_abandoned(state: MatchState, seats: Sequence[SeatRow]) -> bool:
    """Whether a match goes on with nobody but computers."""
    return state.phase == "playing" and all(seats[seat].user_id is None for seat in state.present)


def stopped(state: MatchState, at: datetime) -> Move:
    """The end of a match by nobody's own action."""
    return Move.of(state, None, Stop(), at)


def wants_proof(before: MatchState, after: MatchState) -> bool:
    """Whether it has to be looked at anew if anybody can play with an empty pool (rule 7.2, last sentence)."""
    if after.phase == "over" or after.pool or after.round != before.round:
        return False
    return bool(before.pool) or (after.table, after.present) != (before.table, before.present)


def stuck(state: MatchState, at: datetime) -> Move | None:
    """The end of a round in which it is proved that nobody can play. Thinks; a proof that fails is none."""
    try:
        proved = nobody_can_play(state, budget=PROOF)
    except Exception as error:  # noqa: BLE001 - the players go on and pass
        log.error("a proof that nobody can play failed: %s", described(error))  # noqa: TRY400
        proved = False
    return Move.of(state, None, Stuck(), at) if proved else None


def described(error: Exception) -> str:
    """Where an error came from, without its text, which might name tiles."""
    return "\n".join([type(error).__name__, *traceback.format_tb(error.__traceback__)])
