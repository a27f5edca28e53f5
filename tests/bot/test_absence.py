"""Issue 4.2: players who are not there. Their turns pass, they come back, others play on for them, games pause."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest
from simcord import MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.services.replay import is_sound
from bot.texts import translator
from bot.texts.tiles import tiles_in_words
from data import Change
from tests.bot.players import called, on_turn, rack_of, seat_all, table
from tests.bot.support import World, buttons_of, private, text_of

MINUTE = 61


async def away(world: World, number: int, *members: MemberActor) -> None:
    """Let these members miss two turns as far as the game knows; nothing is shown of it yet."""
    match = await world.bot.matches.load(number)
    gone = {match.seat_of(member.id) for member in members}
    seats = [s.model_copy(update={"missed": 2 * (n in gone)}) for n, s in enumerate(match.begun.seats)]
    state = match.begun.model_copy(update={"seats": tuple(seats)})
    change = Change(match_id=number, expected=match.row.revision, at=world.now(), state=state.model_dump_json())
    await world.bot.store.commit(change)


async def three(world: World, **options: object) -> tuple[int, MemberActor, MemberActor, MemberActor]:
    """A match of three, in the order of their turns from the one on turn."""
    members = world.members[:3]
    number = await seat_all(world, members, **options)  # pyright: ignore[reportArgumentType]
    match, first = await on_turn(world, members, number)
    assert first is not None
    seat = match.seat_of(first.id) or 0
    ordered = [next(m for m in members if m.id == match.row.seats[(seat + n) % 3].user_id) for n in range(3)]
    return number, ordered[0], ordered[1], ordered[2]


async def draw(world: World, number: int, member: MemberActor) -> str:
    return text_of(private(await member.click(await table(world, number), label="Draw")))


async def sound(world: World, number: int) -> bool:
    return is_sound(await world.bot.matches.load(number), await world.bot.store.log(number))


def pinged(world: World) -> list[str]:
    """Who was pinged by the last post."""
    posts = [r.json or {} for r in world.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    return [str(user) for user in posts[-1]["allowed_mentions"].get("users", ())]


# --- away and back -------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_two_missed_turns_make_a_player_away_whose_turns_pass_at_once(world: World) -> None:
    number, first, second, third = await three(world)
    for _ in range(2):
        await world.advance(MINUTE)
        await draw(world, number, second)
        await draw(world, number, third)
    shown = await table(world, number)
    assert f"**{called(world, first)}** has missed two turns in a row and is away." in world.sees(second)
    assert f"**{called(world, first)}** is away and draws a tile." in text_of(shown), "the third turn passed at once"
    assert "(away)" in text_of(shown)
    assert f"<@{second.id}>, it is your turn" in text_of(shown)
    assert [user.id for user in shown.mentions] == [second.id]
    assert "I'm back" in buttons_of(shown)
    assert await sound(world, number)


@pytest.mark.asyncio
async def test_im_back_ends_it(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    shown = await table(world, number)
    answer = private(await third.click(shown, label="I'm back"))
    assert "your rack" in text_of(answer)
    shown = await table(world, number)
    assert f"**{called(world, third)}** is back." in text_of(shown)
    assert "I'm back" not in buttons_of(shown)
    await draw(world, number, second)
    assert f"<@{third.id}>, it is your turn" in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_who_is_not_away_or_not_in_the_game_is_told_so(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    shown = await table(world, number)
    assert "not away" in text_of(private(await second.click(shown, label="I'm back")))
    assert "not playing" in text_of(private(await world.members[3].click(shown, label="I'm back")))


@pytest.mark.asyncio
async def test_any_own_action_ends_it(world: World) -> None:
    number, first, _, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    answer = private(await third.click(await table(world, number), label="Draw"))
    assert "are back now" in text_of(answer)
    view = (await world.bot.matches.load(number)).view
    assert not any(seat.away for seat in view.seats)


@pytest.mark.asyncio
async def test_a_player_who_is_away_sees_it_with_the_rack(world: World) -> None:
    number, first, _, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    answer = private(await third.slash(world.channel, "rummikub rack"))
    assert "your turns pass by drawing" in text_of(answer)
    await third.click(answer, label="I'm back")
    assert "your turns pass by drawing" not in text_of(answer)


@pytest.mark.asyncio
async def test_who_is_away_is_not_asked_when_the_others_end_the_game(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    await first.click(private(await first.slash(world.channel, "rummikub end")), label="End the game")
    assert "(1 of 2)" in text_of(await table(world, number))
    await second.click(private(await second.slash(world.channel, "rummikub end")), label="End the game")
    assert f"; **{called(world, third)}** was away." in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_moderator_who_ends_a_game_is_named(world: World) -> None:
    """Issue 4.3."""
    await three(world)
    moderator = world.moderator()
    await moderator.click(private(await moderator.slash(world.channel, "rummikub end")), label="End the game")
    assert f"ended by a moderator, <@{moderator.id}>." in text_of(world.latest())
    posted = next(s.text for s in reversed(world.sent()) if "ended by a moderator" in s.text)
    assert '"users"' not in posted, "named, not pinged"


@pytest.mark.asyncio
async def test_a_moderator_of_another_channel_does_not_end_the_game(world: World) -> None:
    number, *_ = await three(world)
    elsewhere = world.guild.create_text_channel("elsewhere")
    stranger = world.members[3]
    rights = discord.Permissions(manage_messages=True, view_channel=True).value
    world.env.backend.set_overwrite(elsewhere.id, Overwrite(stranger.id, OverwriteType.MEMBER, rights, 0))
    question = private(await stranger.slash(elsewhere, "rummikub end", game=number))
    assert "As a moderator" not in text_of(question)
    await stranger.click(question, label="End the game")
    assert (await world.bot.matches.load(number)).view.phase == "playing"


# --- handing over --------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_others_hand_a_seat_to_a_computer_by_majority(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    rack = await rack_of(world, number, third)
    assert "/rummikub replace" in text_of(await table(world, number))
    answer = private(await second.slash(world.channel, "rummikub replace", level="hard"))
    assert "1 of 2" in text_of(answer)
    shown = await table(world, number)
    assert f"**A computer (hard)** is proposed for the seat of **{called(world, third)}**." in text_of(shown)
    match = await world.bot.matches.load(number)
    assert match.seat_of(third.id) is not None, "one of two is not more than half"
    await first.click(shown, label="Agree")
    match = await world.bot.matches.load(number)
    assert match.seat_of(third.id) is None
    seat = next(s for s in match.row.seats if s.computer)
    assert seat.computer == "hard"
    assert match.begun.seats[seat.seat].rack == rack
    shown = await table(world, number)
    computer = f"🤖 {seat.name}"
    told = f"**{computer}** plays on in the seat of **{called(world, third)}** (<@{third.id}>)"
    assert f"{told} and takes over tiles and points." in text_of(shown)
    assert pinged(world) == [str(third.id)], "who is on turn was pinged for it before"
    assert "Agree" not in buttons_of(await table(world, number))
    await draw(world, number, second)
    await world.advance(3)
    assert (await on_turn(world, [first, second], number))[1] is first
    assert await sound(world, number)


@pytest.mark.asyncio
async def test_a_newcomer_asks_and_takes_the_rack_privately_and_the_other_loses_it(world: World) -> None:
    number, first, second, third = await three(world)
    newcomer = world.members[3]
    await away(world, number, third)
    await draw(world, number, first)
    rack = await rack_of(world, number, third)
    old_answer = private(await third.slash(world.channel, "rummikub rack"))
    assert "0 of 2 agree" in text_of(private(await newcomer.slash(world.channel, "rummikub replace")))
    for member in (first, second):
        assert await rack_of(world, number, third) == rack
        await member.click(await table(world, number), label="Agree")
    match = await world.bot.matches.load(number)
    assert match.player(newcomer.id).rack == rack
    told = f"**{called(world, newcomer)}** plays on in the seat of **{called(world, third)}**"
    assert f"{told} (<@{third.id}>) and takes over tiles and points." in text_of(await table(world, number))
    assert f"{told} and takes over" in text_of(world.messages()[-2]), "what stays of it mentions nobody"
    answer = private(await newcomer.click(await table(world, number), label="My rack"))
    assert "your rack: 14 tiles" in text_of(answer)
    said = (
        f"You were away from game #{number}, and **{called(world, newcomer)}** plays on in your seat. "
        f"**{called(world, newcomer)}** asked for it. You can look on with `/rummikub board`"
    )
    for label in ("My rack", "Draw"):
        assert said in text_of(private(await third.click(await table(world, number), label=label)))
    assert said in text_of(private(await third.click(old_answer, label="I'm back")))
    assert said in text_of(private(await third.slash(world.channel, "rummikub rack")))
    assert said in text_of(private(await third.slash(world.channel, "rummikub draw", game=number)))
    await draw(world, number, second)
    assert "You drew" in await draw(world, number, newcomer)
    for stranger in (first, second):
        assert tiles_in_words(translator(), rack) not in world.sees(stranger)
    assert tiles_in_words(translator(), await rack_of(world, number, newcomer)) not in world.sees(third)
    assert await sound(world, number)


@pytest.mark.asyncio
async def test_a_member_who_is_proposed_is_not_seated_against_their_will(world: World) -> None:
    number, first, second, third = await three(world)
    newcomer = world.members[3]
    await away(world, number, third)
    await draw(world, number, first)
    await second.slash(world.channel, "rummikub replace", member=newcomer)
    await first.click(await table(world, number), label="Agree")
    match = await world.bot.matches.load(number)
    assert match.seat_of(newcomer.id) is None
    shown = await table(world, number)
    assert f"**{called(world, newcomer)}** has to want it too." in text_of(shown)
    answer = private(await newcomer.click(shown, label="Agree"))
    assert "your rack" in text_of(answer)
    assert (await world.bot.matches.load(number)).seat_of(newcomer.id) is not None


@pytest.mark.asyncio
async def test_a_moderator_hands_a_seat_over_at_once_and_is_named(world: World) -> None:
    number, first, _, third = await three(world)
    moderator = world.moderator()
    await away(world, number, third)
    await draw(world, number, first)
    await moderator.slash(world.channel, "rummikub replace", level="easy")
    assert any(s.computer == "easy" for s in (await world.bot.matches.load(number)).row.seats)
    shown = await table(world, number)
    assert f"A moderator decided that: <@{moderator.id}>." in text_of(shown)
    answer = private(await third.click(shown, label="My rack"))
    assert "The moderator **Mod** decided it." in text_of(answer)
    await moderator.click(private(await moderator.slash(world.channel, "rummikub end")), label="End the game")
    assert (await world.bot.matches.load(number)).settings.handed_over == (), "only those in its seats are known then"


@pytest.mark.asyncio
async def test_a_seat_of_who_is_there_is_nobody_elses(world: World) -> None:
    number, first, second, third = await three(world)
    for member in (first, world.members[3], world.moderator()):
        answer = private(await member.slash(world.channel, "rummikub replace"))
        assert "not away" in text_of(answer)
    await away(world, number, third)
    await draw(world, number, first)
    await second.slash(world.channel, "rummikub replace")
    await third.click(await table(world, number), label="I'm back")
    shown = await table(world, number)
    assert "Agree" not in buttons_of(shown), "who is back keeps the seat"
    assert (await world.bot.matches.load(number)).settings.handover is None


@pytest.mark.asyncio
async def test_a_seat_that_was_left_can_be_taken_over_in_the_same_round(world: World) -> None:
    number, first, second, third = await three(world)
    rack = await rack_of(world, number, third)
    await third.click(private(await third.slash(world.channel, "rummikub leave")), label="Leave the game")
    assert "/rummikub replace" in text_of(await table(world, number))
    newcomer = world.members[3]
    await newcomer.slash(world.channel, "rummikub replace")
    for member in (first, second):
        await member.click(await table(world, number), label="Agree")
    match = await world.bot.matches.load(number)
    assert match.player(newcomer.id).rack == rack
    assert match.begun.present == (0, 1, 2)
    shown = await table(world, number)
    assert f"plays on in the seat of **{called(world, third)}** and takes over" in text_of(shown)
    assert str(third.id) not in pinged(world), "who left is not"
    assert f"You had left game #{number}" in text_of(private(await third.click(shown, label="My rack")))
    await draw(world, number, first)
    await draw(world, number, second)
    assert f"<@{newcomer.id}>, it is your turn" in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_without_a_clock_who_keeps_all_waiting_for_a_day_can_be_replaced(world: World) -> None:
    number, first, second, _ = await three(world, turn_time=0)
    assert "not away" in text_of(private(await second.slash(world.channel, "rummikub replace")))
    match = await world.bot.matches.load(number)
    state = match.begun.model_copy(update={"turn_began": world.now() - timedelta(days=1)})
    await world.bot.store.commit(
        Change(match_id=number, expected=match.row.revision, at=world.now(), state=state.model_dump_json())
    )
    answer = private(await second.slash(world.channel, "rummikub replace"))
    assert "1 of 2" in text_of(answer)
    await first.click(await table(world, number), label="Draw")
    assert (await world.bot.matches.load(number)).settings.handover is None


@pytest.mark.asyncio
async def test_the_seats_that_can_be_had_are_offered_by_name(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, second, third)
    choices = await first.autocomplete(world.channel, "rummikub replace", "player", "")
    assert {choice["name"] for choice in choices} == {
        f"#{number} · {called(world, second)}",
        f"#{number} · {called(world, third)}",
    }
    answer = private(await first.slash(world.channel, "rummikub replace"))
    assert "Whose seat do you mean?" in text_of(answer)
    chosen = next(c["value"] for c in choices if called(world, third) in c["name"])
    await first.slash(world.channel, "rummikub replace", player=chosen)
    assert (await world.bot.matches.load(number)).seat_of(third.id) is None, "all who are there have agreed"


# --- pause ---------------------------------------------------------------------------------------------------


async def deserted(world: World) -> tuple[int, MemberActor, MemberActor]:
    """A match of two in which both have missed two turns."""
    members = world.members[:2]
    number = await seat_all(world, members)
    _, first = await on_turn(world, members, number)
    assert first is not None
    for _ in range(4):
        await world.advance(MINUTE)
    return number, first, next(m for m in members if m is not first)


@pytest.mark.asyncio
async def test_when_nobody_is_there_the_game_pauses_until_somebody_resumes_it(world: World) -> None:
    number, first, other = await deserted(world)
    shown = await table(world, number)
    assert "The game is paused" in text_of(shown)
    assert "it is your turn" not in text_of(shown)
    assert shown.mentions == []
    messages = len(world.messages())
    await world.advance(3600)
    assert len(world.messages()) == messages
    assert "not playing" in text_of(private(await world.members[2].click(shown, label="Resume")))
    answer = private(await other.click(shown, label="Resume"))
    assert "It is your turn" in text_of(answer)
    shown = await table(world, number)
    assert f"**{called(world, other)}** is back." in text_of(shown)
    assert f"**{called(world, first)}** is away and draws a tile." in text_of(shown)
    match = await world.bot.matches.load(number)
    assert match.view.deadline == world.now() + timedelta(seconds=60)
    assert await sound(world, number)


@pytest.mark.asyncio
async def test_the_lists_of_games_say_that_it_is_paused(world: World) -> None:
    number, first, _ = await deserted(world)
    listed = text_of(private(await first.slash(world.channel, "rummikub games")))
    assert "· paused" in listed
    assert "turn" not in listed
    assert await first.autocomplete(world.channel, "rummikub rack", "game", "") == [
        {"name": f"#{number} Anna, Ben · paused", "value": number}
    ]


@pytest.mark.asyncio
async def test_who_resumes_on_their_own_turn_has_the_whole_time(world: World) -> None:
    number, first, _ = await deserted(world)
    await first.click(await table(world, number), label="Resume")
    match = await world.bot.matches.load(number)
    assert match.player(first.id).my_turn
    assert match.view.deadline == world.now() + timedelta(seconds=60)
    assert "Time is up" in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_computers_do_not_play_alone(world: World) -> None:
    anna = world.members[0]
    await anna.slash(world.channel, "rummikub start", computers=2, level="easy")
    number = (await world.bot.store.open_matches(world.guild.id))[0].id
    for _ in range(8):
        await world.advance(MINUTE)
    match = await world.bot.matches.load(number)
    assert match.public.paused
    assert match.row.seats[match.view.on_turn or 0].computer
    assert "The game is paused" in text_of(await table(world, number))
    await anna.click(await table(world, number), label="Resume")
    await world.advance(5)
    assert (await world.bot.matches.load(number)).player(anna.id).my_turn


@pytest.mark.asyncio
async def test_a_pause_outlives_a_restart(world: World) -> None:
    number, first, _ = await deserted(world)
    await world.restart()
    await world.advance(600)
    assert "The game is paused" in text_of(await table(world, number))
    await first.click(await table(world, number), label="Draw")
    match = await world.bot.matches.load(number)
    assert not match.public.paused, "to act is to be back"


@pytest.mark.asyncio
async def test_after_thirty_days_the_game_is_closed_and_does_not_count(world: World) -> None:
    number, *_ = await deserted(world)
    row = (await world.bot.matches.load(number)).row
    assert row.deadline is not None
    assert timedelta(days=29, hours=23) < row.deadline - world.now() <= timedelta(days=30)
    await world.bot.close()
    await world.advance(30 * 86_400)
    await world.restart()
    await world.advance(60)
    assert "The game is paused" in text_of(await table(world, number)), "there is a grace after a restart"
    await world.advance(700)
    match = await world.bot.matches.load(number)
    assert (match.row.phase, match.view.ending) == ("over", "stopped")
    assert "Nobody came back for 30 days" in text_of(world.latest())
    assert await world.bot.store.leaderboard(world.guild.id) == []
    assert await sound(world, number)
