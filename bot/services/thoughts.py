"""Answers of the solver: thought out away from the event loop, and the last of them remembered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import Executor
from typing import Any, TypeVar

from data.recent import Recent

T = TypeVar("T")

KEPT = 500
"""Answers that are remembered."""


class Thoughts:
    """What was asked last. Answers tell of racks: a key names the seat that may hear them."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor
        self._known = Recent[Hashable, asyncio.Future[Any]](KEPT)

    def ask(self, key: Hashable, think: Callable[..., T], *args: Any) -> asyncio.Future[T]:
        """The answer of ``think(*args)``, a pure function; asked once only while ``key`` is remembered.

        Others may wait for the same answer: whoever may be cancelled shields it.
        """
        found = self._known.get(key)
        if found is None or (found.done() and (found.cancelled() or found.exception())):
            found = asyncio.get_running_loop().run_in_executor(self._executor, think, *args)
            self._known.keep(key, found)
        return found
