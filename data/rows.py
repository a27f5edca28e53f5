"""What goes into the store and what comes out. Times are aware UTC datetimes; JSON travels as opaque text."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Final, Literal

Phase = Literal["lobby", "playing", "over", "cancelled"]
OPEN: Final[tuple[Phase, ...]] = ("lobby", "playing")
DraftKind = Literal["refused", "staged"]
RackOrder = Literal["color", "value", "sets"]


class Keep(Enum):
    """Says "leave it as it is" where ``None`` is a value of its own."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A place at the table. A computer player has no ``user_id`` but a kind in ``computer``."""

    seat: int
    user_id: int | None
    name: str
    computer: str | None = None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as it stands. ``state`` is out of ``repr``: it holds every rack."""

    id: int
    game: str
    guild_id: int | None
    channel_id: int
    host_id: int | None
    phase: Phase
    revision: int
    settings: str
    state: str | None = field(repr=False)
    deadline: datetime | None
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None
    shown_revision: int
    message_id: int | None
    previous_match_id: int | None
    seats: tuple[SeatRow, ...]
    reminder_at: datetime | None = None
    """When the player on turn is to be reminded of the time; None when that was done, or is not to be."""
    reminder_message_id: int | None = None
    shown_turn: int | None = None
    """The last turn that began with a message of its own, in which the player on turn is pinged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """A lobby to open at time ``at``; it starts at revision 1. ``deadline`` is when the lobby expires."""

    game: str
    guild_id: int | None
    channel_id: int
    host_id: int
    settings: str
    at: datetime
    seats: tuple[SeatRow, ...] = ()
    deadline: datetime | None = None
    previous_match_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """One action for the log. ``action`` may be secret, ``public`` is what may be told.

    ``token`` names the click or timer that caused it: within a match no token is ever applied twice.
    """

    seat: int | None
    user_id: int | None
    action: str = field(repr=False)
    public: str | None = None
    token: str | None = None
    correlation: str | None = None


@dataclass(frozen=True, slots=True)
class LogRow:
    """An action that counted: the ``number``-th (from 0) of those that led to ``revision``."""

    match_id: int
    revision: int
    number: int
    seat: int | None
    user_id: int | None
    action: str = field(repr=False)
    public: str | None
    token: str | None
    correlation: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundResult:
    """What a seat won or lost in round ``number``."""

    number: int
    seat: int
    user_id: int | None
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a seat came out of a match that was played to its end; matches that were stopped have none."""

    seat: int
    user_id: int | None
    points: int
    won: bool
    rounds_won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step of a match from revision ``expected`` to the next, written whole or not at all.

    ``None`` keeps what is there; ``deadline`` and ``reminder_at`` alone can be cleared with ``None`` (``KEEP``
    keeps them), and are cleared by themselves when the match ends. ``seats`` replaces all of them;
    ``seated``: who sits there at ``expected``, where that is known. ``drop_drafts`` names seats.
    """

    match_id: int
    expected: int
    at: datetime
    phase: Phase | None = None
    state: str | None = field(default=None, repr=False)
    settings: str | None = None
    host_id: int | None = None
    deadline: datetime | Keep | None = KEEP
    reminder_at: datetime | Keep | None = KEEP
    seats: tuple[SeatRow, ...] | None = None
    seated: tuple[SeatRow, ...] | None = None
    entries: tuple[NewEntry, ...] = ()
    rounds: tuple[RoundResult, ...] = ()
    results: tuple[MatchResult, ...] = ()
    drop_drafts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A play not committed: ``refused`` (to be edited) or ``staged`` (begun, rule 6.2). It names rack tiles."""

    match_id: int
    seat: int
    kind: DraftKind
    text: str = field(repr=False)
    faults: str | None = field(repr=False)
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a member chose for all games."""

    rack_order: RackOrder = "color"
    reminders: bool = True
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's results in one server. ``points`` and ``rounds`` count every finished round."""

    user_id: int
    name: str
    matches: int = 0
    wins: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
