"""Discord in trouble at every kind of request of a turn: no loss, no double, a clear word (issue 2, point 15)."""

from __future__ import annotations

import re

import discord
import pytest
from simcord import InteractionResult, MemberActor
from simcord.backend.models import Overwrite
from simcord.backend.serializers import member_payload
from simcord.builders import RoleHandle
from simcord.enums import OverwriteType

from bot.services.publisher import LOOK_PAUSE
from tests.bot.players import on_turn, seat_all, table_of
from tests.bot.support import World, buttons_of, private, text_of

ACKNOWLEDGE = ("POST", "/interactions/*/*/callback")
ANSWER = ("PATCH", "/webhooks/*/*/messages/@original")
FOLLOW_UP = ("POST", "/webhooks/*/*")
POST = ("POST", "/channels/*/messages")
EDIT = ("PATCH", "/channels/*/messages/*")
POST_PATH = r"/channels/\d+/messages"
FOREVER = None
LONG = 10
"""Seconds in which every retry has been made."""


async def begin(world: World) -> tuple[int, MemberActor, MemberActor]:
    """A match of two without a clock: its number, who is on turn, and the other."""
    members = world.members[:2]
    number = await seat_all(world, members, turn_time=0)
    _, first = await on_turn(world, members, number)
    assert first is not None
    return number, first, next(m for m in members if m is not first)


async def draw(world: World, number: int, member: MemberActor) -> InteractionResult:
    """Press Draw, and let time go by until the bot has given up or got through."""
    shown = table_of(world, await world.bot.matches.load(number))
    answer = await member.click(shown, label="Draw")
    await world.advance(LONG)
    return answer


def said(answer: InteractionResult) -> str:
    """All that was answered, privately."""
    return "\n".join(text_of(message) for message in [answer.response, *answer.followups] if message is not None)


async def can_be_played_on(world: World, number: int, first: MemberActor, other: MemberActor) -> None:
    """Discord is well again: the table is shown, lowest, with its buttons, and both can go on."""
    world.heal()
    await world.advance(61)
    for _ in range(2):
        match, player = await on_turn(world, [first, other], number)
        assert player is not None
        lowest = world.latest()
        assert lowest.id == match.row.message_id
        assert f"<@{player.id}>, it is your turn" in text_of(lowest)
        assert set(buttons_of(lowest)) == {"My rack", "Play", "Draw", "Board", "Help"}
        assert "You drew" in text_of(private(await player.click(lowest, label="Draw")))
    with_buttons = [message for message in world.messages() if "Draw" in buttons_of(message)]
    assert len(with_buttons) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("request_", "status", "code", "times", "counts", "told"),
    [
        (ACKNOWLEDGE, 500, 0, 1, True, "You drew"),
        (ACKNOWLEDGE, 429, 0, 1, True, "You drew"),
        (ACKNOWLEDGE, 500, 0, FOREVER, False, ""),
        (ACKNOWLEDGE, 404, 10062, FOREVER, False, ""),
        (ACKNOWLEDGE, 400, 40060, 1, True, ""),
        (ANSWER, 500, 0, 1, True, "You drew"),
        (ANSWER, 503, 0, 1, True, "You drew"),
        (ANSWER, 429, 0, 1, True, "You drew"),
        (ANSWER, 500, 0, FOREVER, True, ""),
        (ANSWER, 404, 10015, FOREVER, True, ""),
        (ANSWER, 401, 50027, FOREVER, True, ""),
        (ANSWER, 404, 10008, FOREVER, True, ""),
        (POST, 500, 0, 1, True, "You drew"),
        (POST, 502, 0, 3, True, "You drew"),
        (POST, 429, 0, 2, True, "You drew"),
        (POST, 500, 0, FOREVER, True, "slow or busy"),
        (POST, 403, 50013, FOREVER, True, "allowed"),
        (POST, 403, 50001, FOREVER, True, "allowed"),
        (POST, 404, 10003, FOREVER, True, "not there any more"),
        (POST, 400, 50083, FOREVER, True, "archived"),
        (EDIT, 500, 0, 1, True, "You drew"),
        (EDIT, 429, 0, 1, True, "You drew"),
    ],
)
async def test_a_turn_in_bad_weather(
    world: World, request_: tuple[str, str], status: int, code: int, times: int | None, counts: bool, told: str
) -> None:
    number, first, other = await begin(world)
    world.fault(*request_, status, code=code, times=times)
    answer = await draw(world, number, first)
    match = await world.bot.matches.load(number)
    assert len(match.player(first.id).rack) == (15 if counts else 14)
    assert all(message.ephemeral for message in [answer.response, *answer.followups] if message is not None)
    assert told in said(answer)
    await can_be_played_on(world, number, first, other)


