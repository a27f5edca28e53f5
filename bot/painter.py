"""Who draws the pictures: a process of its own, so that what is clicked never waits for what is drawn.

Drawing takes about as long as all the rest of a play, and in a thread it would take turns with the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Protocol, cast

from renderers import Board, Subject
from renderers.__main__ import LENGTH

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds for a picture, with all that are asked for before it; then the process is given up."""
REST = 60.0
"""Seconds without another process after one was given up."""
_AHEAD = 2
"""Subjects that the process has: the one it draws, and the next."""


class Painter(Protocol):
    """Draws away from the event loop."""

    async def paint(self, subject: Subject) -> bytes:
        """The picture as PNG."""
        ...

    async def close(self) -> None:
        """Draw nothing more."""
        ...


class Threads:
    """Draws in a thread of this process."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="paint")

    async def paint(self, subject: Subject) -> bytes:
        """The picture as PNG."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, subject.png)

    async def close(self) -> None:
        """Draw nothing more."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class Studio:
    """Draws in another process, in the order asked. What that does not draw, or it cannot be had, is drawn here."""

    def __init__(self) -> None:
        self._there: _There | None = None
        self._killed: list[_There] = []
        self._opening = asyncio.Lock()
        self._rests_until = 0.0
        self._here = Threads()

    async def paint(self, subject: Subject) -> bytes:
        """The picture as PNG; what is wrong with a subject that cannot be drawn is raised."""
        there = await self._opened()
        if there is not None:
            try:
                async with asyncio.timeout(PATIENCE):
                    png = await there.ask(subject)
            except (OSError, EOFError):  # a timeout is an OSError
                self._give_up(there)
            else:
                if png:
                    return png
        return await self._here.paint(subject)

    async def close(self) -> None:
        """Draw nothing more."""
        if self._there is not None:
            await self._there.end()
        for there in self._killed:
            await there.gone()
        await self._here.close()

    async def _opened(self) -> _There | None:
        async with self._opening:
            if self._there is None and asyncio.get_running_loop().time() >= self._rests_until:
                try:
                    self._there = await _There.begin()
                except OSError as error:
                    self._give_up(None, error)
            return self._there

    def _give_up(self, there: _There | None, error: OSError | None = None) -> None:
        """Go on without the process for a while. Others that waited for it come here too."""
        if there is not self._there:
            return
        log.warning("the process that draws is gone; pictures are drawn here for a while", exc_info=error)
        self._there = None
        self._rests_until = asyncio.get_running_loop().time() + REST
        if there is not None:
            there.kill()
            self._killed = [*(one for one in self._killed if not one.ended), there]


@dataclass(order=True)
class _Job:
    """``later``: how long others may go first."""

    later: int
    number: int
    pickled: bytes = field(compare=False, repr=False)
    done: asyncio.Future[bytes] = field(compare=False)


class _There(asyncio.SubprocessProtocol):
    """The process that draws, and who waits for what. No task of its own: nothing is to be waited for in the bot."""

    def __init__(self) -> None:
        self._waiting: list[_Job] = []
        self._sent: deque[_Job] = deque()
        self._numbers = count()
        self._come = bytearray()
        self._ended = asyncio.Event()

    @classmethod
    async def begin(cls) -> _There:
        """Raises OSError."""
        # A session of its own: Ctrl-C is for the bot, which ends this one.
        command = (sys.executable, "-P", "-m", "renderers")
        loop = asyncio.get_running_loop()
        _, there = await loop.subprocess_exec(cls, *command, stderr=None, start_new_session=True)
        return there

    async def ask(self, subject: Subject) -> bytes:
        """The picture, empty where it cannot be drawn. Raises EOFError when the process ends."""
        if self.ended:
            raise EOFError
        # A board takes as long as ten racks, so who waits for something else does not wait for boards too.
        job = _Job(
            later=int(isinstance(subject, Board)),
            number=next(self._numbers),
            pickled=pickle.dumps(subject, pickle.HIGHEST_PROTOCOL),
            done=asyncio.get_running_loop().create_future(),
        )
        heappush(self._waiting, job)
        self._send()
        return await job.done

    def _send(self) -> None:
        """Keep the process busy; what waits here can still be overtaken."""
        while self._waiting and len(self._sent) < _AHEAD:
            job = heappop(self._waiting)
            if not job.done.done():
                self._asks.writelines((len(job.pickled).to_bytes(LENGTH), job.pickled))
                self._sent.append(job)

    @property
    def ended(self) -> bool:
        """Whether it is gone."""
        return self._ended.is_set()

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """Let it end by itself, if it does so soon."""
        self._asks.close()
        try:
            await asyncio.wait_for(self._ended.wait(), 2)
        except TimeoutError:
            self.kill()
        await self.gone()

    async def gone(self) -> None:
        """Wait until it is, so that nothing of it outlives the loop."""
        await self._ended.wait()
        self._process.close()

    # Called by asyncio.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It runs."""
        # uvloop's transports are of classes of their own.
        self._process = cast("asyncio.SubprocessTransport", transport)
        self._asks = cast("asyncio.WriteTransport", self._process.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:  # noqa: ARG002 - there is only its stdout
        """Pictures, or parts of them."""
        self._come += data
        while len(self._come) >= (end := LENGTH + int.from_bytes(self._come[:LENGTH])):
            png = bytes(self._come[LENGTH:end])
            del self._come[:end]
            done = self._sent.popleft().done
            self._send()
            if not done.done():
                done.set_result(png)

    def process_exited(self) -> None:
        """It is gone, and what it had to draw is not drawn."""
        self._ended.set()
        for job in (*self._sent, *self._waiting):
            if not job.done.done():
                job.done.set_exception(EOFError())
