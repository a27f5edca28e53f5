"""The publisher: brings to the channel what the store holds and the channel has not seen.

A match's table is posted anew after every change of play, as the lowest message of the match, and the message
before shrinks to a line; so the channel reads as the story of the game. What has been shown is stored after it
was shown. When the bot stops in between, the next start shows it again; the nonce of a post keeps Discord from
taking it twice. Revisions that were superseded while one was posted are skipped.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.services.match import Changed, Match, PublicMatch
from bot.services.matches import Matches
from data import OPEN, LogRow, NewEntry, Store
from data.recent import Recent
from engine.rummikub.events import EVENTS, Event, MatchEnded, TakenOver

log = logging.getLogger(__name__)

PAUSES = (1, 2, 4)
"""Seconds to wait before what Discord could not take is tried again."""

FIRST_WAIT, LAST_WAIT = 60.0, 1800.0
"""Seconds between attempts to show a match whose channel is gone or closed to the bot."""
LOOK_PAUSE = 30.0
"""Seconds in which a message is not looked for again."""
LOOKED = 1_000
"""Matches of which it is remembered when their message was looked for."""

T = TypeVar("T")


class CannotShow(Exception):
    """The channel could not be told. ``code``: ``gone``, ``forbidden``, ``archived`` or ``unavailable``.

    ``missing`` names the permissions that lack, as Discord's API names them.
    """

    def __init__(self, code: str, missing: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.missing = missing


@dataclass(frozen=True)
class News:
    """What a match has to tell since it was last shown: events in order. All of it is public."""

    match: PublicMatch
    events: tuple[Event, ...]
    moderator: int | None = None
    """The moderator who decided what happened, where it was not decided by the players."""
    shown_turn: int | None = None
    """The turn in which the channel was told last whose turn it is."""


class Stage(Protocol):
    """Where matches are shown. Implemented with Discord in :mod:`bot.ui.stage`; every call may raise CannotShow."""

    async def post(self, news: News, nonce: str) -> int:
        """Post the current table (or lobby, or result) as a new message and return its id."""
        ...

    async def update(self, news: News, message_id: int, nonce: str) -> int:
        """Show the match in the message that stands for it, or in a new one where that is gone; return its id."""
        ...

    async def shrink(self, news: News, message_id: int) -> None:
        """Make an older message one line that tells ``news``; a message that is gone is no error."""
        ...

    async def stands(self, match: PublicMatch, message_id: int) -> bool:
        """Whether a message is still there, as far as the bot may know."""
        ...


class Publisher:
    """Shows matches, one post at a time for each."""

    def __init__(
        self,
        store: Store,
        matches: Callable[[], Matches],
        stage: Stage,
        outdated: Callable[[PublicMatch, int], None] = lambda *_: None,
    ) -> None:
        """``outdated`` is called with the reminder that stands above a table newly shown."""
        self._store = store
        self._matches = matches
        self._stage = stage
        self._outdated = outdated
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._changes: dict[int, Changed] = {}
        """The last change of matches that are still to be shown."""
        self._doubted: set[int] = set()
        self._looked = Recent[int, float](LOOKED)
        self._waits: dict[int, tuple[float, float]] = {}
        """Matches that could not be shown: when to try again, by the loop's clock, and how long to wait then."""
        self.trouble: dict[int, CannotShow] = {}
        """Matches whose channel could not be told, and why; told privately to whoever acts there."""

    def changed(self, match_id: int, change: Changed | None = None) -> None:
        """Something new is to be shown: ``change``, where that is known to be the last. Returns at once."""
        if change is None:
            self._changes.pop(match_id, None)
        else:
            self._changes[match_id] = change
        if match_id in self._tasks:
            self._again.add(match_id)
            return
        task = asyncio.create_task(self._run(match_id), name=f"publish-{match_id}")
        self._tasks[match_id] = task

    def look(self, match_id: int) -> None:
        """Somebody at the table uses a match: post its message again where it was deleted. Returns at once."""
        now, before = asyncio.get_running_loop().time(), self._looked.get(match_id)
        if match_id in self._tasks or (before is not None and now - before < LOOK_PAUSE):
            return
        self._looked.keep(match_id, now)
        self._doubted.add(match_id)
        self.changed(match_id)

    async def catch_up(self, *, at_once: bool = False) -> None:
        """Show every match that has something unshown: at start, and now and then after failures.

        Where it failed again and again the pauses grow, unless ``at_once``.
        """
        now = asyncio.get_running_loop().time()
        for row in await self._store.unshown():
            if at_once or self._waits.get(row.id, (now, 0))[0] <= now:
                self.changed(row.id)

    async def settle(self, match_id: int) -> CannotShow | None:
        """Wait until what is known of this match has been shown; say what hindered it."""
        while (task := self._tasks.get(match_id)) is not None:
            await asyncio.shield(task)
        return self.trouble.get(match_id)

    async def close(self) -> None:
        """Stop; what is unshown is shown at the next start."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _run(self, match_id: int) -> None:
        try:
            while True:
                self._again.discard(match_id)
                try:
                    await self._show(match_id)
                    self.trouble.pop(match_id, None)
                    self._waits.pop(match_id, None)
                except CannotShow as trouble:
                    self.trouble[match_id] = trouble
                    self._wait(match_id)
                    log.warning("match %d cannot be shown: %s %s", match_id, trouble.code, " ".join(trouble.missing))
                if match_id not in self._again:
                    return
        except Exception:
            log.exception("match %d: showing it failed", match_id)
            self.trouble[match_id] = CannotShow("unavailable")
        finally:
            del self._tasks[match_id]
            self._again.discard(match_id)

    def _wait(self, match_id: int) -> None:
        """The first time it is soon tried again, then after pauses that double."""
        now = asyncio.get_running_loop().time()
        pause = self._waits.get(match_id, (now, 0.0))[1]
        self._waits[match_id] = (now + pause, min(max(2 * pause, FIRST_WAIT), LAST_WAIT))

    async def _show(self, match_id: int) -> None:
        change = self._changes.pop(match_id, None)
        if change is not None and change.match.row.shown_revision == change.match.row.revision - 1:
            match, row, entries = change.match, change.match.row, change.entries
        else:
            match = await self._matches().load(match_id)
            row = match.row
            if row.shown_revision >= row.revision:
                await self._stand_again(match)
                return
            rows = await self._store.log(match_id, after=row.shown_revision)
            entries = [entry for entry in rows if entry.revision <= row.revision]
        self._doubted.discard(match_id)
        news = _news(match, entries)
        nonce = f"rk-{match_id}-{row.revision}"
        old = row.message_id
        if old is None and row.phase == "cancelled":  # nobody ever saw the lobby, so there is nothing to take back
            message_id = None
        elif old is None:
            message_id = await self._persist(lambda: self._stage.post(news, nonce))
        elif not news.events:
            message_id = await self._persist(lambda: self._stage.update(news, old, nonce))
        else:
            message_id = await self._persist(lambda: self._stage.post(news, nonce))
            await self._shrink(news, old)
            if row.reminder_message_id is not None:
                self._outdated(match.public, row.reminder_message_id)
        await self._store.shown(match_id, row.revision, message_id, None if match.state is None else match.state.turn)

    async def _stand_again(self, match: Match) -> None:
        """Post the message of a match anew if somebody doubts it and it is gone. Nobody is pinged for that."""
        row, old = match.row, match.row.message_id
        if match.id not in self._doubted:
            return
        self._doubted.discard(match.id)
        if old is None or row.phase not in OPEN or await self._stage.stands(match.public, old):
            return
        log.info("match %d: its message is gone and is posted again", match.id)
        news, nonce = _news(match, ()), f"rk-{match.id}-{row.revision}-{old % 1_000_000}"
        await self._store.shown(match.id, row.revision, await self._persist(lambda: self._stage.post(news, nonce)))

    async def _shrink(self, news: News, message_id: int) -> None:
        """An old message that stays large costs nothing but looks, so a failure ends here."""
        try:
            await self._persist(lambda: self._stage.shrink(news, message_id))
        except CannotShow as trouble:
            log.warning("match %d: an old message stays as it is: %s", news.match.id, trouble.code)

    async def _persist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try again, with growing pauses, what Discord was merely unable to take just now."""
        for pause in PAUSES:
            try:
                return await attempt()
            except CannotShow as trouble:
                if trouble.code != "unavailable":
                    raise
            await asyncio.sleep(pause)
        return await attempt()


def _news(match: Match, entries: Iterable[LogRow | NewEntry]) -> News:
    """What the entries of the log have to tell."""
    events: list[Event] = []
    moderator = None
    for entry in entries:
        told = EVENTS.validate_json(entry.public) if entry.public is not None else ()
        events += told
        if entry.user_id is not None and any(_is_decided(event) for event in told):
            moderator = entry.user_id
    return News(match.public, tuple(events), moderator, match.row.shown_turn)


def _is_decided(event: Event) -> bool:
    """Whether this comes from the players together, or from a moderator, and never from one of them."""
    return isinstance(event, TakenOver) or (isinstance(event, MatchEnded) and event.reason == "stopped")
