"""The one way in which a match changes: under its lock, in one transaction guarded by its revision."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.services import timing
from bot.services.match import Changed, Match, refused
from bot.services.results import match_results, round_results
from bot.services.settings import Settings
from data import Change, Conflict, Duplicate, NewEntry, Store
from data.recent import Recent
from engine.rummikub.events import Event
from engine.rummikub.match import MatchState

T = TypeVar("T")

USED = 10_000
"""Matches of which it is remembered who was there in the turn under way."""


class Transactions:
    """What lobbies and matches under way share. ``changed`` is called for every match that changed.

    ``thinkers`` is where computers and proofs take their time.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        changed: Callable[[Changed], None],
        new_seed: Callable[[], str],
        thinkers: Executor | None = None,
    ) -> None:
        self._store = store
        self._now = now
        self._changed = changed
        self._new_seed = new_seed
        self._thinkers = thinkers
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._used = Recent[int, tuple[int, int]](USED)
        """The turn in which the member on turn did something with a match last, and that member."""

    async def load(self, match_id: int) -> Match:
        """The match with this number; :class:`IllegalAction` (``unknown_match``)."""
        row = await self._store.match(match_id)
        if row is None:
            raise refused("unknown_match", match=match_id)
        return Match.read(row)

    def use(self, match: Match, user_id: int) -> None:
        """Somebody looks at a match or tries something in it. On turn they are there, even if time runs out.

        Remembered until the bot stops; a draft that is begun is kept for longer.
        """
        state = match.state
        if state is not None and state.on_turn is not None and match.row.seats[state.on_turn].user_id == user_id:
            self._used.keep(match.id, (state.turn, user_id))

    @asynccontextmanager
    async def locked(self, match_id: int) -> AsyncIterator[Match]:
        """The match as it stands, which nobody changes meanwhile."""
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            yield await self.load(match_id)

    async def _thought(self, think: Callable[..., T], *args: Any) -> T:
        """What a pure function that takes its time comes to, away from the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, think, *args)

    async def _commit(
        self,
        match: Match,
        *,
        at: datetime | None = None,
        state: MatchState | None = None,
        events: tuple[Event, ...] = (),
        entries: Sequence[NewEntry] = (),
        settings: Settings | None = None,
        drop_drafts: tuple[int, ...] = (),
        **changes: Any,
    ) -> Match:
        """One transaction. ``at``: when the steps were made; the log keeps it, so that a replay gives the same state.

        ``state``: after all steps; ``events``: of all of them. Raises :class:`IllegalAction` (``out_of_date``).
        """
        at = at or self._now()
        if settings is not None:
            changes["settings"] = settings.model_dump_json()
        if state is not None:
            changes |= {
                "phase": state.phase,
                "state": state.model_dump_json(),
                **timing.changed(match, state, changes.get("seats", match.row.seats), at),
                "rounds": round_results(match.row, events),
                "results": match_results(match.row, state, events),
            }
        try:
            row = await self._store.commit(
                Change(
                    match_id=match.id,
                    expected=match.row.revision,
                    seated=match.row.seats,
                    at=at,
                    entries=tuple(entries),
                    drop_drafts=drop_drafts,
                    **changes,
                )
            )
        except (Conflict, Duplicate) as late:
            raise refused("out_of_date", match=match.id) from late
        match = Match(row, settings or match.settings, state or match.state)
        self._changed(Changed(match, tuple(entries)))
        return match
