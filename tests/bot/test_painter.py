"""The process that draws: the same pictures, and there is always one (issue 2, point 14; issue 4, point 4)."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot import painter
from bot.loop import new_loop
from bot.painter import Studio, Threads
from engine.rummikub.judging import Refused, judge
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_position
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import DECK, Tile
from engine.rummikub.views import RoundResult
from renderers import Board, Rack, RackOrder, Reading, Reveal, ScoreLabels, Scores, Strip, Strips, Subject
from tests.bot.support import running_world
from tests.renderers.tables import CALLED, LABELS, full_table, players, tiles_of

RACK = Rack(tiles_of("k1 r5 r5 J"))
BOARD = Board(full_table(), players(4), 12, LABELS, {3: (0,)}, {5: (1, 2)})
ROUND = RoundResult(1, "out", (0,), ((), DECK[:9]), (0, 40), (40, -40))


def refused() -> Reading:
    found = parse_position("r3-7; 10rbk / k9 b8")
    with pytest.raises(Refused) as error:
        judge("r3 r5 r6", table=found.table, rack=found.rack, ruleset=Ruleset(), opened=True)
    assert error.value.understood is not None
    return Reading(error.value.understood)


SUBJECTS: dict[str, Subject] = {
    "board": BOARD,
    "empty": Board(Table.of([]), (), 0, LABELS),
    "rack": RACK,
    "reading": refused(),
    "reveal": Reveal(ROUND, CALLED[:2]),
    "scores": Scores([ROUND], CALLED[:2], ScoreLabels("Round", "Total")),
    "examples": Strips([Strip("A run", (tiles_of("r1 r2 r3"),), legal=True)]),
}


@pytest_asyncio.fixture
async def studio() -> AsyncIterator[Studio]:
    one = Studio()
    yield one
    await one.close()


def process(studio: Studio) -> int:
    """Its number."""
    assert studio._there is not None
    return studio._there._process.get_pid()


@pytest.mark.asyncio
@pytest.mark.parametrize("name", SUBJECTS)
async def test_a_picture_is_the_same_wherever_it_is_drawn(studio: Studio, name: str) -> None:
    assert await studio.paint(SUBJECTS[name]) == SUBJECTS[name].png()
    assert studio._there is not None


@pytest.mark.asyncio
async def test_many_at_once_get_each_their_own_and_a_rack_does_not_wait_for_boards(studio: Studio) -> None:
    racks = [Rack(DECK[n : n + 14]) for n in range(9)]
    boards = [Board(BOARD.table, players(2), n, LABELS) for n in range(9)]
    finished: list[Subject] = []

    async def paint(subject: Subject) -> None:
        assert await studio.paint(subject) == subject.png()
        finished.append(subject)

    await studio.paint(RACK)
    async with asyncio.TaskGroup() as group:
        for subject in (*boards, *racks):
            group.create_task(paint(subject))
    assert finished[-1] in boards
    assert max(map(finished.index, racks)) < 11, "at most the two that the process had already come before"


@pytest.mark.asyncio
async def test_a_process_that_is_killed_costs_no_picture(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await studio.paint(RACK)
    first = process(studio)
    waiting = [asyncio.create_task(studio.paint(BOARD)) for _ in range(20)]
    await asyncio.sleep(0)
    os.kill(first, signal.SIGKILL)
    assert {await one for one in waiting} == {BOARD.png()}
    assert await studio.paint(RACK) == RACK.png()
    assert studio._there is None, "it rests"
    assert len(caplog.records) == 1
    monkeypatch.setattr(studio, "_rests_until", 0.0)
    assert await studio.paint(RACK) == RACK.png()
    assert process(studio) != first


@pytest.mark.asyncio
async def test_a_process_that_hangs_is_given_up(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    await studio.paint(RACK)
    monkeypatch.setattr(painter, "PATIENCE", 0.05)
    number = process(studio)
    os.kill(number, signal.SIGSTOP)
    assert await studio.paint(RACK) == RACK.png()
    assert studio._there is None
    await studio.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@pytest.mark.asyncio
async def test_where_no_process_can_be_had_pictures_are_drawn_all_the_same(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(painter.sys, "executable", str(tmp_path / "python"))
    assert await studio.paint(BOARD) == BOARD.png()
    assert await studio.paint(RACK) == RACK.png()


@pytest.mark.asyncio
async def test_what_is_wrong_with_a_subject_is_raised_and_the_next_is_drawn(studio: Studio) -> None:
    order: RackOrder = "by mood"  # type: ignore[assignment]
    with pytest.raises(KeyError):
        await studio.paint(Rack((Tile(0),), order))
    assert await studio.paint(RACK) == RACK.png()
    assert studio._there is not None


@pytest.mark.asyncio
async def test_who_waits_no_more_leaves_the_others_their_pictures(studio: Studio) -> None:
    await studio.paint(RACK)
    tasks = [asyncio.create_task(studio.paint(subject)) for subject in (BOARD, RACK, BOARD, BOARD, RACK)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    tasks[3].cancel()
    assert [await tasks[n] for n in (1, 2, 4)] == [RACK.png(), BOARD.png(), RACK.png()]


@pytest.mark.asyncio
async def test_a_bot_draws_there_and_leaves_no_process_behind(tmp_path: Path) -> None:
    studio = Studio()
    async with running_world(tmp_path / "games.sqlite3", painter=studio) as world:
        anna, *_ = world.members
        answer = await anna.slash(world.channel, "rummikub help")
        assert answer.response is not None
        assert answer.response.attachments
        number = process(studio)
        os.kill(number, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@pytest.mark.asyncio
async def test_threads_draw_too() -> None:
    threads = Threads()
    assert await threads.paint(RACK) == RACK.png()
    await threads.close()


def test_a_process_serves_the_loop_of_the_command_line_too() -> None:
    async def paint() -> bytes:
        studio = Studio()
        png = await studio.paint(RACK)
        assert studio._there is not None
        await studio.close()
        return png

    with asyncio.Runner(loop_factory=new_loop()) as runner:
        assert runner.run(paint()) == RACK.png()
