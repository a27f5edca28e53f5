"""Lobbies as members see them: opening, joining, leaving, starting, cancelling, expiring, and the rematch."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle, InteractionResult, MemberActor

from bot.services.matches import LOBBY_LIFE, MAX_LOBBIES, Member
from bot.services.options import SEATS
from bot.services.publisher import PAUSES
from tests.bot.support import Message, World, buttons_of, components_of, private, text_of


async def opened(world: World, host: MemberActor, channel: ChannelHandle | None = None, **options: object) -> str:
    """Open a lobby; what the host is told."""
    return text_of(private(await host.slash(channel or world.channel, "rummikub start", **options)))


def told(result: InteractionResult) -> str:
    """The private answer to a click."""
    return text_of(private(result))


def denying(world: World, permission: str) -> ChannelHandle:
    """A channel in which the bot lacks one permission."""
    assert world.bot.user is not None
    lacking = discord.PermissionOverwrite(**{permission: False})
    return world.guild.create_text_channel("quiet", overwrites={world.bot.user: lacking})


def selects_of(message: Message) -> list[dict[str, Any]]:
    return [c for c in components_of(message) if c["type"] == 3]


@pytest.mark.asyncio
async def test_start_opens_a_lobby_that_says_who_plays_and_by_which_rules(world: World) -> None:
    anna = world.members[0]
    answer = await opened(world, anna, ruleset="basque", seats=3, turn_time=300)
    assert "Join" in answer
    lobby = world.latest()
    text = text_of(lobby)
    assert "1. **Anna** · host" in text
    assert text.count("free") == 2
    assert "Basque rules" in text
    assert "4 rounds" in text
    assert "Time for a turn: **5 minutes** (usually: 2 minutes)" in text
    assert f"<t:{int((world.now() + LOBBY_LIFE).timestamp())}:R>" in text
    assert list(buttons_of(lobby)) == ["Join", "Leave", "Start", "Computers", "Rules", "Options", "Cancel game"]


@pytest.mark.asyncio
async def test_nobody_is_pinged_by_a_lobby(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    await ben.click(world.latest(), label="Join")
    assert world.latest().mentions == []
    bodies = [r.json for r in world.env.http_requests if r.method in ("POST", "PATCH") and "/messages" in r.path]
    assert bodies
    assert all((body or {}).get("allowed_mentions", {}).get("parse") == [] for body in bodies)


@pytest.mark.asyncio
async def test_joining_and_leaving_shows_at_once(world: World) -> None:
    anna, ben, chloe, _ = world.members
    await opened(world, anna)
    lobby = world.latest()
    await ben.click(lobby, label="Join")
    await chloe.click(lobby, label="Join")
    assert "2. **Ben**\n3. **Chloé**\n4. *free*" in text_of(world.latest())
    await ben.click(lobby, label="Leave")
    assert "2. **Chloé**\n3. *free*" in text_of(world.latest())
    assert len(world.messages()) == 1


@pytest.mark.asyncio
async def test_the_last_seat_starts_the_game(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna, seats=2)
    lobby = world.latest()
    await ben.click(lobby, label="Join")
    shrunk, table = world.messages()
    assert shrunk.id == lobby.id
    assert buttons_of(shrunk) == {}
    assert {"My rack", "Play"} <= set(buttons_of(table))
    (row,) = await world.bot.store.matches_in_channel(world.channel.id)
    assert row.phase == "playing"


@pytest.mark.asyncio
async def test_the_host_starts_with_two_but_not_alone(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    assert "2" in told(await anna.click(lobby, label="Start"))
    assert len(world.messages()) == 1
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Start")
    assert len(world.messages()) == 2


@pytest.mark.asyncio
@pytest.mark.parametrize("what", ["Start", "Cancel game"])
async def test_only_the_host_or_a_moderator_starts_and_cancels(world: World, what: str) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    await ben.click(lobby, label="Join")
    lobby = world.latest()
    assert "host" in told(await ben.click(lobby, label=what))
    assert set(buttons_of(world.latest())) == set(buttons_of(lobby))
    await world.moderator().click(lobby, label=what)
    row = await world.bot.store.match(1)
    assert row is not None
    assert row.phase == ("playing" if what == "Start" else "cancelled")


@pytest.mark.asyncio
async def test_a_cancelled_lobby_says_so_and_loses_its_buttons(world: World) -> None:
    anna = world.members[0]
    await opened(world, anna)
    lobby = world.latest()
    await anna.click(lobby, label="Cancel game")
    assert "cancelled" in text_of(world.latest())
    assert buttons_of(world.latest()) == {}


@pytest.mark.asyncio
async def test_joining_twice_and_leaving_without_a_seat_is_told_privately(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    assert "already" in told(await anna.click(lobby, label="Join"))
    assert told(await ben.click(lobby, label="Leave"))
    assert "2. *free*" in text_of(world.latest())


@pytest.mark.asyncio
async def test_when_the_host_leaves_the_next_one_is_host_and_the_last_one_closes_it(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Leave")
    assert "1. **Ben** · host" in text_of(world.latest())
    await ben.click(lobby, label="Leave")
    assert "everybody left" in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_lobby_that_nobody_fills_expires_and_says_so(world: World) -> None:
    await opened(world, world.members[0])
    await world.advance(LOBBY_LIFE.total_seconds() - 60)
    assert "Join" in buttons_of(world.latest())
    await world.advance(120)
    assert "in time" in text_of(world.latest())
    assert buttons_of(world.latest()) == {}


@pytest.mark.asyncio
async def test_a_button_of_a_lobby_that_is_gone_answers_kindly(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    join = buttons_of(lobby)["Join"]
    await anna.click(lobby, label="Cancel game")
    late = await world.forge(ben, join, message=world.latest())
    assert "no longer open" in told(late) or "closed" in told(late), told(late)
    row = await world.bot.store.match(1)
    assert row is not None
    assert row.phase == "cancelled"


@pytest.mark.asyncio
async def test_two_want_the_last_seat_at_once_and_one_is_told(world: World) -> None:
    anna, ben, chloe, dmitri = world.members
    await opened(world, anna, seats=3)
    lobby = world.latest()
    await ben.click(lobby, label="Join")
    async with world.at_once():
        results = [await chloe.click(lobby, label="Join"), await dmitri.click(lobby, label="Join")]
    row = await world.bot.store.match(1)
    assert row is not None
    assert row.phase == "playing"
    assert len(row.seats) == 3
    assert sum(bool(result.followups) for result in results) == 1


@pytest.mark.asyncio
async def test_old_buttons_work_after_a_restart(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    await world.restart()
    await ben.click(lobby, label="Join")
    assert "**Ben**" in text_of(world.latest())
    await anna.click(lobby, label="Start")
    assert "My rack" in buttons_of(world.latest())


@pytest.mark.asyncio
async def test_several_lobbies_stand_side_by_side_but_a_member_hosts_only_so_many(world: World) -> None:
    anna, ben, *_ = world.members
    for _ in range(MAX_LOBBIES):
        await opened(world, anna)
    first, *_ = world.messages()
    await ben.click(first, label="Join")
    assert [text_of(m).count("**Ben**") for m in world.messages()] == [1, 0, 0]
    assert str(MAX_LOBBIES) in await opened(world, anna)
    assert len(world.messages()) == MAX_LOBBIES


@pytest.mark.asyncio
async def test_bots_cannot_sit_down(world: World) -> None:
    await opened(world, world.members[0])
    robot = world.member("Robo", bot=True)
    assert "Bots" in told(await robot.click(world.latest(), label="Join"))
    assert "Robo" not in text_of(world.latest())


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "name", ["**bold** @everyone", "<@1>", "[x](http://evil)", "## big", "a\u202eb\u200b", "`code`"]
)
async def test_a_name_does_nothing_in_a_lobby(world: World, name: str) -> None:
    tricky = world.member(name)
    await opened(world, tricky)
    text = text_of(world.latest())
    for active in ("**bold**", "@everyone", "<@1>", "](http", "\n## big", "\u202e", "`code`"):
        assert active not in text.replace("`/", "")
    assert not world.latest().mention_everyone


# --- where it may be shown -----------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize("permission", ["send_messages", "attach_files", "view_channel"])
async def test_where_the_bot_may_not_post_nothing_is_opened(world: World, permission: str) -> None:
    channel = denying(world, permission)
    answer = await opened(world, world.members[0], channel)
    assert permission.replace("_", " ").title() in answer
    assert await world.bot.store.open_matches(world.guild.id) == []
    assert world.messages(channel) == []


@pytest.mark.asyncio
async def test_a_lobby_that_discord_does_not_take_is_closed_and_told(world: World) -> None:
    world.fault("POST", "/channels/*/messages", 403, code=50013)
    answer = await world.members[0].slash(world.channel, "rummikub start")
    assert "not allowed" in told(answer)
    assert await world.bot.store.open_matches(world.guild.id) == []


@pytest.mark.asyncio
async def test_a_lobby_is_posted_again_when_discord_was_only_busy(world: World) -> None:
    world.fault("POST", "/channels/*/messages", 503)
    await world.members[0].slash(world.channel, "rummikub start")
    await world.advance(PAUSES[0] + 1)
    assert "Join" in buttons_of(world.latest())
    assert len(world.messages()) == 1


@pytest.mark.asyncio
async def test_a_game_can_have_a_thread_of_its_own(world: World) -> None:
    anna, ben, *_ = world.members
    answer = await opened(world, anna, thread=True)
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in answer
    assert thread.name == "Rummikub with Anna"
    assert all(buttons_of(message) == {} for message in world.messages())
    lobby = world.latest(thread)
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Start")
    assert "My rack" in buttons_of(world.latest(thread))


@pytest.mark.asyncio
async def test_without_the_right_to_make_threads_the_game_is_in_the_channel(world: World) -> None:
    channel = denying(world, "create_public_threads")
    answer = await opened(world, world.members[0], channel, thread=True)
    assert "Create Public Threads" in answer
    assert "Join" in buttons_of(world.latest(channel))


@pytest.mark.asyncio
async def test_when_the_thread_fails_the_game_is_in_the_channel(world: World) -> None:
    world.fault("POST", "/channels/*/threads", 400, code=30033)
    answer = await opened(world, world.members[0], thread=True)
    assert "in this channel" in answer
    assert "Join" in buttons_of(world.latest())


@pytest.mark.asyncio
@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_click_that_discord_drops_is_acknowledged_again(world: World, status: int) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    world.fault("POST", "/interactions/*/*/callback", status)
    assert (await ben.click(world.latest(), label="Join")).acknowledged
    assert "2. **Ben**" in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_click_that_came_too_late_is_logged_and_can_be_repeated(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    world.fault("POST", "/interactions/*/*/callback", 404, code=10062)
    await ben.click(world.latest(), label="Join")
    assert "10062" in world.logged()
    await ben.click(world.latest(), label="Join")
    assert "2. **Ben**" in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_lobby_that_somebody_deleted_stands_again_after_the_next_change(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    world.fault("PATCH", "/channels/*/messages/*", 404, code=10008)
    await ben.click(world.latest(), label="Join")
    assert "2. **Ben**" in text_of(world.latest())
    assert len(world.messages()) == 2, "the fault only says that the old one is gone"


# --- options -------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_more_options_lets_the_host_choose_privately_and_the_lobby_shows_it(world: World) -> None:
    anna = world.members[0]
    chooser = private(await anna.slash(world.channel, "rummikub start", more_options=True))
    chooser = private(await anna.select(chooser, ["opening"], custom_id="rk:topic:1"))
    assert "Points to open" in text_of(chooser)
    chooser = private(await anna.select(chooser, ["50"], custom_id="rk:opt:1:opening:opening_points"))
    (points, *_) = [c for c in selects_of(chooser) if c["custom_id"] == "rk:opt:1:opening:opening_points"]
    assert [option["label"] for option in points["options"] if option.get("default")] == ["50 points"]
    assert "usually: 30 points" in text_of(chooser)
    assert "Points to open: **50 points** (usually: 30 points)" in text_of(world.latest())
    await anna.select(chooser, ["spanish"], custom_id="rk:opt:1:opening:preset")
    assert "Spanish rules" in text_of(world.latest())
    assert "50 points" not in text_of(world.latest())


@pytest.mark.asyncio
async def test_another_number_can_be_typed_and_nonsense_changes_nothing(world: World) -> None:
    anna = world.members[0]
    await opened(world, anna)
    chooser = private(await anna.click(world.latest(), label="Options"))
    select = "rk:opt:1:table:match_target"
    shown = await anna.select(chooser, ["other"], custom_id=select)
    await anna.submit_modal(shown, {"number": "321"})
    assert "321 points" in text_of(world.latest())
    shown = await anna.select(chooser, ["other"], custom_id=select)
    await world.restart()
    assert "10000" in told(await anna.submit_modal(shown, {"number": "many"}))
    assert "321 points" in text_of(world.latest())


@pytest.mark.asyncio
async def test_seats_stay_for_those_who_have_joined(world: World) -> None:
    anna, ben, chloe, _ = world.members
    await opened(world, anna)
    lobby = world.latest()
    chooser = private(await anna.click(lobby, label="Options"))
    await ben.click(lobby, label="Join")
    await chloe.click(lobby, label="Join")
    assert "3" in told(await anna.select(chooser, ["2"], custom_id=f"rk:opt:1:table:{SEATS}"))
    await anna.select(chooser, ["6"], custom_id=f"rk:opt:1:table:{SEATS}")
    assert "6. *free*" in text_of(world.latest())


@pytest.mark.asyncio
async def test_others_read_the_rules_where_the_host_chooses(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    seen = private(await ben.click(world.latest(), label="Options"))
    assert "Rules of game #1" in text_of(seen)
    assert selects_of(seen) == []
    assert "Rules of game #1" in told(await ben.click(world.latest(), label="Rules"))
    assert selects_of(private(await world.moderator().click(world.latest(), label="Options")))


@pytest.mark.asyncio
async def test_a_chooser_left_open_works_after_a_restart_and_is_out_of_date_after_the_start(world: World) -> None:
    anna, ben, *_ = world.members
    await opened(world, anna)
    lobby = world.latest()
    chooser = private(await anna.click(lobby, label="Options"))
    await world.restart()
    await anna.select(chooser, ["120"], custom_id="rk:opt:1:table:turn_seconds")
    assert "2 minutes" in text_of(world.latest())
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Start")
    assert told(await anna.select(chooser, ["0"], custom_id="rk:opt:1:table:turn_seconds"))
    assert (await world.bot.matches.load(1)).settings.ruleset.turn_seconds == 120


# --- rematch -------------------------------------------------------------------------------------------------


async def _over(world: World) -> discord.Message:
    """A match of Anna, Ben and Chloé that a moderator has ended; its last message."""
    anna, ben, chloe, _ = world.members
    await opened(world, anna, seats=3, ruleset="spanish")
    lobby = world.latest()
    await ben.click(lobby, label="Join")
    await chloe.click(lobby, label="Join")
    await world.bot.matches.vote_end(1, Member(0, "Mod", moderator=True))
    await world.settle()
    result = world.latest()
    assert "Rematch" in buttons_of(result)
    return result


@pytest.mark.asyncio
async def test_rematch_seats_the_same_people_by_the_same_rules(world: World) -> None:
    _, ben, chloe, _ = world.members
    result = await _over(world)
    answer = told(await ben.click(result, label="Rematch"))
    lobby = world.latest()
    assert f"/{lobby.id}" in answer
    text = text_of(lobby)
    assert all(f"**{name}**" in text for name in ("Anna", "Ben", "Chloé"))
    assert "**Ben** · host" in text
    assert "Spanish rules" in text
    await chloe.click(lobby, label="Leave")
    await ben.click(lobby, label="Start")
    assert (await world.bot.matches.load(2)).names == ("Anna", "Ben")


@pytest.mark.asyncio
async def test_there_is_one_rematch_and_the_second_who_asks_is_led_to_it(world: World) -> None:
    anna, ben, _, dmitri = world.members
    result = await _over(world)
    assert told(await dmitri.click(result, label="Rematch"))
    assert len(await world.bot.store.open_matches(world.guild.id)) == 0
    async with world.at_once():
        answers = [await anna.click(result, label="Rematch"), await ben.click(result, label="Rematch")]
    assert len(await world.bot.store.open_matches(world.guild.id)) == 1
    opened_it, came_late = sorted(map(told, answers), key=lambda answer: "already" in answer)
    assert str(world.latest().id) in opened_it
    assert "#2" in came_late
