"""Issue 4.7: what is kept about a member is handed out, and erased on request; the games stay, the name goes."""

from __future__ import annotations

import json

import pytest
from simcord import MemberActor

from tests.bot.players import seat_all, table, two
from tests.bot.support import World, buttons_of, private, text_of
from tests.bot.test_absence import away, draw, sound, three


async def finished(world: World) -> tuple[int, MemberActor, MemberActor]:
    """A match that is over because one has left it."""
    number, first, other = await two(world)
    await first.click(await table(world, number), label="Draw")
    await other.click(private(await other.slash(world.channel, "rummikub leave")), label="Leave the game")
    return number, first, other


@pytest.mark.asyncio
async def test_what_is_kept_is_told_privately(world: World) -> None:
    answer = private(await world.members[0].slash(world.channel, "rummikub privacy"))
    assert "What I keep about you" in text_of(answer)
    assert set(buttons_of(answer)) == {"Get my data", "Erase my data"}


@pytest.mark.asyncio
async def test_a_member_gets_all_of_the_own_data_and_nothing_of_others(world: World) -> None:
    number, first, other = await finished(world)
    answer = private(await first.slash(world.channel, "rummikub privacy"))
    sent = private(await first.click(answer, label="Get my data"))
    assert [attachment.filename for attachment in sent.attachments] == ["rummikub.json"]
    (text,) = (f for s in world.sent() for f in s.files if f.startswith(b"{"))
    found = json.loads(text)
    assert [match["id"] for match in found["matches"]] == [number]
    assert found["actions"]
    assert {action["user_id"] for action in found["actions"]} == {first.id}
    assert str(other.id) not in text.decode()


@pytest.mark.asyncio
async def test_erasing_asks_first_then_takes_name_and_id_out_of_ended_games(world: World) -> None:
    number, first, other = await finished(world)
    question = private(await first.slash(world.channel, "rummikub privacy"))
    await first.click(question, label="Erase my data")
    assert (await world.bot.matches.load(number)).seat_of(first.id) is not None
    await first.click(question, label="Yes, erase it for good")
    assert text_of(question) == "Your data are erased."
    match = await world.bot.matches.load(number)
    assert match.seat_of(first.id) is None
    assert match.seat_of(other.id) is not None
    kept = await world.bot.store.export_member(first.id)
    assert not any(kept.values())
    board = text_of(private(await other.slash(world.channel, "rummikub leaderboard")))
    assert (await other.slash(world.channel, "rummikub board", game=number)) is not None
    assert f"<@{first.id}>" not in board


@pytest.mark.asyncio
async def test_games_that_go_on_are_named_and_stay_playable(world: World) -> None:
    await finished(world)
    number = await seat_all(world, world.members[:2])
    anna = world.members[0]
    question = private(await anna.slash(world.channel, "rummikub privacy"))
    await anna.click(question, label="Erase my data")
    await anna.click(question, label="Yes, erase it for good")
    assert f"#{number} goes on and still has to know you." in text_of(question)
    assert (await world.bot.matches.load(number)).seat_of(anna.id) is not None
    answer = private(await anna.click(await table(world, number), label="My rack"))
    assert "your rack: 14 tiles" in text_of(answer)


@pytest.mark.asyncio
async def test_the_buttons_work_after_a_restart(world: World) -> None:
    _, first, other = await finished(world)
    question = private(await first.slash(world.channel, "rummikub privacy"))
    await first.click(question, label="Erase my data")
    await world.restart()
    await first.click(question, label="Yes, erase it for good")
    assert not (await world.bot.store.export_member(first.id))["matches"]
    assert (await world.bot.store.export_member(other.id))["matches"]


@pytest.mark.asyncio
async def test_who_lost_a_seat_gets_that_too_and_is_forgotten_while_the_game_goes_on(world: World) -> None:
    number, first, second, third = await three(world)
    for member in (first, second, third):
        await draw(world, number, member)
    await away(world, number, third)
    await draw(world, number, first)
    newcomer = world.members[3]
    await newcomer.slash(world.channel, "rummikub replace")
    for member in (first, second):
        await member.click(await table(world, number), label="Agree")
    answer = private(await third.slash(world.channel, "rummikub privacy"))
    await third.click(answer, label="Get my data")
    texts = [f for s in world.sent() for f in s.files if f.startswith(b"{")]
    (lost,) = json.loads(texts[-1])["seats_lost"]
    assert (lost["match_id"], lost["user_id"], lost["why"]) == (number, third.id, "away")
    await third.click(answer, label="Erase my data")
    await third.click(answer, label="Yes, erase it for good")
    assert text_of(answer) == "Your data are erased."
    match = await world.bot.matches.load(number)
    assert str(third.id) not in match.row.settings
    assert third.id not in {entry.user_id for entry in await world.bot.store.log(number)}
    assert await world.bot.matches.seats_lost(third.id) == []
    assert "You drew" in await draw(world, number, second)
    assert "You drew" in await draw(world, number, newcomer)
    assert await sound(world, number)
