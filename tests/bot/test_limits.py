"""How often one may ask (issue 4, point 6): nobody's fingers are too fast, every script is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.services.limits import CHANNEL, MEMBER, REMEMBERED, TYPING, Limits
from tests.bot.players import seat_all, table
from tests.bot.support import World, private, text_of


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def test_a_member_may_click_quickly_for_a_while_and_steadily_for_ever() -> None:
    clock = Clock()
    limits = Limits(clock)
    assert [limits.acts(1, 1) for _ in range(int(MEMBER.burst))] == ["yes"] * int(MEMBER.burst)
    assert limits.acts(1, 1) == "no"
    for _ in range(1000):
        clock.go(1 / MEMBER.rate)
        assert limits.acts(1, 1) == "yes"


def test_a_script_is_told_a_few_times_and_then_gets_nothing() -> None:
    clock = Clock()
    limits = Limits(clock)
    said: list[str] = []
    for _ in range(1000):
        clock.go(0.01)
        said.append(limits.acts(1, 1))
    assert said.count("yes") <= MEMBER.burst + 10 * MEMBER.rate
    assert 1 <= said.count("no") <= 5
    assert limits.acts(2, 1) == "yes", "others are not hindered"


def test_a_channel_has_room_for_many_tables_and_no_more() -> None:
    limits = Limits(Clock())
    said = [limits.acts(member, 1) for member in range(int(CHANNEL.burst) + 1)]
    assert set(said[:-1]) == {"yes"}
    assert said[-1] == "no"
    assert limits.acts(0, 2) == "yes", "other channels are not hindered"


def test_typing_does_not_use_up_clicks() -> None:
    limits = Limits(Clock())
    assert all(limits.types(1) for _ in range(int(TYPING.burst)))
    assert not limits.types(1)
    assert limits.acts(1, 1) == "yes"


def test_a_clock_that_jumps_back_locks_nobody_out_for_long() -> None:
    clock = Clock()
    limits = Limits(clock)
    while limits.acts(1, 1) == "yes":
        pass
    clock.go(-86_400)
    assert limits.acts(1, 1) != "yes"
    clock.go(1)
    assert limits.acts(1, 1) == "yes"


def test_what_is_remembered_is_bounded() -> None:
    limits = Limits(Clock())
    for member in range(2 * REMEMBERED):
        limits.acts(member, member)
    assert len(limits._buckets) <= REMEMBERED


@pytest.mark.asyncio
async def test_too_many_clicks_are_told_privately_and_change_nothing(world: World) -> None:
    number = await seat_all(world, world.members[:2], turn_time=0)
    anna = world.members[0]
    world.bot.limits = Limits(world.now)
    shown = await table(world, number)
    answers = [await anna.click(shown, label="My rack") for _ in range(int(MEMBER.burst) + 30)]
    told = [answer for answer in answers if answer.response is not None and "a lot at once" in text_of(answer.response)]
    assert 1 <= len(told) <= 5
    assert all("a lot at once" in text_of(private(answer)) for answer in told)
    assert answers[-1].response is None, "a script is not answered for ever"
    await anna.click(shown, label="Draw")
    await anna.slash(world.channel, "rummikub draw")
    assert (await world.bot.matches.load(number)).view.turn == 1
    await world.advance(10)
    assert private(await anna.click(shown, label="My rack")).attachments


@pytest.mark.asyncio
async def test_windows_and_lists_are_limited_too(world: World) -> None:
    number = await seat_all(world, world.members[:2], turn_time=0)
    match = await world.bot.matches.load(number)
    on_turn = next(m for m in world.members if m.id == match.row.seats[match.view.on_turn or 0].user_id)
    window = await on_turn.click(await table(world, number), label="Play")
    world.bot.limits = limits = Limits(world.now)
    while limits.acts(on_turn.id, world.channel.id) == "yes":
        pass
    answer = await on_turn.submit_modal(window, {"move": "draw"})
    assert "a lot at once" in text_of(private(answer))
    assert (await world.bot.matches.load(number)).view.turn == 1
    for _ in range(int(TYPING.burst)):
        await on_turn.autocomplete(world.channel, "rummikub rack", "game", "")
    assert await on_turn.autocomplete(world.channel, "rummikub rack", "game", "") == []
