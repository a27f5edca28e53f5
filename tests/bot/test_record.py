"""A seal at the deal, a seed at the end, and the record to check both (issue 4; rules.md 2)."""

from __future__ import annotations

import re
from hashlib import sha256

import discord
import pytest
from simcord import InteractionResult, MemberActor

from engine.rummikub.record import read_record
from tests.bot.players import play_out, seat_all, table, two
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


async def erase(world: World, member: MemberActor) -> None:
    """Let a member have their data erased."""
    question = private(await member.slash(world.channel, "rummikub privacy"))
    await member.click(question, label="Erase my data")
    await member.click(question, label="Yes, erase it for good")
    assert "Your data are erased." in text_of(question)


async def over_in_an_archived_thread(world: World, *, alone: bool) -> tuple[int, MemberActor]:
    """A game that its last member has left, whose thread has gone to sleep; and who played in it."""
    anna, ben = world.members[:2]
    others = {"computers": 1} if alone else {"seats": 2}
    await anna.slash(world.channel, "rummikub start", thread=True, turn_time=0, **others)
    assert anna.guild is not None
    (row,) = await world.bot.store.open_matches(anna.guild.id)
    if not alone:
        await ben.click(world.latest(world.channel.threads[-1]), label="Join")
    await table(world, row.id)
    sure = await anna.slash(world.channel, "rummikub leave", game=row.id)
    await anna.click(private(sure), label="Leave the game")
    assert (await world.bot.matches.load(row.id)).view.phase == "over"
    thread = world.bot.get_channel(row.channel_id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    assert world.bot.get_channel(row.channel_id) is None, "a bot does not hold archived threads"
    return row.id, anna


@pytest.mark.asyncio
@pytest.mark.parametrize("alone", [True, False])
async def test_a_record_is_had_after_its_players_are_erased(world: World, alone: bool) -> None:
    """Issue 4.7: the games stay, without saying who played; so their records stay too."""
    number, anna = await over_in_an_archived_thread(world, alone=alone)
    await erase(world, anna)
    if not alone:
        await erase(world, world.members[1])
    for member in (anna, world.members[3]):
        found = read_record(await file_of(world, await member.slash(world.channel, "rummikub record", game=number)))
        assert anna.name not in found.players
        assert "Anna" not in found.players
    assert found.state == (await world.bot.matches.load(number)).state


@pytest.mark.asyncio
async def test_whose_thread_is_deleted_or_hidden_is_shown_to_its_players_only(world: World) -> None:
    number, anna = await over_in_an_archived_thread(world, alone=False)
    row = await world.bot.store.match(number)
    assert row is not None
    world.fault("GET", f"/channels/{row.channel_id}", 404, code=10003)
    told = text_of(private(await world.members[3].slash(world.channel, "rummikub record", game=number)))
    assert f"There is no game #{number}" in told
    assert "deleted or hidden from you" in told
    assert "The record" in text_of(private(await anna.slash(world.channel, "rummikub record", game=number)))
