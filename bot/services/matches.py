"""Matches: the one door for everything that is done at a table.

Every action takes the same way: the match's lock, load, decide with the engine, one transaction guarded by the
revision, and only then the word that something changed. Nothing here knows Discord, and nothing here posts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.services import computers
from bot.services.lobbies import LOBBY_LIFE, MAX_LOBBIES, MIN_PLAYERS, Lobbies, must_lead
from bot.services.match import Done, Match, Member, PublicMatch, refused
from bot.services.moves import Move, is_abandoned, stopped, stuck, wants_proof
from data import NewEntry
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Action, Play, Resign, Stop, Timeout
from engine.rummikub.events import RoundEnded

__all__ = ["LOBBY_LIFE", "MAX_LOBBIES", "MIN_PLAYERS", "Done", "Match", "Matches", "Member", "PublicMatch"]


class Matches(Lobbies):
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
        codes, and ``not_seated``, ``not_begun``, ``out_of_date``. The text of a play that was refused for any
        reason is kept as the seat's draft.
        """
        async with self.locked(match_id) as match:
            seat = match.seat_of(member.id)
            if seat is None:
                raise refused("not_seated", match=match_id)
            state = match.begun
            try:
                if turn is not None and turn != state.turn and match.row.phase == "playing":
                    raise refused("out_of_date", match=match_id)
                return await self._apply(match, seat, member.id, action, token=token, correlation=correlation)
            except IllegalAction:
                if isinstance(action, Play):
                    await self._store.put_draft(match_id, seat, "refused", action.text, at=self._now())
                raise

    async def time_up(self, match_id: int) -> Done:
        """The deadline of a match has passed. Safe to repeat.

        A lobby is closed; computers move, as many as follow on each other; a member's turn is over (rule 6.2).
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
            if computers.on_turn(state, match.row.seats):
                at = self._now()
                made = await self._thought(computers.moves, state, match.row.seats, at)
                return await self._write(match, made, [move.entry() for move in made], at)
            begun = await self._store.draft_exists(match_id, state.on_turn)
            action = Timeout(turn=state.turn, begun=begun)
            return await self._apply(match, state.on_turn, None, action, token=f"time:{match_id}:{state.turn}")

    async def vote_end(self, match_id: int, member: Member) -> Match:
        """Agree to end the match now. It ends when all members who still play agree, or at once for a moderator."""
        async with self.locked(match_id) as match:
            if match.row.phase == "lobby":
                must_lead(match, member)
                return await self._close_lobby(match, "cancelled")
            view = match.view
            if view.phase == "over":
                raise refused("round_over")
            seat = match.seat_of(member.id)
            if seat is None and not member.moderator:
                raise refused("not_seated", match=match_id)
            votes = {*match.settings.end_votes, *(() if seat is None else (seat,))}
            needed = {s.seat for s in view.seats if not s.resigned and match.row.seats[s.seat].user_id is not None}
            if member.moderator or needed <= votes:
                return (await self._apply(match, seat, member.id, Stop())).match
            if seat in match.settings.end_votes:
                raise refused("already_voted", match=match_id)
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
        move = Move.of(match.begun, seat, action, at)
        made, entries = [move], [move.entry(user_id, token, correlation)]
        end = await self._ended_by(match, move, at)
        if end is not None:
            made.append(end)
            entries.append(end.entry())
        return await self._write(match, made, entries, at)

    async def _ended_by(self, match: Match, move: Move, at: datetime) -> Move | None:
        """What a member's move ends besides: a round in which nobody can play, a match nobody is left in."""
        after = move.step.state
        if is_abandoned(after, match.row.seats):
            return stopped(after, at)
        return await self._thought(stuck, after, at) if wants_proof(match.begun, after) else None

    async def _write(self, match: Match, made: Sequence[Move], entries: Sequence[NewEntry], at: datetime) -> Done:
        """Commit moves made in a row; who has acted takes back the vote to end the match, and drops the drafts."""
        acted = {move.seat for move in made if move.seat is not None}
        events = tuple(event for move in made for event in move.step.events)
        settings = match.settings
        if acted & set(settings.end_votes) and not isinstance(made[0].action, Stop):
            settings = settings.model_copy(update={"end_votes": tuple(v for v in settings.end_votes if v not in acted)})
        drop = acted - {move.seat for move in made if isinstance(move.action, Resign)}
        if any(isinstance(event, RoundEnded) for event in events):
            drop = {s.seat for s in match.row.seats}
        match = await self._commit(
            match,
            at=at,
            state=made[-1].step.state,
            events=events,
            entries=entries,
            settings=settings,
            drop_drafts=tuple(sorted(drop)),
        )
        return Done(match, events, made[0].step.refused)
