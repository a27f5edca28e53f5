"""The turn clock: fires deadlines that stand in the store. Late or double firing is harmless."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.services.matches import Matches
from bot.services.reminders import Reminders
from bot.services.timing import MOST_GRACE
from data import MatchRow, Store
from engine.core.errors import IllegalAction

log = logging.getLogger(__name__)

SOONEST: Final = timedelta(seconds=1)
LATEST: Final = timedelta(minutes=5)
"""Bounds of the time between two ticks. The upper one is for a computer clock that is set anew."""
LATE: Final = timedelta(minutes=1)
"""A tick that is so late means that the bot slept or that the computer's clock was set forward."""


class TurnClock:
    """``tick`` is called again and again by the bot, first when it has started."""

    def __init__(self, store: Store, matches: Matches, reminders: Reminders, now: Callable[[], datetime]) -> None:
        self._store = store
        self._matches = matches
        self._reminders = reminders
        self._now = now
        self._last: datetime | None = None
        self._next: datetime | None = None

    def is_sooner(self, row: MatchRow) -> bool:
        """Whether a match, as it stands now, is to be looked at before the next tick."""
        due = min((at for at in (row.deadline, row.reminder_at) if at is not None), default=None)
        return due is not None and (self._next is None or due < self._next)

    async def tick(self) -> timedelta:
        """End every turn and close every lobby whose time is up, let computers move whose pause is over, and remind.

        All at once, so that no match waits for a computer at another table. Returns how long nothing is to be done.
        After a start, where the clock of the computer has jumped and where the disk failed for a while, everybody is
        given a grace first. Raises what the store raises.
        """
        now = self._now()
        if self._last is None or self._next is None or now > self._next + LATE:
            await self._after_a_break(now + MOST_GRACE)
        elif now < self._last:
            await self._after_a_break(datetime.max.replace(tzinfo=now.tzinfo))
        await self._reminders.tick()
        await asyncio.gather(*(self._time_up(match_id) for match_id, _ in await self._store.due(self._now())))
        soonest = [await self._store.next_deadline(), await self._store.next_reminder()]
        wait = min((at - self._now() for at in soonest if at is not None), default=LATEST)
        wait = min(max(wait, SOONEST), LATEST)
        # Only now: turns that could not be looked at for a while get a grace too.
        self._last, self._next = now, self._now() + wait
        return wait

    async def _after_a_break(self, until: datetime) -> None:
        for match_id, _ in await self._store.due(until):
            try:
                await self._matches.after_a_break(match_id)
            except IllegalAction as moved_on:
                log.info("match %d: no more time is needed (%s)", match_id, moved_on)
            except Exception:
                log.exception("match %d: giving it more time failed", match_id)

    async def _time_up(self, match_id: int) -> None:
        try:
            await self._matches.time_up(match_id)
        except IllegalAction as late:
            log.info("match %d: time up came too late (%s)", match_id, late)
        except Exception:
            log.exception("match %d: time up failed", match_id)
