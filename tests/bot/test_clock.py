"""Issue 4.1: the turn clock, reminders, and what a restart or a clock that jumps does to them (rule 6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.commands.start import start
from bot.services import timing
from bot.services.clock import TurnClock
from bot.services.options import SUGGESTED
from bot.services.replay import is_sound
from data import SeatRow
from engine.rummikub.match import new_match
from engine.rummikub.ruleset import Ruleset
from tests.bot.players import called, on_turn, seat_all, table, two
from tests.bot.support import World, private, text_of

HOUR, DAY = 3600, 86_400


def reminders(world: World) -> list[str]:
    """The reminders that stand in the channel now."""
    return [text_of(message) for message in world.messages() if "your turn in game" in text_of(message)]


def given(world: World) -> int:
    """How many reminders were ever posted."""
    return sum("your turn in game" in s.text for s in world.sent() if s.method == "POST")


async def deadline_shown(world: World, number: int) -> str:
    match = await world.bot.matches.load(number)
    assert match.row.deadline is not None
    return f"<t:{int(match.row.deadline.timestamp())}:R>"


@pytest.mark.parametrize("seconds", [0, HOUR, 12 * HOUR, DAY, 3 * DAY])
def test_slow_games_can_be_chosen_at_once_and_in_the_options(seconds: int) -> None:
    offered = next(p for p in start.parameters if p.name == "turn_time").choices
    assert seconds in {choice.value for choice in offered}
    assert seconds in SUGGESTED["turn_seconds"]


@pytest.mark.asyncio
async def test_a_reminder_pings_once_and_goes_with_the_turn(world: World) -> None:
    number, first, other = await two(world)
    await world.advance(44)
    assert reminders(world) == []
    await world.advance(2)
    (reminder,) = reminders(world)
    assert f"<@{first.id}>, your turn in game #{number} ends {await deadline_shown(world, number)}." in reminder
    assert [user.id for user in world.latest().mentions] == [first.id]
    await world.advance(5)
    assert given(world) == 1
    await first.click(await table(world, number), label="Draw")
    assert reminders(world) == []
    assert f"<@{other.id}>" in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_reminder_goes_when_time_is_up(world: World) -> None:
    number, first, _ = await two(world)
    await world.advance(50)
    assert given(world) == 1
    await world.advance(12)
    assert f"Time was up for **{called(world, first)}**" in text_of(await table(world, number))
    assert reminders(world) == []


@pytest.mark.asyncio
async def test_no_reminder_for_who_switched_it_off(world: World) -> None:
    number, first, other = await two(world)
    answer = private(await first.slash(world.channel, "rummikub reminders", switch="off"))
    assert "no longer" in text_of(answer)
    await world.advance(55)
    assert given(world) == 0
    await first.click(await table(world, number), label="Draw")
    await world.advance(50)
    assert given(world) == 1, "the other still wants them"
    await other.click(await table(world, number), label="Draw")
    await first.slash(world.channel, "rummikub reminders", switch="on")
    await world.advance(50)
    assert given(world) == 2


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, None), (30, None), (60, 15), (HOUR, HOUR / 4), (DAY, 6 * HOUR), (3 * DAY, 18 * HOUR)]
)
def test_the_reminder_comes_when_a_quarter_is_left(seconds: int, left: float | None) -> None:
    """In short turns there is none."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    state = new_match(Ruleset(turn_seconds=seconds), 2, "seed", now).state
    deadline, reminder = timing.turn(state, (SeatRow(0, 1, "Anna"), SeatRow(1, 2, "Ben")), now)
    if left is None or deadline is None:
        assert reminder is None
    else:
        assert reminder == deadline - timedelta(seconds=left)


@pytest.mark.asyncio
async def test_a_reminder_is_not_given_again_after_a_restart(world: World) -> None:
    number, first, _ = await two(world, turn_time=HOUR)
    await world.advance(46 * 60)
    assert given(world) == 1
    await world.restart()
    await world.advance(60)
    assert given(world) == 1
    await first.click(await table(world, number), label="Draw")
    assert reminders(world) == [], "it goes although another process gave it"


@pytest.mark.asyncio
async def test_a_reminder_that_cannot_be_given_hinders_nothing(world: World) -> None:
    number, first, other = await two(world)
    await world.advance(40)
    world.deny("send_messages")
    await world.advance(10)
    assert given(world) == 0
    world.deny(None)
    await first.click(await table(world, number), label="Draw")
    assert f"<@{other.id}>" in text_of(world.latest())


async def sleep(world: World, seconds: float) -> None:
    """The bot is away for a while."""
    await world.bot.close()
    await world.advance(seconds)
    await world.restart()


