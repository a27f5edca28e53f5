"""The event loop that the bot runs in: uvloop, which comes round sooner, where there is one (not on Windows)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.util import find_spec


def new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes such a loop, for :class:`asyncio.Runner`; None for the loop of the standard library."""
    if find_spec("uvloop") is None:
        return None
    import uvloop  # noqa: PLC0415 (there is none on Windows)

    return uvloop.new_event_loop
