"""A match as it is stored, and what of it may be shown to whom. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any

from bot.services import absence
from bot.services.settings import HandedOver, Settings
from data import MatchRow, NewEntry, Phase, SeatRow
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.events import Event
from engine.rummikub.judging import Refused
from engine.rummikub.match import MatchState, player_view, public_view
from engine.rummikub.views import PlayerView, PublicView

COMPUTER_MARK = "🤖"
"""Stands before the name of a computer wherever it is shown, in words and in pictures."""


def refused(code: str, **data: Any) -> IllegalAction:
    """The refusal with one fault."""
    return IllegalAction(Fault.of(code, **data))


def shown_name(seat: SeatRow) -> str:
    """The name of who sits there, a computer marked as one."""
    return f"{COMPUTER_MARK} {seat.name}" if seat.computer else seat.name


def humans(seats: Iterable[SeatRow]) -> int:
    """How many of the seats are taken by members."""
    return sum(seat.user_id is not None for seat in seats)


# The same match is read several times for one click, and all its values are frozen.
_settings = lru_cache(maxsize=128)(Settings.model_validate_json)
_state = lru_cache(maxsize=128)(MatchState.model_validate_json)


@dataclass(frozen=True)
class Member:
    """Who acts: a Discord user, the name to show, and whether they may manage the channel."""

    id: int
    name: str
    moderator: bool = False


@dataclass(frozen=True)
class Match:
    """A match as it is stored, read: its row, its settings and, once it began, the engine's state."""

    row: MatchRow
    settings: Settings
    state: MatchState | None

    @classmethod
    def read(cls, row: MatchRow) -> Match:
        """The match of a stored row."""
        return cls(row, _settings(row.settings), None if row.state is None else _state(row.state))

    @property
    def id(self) -> int:
        """The number of the match, the one people see."""
        return self.row.id

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(map(shown_name, self.row.seats))

    @property
    def begun(self) -> MatchState:
        """The engine's state; :class:`IllegalAction` (``not_begun``) while it is a lobby."""
        if self.state is None:
            raise refused("not_begun", match=self.id)
        return self.state

    @cached_property
    def view(self) -> PublicView:
        """What everybody sees; :class:`IllegalAction` (``not_begun``) while it is a lobby."""
        return self._timed(public_view(self.begun))

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a Discord user; None for somebody who does not play here."""
        return next((s.seat for s in self.row.seats if s.user_id == user_id), None)

    def player(self, user_id: int) -> PlayerView:
        """What this user sees; :class:`IllegalAction` (:meth:`stranger`, ``not_begun``) where that is nothing."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise self.stranger(user_id)
        player = player_view(self.begun, seat)
        return replace(player, public=self._timed(player.public))

    def stranger(self, user_id: int) -> IllegalAction:
        """What to say to a user who does not play here: ``not_seated``, or ``seat_gone`` to one who did."""
        gone = next((g for g in reversed(self.settings.handed_over) if g.user_id == user_id), None)
        if gone is None:
            return refused("not_seated", match=self.id)
        return refused(
            "seat_gone",
            match=self.id,
            name=self.names[gone.seat],
            why=gone.why,
            asked_by=gone.asked_by,
            moderator=gone.moderator,
        )

    def waits(self, seat: int) -> IllegalAction:
        """What to say to whoever sits there and is not on turn: ``not_your_turn``, or why that turn does not come by
        itself: ``left``, ``paused`` or ``away``.
        """
        own = self.begun.seats[seat]
        if own.resigned:
            return refused("left", match=self.id)
        if self.public.paused:
            return refused("paused", match=self.id)
        return refused("away" if own.away else "not_your_turn", match=self.id)

    def _timed(self, view: PublicView) -> PublicView:
        """With the time there really is, as it stands in the row; where nobody is expected to act there is none."""
        state, rows = self.begun, self.row.seats
        waits = view.on_turn is not None and rows[view.on_turn].computer is None and not absence.is_paused(state, rows)
        return replace(view, deadline=self.row.deadline if waits else None)

    @cached_property
    def public(self) -> PublicMatch:
        """All of the match that may be shown in the channel."""
        row = self.row
        return PublicMatch(
            id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            host_id=row.host_id,
            phase=row.phase,
            seats=row.seats,
            settings=self.settings,
            deadline=row.deadline,
            view=None if self.state is None else self.view,
        )


@dataclass(frozen=True)
class PublicMatch:
    """What a match is to everybody in the channel. It holds no state, so nothing secret can be shown from it."""

    id: int
    guild_id: int | None
    channel_id: int
    host_id: int | None
    phase: Phase
    seats: tuple[SeatRow, ...]
    settings: Settings
    deadline: datetime | None
    view: PublicView | None
    """The table; None while it is a lobby."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(map(shown_name, self.seats))

    @cached_property
    def active(self) -> tuple[int, ...]:
        """The seats of members who are at the table."""
        return () if self.view is None else absence.active(self.view.seats, self.seats)

    def before(self, seat: int) -> HandedOver | None:
        """Who sat in a seat before the one who plays on in it."""
        return next((gone for gone in reversed(self.settings.handed_over) if gone.seat == seat), None)

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats of members who are away, or were when the match ended."""
        seats = () if self.view is None else self.view.seats
        return tuple(s.seat for s in seats if s.away and not s.resigned and self.seats[s.seat].user_id is not None)

    @property
    def paused(self) -> bool:
        """Whether the match waits until somebody is there."""
        return self.view is not None and self.view.phase == "playing" and not self.active


@dataclass(frozen=True)
class Changed:
    """A match as it has just been written, and the entries of the log that led there from the revision before."""

    match: Match
    entries: tuple[NewEntry, ...] = ()


@dataclass(frozen=True)
class Done:
    """What an action led to. ``refused``: the faults of a misplay that was punished (rule 3.4)."""

    match: Match
    events: tuple[Event, ...] = ()
    refused: Refused | None = None