@pytest.mark.asyncio
async def test_a_post_whose_answer_was_lost_is_repeated_so_that_discord_knows_it(world: World) -> None:
    number, first, _ = await begin(world)
    with world.lost(*POST):
        await draw(world, number, first)
    *_, one, again = [
        r.json or {} for r in world.env.http_requests if r.method == "POST" and r.path.startswith("/channels/")
    ]
    assert one["nonce"] == again["nonce"]
    assert one["enforce_nonce"]
    assert (await world.bot.matches.load(number)).view.turn == 2


@pytest.mark.asyncio
@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10008), (403, 50013)])
async def test_an_old_message_that_cannot_shrink_hinders_nothing(world: World, status: int, code: int) -> None:
    number, first, other = await begin(world)
    world.fault(*EDIT, status, code=code, times=FOREVER)
    old = table_of(world, await world.bot.matches.load(number))
    assert "You drew" in said(await draw(world, number, first))
    assert world.latest().id != old.id
    answer = private(await first.click(old, label="Draw"))
    assert "out of date" in text_of(answer)
    assert "You drew" in said(await draw(world, number, other))


@pytest.mark.asyncio
async def test_a_table_message_that_was_deleted_comes_back_with_the_next_turn(world: World) -> None:
    number, first, other = await begin(world)
    await table_of(world, await world.bot.matches.load(number)).delete()
    answer = await first.slash(world.channel, "rummikub draw")
    assert "You drew" in said(answer)
    await can_be_played_on(world, number, first, other)


@pytest.mark.asyncio
async def test_a_channel_that_was_deleted_is_told_and_leaves_the_game_playable_elsewhere(world: World) -> None:
    number, first, other = await begin(world)
    elsewhere = world.guild.create_text_channel("elsewhere")
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.delete()
    answer = await first.slash(elsewhere, "rummikub draw", game=number)
    assert "You drew" in said(answer)
    assert "not there any more" in said(answer)
    answer = await other.slash(elsewhere, "rummikub draw", game=number)
    assert "You drew" in said(answer)
    board = private(await other.slash(elsewhere, "rummikub board", game=number))
    assert board.attachments


@pytest.mark.asyncio
async def test_missing_permissions_are_named(world: World) -> None:
    number, first, other = await begin(world)
    world.deny("attach_files")
    answer = await draw(world, number, first)
    assert "You drew" in said(answer)
    assert "Attach Files" in said(answer)
    world.deny(None)
    await can_be_played_on(world, number, first, other)


@pytest.mark.asyncio
async def test_an_archived_thread_is_opened_again(world: World) -> None:
    members = world.members[:2]
    host, guest = members
    await host.slash(world.channel, "rummikub start", seats=2, thread=True, turn_time=0)
    (thread,) = world.channel.threads
    await guest.click(world.latest(thread), label="Join")
    number = (await world.bot.store.open_matches(world.guild.id))[0].id
    _, first = await on_turn(world, members, number)
    assert first is not None
    live = world.bot.get_channel(thread.id)
    assert isinstance(live, discord.Thread)
    await live.edit(archived=True)
    answer = await first.slash(world.channel, "rummikub draw", game=number)
    assert "You drew" in said(answer)
    assert "drew a tile" in text_of(world.latest(thread))
    live = world.bot.get_channel(thread.id)
    assert isinstance(live, discord.Thread)
    assert not live.archived


# --- messages that were deleted, pings, and channels that stay closed ------------------------------------------


def pings(world: World) -> list[str]:
    """Who was pinged by posts, in order."""
    posts = [r.json or {} for r in world.env.http_requests if r.method == "POST" and re.fullmatch(POST_PATH, r.path)]
    return [str(user) for post in posts for user in post["allowed_mentions"].get("users", ())]


