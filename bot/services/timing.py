"""When something happens by itself in a match: a computer moves, time is up, a player is reminded, all is closed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from bot.services import computers
from bot.services.absence import is_paused
from bot.services.match import Match
from data import SeatRow
from engine.rummikub.match import MatchState

LOBBY_LIFE: Final = timedelta(minutes=30)
"""A lobby that nobody fills closes after so long."""
PAUSED_LIFE: Final = timedelta(days=30)
"""A game to which nobody comes back is closed after so long."""
SHARE: Final = 4
"""A player is reminded when a quarter of the time is left; after a restart so much is granted once more."""
SHORTEST_REMINDER: Final = timedelta(seconds=15)
"""With less time than that left nobody is reminded: the turn was short anyway."""
LEAST_GRACE: Final = timedelta(seconds=20)
MOST_GRACE: Final = timedelta(minutes=10)


def turn(state: MatchState, rows: Sequence[SeatRow], at: datetime) -> tuple[datetime | None, datetime | None]:
    """When something happens by itself, and when the player on turn is reminded of it."""
    if state.on_turn is None:
        return None, None
    if is_paused(state, rows):
        return at + PAUSED_LIFE, None
    if computers.on_turn(state, rows):
        return at + computers.pause(state), None
    if state.seats[state.on_turn].away:
        return at, None
    deadline = state.deadline
    return deadline, None if deadline is None else _reminder(deadline, state)


def changed(before: Match, state: MatchState, rows: Sequence[SeatRow], at: datetime) -> dict[str, Any]:
    """What a step changes in a match's row; nothing where the turn under way goes on as it was."""
    old = before.state
    if (
        old is not None
        and (old.turn, old.turn_began) == (state.turn, state.turn_began)
        and tuple(rows) == before.row.seats
        and is_paused(old, rows) == is_paused(state, rows)
    ):
        return {}
    deadline, reminder = turn(state, rows, at)
    return {"deadline": deadline, "reminder_at": reminder}


def after_a_break(match: Match, at: datetime) -> dict[str, Any]:
    """What changes in a match's row when nobody looked at the clock for a while, or the clock was set anew.

    There is a grace at least, and the whole time at most. Computers need none.
    """
    due, span = match.row.deadline, _span(match)
    if due is None or span is None:
        return {}
    grace = min(max(span / SHARE, LEAST_GRACE), MOST_GRACE)
    new = min(max(due, at + grace), at + max(span, grace))
    if new == due:
        return {}
    reminded = match.row.reminder_at is None or match.state is None
    return {"deadline": new} if reminded else {"deadline": new, "reminder_at": _reminder(new, match.begun)}


def _span(match: Match) -> timedelta | None:
    """The whole time for what the match waits for; None where it waits for nobody."""
    state, rows = match.state, match.row.seats
    if state is None:
        return LOBBY_LIFE
    if is_paused(state, rows):
        return PAUSED_LIFE
    waits = state.on_turn is not None and rows[state.on_turn].computer is None and not state.seats[state.on_turn].away
    return timedelta(seconds=state.ruleset.turn_seconds) if waits else None


def _reminder(deadline: datetime, state: MatchState) -> datetime | None:
    left = timedelta(seconds=state.ruleset.turn_seconds) / SHARE
    return deadline - left if left >= SHORTEST_REMINDER else None
