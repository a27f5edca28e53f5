"""Rows of the store as plain values. Times are aware UTC datetimes; JSON columns are strings the store never reads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

Phase = Literal["lobby", "playing", "over", "cancelled"]


class DraftKind(StrEnum):
    """Why a draft is kept: its play was refused, or it was staged on purpose (rule 6.2)."""

    REFUSED = "refused"
    STAGED = "staged"


@dataclass(frozen=True)
class SeatRow:
    """A place at the table: a Discord user, or a computer player of some level."""

    seat: int
    user_id: int | None
    name: str
    computer: str | None = None


@dataclass(frozen=True)
class NewMatch:
    """What a match starts with; its phase is ``lobby`` and its revision 1."""

    game: str
    guild_id: int
    channel_id: int
    host_id: int
    settings: str
    seats: tuple[SeatRow, ...]
    created_at: datetime
    deadline: datetime | None = None
    previous_match_id: int | None = None


@dataclass(frozen=True)
class MatchRow:
    """A match as it is stored."""

    id: int
    game: str
    guild_id: int
    channel_id: int
    host_id: int
    phase: Phase
    revision: int
    settings: str
    state: str | None
    seats: tuple[SeatRow, ...]
    deadline: datetime | None
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None
    shown_revision: int
    message_id: int | None
    previous_match_id: int | None


@dataclass(frozen=True)
class LogEntry:
    """One action to append: who, what (JSON), and what may be told of it (JSON).

    ``token`` is unique in the store where given: the same click is never applied twice.
    """

    seat: int | None
    user_id: int | None
    action: str
    public: str
    at: datetime
    token: str | None = None
    correlation: str = ""


@dataclass(frozen=True)
class ResultRow:
    """What a seat got from a round, or (``number`` None) from the whole match."""

    number: int | None
    seat: int
    points: int
    won: bool


class Keep(StrEnum):
    """Stands for a column that a change leaves as it is."""

    AS_IS = "as_is"


@dataclass(frozen=True)
class Change:
    """One transaction on a match. Columns left at ``Keep.AS_IS`` keep what they hold."""

    match_id: int
    expected_revision: int
    at: datetime
    phase: Phase | Keep = Keep.AS_IS
    state: str | Keep = Keep.AS_IS
    settings: str | Keep = Keep.AS_IS
    seats: tuple[SeatRow, ...] | Keep = Keep.AS_IS
    host_id: int | Keep = Keep.AS_IS
    deadline: datetime | Keep | None = Keep.AS_IS
    channel_id: int | Keep = Keep.AS_IS
    entries: tuple[LogEntry, ...] = ()
    results: tuple[ResultRow, ...] = ()
    drop_drafts: tuple[int, ...] = ()
    """Seats whose drafts go."""