@pytest.mark.asyncio
@pytest.mark.parametrize("command", ["rack", "board", "rules"])
async def test_a_deleted_table_comes_back_when_anybody_at_it_uses_a_command(world: World, command: str) -> None:
    number, first, other = await begin(world)
    await world.advance(LOOK_PAUSE)
    before = pings(world)
    await table_of(world, await world.bot.matches.load(number)).delete()
    assert private(await other.slash(world.channel, f"rummikub {command}"))
    await world.settle()
    assert pings(world) == before, "nobody is pinged for that"
    lowest = world.latest()
    assert lowest.id == (await world.bot.matches.load(number)).row.message_id
    assert "it is your turn" in text_of(lowest)
    await can_be_played_on(world, number, first, other)


@pytest.mark.asyncio
async def test_a_table_that_stands_is_not_posted_again(world: World) -> None:
    number, first, _ = await begin(world)
    posts = len(world.messages())
    for _ in range(3):
        await world.advance(LOOK_PAUSE)
        await first.slash(world.channel, "rummikub board", game=number)
    world.deny("read_message_history")
    await world.advance(LOOK_PAUSE)
    await first.slash(world.channel, "rummikub board", game=number)
    assert len(world.messages()) == posts


@pytest.mark.asyncio
async def test_a_deleted_lobby_comes_back_too(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", seats=3)
    await world.latest().delete()
    await world.advance(LOOK_PAUSE)
    number = (await world.bot.store.open_matches(world.guild.id))[0].id
    await anna.slash(world.channel, "rummikub rules", game=number)
    await world.settle()
    await ben.click(world.latest(), label="Join")
    assert "Ben" in text_of(world.latest())


@pytest.mark.asyncio
async def test_nobody_is_pinged_twice_for_a_turn_also_after_a_restart(world: World) -> None:
    number, first, other = await begin(world)
    third = world.members[2]
    assert pings(world) == [str(first.id)]
    await world.restart()
    await world.advance(61)
    await table_of(world, await world.bot.matches.load(number)).delete()
    await first.slash(world.channel, "rummikub board")
    await third.slash(world.channel, "rummikub board", game=number)
    await world.settle()
    assert pings(world) == [str(first.id)]
    await draw(world, number, first)
    await world.restart()
    await world.advance(61)
    assert pings(world) == [str(first.id), str(other.id)]


@pytest.mark.asyncio
async def test_a_channel_that_stays_closed_is_tried_less_and_less_and_at_once_on_an_invitation(world: World) -> None:
    number, first, _ = await begin(world)
    world.deny("send_messages")
    await draw(world, number, first)
    tries = len([r for r in world.records if "cannot be shown" in r.getMessage()])
    await world.advance(3 * 3600)
    later = len([r for r in world.records if "cannot be shown" in r.getMessage()])
    assert 3 <= later - tries <= 15
    world.deny(None)
    await world.settle()
    await world.bot.on_guild_join(world.bot.guilds[0])
    assert await world.bot.publisher.settle(number) is None
    assert "drew a tile" in text_of(world.messages()[-2])
    assert world.latest().id == (await world.bot.matches.load(number)).row.message_id


@pytest.mark.asyncio
async def test_a_role_that_let_the_bot_post_is_deleted_and_given_again(world: World) -> None:
    """A private channel: everybody but the role is kept out (issue 4, point 4)."""
    number, first, other = await begin(world)
    backend, guild = world.env.backend, world.guild
    posting = discord.Permissions(send_messages=True, attach_files=True)
    everybody = Overwrite(guild.id, OverwriteType.ROLE, 0, posting.value)

    def let_in() -> RoleHandle:
        role = guild.create_role("Dealer")
        backend.set_overwrite(world.channel.id, Overwrite(role.id, OverwriteType.ROLE, posting.value, 0))
        backend.add_member_role(guild.id, backend.bot_user.id, role.id)
        me = backend.get_member(guild.id, backend.bot_user.id)
        told = dict(member_payload(backend, backend.guilds[guild.id], me))
        # Discord tells a bot of itself, also without the intent for members; the simulation does not.
        world.bot._connection.parse_guild_member_update(told | {"guild_id": str(guild.id)})  # type: ignore[arg-type]
        return role

    role = let_in()
    backend.set_overwrite(world.channel.id, everybody)
    assert "You drew" in said(await draw(world, number, first))
    backend.delete_role(guild.id, role.id)
    answer = await draw(world, number, other)
    assert "You drew" in said(answer), "it counts, and is told privately"
    assert "not allowed to write in the channel" in said(answer)
    let_in()
    await can_be_played_on(world, number, first, other)
