"""Matches: the one door for everything that is done at a table.

Every action takes the same way: the match's lock, load, decide with the engine, one transaction guarded by the
revision, and only then the word that something changed. Nothing here knows Discord, and nothing here posts.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.services import absence, computers, timing
from bot.services.handovers import Handovers
from bot.services.lobbies import LOBBY_LIFE, MAX_LOBBIES, MIN_PLAYERS, must_lead
from bot.services.match import Done, Match, Member, PublicMatch, refused
from bot.services.moves import stopped
from bot.services.settings import Settings
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Action, Back, Play, Resign, Stop, Timeout
from engine.rummikub.lexing import MAX_LENGTH

__all__ = ["LOBBY_LIFE", "MAX_LOBBIES", "MIN_PLAYERS", "Done", "Match", "Matches", "Member", "PublicMatch"]


class Matches(Handovers):
    """The door."""

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
        codes, and ``not_seated``, ``seat_gone``, ``left``, ``not_begun``, ``out_of_date``. The text of a play that was
        refused for any reason is kept as the seat's draft. Whoever is away and acts out of turn is back by that
        (``came_back``).
        """
        async with self.locked(match_id) as match:
            seat = match.seat_of(member.id)
            if seat is None:
                raise match.stranger(member.id)
            self.use(match, member.id)
            state = match.begun
            try:
                if turn is not None and turn != state.turn and match.row.phase == "playing":
                    raise refused("out_of_date", match=match_id)
                if state.seats[seat].resigned and state.phase == "playing":
                    raise match.waits(seat)
                if state.seats[seat].away and seat != state.on_turn and not isinstance(action, Back | Resign):
                    await self._apply(match, seat, member.id, Back(), token=token, correlation=correlation)
                    raise refused("came_back", match=match_id)
                return await self._apply(match, seat, member.id, action, token=token, correlation=correlation)
            except IllegalAction:
                if isinstance(action, Play):
                    await self._store.put_draft(match_id, seat, "refused", action.text[:MAX_LENGTH], at=self._now())
                raise

    async def time_up(self, match_id: int) -> Done:
        """The deadline of a match has passed. Safe to repeat.

        A lobby is closed, and a match to which nobody came back; computers move, as many as follow on each other,
        and turns of who is away pass; a member's turn is over (rule 6.2).
        """
        async with self.locked(match_id) as match:
            due = match.row.deadline
            if due is None or due > self._now():
                return Done(match)
            if match.row.phase == "lobby":
                return Done(await self._close_lobby(match, "expired"))
            state = match.begun
            if state.on_turn is None:
                return Done(match)
            at = self._now()
            if absence.is_paused(state, match.row.seats):
                end = stopped(state, at)
                deserted = match.settings.model_copy(update={"note": "deserted"})
                return await self._write(replace(match, settings=deserted), [end], [end.entry()], at)
            if computers.on_turn(state, match.row.seats) or state.seats[state.on_turn].away:
                made = await self._thought(computers.moves, state, match.row.seats, at)
                return await self._write(match, made, [move.entry() for move in made], at)
            begun = await self._store.draft_exists(match_id, state.on_turn)
            there = self._used.get(match_id) == (state.turn, match.row.seats[state.on_turn].user_id)
            action = Timeout(turn=state.turn, begun=begun, there=there)
            return await self._apply(match, state.on_turn, None, action, token=f"time:{match_id}:{state.turn}")

    async def after_a_break(self, match_id: int) -> None:
        """Give a match more time where the clock was not looked at for a while, or was set anew."""
        async with self.locked(match_id) as match:
            if changes := timing.after_a_break(match, self._now()):
                await self._commit(match, **changes)

    async def vote_end(self, match_id: int, member: Member, *, agree: bool = False) -> Match:
        """Agree to end the match now. It ends when all members at the table agree, or at once for a moderator.

        Who is away is not asked. ``agree``: only as a player, and only to what others want
        (:class:`IllegalAction` with ``nothing_to_agree``).
        """
        member = replace(member, moderator=member.moderator and not agree)
        async with self.locked(match_id) as match:
            if match.row.phase == "lobby":
                must_lead(match, member)
                return await self._close_lobby(match, "cancelled")
            view = match.view
            if view.phase == "over":
                raise refused("round_over")
            self.use(match, member.id)
            seat = match.seat_of(member.id)
            if (seat is None or view.seats[seat].resigned) and not member.moderator:
                raise match.stranger(member.id)
            if agree and not match.settings.end_votes:
                raise refused("nothing_to_agree")
            votes = {*match.settings.end_votes, *(() if seat is None else (seat,))}
            alone = member.moderator and votes == {seat}
            agreed = seat is not None and set(match.public.active) <= votes and not alone
            if agreed:
                ended = replace(match, settings=_with_votes(match.settings, votes))
                return (await self._apply(ended, None, None, Stop())).match
            if member.moderator:
                return (await self._apply(match, None, member.id, Stop())).match
            if seat in match.settings.end_votes:
                raise refused("already_voted", match=match_id)
            return await self._commit(match, settings=_with_votes(match.settings, votes))


def _with_votes(settings: Settings, votes: Collection[int]) -> Settings:
    """With the seats that want the end; of a match that ended so they tell who ended it."""
    return settings.model_copy(update={"end_votes": tuple(sorted(votes))})
