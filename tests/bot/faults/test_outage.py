"""A disk that fails for a while, and not just once (issue 4, points 1 and 4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from data import StoreError
from tests.bot.faults.weather import Fault, Gate, bad_disk
from tests.bot.players import two
from tests.bot.support import running_world


@pytest.mark.asyncio
async def test_after_an_outage_nobodys_turn_ends_without_a_grace_and_the_log_is_not_flooded(tmp_path: Path) -> None:
    gate = Gate()
    with bad_disk(gate):
        async with running_world(tmp_path / "games.sqlite3") as world:
            number, *_ = await two(world)
            gate.begin(Fault("failed", "SELECT"))
            await world.advance(600)
            gate.begin()
            errors = [record.exc_info[1] for record in world.forgive() if record.exc_info]
            assert errors
            assert all(isinstance(error, StoreError) for error in errors)
            assert len(errors) < 60
            await world.advance(35)
            assert (await world.bot.matches.load(number)).view.turn == 1
            await world.advance(90)
            assert (await world.bot.matches.load(number)).view.turn > 1
