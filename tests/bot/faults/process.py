"""A process of its own that plays on with the real bot and a real file, until it kills itself with signal 9.

Discord is simulated in the same process and forgets everything when that dies; the file does not.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

from bot.services.match import Match
from bot.services.publisher import News
from bot.ui.stage import DiscordStage
from bot.upkeep import Findings, examine
from tests.bot.faults.weather import Gate, bad_discord, bad_disk
from tests.bot.players import best
from tests.bot.seams import sleeping_virtually
from tests.bot.support import World, running_world, text_of

LATE = timedelta(hours=1)
TURN = 60
GRACE = 25.0
"""Seconds in which a turn that was overdue at the start is over."""


@dataclass
class Deadly(Gate):
    """Kills the process when so much of what it dies of has passed."""

    lives: int = 0
    of: str | None = None
    told: Connection | None = None

    def strikes(self, kind: str) -> str | None:
        self.lives -= self.of in (None, kind)
        if self.lives == 0:
            assert self.told is not None
            self.told.send(("dies", kind))
            os.kill(os.getpid(), signal.SIGKILL)
        return None


@dataclass(frozen=True)
class Life:
    """What is known of a process that is dead: where it died, and how many actions members were told had counted."""

    died: str
    told: int


@dataclass(frozen=True)
class Left:
    """What a process has left in its file."""

    found: Findings
    actions: int
    """Of members."""
    timeouts: list[tuple[int, str]]
    """Match and action of each turn that was over by the clock."""


def lived(path: Path, lives: int, *, of: str | None = None, late: bool = False) -> Life:
    """Let a process play until it dies: at the so manieth operation, or at the so manieth ``of`` a kind.

    ``late``: it begins when every turn is long overdue, and waits.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_live, args=(path, Deadly(lives=lives, of=of, told=there), late))
    process.start()
    there.close()
    died, told = "", 0
    try:
        while True:
            what, kind = here.recv()
            died, told = (kind, told) if what == "dies" else (died, told + 1)
    except EOFError:
        process.join()
    assert process.exitcode == -signal.SIGKILL, f"it ended by itself: {process.exitcode}"
    return Life(died, told)


def left(path: Path) -> Left:
    """Look at the file as ``rummikub-bot doctor`` does, and count."""
    found = asyncio.run(examine(path))
    with closing(sqlite3.connect(path)) as file:
        actions = file.execute("SELECT count(*) FROM log WHERE user_id IS NOT NULL").fetchone()[0]
        timeouts = file.execute("SELECT match_id, action FROM log WHERE action LIKE '%\"timeout\"%'").fetchall()
    return Left(found, actions, timeouts)


def _live(path: Path, gate: Deadly, late: bool) -> None:
    asyncio.run(_play(path, gate, late))


def _last(path: Path) -> datetime | None:
    if not path.exists():
        return None
    with closing(sqlite3.connect(path)) as file:
        try:
            found = file.execute("SELECT max(updated_at) FROM matches").fetchone()[0]
        except sqlite3.OperationalError:  # it died before there was a table
            return None
    return None if found is None else datetime.fromtimestamp(found / 1e6, UTC)


async def _play(path: Path, gate: Deadly, late: bool) -> None:
    last = _last(path)
    begins = None if last is None else last + (LATE if late else timedelta(seconds=1))
    with bad_disk(gate), bad_discord(gate), sleeping_virtually():
        async with running_world(path, begins=begins) as world:
            await _show_again(world)
            if late:
                await world.advance(GRACE)
            while True:
                await _act(world, gate)


async def _show_again(world: World) -> None:
    """Discord has forgotten the messages of the games."""
    await world.bot.tree.sync()
    stage, store = DiscordStage(world.bot), world.bot.store
    for row in await store.open_matches(world.guild.id):
        message_id = await stage.update(News(Match.read(row).public, ()), row.message_id or 1, f"again-{row.id}")
        await store.shown(row.id, row.revision, message_id)


async def _act(world: World, gate: Deadly) -> None:
    """The next thing that a member does."""
    anna, ben, *_ = world.members
    rows = await world.bot.store.open_matches(world.guild.id)
    if not rows:
        await anna.slash(world.channel, "rummikub start", seats=2, turn_time=TURN)
        return
    match = await world.bot.matches.load(rows[0].id)
    if match.state is None:
        await ben.click(world.latest(), label="Join")
        return
    seat = match.view.on_turn
    member = anna if seat is None else next(m for m in (anna, ben) if m.id == match.row.seats[seat].user_id)
    move = best(match, member) or ("draw" if match.view.pool else "pass")
    answer = await member.slash(world.channel, "rummikub play", move=move, game=match.id)
    counted = (await world.bot.matches.load(match.id)).row.revision > match.row.revision
    if counted and answer.response is not None and text_of(answer.response):
        assert gate.told is not None
        gate.told.send(("done", ""))
