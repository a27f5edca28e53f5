"""Matches: the one door for everything that is done at a table.

Every action takes the same way: the match's lock, load, decide with the engine, one transaction guarded by the
revision, and only then the word that something changed. Nothing here knows Discord, and nothing here posts.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from bot.services.results import match_results, round_results
from bot.services.settings import Settings
from data import (
    Change,
    Conflict,
    Duplicate,
    MatchRow,
    NewEntry,
    NewMatch,
    Phase,
    SeatRow,
    Store,
)
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.actions import Action, Play, Resign, Stop, Timeout
from engine.rummikub.events import EVENTS, Event, RoundEnded
from engine.rummikub.judging import Refused
from engine.rummikub.match import MatchState, Step, apply, new_match, player_view, public_view
from engine.rummikub.views import PlayerView, PublicView

LOBBY_LIFE = timedelta(minutes=30)
"""A lobby that nobody fills closes after so long."""
MAX_LOBBIES = 3
"""Open lobbies a member may host at once in one server."""
MIN_PLAYERS = 2


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
        state = None if row.state is None else MatchState.model_validate_json(row.state)
        return cls(row, Settings.model_validate_json(row.settings), state)

    @property
    def id(self) -> int:
        """The number of the match, the one people see."""
        return self.row.id

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(s.name for s in self.row.seats)

    @property
    def view(self) -> PublicView:
        """What everybody sees; :class:`IllegalAction` (``not_begun``) while it is a lobby."""
        return public_view(self._begun)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a Discord user; None for somebody who does not play here."""
        return next((s.seat for s in self.row.seats if s.user_id == user_id), None)

    def player(self, user_id: int) -> PlayerView:
        """What this user sees; :class:`IllegalAction` (``not_seated``, ``not_begun``) where that is nothing."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise _refused("not_seated", match=self.id)
        return player_view(self._begun, seat)

    @property
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
            view=None if self.state is None else public_view(self.state),
        )

    @property
    def _begun(self) -> MatchState:
        if self.state is None:
            raise _refused("not_begun", match=self.id)
        return self.state


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

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(s.name for s in self.seats)


@dataclass(frozen=True)
class Done:
    """What an action led to. ``refused``: the faults of a misplay that was punished (rule 3.4)."""

    match: Match
    events: tuple[Event, ...] = ()
    refused: Refused | None = None


def _refused(code: str, **data: Any) -> IllegalAction:
    return IllegalAction(Fault.of(code, **data))


class Matches:
    """The door. ``changed`` is called with the id of every match that has something new to show."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        changed: Callable[[int], None],
        new_seed: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        self._store = store
        self._now = now
        self._changed = changed
        self._new_seed = new_seed
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def load(self, match_id: int) -> Match:
        """The match with this number; :class:`IllegalAction` (``unknown_match``)."""
        row = await self._store.match(match_id)
        if row is None:
            raise _refused("unknown_match", match=match_id)
        return Match.read(row)

    # --- lobbies -----------------------------------------------------------------------------------------

    async def open_lobby(self, *, guild_id: int, channel_id: int, host: Member, settings: Settings) -> Match:
        """Open a lobby with its host in the first seat; :class:`IllegalAction` (``too_many_lobbies``)."""
        return await self._open(
            guild_id, channel_id, host=host, settings=settings, seats=(SeatRow(0, host.id, host.name),)
        )

    async def _open(
        self,
        guild_id: int | None,
        channel_id: int,
        *,
        host: Member,
        settings: Settings,
        seats: tuple[SeatRow, ...],
        previous: int | None = None,
    ) -> Match:
        mine = await self._store.matches_of(host.id, guild_id, phases=("lobby",))
        if sum(row.host_id == host.id for row in mine) >= MAX_LOBBIES:
            raise _refused("too_many_lobbies", limit=MAX_LOBBIES)
        row = await self._store.create(
            NewMatch(
                game="rummikub",
                guild_id=guild_id,
                channel_id=channel_id,
                host_id=host.id,
                settings=settings.model_dump_json(),
                seats=seats,
                deadline=self._now() + LOBBY_LIFE,
                at=self._now(),
                previous_match_id=previous,
            )
        )
        self._changed(row.id)
        return Match.read(row)

    async def join(self, match_id: int, member: Member) -> Match:
        """Take a seat; the match begins when the last one is taken."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            if match.seat_of(member.id) is not None:
                raise _refused("already_joined", match=match_id)
            seats = (*match.row.seats, SeatRow(len(match.row.seats), member.id, member.name))
            if len(seats) > match.settings.seats:
                raise _refused("lobby_full", match=match_id)
            if len(seats) == match.settings.seats:
                return await self._begin(replace(match, row=replace(match.row, seats=seats)))
            return await self._commit(match, seats=seats)

    async def leave_lobby(self, match_id: int, member: Member) -> Match:
        """Give the seat back; the next member becomes host, the last one out closes the lobby."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            if match.seat_of(member.id) is None:
                raise _refused("not_seated", match=match_id)
            rest = [s for s in match.row.seats if s.user_id != member.id]
            seats = tuple(replace(s, seat=i) for i, s in enumerate(rest))
            host = next((s.user_id for s in seats if s.user_id is not None), None)
            if host is None:
                return await self._close_lobby(match, "empty")
            if match.row.host_id != member.id:
                host = match.row.host_id
            return await self._commit(match, seats=seats, host_id=host)

    async def begin(self, match_id: int, member: Member) -> Match:
        """Start with those who have joined; host or moderator, two players at least."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            _must_lead(match, member)
            if len(match.row.seats) < MIN_PLAYERS:
                raise _refused("too_few_players", match=match_id, least=MIN_PLAYERS)
            return await self._begin(match)

    async def configure(self, match_id: int, member: Member, change: Callable[[Settings], Settings]) -> Match:
        """Change what a lobby will play by; host or moderator. There stay as many seats as are taken."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            _must_lead(match, member)
            settings = change(match.settings)
            if settings.seats < len(match.row.seats):
                raise _refused("seats_taken", match=match_id, taken=len(match.row.seats))
            return await self._commit(match, settings=settings)

    async def rematch(self, match_id: int, member: Member) -> Match:
        """Open a lobby with the same people and settings, the member its host; whoever is not there may leave it.

        Raises :class:`IllegalAction` with ``not_over``, ``not_seated``, ``too_many_lobbies`` and, where there is
        one already, ``rematch_exists`` (``match``: its number, ``channel`` and ``message``: where it stands).
        """
        old = await self.load(match_id)
        if old.row.phase != "over":
            raise _refused("not_over", match=match_id)
        if old.seat_of(member.id) is None:
            raise _refused("not_seated", match=match_id)
        names = {s.user_id: s.name for s in old.row.seats if s.user_id is not None} | {member.id: member.name}
        seats = tuple(SeatRow(seat, user_id, name) for seat, (user_id, name) in enumerate(names.items()))
        settings = old.settings.afresh(max(MIN_PLAYERS, len(seats)))
        try:
            return await self._open(
                old.row.guild_id, old.row.channel_id, host=member, settings=settings, seats=seats, previous=match_id
            )
        except Duplicate as there:
            found = await self._store.rematch_of(match_id)
            if found is None:
                raise
            raise _refused(
                "rematch_exists", match=found.id, channel=found.channel_id, message=found.message_id
            ) from there

    async def cancel(self, match_id: int, member: Member) -> Match:
        """Close the lobby; host or moderator."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            _must_lead(match, member)
            return await self._close_lobby(match, "cancelled")

    async def close_lobby(self, match_id: int, reason: str) -> Match:
        """Close a lobby that expired or that cannot be shown."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            return await self._close_lobby(match, reason)

    async def _close_lobby(self, match: Match, reason: str) -> Match:
        settings = match.settings.model_copy(update={"note": reason})
        return await self._commit(match, phase="cancelled", settings=settings, deadline=None)

    async def _begin(self, match: Match) -> Match:
        at = self._now()
        step = new_match(match.settings.ruleset, len(match.row.seats), self._new_seed(), at)
        entry = NewEntry(
            seat=None, user_id=None, action='{"type":"begin"}', public=EVENTS.dump_json(step.events).decode()
        )
        return await self._commit(match, at=at, step=step, entry=entry, seats=match.row.seats)

    # --- play --------------------------------------------------------------------------------------------

    async def submit(
        self,
        match_id: int,
        member: Member,
        action: Action,
        *,
        turn: int | None = None,
        token: str | None = None,
        correlation: str = "",
    ) -> Done:
        """Do an action in the member's seat.

        ``turn``: the turn the member saw, where the action came from a button of a table message. ``token``:
        an id of the click, by which a repeated one is known. Raises :class:`IllegalAction` with the engine's
        codes, and ``not_seated``, ``not_begun``, ``out_of_date``. The text of a play that was refused for any
        reason is kept as the seat's draft.
        """
        async with self.locked(match_id) as match:
            seat = match.seat_of(member.id)
            if seat is None:
                raise _refused("not_seated", match=match_id)
            state = match._begun  # noqa: SLF001
            try:
                if turn is not None and turn != state.turn and match.row.phase == "playing":
                    raise _refused("out_of_date", match=match_id)
                return await self._apply(match, seat, member.id, action, token=token, correlation=correlation)
            except IllegalAction:
                if isinstance(action, Play):
                    await self._store.put_draft(match_id, seat, "refused", action.text, at=self._now())
                raise

    async def time_up(self, match_id: int) -> Done:
        """The deadline of a match has passed: close the lobby, or end the turn (rule 6.2). Safe to repeat."""
        async with self.locked(match_id) as match:
            due = match.row.deadline
            if due is None or due > self._now():
                return Done(match)
            if match.row.phase == "lobby":
                return Done(await self._close_lobby(match, "expired"))
            state = match._begun  # noqa: SLF001
            if state.on_turn is None:
                return Done(match)
            begun = await self._store.draft_exists(match_id, state.on_turn)
            action = Timeout(turn=state.turn, begun=begun)
            return await self._apply(match, state.on_turn, None, action, token=f"time:{match_id}:{state.turn}")

    async def vote_end(self, match_id: int, member: Member) -> Match:
        """Agree to end the match now. It ends when all who still play agree, or at once for a moderator."""
        async with self.locked(match_id) as match:
            if match.row.phase == "lobby":
                _must_lead(match, member)
                return await self._close_lobby(match, "cancelled")
            view = match.view
            if view.phase == "over":
                raise _refused("round_over")
            seat = match.seat_of(member.id)
            if seat is None and not member.moderator:
                raise _refused("not_seated", match=match_id)
            votes = {*match.settings.end_votes, *(() if seat is None else (seat,))}
            needed = {s.seat for s in view.seats if not s.resigned and match.row.seats[s.seat].user_id is not None}
            if member.moderator or needed <= votes:
                return (await self._apply(match, seat, member.id, Stop())).match
            if seat in match.settings.end_votes:
                raise _refused("already_voted", match=match_id)
            return await self._commit(
                match, settings=match.settings.model_copy(update={"end_votes": tuple(sorted(votes))})
            )

    async def _apply(
        self,
        match: Match,
        seat: int | None,
        user_id: int | None,
        action: Action,
        *,
        token: str | None = None,
        correlation: str = "",
    ) -> Done:
        at = self._now()
        step = apply(match._begun, 0 if seat is None else seat, action, at)  # noqa: SLF001
        entry = NewEntry(
            seat=seat,
            user_id=user_id,
            action=action.model_dump_json(),
            public=EVENTS.dump_json(step.events).decode(),
            token=token,
            correlation=correlation or None,
        )
        settings = match.settings
        if seat in settings.end_votes and not isinstance(action, Stop):
            settings = settings.model_copy(update={"end_votes": tuple(v for v in settings.end_votes if v != seat)})
        drop = () if seat is None or isinstance(action, Resign) else (seat,)
        if any(isinstance(event, RoundEnded) for event in step.events):
            drop = tuple(range(len(match.row.seats)))
        match = await self._commit(match, at=at, step=step, entry=entry, settings=settings, drop_drafts=drop)
        return Done(match, step.events, step.refused)

    # --- the transaction ---------------------------------------------------------------------------------

    async def _commit(
        self,
        match: Match,
        *,
        at: datetime | None = None,
        step: Step | None = None,
        entry: NewEntry | None = None,
        settings: Settings | None = None,
        drop_drafts: tuple[int, ...] = (),
        **changes: Any,
    ) -> Match:
        """One transaction. ``at``: when the step was made; the log keeps it, so that a replay gives the same state."""
        if settings is not None:
            changes["settings"] = settings.model_dump_json()
        if step is not None:
            over = step.state.phase == "over"
            changes |= {
                "phase": "over" if over else "playing",
                "state": step.state.model_dump_json(),
                "deadline": step.state.deadline,
                "rounds": round_results(match.row, step.events),
                "results": match_results(match.row, step.state, step.events),
            }
        try:
            row = await self._store.commit(
                Change(
                    match_id=match.id,
                    expected=match.row.revision,
                    at=at or self._now(),
                    entries=() if entry is None else (entry,),
                    drop_drafts=drop_drafts,
                    **changes,
                )
            )
        except (Conflict, Duplicate) as late:
            raise _refused("out_of_date", match=match.id) from late
        self._changed(match.id)
        return Match.read(row)

    @asynccontextmanager
    async def locked(self, match_id: int) -> AsyncIterator[Match]:
        """The match as it stands, which nobody changes meanwhile."""
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            yield await self.load(match_id)


def _must_be_lobby(match: Match) -> None:
    if match.row.phase != "lobby":
        raise _refused("lobby_closed", match=match.id)


def _must_lead(match: Match, member: Member) -> None:
    if match.row.host_id != member.id and not member.moderator:
        raise _refused("not_host", match=match.id)
