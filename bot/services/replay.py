"""A stored match replayed from its log: the check that nothing was lost, and the source of its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import TypeAdapter

from bot.services.match import Match, refused
from data import LogRow
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Action
from engine.rummikub.match import MatchState
from engine.rummikub.record import Entry, replay, write_record

ACTIONS = TypeAdapter[Action](Action)


def entries(log: Iterable[LogRow]) -> list[Entry]:
    """The actions of a log after its first row, which tells when the match began."""
    rows = list(log)[1:]
    return [Entry(0 if row.seat is None else row.seat, ACTIONS.validate_json(row.action), row.at) for row in rows]


def replayed(match: Match, log: Iterable[LogRow]) -> MatchState:
    """The state to which the log leads; :class:`ValueError` where it leads nowhere."""
    rows = list(log)
    if match.state is None or not rows:
        raise ValueError("a match without state or log")
    state = match.state
    steps = replay(match.settings.ruleset, len(match.row.seats), state.seed, rows[0].at, entries(rows))
    try:
        return list(steps)[-1].state
    except IllegalAction as wrong:
        raise ValueError(f"the log holds an action that is refused: {wrong}") from wrong


def record_of(match: Match, log: Iterable[LogRow], players: Sequence[str]) -> str:
    """The record of a match that was played to its end; ``players``: names by seat. Replays it, which takes its time.

    Raises :class:`IllegalAction`: ``not_begun``, ``not_over``; ``no_record`` where it was stopped, for a record
    tells of racks that were never shown.
    """
    state, rows = match.begun, list(log)
    if state.phase != "over":
        raise refused("not_over")
    if match.view.seed is None:
        raise refused("no_record")
    ruleset = match.settings.ruleset
    return write_record(ruleset=ruleset, players=players, seed=state.seed, began=rows[0].at, entries=entries(rows))


def is_sound(match: Match, log: Iterable[LogRow]) -> bool:
    """Whether the stored state of a match that began is the one its log leads to."""
    try:
        return replayed(match, log) == match.state
    except ValueError:
        return False
