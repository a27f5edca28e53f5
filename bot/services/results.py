"""What a step of a match adds to the leaderboard. A game of one member against computers alone adds nothing."""

from __future__ import annotations

from bot.services.match import humans
from data import MatchResult, MatchRow, RoundResult
from engine.rummikub.events import Event, MatchEnded, RoundEnded
from engine.rummikub.match import MatchState


def round_results(row: MatchRow, events: tuple[Event, ...]) -> tuple[RoundResult, ...]:
    """What the rounds that ended with a step add to the leaderboard, a row for each seat."""
    ended = [event.result for event in events if isinstance(event, RoundEnded)] if _counts(row) else []
    return tuple(
        RoundResult(
            number=result.number,
            seat=s.seat,
            user_id=s.user_id,
            points=result.scores[s.seat],
            won=s.seat in result.winners,
        )
        for result in ended
        for s in row.seats
    )


def match_results(row: MatchRow, state: MatchState, events: tuple[Event, ...]) -> tuple[MatchResult, ...]:
    """What a match that ended with a step adds to it; one that was stopped adds nothing."""
    over = [event for event in events if isinstance(event, MatchEnded) and event.reason != "stopped"]
    ended = over if _counts(row) else []
    return tuple(
        MatchResult(
            seat=s.seat,
            user_id=s.user_id,
            points=event.points[s.seat],
            won=s.seat in event.winners,
            rounds_won=state.seats[s.seat].rounds_won,
        )
        for event in ended
        for s in row.seats
    )


def _counts(row: MatchRow) -> bool:
    return humans(row.seats) > 1
