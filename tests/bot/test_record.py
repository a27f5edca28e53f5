"""A seal at the deal, a seed at the end, and the record to check both (issue 4; rules.md 2)."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from simcord import InteractionResult

from engine.rummikub.record import read_record
from tests.bot.players import play_out, seat_all, two
from tests.bot.support import World, buttons_of, private, text_of

SEED = "sealed seed"


async def file_of(world: World, result: InteractionResult) -> str:
    """The text of the file in a private answer."""
    assert "The record of game" in text_of(private(result))
    (attachment,) = private(result).attachments
    assert attachment.filename.endswith(".txt")
    return max(
        (file for files in world.files.values() for file in files if file.startswith(b"[Game")), key=len
    ).decode()


@pytest.mark.asyncio
async def test_what_is_sealed_at_the_deal_is_opened_at_the_end_and_the_record_replays(world: World) -> None:
    members = world.members[:2]
    number = await seat_all(world, members, seed=SEED, turn_time=0)
    sealed = re.search(r"sealed before the deal: `([0-9a-f]{64})`", text_of(world.messages()[0]))
    assert sealed is not None
    assert "not over" in text_of(private(await members[0].slash(world.channel, "rummikub record", game=number)))
    assert "No game is over here yet" in text_of(private(await members[0].slash(world.channel, "rummikub record")))
    await play_out(world, members, number)
    before_the_end = [sent.text for sent in world.sent()][:-20]
    assert not any(SEED in text for text in before_the_end)
    assert f"`{SEED}`" in text_of(world.latest())
    assert sha256(SEED.encode()).hexdigest() == sealed[1]
    assert sealed[1] in text_of(world.messages()[0]), "it stays where it was"

    found = read_record(await file_of(world, await world.members[3].click(world.latest(), label="Record")))
    match = await world.bot.matches.load(number)
    assert found.players == match.names
    assert found.seed == SEED
    assert found.state == match.state
    again = await members[0].slash(world.channel, "rummikub record")
    assert read_record(await file_of(world, again)).state == match.state


@pytest.mark.asyncio
async def test_a_game_that_was_stopped_has_no_record_and_keeps_its_seed(world: World) -> None:
    number, first, other = await two(world, seed=SEED, turn_time=0)
    for member in (first, other):
        sure = await member.slash(world.channel, "rummikub end")
        await member.click(private(sure), label="End the game")
    assert (await world.bot.matches.load(number)).view.phase == "over"
    assert "Record" not in buttons_of(world.latest())
    told = await first.slash(world.channel, "rummikub record", game=number)
    assert "has no record" in text_of(private(told))
    assert "has no record" in text_of(private(await world.forge(first, f"rk:record:{number}")))
    assert not any(SEED in sent.text for sent in world.sent())
