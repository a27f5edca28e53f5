"""The event loop that the bot runs in: uvloop, which comes round sooner, where there is one (not on Windows)."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from importlib.util import find_spec


def new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes such a loop, for :class:`asyncio.Runner`; None for the loop of the standard library."""
    if find_spec("uvloop") is None:
        return None
    import uvloop  # noqa: PLC0415 (there is none on Windows)

    return uvloop.new_event_loop


def spare() -> None:
    """Look for garbage less often, and not in what is there now and stays.

    To look through all modules takes a tenth of a second in which nobody is answered.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
