"""The sweep: a fault at every place of every step of a game, and what must hold after each.

A first game without trouble tells what passes in each step and what there is after it. In every further game each
step meets one fault. When that is over and the bot has had time, there is either what there was before the step, and
then the step is taken again, or what there is after it: nothing else, nothing twice.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult

from data import StoreError
from engine.rummikub.actions import Draw, Pass
from tests.bot.faults.game import Game, said
from tests.bot.faults.weather import DISK, INTERACTION, Fault, Gate, possible
from tests.bot.seams import sleeping_virtually
from tests.bot.support import World, running_world
from tests.bot.test_whole_games import COMPUTER, Secrets, scan

SHORT = 8.0
"""Seconds of a step: computers have moved, and what failed for a moment was tried again."""
MOST = 30
"""Places in one step at which each fault strikes once."""
LONG = 130.0
"""Seconds in which everything is shown that can be."""


@dataclass(frozen=True)
class Step:
    """A step of the game without trouble."""

    name: str
    passed: tuple[str, ...]
    facts: list[Any]


@dataclass(frozen=True)
class Point:
    """A fault point."""

    step: int
    name: str
    fault: Fault


@dataclass
class Found:
    """What came of a game in which faults struck."""

    struck: list[Point] = field(default_factory=list)
    wrong: list[tuple[Point, str]] = field(default_factory=list)


Weather = Callable[[Gate], AbstractContextManager[None]]


@asynccontextmanager
async def _played(weather: Weather) -> AsyncIterator[tuple[Game, Gate, Secrets]]:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        secrets = Secrets(patch)
        # What a computer thinks is not what is looked at here.
        patch.setattr("bot.services.computers.choose", lambda _, view, __: Draw() if view.public.pool else Pass())
        gate = Gate()
        with weather(gate), sleeping_virtually():
            async with running_world(Path(folder) / "games.sqlite3") as world:
                yield Game(world), gate, secrets


async def rehearsal(weather: Weather) -> list[Step]:
    """The game without trouble."""
    steps: list[Step] = []
    async with _played(weather) as (game, gate, _):
        async for act in game.steps():
            gate.begin()
            await act()
            await game.world.advance(SHORT)
            steps.append(Step(act.__name__, tuple(gate.passed), game.facts()))
            assert await game.trouble_to_see() is None, act.__name__
            if act.__name__ == "start":
                await game.choose()
        assert await game.sound()
    return steps


def points(steps: list[Step], what: str, *, once: bool) -> list[list[Point]]:
    """For each step all points at which a fault can strike."""
    return [
        [
            Point(number, step.name, Fault(what, where))
            for where in (_places(step) if once else dict.fromkeys(step.passed))
            if possible(what, step.passed[where] if isinstance(where, int) else where)
        ]
        for number, step in enumerate(steps)
    ]


def _places(step: Step) -> Sequence[int]:
    """All of them; where a step takes its time and the same passes again and again, so many."""
    return range(0, len(step.passed), -(-len(step.passed) // MOST) or 1)


def games(steps: list[Step], faults: Sequence[str]) -> Iterator[dict[int, Point]]:
    """All fault points, one for each step of a game, in as many games as that takes."""
    for what in faults:
        for once in (True, False):
            found = points(steps, what, once=once)
            for n in range(max(map(len, found), default=0)):
                yield {number: here[n] for number, here in enumerate(found) if n < len(here)}


def sample(steps: list[Step], faults: Sequence[str], shift: int) -> dict[int, Point]:
    """One game in which these faults strike by turns: each time at another place, and once and on and on in turn."""
    chosen: dict[int, Point] = {}
    for number in range(len(steps)):
        what, turn = faults[number % len(faults)], number // len(faults) + shift
        here = points(steps, what, once=turn % 2 == 0)[number]
        if here:
            chosen[number] = here[turn // 2 % len(here)]
    return chosen


async def play(weather: Weather, steps: list[Step], chosen: dict[int, Point]) -> Found:
    """Play the game with these faults."""
    found = Found()
    point = Point(0, "", Fault("", 0))
    try:
        async with _played(weather) as (game, gate, secrets):
            number = -1
            before: list[Any] = []
            async for act in game.steps():
                number += 1
                point = chosen.get(number, Point(number, act.__name__, Fault("nothing", -1)))
                await _one(game, gate, act, point, before, steps[number], found)
                before = steps[number].facts
                if act.__name__ == "start":
                    await game.choose()
                elif (match := await game.match()).state is not None:
                    secrets.note(match)
                    for result in match.view.results:
                        for seat, rack in zip(match.row.seats, result.racks, strict=True):
                            secrets.racks[seat.user_id or COMPUTER].add(rack)
            assert number + 1 == len(steps)
            scan(game.world, secrets)
    except Exception as wrong:  # noqa: BLE001 - told beside the point
        found.wrong.append((point, f"{type(wrong).__name__}: {wrong}"))
    return found


async def _one(
    game: Game, gate: Gate, act: Callable[[], Any], point: Point, before: list[Any], step: Step, found: Found
) -> None:
    world = game.world

    def wrong(text: str) -> None:
        found.wrong.append((point, text))

    game.answers.clear()
    gate.begin(point.fault)
    await act()
    await world.advance(SHORT)
    struck, on_interaction = gate.struck, gate.on_interaction
    gate.begin()
    if struck:
        found.struck.append(point)
        await world.advance(LONG)
    answers = list(game.answers)
    after = game.facts()
    if after == before != step.facts or (struck and before == step.facts):
        game.answers.clear()
        await act()
        await world.advance(SHORT)
        if not all(map(_answered, game.answers)):
            wrong(f"taken again, it was not answered: {[said(a) for a in game.answers]}")
        after = game.facts()
    if after != step.facts:
        wrong(f"it came to something else: {_difference(step.facts, after)}")
        raise AssertionError("the game cannot go on")
    if not await game.sound():
        wrong("a game is not what its log leads to")
    if (trouble := await game.trouble_to_see()) is not None:
        wrong(trouble)
    if struck and not (on_interaction and _unanswerable(point.fault)):
        for answer in answers:
            if not _answered(answer):
                wrong(f"the member was not answered: {answer}")
    for line in _unexpected(world, weather_is_disk=point.fault.what in DISK):
        wrong(f"logged: {line}")


def _answered(answer: InteractionResult) -> bool:
    """Whether the member has been told something, and only they; a lobby's button may only be acknowledged."""
    shown = [message for message in [answer.response, *answer.followups] if message is not None]
    if any(not message.ephemeral and message in answer.followups for message in shown):
        return False
    return answer.modal is not None or bool(said(answer)) or (answer.acknowledged and not shown)


