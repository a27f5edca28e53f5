"""The turn clock: fires deadlines that stand in the store. Late or double firing is harmless."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

from bot.services.matches import Matches
from data import Store
from engine.core.errors import IllegalAction

log = logging.getLogger(__name__)


class TurnClock:
    """``tick`` is called every second by the bot; it holds no state of its own."""

    def __init__(self, store: Store, matches: Matches, now: Callable[[], datetime]) -> None:
        self._store = store
        self._matches = matches
        self._now = now

    async def tick(self) -> None:
        """End every turn and close every lobby whose time is up, and let computers move whose pause is over.

        All at once, so that no match waits for a computer at another table.
        """
        await asyncio.gather(*(self._time_up(match_id) for match_id, _ in await self._store.due(self._now())))

    async def _time_up(self, match_id: int) -> None:
        try:
            await self._matches.time_up(match_id)
        except IllegalAction as late:
            log.info("match %d: time up came too late (%s)", match_id, late)
        except Exception:
            log.exception("match %d: time up failed", match_id)
