"""Reminders: one short message to the player on turn, a while before the time is up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.services.match import PublicMatch
from bot.services.matches import Matches
from bot.services.publisher import CannotShow
from data import Store

log = logging.getLogger(__name__)

TOO_LATE: Final = timedelta(seconds=5)
"""With less time than that left a reminder helps nobody."""


class Prompter(Protocol):
    """Who says it in the channel. Implemented in :mod:`bot.ui.stage`; every call may raise CannotShow."""

    async def remind(self, match: PublicMatch, nonce: str) -> int:
        """Tell the player on turn how long there is, and return the id of the message."""
        ...

    async def withdraw(self, match: PublicMatch, message_id: int) -> None:
        """Delete a message; one that is gone is no error."""
        ...


class Reminders:
    """Gives every reminder once at most: what is under way when the bot stops is not given again."""

    def __init__(
        self, store: Store, matches: Callable[[], Matches], prompter: Prompter, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._matches = matches
        self._prompter = prompter
        self._now = now
        self._tasks: set[asyncio.Task[None]] = set()

    async def tick(self) -> None:
        """Begin to give the reminders that are due. Does not wait for the channel."""
        for match_id, revision in await self._store.reminders_due(self._now()):
            if await self._store.take_reminder(match_id, revision):
                self._begin(self._remind(match_id), f"remind-{match_id}")

    def shown(self, match: PublicMatch, message_id: int) -> None:
        """The table was shown anew below a reminder: take the reminder away."""
        self._begin(self._withdraw(match, message_id), f"withdraw-{match.id}")

    async def close(self) -> None:
        """Stop."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(self._done(work, name), name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, work: Coroutine[None, None, None], name: str) -> None:
        try:
            await work
        except CannotShow as trouble:
            log.warning("%s: %s", name, trouble.code)
        except Exception:
            log.exception("%s failed", name)

    async def _remind(self, match_id: int) -> None:
        match = (await self._matches().load(match_id)).public
        view = match.view
        if view is None or view.on_turn is None or view.deadline is None:
            return
        user_id = match.seats[view.on_turn].user_id
        if user_id is None or view.deadline - self._now() < TOO_LATE:
            return
        if not (await self._store.preferences(user_id)).reminders:
            return
        message_id = await self._prompter.remind(match, f"rk-{match_id}-t{view.turn}")
        await self._store.reminder_shown(match_id, message_id)
        after = (await self._matches().load(match_id)).public
        if after.view is None or after.view.turn != view.turn:
            await self._withdraw(after, message_id)

    async def _withdraw(self, match: PublicMatch, message_id: int) -> None:
        await self._store.reminder_shown(match.id, None)
        await self._prompter.withdraw(match, message_id)
