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


@pytest.mark.asyncio
@pytest.mark.parametrize("what", DISCORD)
async def test_discord_in_trouble_at_every_step(rehearsed: dict[str, list[Step]], what: str) -> None:
    steps = rehearsed.get("discord") or await rehearsal(bad_discord)
    rehearsed["discord"] = steps
    (chosen,) = sample(steps, [what], shift=DISCORD.index(what))
    found = await play(bad_discord, steps, chosen)
    assert not found.wrong
    assert len(found.struck) > 8


@pytest.mark.asyncio
@pytest.mark.parametrize("what", DISK)
async def test_the_disk_in_trouble_at_every_step(rehearsed: dict[str, list[Step]], what: str) -> None:
    steps = rehearsed.get("disk") or await rehearsal(bad_disk)
    rehearsed["disk"] = steps
    (chosen,) = sample(steps, [what], shift=DISK.index(what))
    found = await play(bad_disk, steps, chosen)
    assert not found.wrong
    assert len(found.struck) > 15
