"""Where the tests put something between the bot and SimCord: around its requests, and into how its pauses are seen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from simcord import _dpy_internals
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter


@contextmanager
def intercepted(
    before: Callable[[str, str], Awaitable[Any]], after: Callable[[Any], None] = lambda _: None
) -> Iterator[None]:
    """Put something before and after every request of the bot: ``before`` gets method and path, and ``after``, when
    Discord has done the request, what ``before`` gave back. What they raise is what the bot gets.
    """
    originals = FakeHTTPClient.request, FakeWebhookAdapter.request

    def around(original: Any) -> Any:
        async def request(self: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            found = await before(route.method, re.sub(r"^.*/api/v\d+|\?.*$", "", route.url))
            answer = await original(self, route, *args, **kwargs)
            after(found)
            return answer

        return request

    FakeHTTPClient.request, FakeWebhookAdapter.request = map(around, originals)  # type: ignore[method-assign]
    try:
        yield
    finally:
        FakeHTTPClient.request, FakeWebhookAdapter.request = originals  # type: ignore[method-assign]


@contextmanager
def sleeping_virtually() -> Iterator[None]:
    """Let short pauses of the bot, too, end only when time is let go by. SimCord waits for them otherwise."""
    recognized = _dpy_internals.tasks_loop_sleep

    def sleeps(task: Any, waiter: Any) -> bool:
        inner = task.get_coro()
        while (deeper := getattr(inner, "cr_await", None)) is not None and hasattr(deeper, "cr_code"):
            inner = deeper
        return getattr(inner, "cr_code", None) is asyncio.sleep.__code__ or recognized(task, waiter)

    _dpy_internals.tasks_loop_sleep = sleeps
    try:
        yield
    finally:
        _dpy_internals.tasks_loop_sleep = recognized