@pytest.mark.asyncio
@pytest.mark.parametrize(("turn_time", "grace"), [(60, 20), (600, 150), (DAY, 600)])
async def test_what_is_overdue_after_a_restart_fires_after_a_grace(world: World, turn_time: int, grace: int) -> None:
    """Issue 4.1: the grace depends on the time control, and the table shows the new deadline."""
    number, first, _ = await two(world, turn_time=turn_time)
    await sleep(world, turn_time + HOUR)
    await world.advance(1)
    match = await world.bot.matches.load(number)
    assert match.player(first.id).my_turn
    assert match.row.deadline is not None
    assert timedelta(0) < match.row.deadline - world.now() <= timedelta(seconds=grace)
    assert await deadline_shown(world, number) in text_of(await table(world, number))
    await world.advance(grace - 5)
    assert (await world.bot.matches.load(number)).player(first.id).my_turn
    await world.advance(10)
    match = await world.bot.matches.load(number)
    assert not match.player(first.id).my_turn
    assert is_sound(match, await world.bot.store.log(number))


@pytest.mark.asyncio
async def test_a_restart_takes_no_time_from_who_has_enough(world: World) -> None:
    number, *_ = await two(world, turn_time=HOUR)
    before = (await world.bot.matches.load(number)).row
    await world.restart()
    await world.advance(1)
    after = (await world.bot.matches.load(number)).row
    assert (after.deadline, after.revision) == (before.deadline, before.revision)


@pytest.mark.asyncio
async def test_a_lobby_that_expired_meanwhile_can_still_be_joined(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", seats=3)
    await sleep(world, DAY)
    await world.advance(60)
    await ben.click(world.latest(), label="Join")
    assert "Ben" in text_of(world.latest())
    await world.advance(600)
    assert "nobody filled the seats" in text_of(world.latest())


@pytest.mark.asyncio
async def test_who_leaves_after_a_restart_takes_nobodys_grace(world: World) -> None:
    members = world.members[:3]
    number = await seat_all(world, members)
    _, first = await on_turn(world, members, number)
    await sleep(world, HOUR)
    await world.advance(2)
    leaver = next(m for m in members if m is not first)
    await leaver.click(private(await leaver.slash(world.channel, "rummikub leave")), label="Leave the game")
    await world.advance(10)
    match, now = await on_turn(world, members, number)
    assert now is first
    assert match.view.deadline is not None


def jump(world: World, seconds: float) -> None:
    """The clock of the computer is set anew; no timer runs for it."""
    world.bot.now = lambda: world.now() + timedelta(seconds=seconds)
    for part in (world.bot.matches, world.bot._clock, world.bot.reminders):
        part._now = world.bot.now


@pytest.mark.asyncio
async def test_a_clock_that_jumps_ahead_ends_nobodys_turn_at_once(world: World) -> None:
    number, first, _ = await two(world)
    await world.advance(10)
    jump(world, DAY)
    await world.advance(40)
    match = await world.bot.matches.load(number)
    assert match.player(first.id).my_turn
    assert match.row.deadline is not None
    assert match.row.deadline > world.bot.now()
    await world.advance(25)
    assert not (await world.bot.matches.load(number)).player(first.id).my_turn


@pytest.mark.asyncio
async def test_a_clock_that_jumps_back_makes_no_turn_longer_than_allowed(world: World) -> None:
    number, first, _ = await two(world)
    await world.advance(10)
    jump(world, -DAY)
    await world.advance(60)
    match = await world.bot.matches.load(number)
    assert match.row.deadline is not None
    assert match.row.deadline <= world.bot.now() + timedelta(seconds=60)
    await world.advance(70)
    assert not (await world.bot.matches.load(number)).player(first.id).my_turn


@pytest.mark.asyncio
async def test_nothing_fires_on_a_game_that_is_over(world: World) -> None:
    number, first, _ = await two(world)
    await world.advance(30)
    await first.click(private(await first.slash(world.channel, "rummikub leave")), label="Leave the game")
    row = (await world.bot.matches.load(number)).row
    assert (row.phase, row.deadline, row.reminder_at) == ("over", None, None)
    messages = len(world.messages())
    await world.advance(HOUR)
    assert len(world.messages()) == messages
    assert (await world.bot.matches.load(number)).row.revision == row.revision


# --- how often the deadlines are looked at ------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_after_a_quiet_time_the_deadlines_are_looked_at_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    number, first, _ = await two(world, turn_time=12 * HOUR)
    await world.advance(HOUR)
    ticks: list[None] = []
    tick = TurnClock.tick

    async def counted(clock: TurnClock) -> timedelta:
        ticks.append(None)
        return await tick(clock)

    monkeypatch.setattr(TurnClock, "tick", counted)
    await first.click(await table(world, number), label="Draw")
    await world.advance(2)
    assert len(ticks) <= 2


@pytest.mark.asyncio
async def test_a_computer_clock_that_is_set_back_stops_neither_turns_nor_what_is_unshown(world: World) -> None:
    number, first, _ = await two(world)
    real = world.bot.now
    back = timedelta(hours=3)
    for part in (world.bot, world.bot.matches, world.bot.reminders, world.bot._clock):
        monkeyed = "now" if part is world.bot else "_now"
        setattr(part, monkeyed, lambda: real() - back)
    world.deny("send_messages")
    await first.click(await table(world, number), label="Draw")
    world.deny(None)
    await world.advance(62)
    assert (await world.bot.matches.load(number)).row.shown_revision > 1
    await world.advance(400)
    assert (await world.bot.matches.load(number)).view.turn > 2
