"""Players who are not there: whose turns pass at once, when a game pauses, and whose seats others may take over.

Pure; what is said to think belongs into an executor.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.services.moves import Move, in_a_row
from data import SeatRow
from engine.rummikub.actions import Timeout
from engine.rummikub.match import MatchState, SeatState
from engine.rummikub.views import SeatView

WAITED: Final = timedelta(days=1)
"""Without a clock nobody's time is ever up: who lets the others wait so long can be replaced like who is away."""


def active(seats: Sequence[SeatState | SeatView], rows: Sequence[SeatRow]) -> tuple[int, ...]:
    """The seats of members who are at the table."""
    return tuple(
        row.seat
        for row, seat in zip(rows, seats, strict=True)
        if row.user_id is not None and not seat.resigned and not seat.away
    )


def is_paused(state: MatchState, rows: Sequence[SeatRow]) -> bool:
    """Whether a match waits until somebody is there."""
    return state.phase == "playing" and not active(state.seats, rows)


def is_skipped(state: MatchState, rows: Sequence[SeatRow]) -> bool:
    """Whether the turn under way is that of somebody who is away while others play."""
    return state.on_turn is not None and state.seats[state.on_turn].away and not is_paused(state, rows)


def skip(state: MatchState, at: datetime) -> Move:
    """The turn of the seat that is away passes."""
    return Move.of(state, state.on_turn, Timeout(turn=state.turn), at)


def skips(state: MatchState, rows: Sequence[SeatRow], at: datetime) -> list[Move]:
    """The turns that pass because their players are away, up to the end of the round. Thinks."""
    return in_a_row(state, at, lambda now: skip(now, at) if is_skipped(now, rows) else None)


def replaceable(state: MatchState, rows: Sequence[SeatRow], at: datetime) -> tuple[int, ...]:
    """The seats that may be handed over: of members who are away, or who left in this round."""
    if state.phase != "playing":
        return ()
    waiting = state.on_turn if not state.ruleset.turn_seconds and at - state.turn_began >= WAITED else None
    return tuple(
        row.seat
        for row, seat in zip(rows, state.seats, strict=True)
        if row.user_id is not None and seat.rack and (seat.away or seat.resigned or row.seat == waiting)
    )
