"""Members who try things (issue 4, point 6): nothing breaks, nothing is told, nothing changes that is not theirs."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.services import lobbies
from bot.texts import translator
from bot.texts.tiles import tiles_in_words
from engine.rummikub.lexing import MAX_LENGTH
from engine.rummikub.notation import format_tiles
from tests.bot.players import arrange, on_turn, pictures, rack_of, seat_all, send, table, take_turn, two
from tests.bot.support import World, components_of, private, text_of

LONGEST = 4_000
"""Characters that Discord takes in one message of components."""
ZALGO = "Z̷̡̛͈͉͊̈́͒̚͝a̴̢̨͎̗̓͊̊͗̕l̶̨̛̮̻̈́̆͘͝g̵̡̛̮̲̈́̄͘͝o̷̧̮̝̓̈́̕͘͝"
INVISIBLE = "\u200b\u2060\u200e\ufeff"
FORGED = [
    "rk:rack:99999999999999999999:1",
    "rk:rack:999999999999999:999999999",
    "rk:rack:-1:1",
    "rk:rack:0:0",
    "rk:rack:\uff11:1",
    "rk:draw:\u0661:1",
    "rk:rack:1:1:1",
    "rk:rack:1'; DROP TABLE matches; --:1",
    "rk:lobby:join:999999999999999",
    "rk:lobby:cancel:1",
    "rk:rematch:1",
    "rk:opt:1:start:preset",
    "rk:topic:1",
    "rk:remove:1",
    "rk:computer:hard:1",
    "rk:uncomputer:1",
    "rk:order:sets:424242",
    "rk:draft:send:1:999999999",
    "rk:draft:back:424242:1",
    "rk:hint:play:1:7",
    "rk:pick:open:424242:1:9:",
    "rk:list:1:a:",
    "rk:ask:0000000000000000",
    "rk:ask:zz",
    "rk:page:games:9999",
    "rk:page:leaders:9999",
    "rk:help",
    "rk:privacy:confirm",
    "rk:agree:1:1",
    "rk:",
    "",
    "x" * 100,
]


def answers(result: InteractionResult) -> list[str]:
    """What was answered, which only the member who acted sees."""
    there = [m for m in [result.response, *result.followups] if m is not None and not _is_public_source(m)]
    assert all(message.ephemeral for message in there)
    return ["\n".join([text_of(message), *pictures(message).values()]) for message in there]


def _is_public_source(message: object) -> bool:
    """Where a click was acknowledged without an answer, what was clicked counts as the answer."""
    flags: discord.MessageFlags = message.flags  # type: ignore[attr-defined]
    return not flags.ephemeral


# --- ids made up by hand -------------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_custom_id_made_up_by_hand_does_nothing(world: World, custom_id: str) -> None:
    number, first, _ = await two(world, turn_time=0)
    before = await world.bot.matches.load(number)
    for member in (first, world.members[3]):
        for values in (None, ["1"], ["\u0661"], ["x" * 100], ["-9"], []):
            result = await world.forge(member, custom_id, values=values)
            assert all(len(text) <= LONGEST for text in answers(result))
    after = await world.bot.matches.load(number)
    assert after.state == before.state
    assert after.row.phase == "playing"
    assert not await world.bot.store.matches_of(world.members[3].id)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "custom_id",
    ["rk:move:99999999999999999999", "rk:move:\uff11", "rk:move:-1", "rk:move:424242", "rk:step:1:999999999"],
)
async def test_a_window_made_up_by_hand_does_nothing(world: World, custom_id: str) -> None:
    number, first, _ = await two(world, turn_time=0)
    before = await world.bot.matches.load(number)
    for member in (first, world.members[3]):
        answers(await world.forge(member, custom_id, typed="draw"))
    assert (await world.bot.matches.load(number)).state == before.state


@pytest.mark.asyncio
@pytest.mark.parametrize("number", [-1, 0, 2**53 - 1, -(2**53) + 1])
async def test_a_game_number_that_cannot_be_is_told(world: World, number: int) -> None:
    await two(world, turn_time=0)
    for command in ("rack", "board", "rules", "draw", "end"):
        result = await world.members[0].slash(world.channel, f"rummikub {command}", game=number)
        assert "There is no game" in text_of(private(result))


# --- what is somebody else's ---------------------------------------------------------------------------------


async def private_messages(world: World, number: int, member: MemberActor) -> list[discord.Message]:
    """Every kind of private answer with buttons that the player on turn gets."""
    shown = await table(world, number)
    results = [await member.click(shown, label=label) for label in ("My rack", "Board", "Help")]
    results += [await send(world, number, member, "s99 r13")]
    for command in ("pick", "hint", "draft", "leave", "end"):
        results.append(await member.slash(world.channel, f"rummikub {command}"))
    return [private(result).message for result in results]


@pytest.mark.asyncio
async def test_buttons_of_somebody_elses_private_answers_show_and_do_nothing_of_theirs(world: World) -> None:
    number, first, other = await two(world, turn_time=0)
    stranger = world.members[3]
    messages = await private_messages(world, number, first)
    before = await world.bot.matches.load(number)
    rack = await rack_of(world, number, first)
    secrets = (format_tiles(rack), tiles_in_words(translator("en"), rack))
    pressed = 0
    for message in messages:
        for part in components_of(message):
            if part["type"] not in (2, 3) or "custom_id" not in part or part["custom_id"].startswith("rk:resign:"):
                continue
            values = None if part["type"] == 2 else [part["options"][0]["value"]]
            for thief in (stranger, other):
                if thief is other and part["custom_id"].startswith("rk:stop:"):
                    continue
                sent = len(world.sent())
                await world.forge(thief, part["custom_id"], message=message, values=values)
                told = [request.text for request in world.sent()[sent:]]
                assert told, "it is answered"
                assert not any(secret in text for secret in secrets for text in told)
                pressed += 1
    assert pressed > 40
    assert (await world.bot.matches.load(number)).state == before.state
    left = answers(await world.forge(stranger, f"rk:resign:{number}:0"))
    assert "You are not playing in this game" in "".join(left)
    assert (await world.bot.matches.load(number)).state == before.state


@pytest.mark.asyncio
async def test_games_in_channels_one_cannot_see_are_not_told_of(world: World) -> None:
    anna, ben, _, outsider = world.members
    nobody, yes = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    hidden = world.guild.create_text_channel("hidden", overwrites={outsider: nobody, anna: yes})
    number = await seat_all(world, [anna, ben], channel=hidden, turn_time=0)
    for command in ("board", "rules"):
        told = text_of(private(await outsider.slash(world.channel, f"rummikub {command}", game=number)))
        assert "There is no game" in told
        assert "Anna" not in told
        there = private(await anna.slash(world.channel, f"rummikub {command}", game=number))
        assert "There is no game" not in text_of(there), "players are told everywhere"
    assert "Anna" not in text_of(private(await outsider.slash(world.channel, "rummikub games")))
    assert await outsider.autocomplete(world.channel, "rummikub board", "game", "") == []
    shown = world.latest(hidden)
    for custom_id in (f"rk:board:{number}:1", f"rk:rack:{number}:1", f"rk:lobby:rules:{number}"):
        (told,) = answers(await world.forge(outsider, custom_id, message=shown))
        assert "There is no game" in told
    lobby = await anna.slash(hidden, "rummikub start", seats=3)
    assert lobby.response is not None
    waiting = max(row.id for row in await world.bot.store.open_matches(world.guild.id))
    answers(await world.forge(outsider, f"rk:lobby:join:{waiting}", message=world.latest(hidden)))
    assert (await world.bot.matches.load(waiting)).seat_of(outsider.id) is None


# --- texts ---------------------------------------------------------------------------------------------------


NAMES = [
    ["@everyone", "<@&1> <#2> <@3>", "**b** __u__ ||s||", "`code` ```js"],
    ["[link](http://example.org)", "# head\n> quote\n- list", "<t:0:R> <:x:1> :joker:", "🤖 Ada"],
    [ZALGO, INVISIBLE, "\u202egnp.exe", "Anna\n\n\nBen"],
    ["ﷺ" * 32, "W" * 32, "👩‍👩‍👧‍👦" * 4, "\\" * 32],
]


@pytest.mark.asyncio
@pytest.mark.parametrize("names", NAMES)
async def test_a_name_can_do_nothing_anywhere_in_a_game(world: World, names: list[str]) -> None:
    members = [world.member(name) for name in names]
    number = await seat_all(world, members, turn_time=0)
    await members[0].slash(world.channel, "rummikub board")
    await members[1].slash(world.channel, "rummikub games")
    await members[2].slash(world.channel, "rummikub stats", member=members[0])
    await take_turn(world, members, number)
    _, last = await on_turn(world, members, number)
    assert last is not None
    await arrange(world, number, seat_of=last, rack="r11 r12 r13", rules={"match_rounds": 1})
    await send(world, number, last, "r11-13")
    assert (await world.bot.matches.load(number)).view.phase == "over"
    await members[3].slash(world.channel, "rummikub leaderboard")
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        allowed = (body.get("data") or body).get("allowed_mentions")
        assert not allowed or (not allowed.get("parse") and len(allowed.get("users", ())) <= 1)
    for sent in world.sent():
        for text in _contents(json.loads(sent.text)):
            assert len(text) <= LONGEST
            bare = re.sub(r"\\.", "", text)
            assert "@everyone" not in bare
            assert not re.search(r"<(@&|#|:\w+:)\d{1,9}>|\]\((?!https://discord\.com/)|```|\u202e", bare), text
            assert max(map(len, re.findall(r"[\u0300-\u036f]+", unicodedata.normalize("NFD", text))), default=0) <= 3


def _contents(body: Any) -> Iterator[str]:
    """All texts in a request that Discord reads markdown in."""
    if isinstance(body, dict) and isinstance(body.get("content"), str):
        yield body["content"]
    for part in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        yield from _contents(part)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "move",
    [
        "`" * 300,
        "```js\nalert()```",
        "@everyone <@1> <#2>",
        "[x](http://example.org) ||s|| **b**",
        "\u202er3-5",
        INVISIBLE,
        ZALGO * 5,
        "\n" * 200,
        "r3-5;" * 2_000,
        "9" * 3_000,
        "s99999999999999999999 r3",
        "r\uff13-5",
        "r3-5\x00",
        "J" * 500,
        "k1" * 1_000,
        "😀" * 1_000,
        "ﷺ" * 1_000,
        "'; DROP TABLE matches; --",
        "{0} {text} %s %(x)s",
    ],
)
async def test_a_move_that_is_a_bomb_is_refused_privately_and_kept_short(world: World, move: str) -> None:
    number, first, _ = await two(world, turn_time=0)
    before = await world.bot.matches.load(number)
    posts = len(world.messages())
    for result in (
        await first.slash(world.channel, "rummikub play", move=move),
        await first.slash(world.channel, "rummikub draft", add=move),
    ):
        (told,) = answers(result)
        assert 0 < len(told) <= LONGEST
        bare = re.sub(r"`[^`\n]*`", "", told)
        assert "`" not in bare
        assert "@everyone" not in bare
        assert "http" not in bare
    assert (await world.bot.matches.load(number)).state == before.state
    assert len(world.messages()) == posts
    seat = before.seat_of(first.id) or 0
    for kind in ("refused", "staged"):
        draft = await world.bot.store.draft(number, seat, kind)
        assert draft is None or len(draft.text) <= MAX_LENGTH
    window = await first.click(await table(world, number), label="Play")
    assert window.modal is not None, "what was refused does not keep the window from opening"


@pytest.mark.asyncio
async def test_a_draft_does_not_grow_for_ever(world: World) -> None:
    number, first, _ = await two(world, turn_time=0)
    for n in range(60):
        await first.slash(world.channel, "rummikub draft", add=f"s{n + 1} r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13")
    draft = await world.bot.store.draft(number, (await world.bot.matches.load(number)).seat_of(first.id) or 0, "staged")
    assert draft is None or len(draft.text) <= 2 * MAX_LENGTH


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "typed",
    ["\uff11\uff12", "\u0661\u0660", "-5", "+30", "1e9", "0x10", "9" * 400, "30.5", "NaN", "\u202e60", "", " ", "1_0"],
)
async def test_a_number_of_an_option_is_a_plain_number_within_its_bounds(world: World, typed: str) -> None:
    anna = world.members[0]
    await anna.slash(world.channel, "rummikub start", seats=2)
    number = (await world.bot.store.open_matches(world.guild.id))[0].id
    before = (await world.bot.matches.load(number)).settings
    answers(await world.forge(anna, f"rk:number:{number}:time:turn_seconds", typed=typed))
    assert (await world.bot.matches.load(number)).settings == before


# --- how many ------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_member_sits_in_so_many_games_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "MAX_GAMES", 2)
    anna, ben, *_ = world.members
    for _ in range(2):
        await seat_all(world, [anna, ben], turn_time=0)
    threads = len(world.channel.threads)
    told = text_of(private(await anna.slash(world.channel, "rummikub start", computers=1, thread=True)))
    assert "You sit in 2 games already" in told
    assert len(world.channel.threads) == threads, "no thread is made for a game that is not opened"
    await world.members[2].slash(world.channel, "rummikub start", seats=3)
    told = text_of(private(await anna.click(world.latest(), label="Join")))
    assert "You sit in 2 games already" in told
    assert len(await world.bot.store.matches_of(anna.id)) == 2


@pytest.mark.asyncio
async def test_a_channel_holds_so_many_games_and_no_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "MAX_IN_CHANNEL", 2)
    elsewhere = world.guild.create_text_channel("elsewhere")
    for member in world.members[:2]:
        await member.slash(world.channel, "rummikub start", computers=1)
    third = world.members[2]
    assert "2 games in this channel already" in text_of(private(await third.slash(world.channel, "rummikub start")))
    await third.slash(elsewhere, "rummikub start")
    assert len(await world.bot.store.open_matches(world.guild.id)) == 3