def _unanswerable(fault: Fault) -> bool:
    """Whether Discord takes no answer at all any more."""
    acknowledging = isinstance(fault.where, str) and fault.where.endswith("callback")
    return acknowledging or fault.what in {"silent", "slow", *INTERACTION}


def _unexpected(world: World, *, weather_is_disk: bool) -> list[str]:
    """Errors in the log that should not be there: what Discord does is none, what the disk does is told as it is."""
    lines: list[str] = []
    for record in world.forgive():
        error = record.exc_info[1] if record.exc_info else None
        if not (weather_is_disk and isinstance(error, StoreError)):
            lines.append(logging.Formatter().format(record)[-1500:])
        elif record.name == "bot.trouble" and vars(record)["correlation"] == "-":
            lines.append(f"without an id: {record.getMessage()}")
    return lines


def _difference(expected: list[Any], found: list[Any]) -> str:
    for one, other in zip(expected, found, strict=False):
        for left, right in zip(one, other, strict=True):
            if left != right:
                return f"expected {str(left)[-300:]}, found {str(right)[-300:]}"
    return f"{len(found)} games instead of {len(expected)}"


async def sweep(weather: Weather, faults: Sequence[str]) -> AsyncIterator[Found]:
    """What came of each game, with all faults at all places."""
    steps = await rehearsal(weather)
    for chosen in games(steps, faults):
        yield await play(weather, steps, chosen)
