"""Lobbies: who takes which seat of a match to come, by which rules, until it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.services import computers
from bot.services.match import Changed, Match, Member, refused
from bot.services.settings import Settings
from bot.services.timing import LOBBY_LIFE
from bot.services.transactions import Transactions
from data import Duplicate, NewEntry, NewMatch, SeatRow
from engine.rummikub.events import EVENTS
from engine.rummikub.match import new_match

MAX_LOBBIES: Final = 3
"""Open lobbies a member may host at once in one server."""
MAX_GAMES: Final = 25
"""Lobbies and games under way that a member may sit in at once: as many as Discord can offer to choose from."""
MAX_IN_CHANNEL: Final = 50
"""Lobbies and games under way that a channel may hold at once."""
MIN_PLAYERS: Final = 2


class Lobbies(Transactions):
    """All that is done before a match begins."""

    async def open_lobby(
        self, *, guild_id: int, channel_id: int, host: Member, settings: Settings, levels: Sequence[str] = ()
    ) -> Match:
        """Open a lobby with its host in the first seat and computers of these levels beside.

        It does not begin by itself before somebody joins, so that it can be shown first. Raises what
        :meth:`must_have_room` does.
        """
        seats = _with_computers((SeatRow(0, host.id, host.name),), levels)
        return await self._open(guild_id, channel_id, host=host, settings=settings, seats=seats)

    async def must_have_room(self, guild_id: int | None, channel_id: int, host: Member) -> None:
        """:class:`IllegalAction` where this member may not open one more lobby there: ``too_many_lobbies``,
        ``too_many_games``, ``channel_full``.
        """
        mine = await self._store.matches_of(host.id)
        lobbies = [row for row in mine if row.phase == "lobby" and row.guild_id == guild_id and row.host_id == host.id]
        if len(lobbies) >= MAX_LOBBIES:
            raise refused("too_many_lobbies", limit=MAX_LOBBIES)
        if len(mine) >= MAX_GAMES:
            raise refused("too_many_games", limit=MAX_GAMES)
        if await self._store.count_open(channel_id=channel_id) >= MAX_IN_CHANNEL:
            raise refused("channel_full", limit=MAX_IN_CHANNEL)

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
        await self.must_have_room(guild_id, channel_id, host)
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
        match = Match.read(row)
        self._changed(Changed(match))
        return match

    async def join(self, match_id: int, member: Member) -> Match:
        """Take a seat; the match begins when the last one is taken."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            if match.seat_of(member.id) is not None:
                raise refused("already_joined", match=match_id)
            if member.id in match.settings.barred:
                raise refused("barred", match=match_id)
            if len(await self._store.matches_of(member.id)) >= MAX_GAMES:
                raise refused("too_many_games", limit=MAX_GAMES)
            return await self._seat(match, SeatRow(len(match.row.seats), member.id, member.name))

    async def add_computer(self, match_id: int, member: Member, level: str) -> Match:
        """Seat a computer; host or moderator. The match begins when the last seat is taken."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            must_lead(match, member)
            return await self._seat(match, computers.newcomer(match.row.seats, level))

    async def remove_computer(self, match_id: int, member: Member, name: str) -> Match:
        """Let a computer go; host or moderator. Nothing happens where none of that name is seated."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            must_lead(match, member)
            rest = [s for s in match.row.seats if s.computer is None or s.name != name]
            if len(rest) == len(match.row.seats):
                return match
            return await self._commit(match, seats=_numbered(rest))

    async def remove_member(self, match_id: int, member: Member, user_id: int) -> Match:
        """Take a member's seat back, who cannot join this lobby again; host or moderator.

        Nothing happens where the member does not sit there; :class:`IllegalAction` (``host_stays``) for the host.
        """
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            must_lead(match, member)
            if user_id == match.row.host_id:
                raise refused("host_stays", match=match_id)
            rest = [s for s in match.row.seats if s.user_id != user_id]
            if len(rest) == len(match.row.seats):
                return match
            barred = match.settings.model_copy(update={"barred": (*match.settings.barred, user_id)})
            return await self._commit(match, seats=_numbered(rest), settings=barred)

    async def _seat(self, match: Match, newcomer: SeatRow) -> Match:
        seats = (*match.row.seats, newcomer)
        if len(seats) > match.settings.seats:
            raise refused("lobby_full", match=match.id)
        if len(seats) == match.settings.seats:
            return await self._begin(replace(match, row=replace(match.row, seats=seats)))
        return await self._commit(match, seats=seats)

    async def leave_lobby(self, match_id: int, member: Member) -> Match:
        """Give the seat back; the next member becomes host, the last one out closes the lobby."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            if match.seat_of(member.id) is None:
                raise refused("not_seated", match=match_id)
            seats = _numbered([s for s in match.row.seats if s.user_id != member.id])
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
            must_lead(match, member)
            if len(match.row.seats) < MIN_PLAYERS:
                raise refused("too_few_players", match=match_id, least=MIN_PLAYERS)
            return await self._begin(match)

    async def configure(self, match_id: int, member: Member, change: Callable[[Settings], Settings]) -> Match:
        """Change what a lobby will play by; host or moderator. There stay as many seats as are taken."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            must_lead(match, member)
            settings = change(match.settings)
            if settings.seats < len(match.row.seats):
                raise refused("seats_taken", match=match_id, taken=len(match.row.seats))
            return await self._commit(match, settings=settings)

    async def rematch(self, match_id: int, member: Member) -> Match:
        """Open a lobby with the same people, computers and settings, the member its host; who is not there may leave.

        Raises :class:`IllegalAction` as :meth:`must_have_room`, with ``not_over``, ``not_seated`` and, where there is
        one already, ``rematch_exists`` (``match``: its number, ``channel`` and ``message``: where it stands).
        """
        old = await self.load(match_id)
        if old.row.phase != "over":
            raise refused("not_over", match=match_id)
        if old.seat_of(member.id) is None:
            raise refused("not_seated", match=match_id)
        seats = tuple(replace(s, name=member.name) if s.user_id == member.id else s for s in old.row.seats)
        settings = old.settings.afresh(max(MIN_PLAYERS, len(seats)))
        try:
            return await self._open(
                old.row.guild_id, old.row.channel_id, host=member, settings=settings, seats=seats, previous=match_id
            )
        except Duplicate as there:
            found = await self._store.rematch_of(match_id)
            if found is None:
                raise
            raise refused(
                "rematch_exists", match=found.id, channel=found.channel_id, message=found.message_id
            ) from there

    async def cancel(self, match_id: int, member: Member) -> Match:
        """Close the lobby; host or moderator."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            must_lead(match, member)
            return await self._close_lobby(match, "cancelled")

    async def close_lobby(self, match_id: int, reason: str) -> Match:
        """Close a lobby that expired or that cannot be shown."""
        async with self.locked(match_id) as match:
            _must_be_lobby(match)
            return await self._close_lobby(match, reason)

    async def _close_lobby(self, match: Match, reason: str) -> Match:
        settings = match.settings.model_copy(update={"note": reason, "barred": ()})
        return await self._commit(match, phase="cancelled", settings=settings, deadline=None)

    async def _begin(self, match: Match) -> Match:
        at = self._now()
        step = new_match(match.settings.ruleset, len(match.row.seats), self._new_seed(), at)
        entry = NewEntry(
            seat=None, user_id=None, action='{"type":"begin"}', public=EVENTS.dump_json(step.events).decode()
        )
        return await self._commit(
            match,
            at=at,
            state=step.state,
            events=step.events,
            entries=[entry],
            seats=match.row.seats,
            settings=match.settings.model_copy(update={"barred": ()}),
        )


def _with_computers(seats: tuple[SeatRow, ...], levels: Sequence[str]) -> tuple[SeatRow, ...]:
    for level in levels:
        seats = (*seats, computers.newcomer(seats, level))
    return seats


def _numbered(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    return tuple(replace(seat, seat=number) for number, seat in enumerate(seats))


def _must_be_lobby(match: Match) -> None:
    if match.row.phase != "lobby":
        raise refused("lobby_closed", match=match.id)


def must_lead(match: Match, member: Member) -> None:
    """Only the host or a moderator may; :class:`IllegalAction` (``not_host``)."""
    if match.row.host_id != member.id and not member.moderator:
        raise refused("not_host", match=match.id)
