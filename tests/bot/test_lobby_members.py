"""Issue 4.3: the host can take a member out of a lobby."""

from __future__ import annotations

import pytest

from tests.bot.support import World, buttons_of, components_of, private, text_of


async def lobby_of_three(world: World) -> None:
    anna, ben, chloe, _ = world.members
    await anna.slash(world.channel, "rummikub start", seats=4)
    for member in (ben, chloe):
        await member.click(world.latest(), label="Join")


@pytest.mark.asyncio
async def test_the_host_takes_a_member_out_who_cannot_join_again(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", seats=4)
    assert "Remove" not in buttons_of(world.latest()), "there is nobody yet"
    await ben.click(world.latest(), label="Join")
    question = private(await anna.click(world.latest(), label="Remove"))
    (select,) = (c for c in components_of(question) if c["type"] == 3)
    assert [option["label"] for option in select["options"]] == ["Ben"], "not the host"
    await anna.select(question, [str(ben.id)])
    assert "Taken out" in text_of(question)
    lobby = world.latest()
    assert "Ben" not in text_of(lobby)
    assert "taken you out" in text_of(private(await ben.click(lobby, label="Join")))
    assert "Ben" not in text_of(world.latest())


@pytest.mark.asyncio
async def test_others_take_nobody_out_a_moderator_does(world: World) -> None:
    await lobby_of_three(world)
    _, ben, chloe, _ = world.members
    assert "Only the host" in text_of(private(await ben.click(world.latest(), label="Remove")))
    moderator = world.moderator()
    question = private(await moderator.click(world.latest(), label="Remove"))
    await moderator.select(question, [str(chloe.id)])
    assert "Chloé" not in text_of(world.latest())


@pytest.mark.asyncio
async def test_the_list_is_out_of_date_when_the_game_has_begun(world: World) -> None:
    await lobby_of_three(world)
    anna, ben, *_ = world.members
    question = private(await anna.click(world.latest(), label="Remove"))
    await anna.click(world.latest(), label="Start")
    answer = await anna.select(question, [str(ben.id)])
    assert "has begun" in text_of(private(answer))
    match = await world.bot.matches.load(1)
    assert match.seat_of(ben.id) is not None


@pytest.mark.asyncio
async def test_who_was_taken_out_is_forgotten_when_the_game_begins(world: World) -> None:
    await lobby_of_three(world)
    anna, ben, *_ = world.members
    question = private(await anna.click(world.latest(), label="Remove"))
    await anna.select(question, [str(ben.id)])
    await anna.click(world.latest(), label="Start")
    row = await world.bot.store.match(1)
    assert row is not None
    assert row.phase == "playing"
    assert str(ben.id) not in row.settings
