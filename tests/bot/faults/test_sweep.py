"""Trouble at every step of a game loses nothing, does nothing twice and tells whoever acts (issue 4, point 4).

A part of the sweep that is always the same; ``python -m tests.benchmarks faults`` makes the whole one.
"""

from __future__ import annotations

import pytest

from tests.bot.faults.sweep import Step, play, rehearsal, sample
from tests.bot.faults.weather import DISCORD, DISK, bad_discord, bad_disk


@pytest.fixture(scope="module")
def rehearsed() -> dict[str, list[Step]]:
    return {}


def by_twos(faults: tuple[str, ...]) -> list[tuple[int, tuple[str, ...]]]:
    return [(n, faults[n : n + 2]) for n in range(0, len(faults), 2)]


@pytest.mark.asyncio
@pytest.mark.parametrize(("shift", "what"), by_twos(DISCORD))
async def test_discord_in_trouble_at_every_step(
    rehearsed: dict[str, list[Step]], shift: int, what: tuple[str, ...]
) -> None:
    steps = rehearsed.get("discord") or await rehearsal(bad_discord)
    rehearsed["discord"] = steps
    found = await play(bad_discord, steps, sample(steps, what, shift // 2))
    assert not found.wrong
    assert len(found.struck) > 10


@pytest.mark.asyncio
@pytest.mark.parametrize(("shift", "what"), by_twos(DISK))
async def test_the_disk_in_trouble_at_every_step(
    rehearsed: dict[str, list[Step]], shift: int, what: tuple[str, ...]
) -> None:
    steps = rehearsed.get("disk") or await rehearsal(bad_disk)
    rehearsed["disk"] = steps
    found = await play(bad_disk, steps, sample(steps, what, shift // 2))
    assert not found.wrong
    assert len(found.struck) > 15
