"""What the store remembers is what another reader finds in the file, whatever was written in whatever order."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from data import Conflict, Preferences, Store, UnknownMatch
from tests.data.support import ANN, BOB, MINUTE, NOW, SEATS, playing, step

pytestmark = pytest.mark.asyncio


async def test_what_is_remembered_is_what_is_in_the_file(tmp_path: Path) -> None:
    rng = random.Random(1)
    writer = await Store.open(tmp_path / "bot.db")
    reader = await Store.open(tmp_path / "bot.db", remembered=0)
    games = [(await playing(writer)).id for _ in range(3)]

    async def move(number: int) -> None:
        match = await reader.match(number)
        assert match
        over = rng.random() < 0.1
        change = step(match, f"{rng.random()}", phase="over" if over else "playing", state=f"{rng.random()}")
        try:
            await writer.commit(change)
        except Conflict:
            return

    async def show(number: int) -> None:
        match = await writer.match(number)
        assert match
        await writer.shown(number, match.revision - rng.randint(0, 1), rng.randint(1, 99), rng.choice((None, 7)))

    async def keep(number: int) -> None:
        await writer.keep_settings(number, f"{rng.random()}", expected=rng.randint(1, 9))

    async def remind(number: int) -> None:
        await writer.reminder_shown(number, rng.randint(1, 99))
        await writer.take_reminder(number, rng.randint(1, 9))

    async def choose(_: int) -> None:
        await writer.set_preferences(ANN, Preferences("sets", reminders=rng.random() < 0.5))

    async def erase(_: int) -> None:
        await writer.erase_member(rng.choice((ANN, BOB)))

    async def read(number: int) -> None:
        await writer.match(number)

    ways: tuple[Callable[[int], Awaitable[None]], ...] = (move, move, show, keep, remind, choose, erase, read, read)
    for _ in range(60):
        await asyncio.gather(*(rng.choice(ways)(rng.choice(games)) for _ in range(rng.randint(1, 4))))
        for number in games:
            assert await writer.match(number) == await reader.match(number)
        assert await writer.preferences(ANN) == await reader.preferences(ANN)
    await writer.close()
    await reader.close()


async def test_a_commit_that_failed_is_not_remembered(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "bot.db")
    match = await playing(store)
    await store.match(match.id)
    with pytest.raises(Conflict):
        await store.commit(step(match, "late", expected=match.revision - 1, state="never", seats=SEATS[:1]))
    assert await store.match(match.id) == match
    with pytest.raises(UnknownMatch):
        await store.commit(step(match, "lost", match_id=99, at=NOW + MINUTE))
    assert await store.match(99) is None
    await store.close()
