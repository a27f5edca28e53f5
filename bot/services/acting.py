"""What an action at a table leads to, from the engine to the one transaction that keeps it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.services import absence
from bot.services.lobbies import Lobbies
from bot.services.match import Done, Match
from bot.services.moves import Move, is_abandoned, stopped, stuck, wants_proof
from bot.services.settings import Settings
from data import NewEntry, SeatRow
from engine.rummikub.actions import Action, Resign, Timeout
from engine.rummikub.events import RoundEnded


class Acting(Lobbies):
    """The steps of a match under way. All of it happens while the match is locked."""

    async def _apply(
        self,
        match: Match,
        seat: int | None,
        user_id: int | None,
        action: Action,
        *,
        token: str | None = None,
        correlation: str = "",
        seats: tuple[SeatRow, ...] | None = None,
        **changes: Any,
    ) -> Done:
        """Do it, with all that follows by itself. ``seats``: who sits where from now on."""
        at = self._now()
        move = Move.of(match.begun, seat, action, at)
        await asyncio.sleep(0)  # to judge takes a while, and so does what follows: others may come in between
        if seats is not None:
            match = replace(match, row=replace(match.row, seats=seats))
            changes["seats"] = seats
        following = await self._following(match, move, at)
        entries = [move.entry(user_id, token, correlation), *(other.entry() for other in following)]
        return await self._write(match, [move, *following], entries, at, **changes)

    async def _following(self, match: Match, move: Move, at: datetime) -> list[Move]:
        """What a move leads to besides: the end of a round in which nobody can play or of a match nobody is left in,
        and the turns of who is away.
        """
        after, rows = move.step.state, match.row.seats
        if is_abandoned(after, rows):
            return [stopped(after, at)]
        if wants_proof(match.begun, after) and (end := await self._thought(stuck, after, at)) is not None:
            return [end]
        return await self._thought(absence.skips, after, rows, at) if absence.is_skipped(after, rows) else []

    async def _write(
        self, match: Match, made: Sequence[Move], entries: Sequence[NewEntry], at: datetime, **changes: Any
    ) -> Done:
        """Commit moves made in a row; who played on takes back the vote to end the match, and drafts go with turns."""
        acted = {move.seat for move in made if move.seat is not None}
        events = tuple(event for move in made for event in move.step.events)
        drop = acted - {move.seat for move in made if isinstance(move.action, Resign)}
        if any(isinstance(event, RoundEnded) for event in events):
            drop = {s.seat for s in match.row.seats}
        match = await self._commit(
            match,
            at=at,
            state=made[-1].step.state,
            events=events,
            entries=entries,
            settings=_without_what_is_settled(match, made, at),
            drop_drafts=tuple(sorted(drop)),
            **changes,
        )
        return Done(match, events, made[0].step.refused)


def _without_what_is_settled(match: Match, made: Sequence[Move], at: datetime) -> Settings:
    """The settings without the votes of who has acted, and without a handover for which there is no reason left."""
    settings, after = match.settings, made[-1].step.state
    # Time that runs out is nobody's word: who wanted the end still does.
    acted = {move.seat for move in made if move.seat is not None and not isinstance(move.action, Timeout)}
    if acted & set(settings.end_votes):
        settings = settings.model_copy(update={"end_votes": tuple(v for v in settings.end_votes if v not in acted)})
    planned = settings.handover
    if planned is not None and planned.seat not in absence.replaceable(after, match.row.seats, at):
        settings = settings.model_copy(update={"handover": None})
    if after.phase == "over":
        settings = settings.model_copy(update={"handed_over": ()})
    return settings
