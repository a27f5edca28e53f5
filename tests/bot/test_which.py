"""Which game a command means, the lists of games and members, rules and help."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from bot.texts import help as help_words
from bot.texts import standings as words
from bot.texts import translator
from bot.ui.pages import GAMES_PER_PAGE, LEADERS_PER_PAGE, leaders
from data import Change, MatchResult, NewMatch, RoundResult, SeatRow, Standing
from engine.core.errors import IllegalAction
from engine.rummikub.judging import judge
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS
from tests.bot.support import World, buttons_of, components_of, private, text_of

t = translator()


async def begun(world: World, *players: MemberActor, channel: ChannelHandle | None = None, **options: Any) -> int:
    """A running game of these members; its number."""
    channel = channel or world.channel
    await players[0].slash(channel, "rummikub start", seats=len(players), **options)
    lobby = world.latest(channel)
    for player in players[1:]:
        await player.click(lobby, label="Join")
    rows = await world.bot.store.matches_in_channel(channel.id, phases=("playing",))
    return rows[0].id


async def rules(member: MemberActor, channel: ChannelHandle, **options: Any) -> str:
    return text_of(private(await member.slash(channel, "rummikub rules", **options)))


# --- which game ----------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_only_game_is_meant_and_of_several_it_asks(world: World) -> None:
    anna, ben, chloe, _ = world.members
    first = await begun(world, anna, ben)
    assert f"game #{first}" in await rules(anna, world.channel)
    second = await begun(world, anna, chloe, ruleset="basque")
    asked = await anna.slash(world.channel, "rummikub rules")
    question = private(asked)
    assert "Which game" in text_of(question)
    (select,) = [c for c in components_of(question) if c["type"] == 3]
    labels = {option["value"]: option["label"] for option in select["options"]}
    assert "Anna, Ben" in labels[str(first)]
    assert "Anna, Chloé" in labels[str(second)]
    answer = await anna.select(question, [str(second)], custom_id=select["custom_id"])
    assert "Basque" in text_of(private(answer))
    assert f"game #{first}" in await rules(ben, world.channel), "Ben plays in one of them only"


@pytest.mark.asyncio
async def test_a_question_from_before_a_restart_says_that_it_is_out_of_date(world: World) -> None:
    anna, ben, chloe, _ = world.members
    await begun(world, anna, ben)
    await begun(world, anna, chloe)
    question = private(await anna.slash(world.channel, "rummikub rules"))
    (select,) = [c for c in components_of(question) if c["type"] == 3]
    await world.restart()
    answer = await anna.select(question, ["1"], custom_id=select["custom_id"])
    assert "out of date" in text_of(private(answer))


@pytest.mark.asyncio
async def test_commands_that_act_ask_too_and_do_it_in_the_game_chosen(world: World) -> None:
    anna, ben, chloe, _ = world.members
    games = [await begun(world, anna, ben), await begun(world, anna, chloe)]
    question = private(await anna.slash(world.channel, "rummikub rack"))
    (select,) = [c for c in components_of(question) if c["type"] == 3]
    assert {option["value"] for option in select["options"]} == {str(number) for number in games}
    answer = private(await anna.select(question, [str(games[1])], custom_id=select["custom_id"]))
    assert f"#{games[1]}" in text_of(answer)
    assert answer.attachments


@pytest.mark.asyncio
async def test_a_game_elsewhere_in_the_server_is_meant_where_there_is_none_here(world: World) -> None:
    anna, ben, _, dmitri = world.members
    elsewhere = world.guild.create_text_channel("elsewhere")
    number = await begun(world, anna, ben, channel=elsewhere)
    assert f"game #{number}" in await rules(anna, world.channel)
    assert f"game #{number}" in await rules(dmitri, world.channel)
    answer = await dmitri.slash(world.channel, "rummikub rack")
    assert "not in a game" in text_of(private(answer))


@pytest.mark.asyncio
@pytest.mark.parametrize("number", [7, 999_999_999])
async def test_an_unknown_number_is_told(world: World, number: int) -> None:
    assert str(number) in await rules(world.members[0], world.channel, game=number)


@pytest.mark.asyncio
async def test_a_game_of_another_server_is_unknown_here(world: World) -> None:
    anna = world.members[0]
    foreign = await world.bot.store.create(
        NewMatch(game="rummikub", guild_id=1, channel_id=1, host_id=anna.id, settings="{}", at=world.now())
    )
    told = await rules(anna, world.channel, game=foreign.id)
    assert "Rules of game" not in told
    assert await world.bot.store.open_matches(world.guild.id) == []


@pytest.mark.asyncio
async def test_who_waits_in_a_lobby_is_told_that_it_has_not_begun(world: World) -> None:
    anna, *_ = world.members
    await anna.slash(world.channel, "rummikub start")
    answer = private(await anna.slash(world.channel, "rummikub play", move="r3-5"))
    assert "has not begun" in text_of(answer)
    assert "not in a game" not in text_of(answer)


@pytest.mark.asyncio
async def test_autocomplete_names_the_games_and_whose_turn_it_is(world: World) -> None:
    anna, ben, *_ = world.members
    number = await begun(world, anna, ben)
    turn = (await world.bot.matches.load(number)).view.on_turn
    on_turn, other = (anna, ben) if turn == 0 else (ben, anna)
    assert await on_turn.autocomplete(world.channel, "rummikub rack", "game", "") == [
        {"name": f"#{number} Anna, Ben · your turn", "value": number}
    ]
    (choice,) = await other.autocomplete(world.channel, "rummikub rack", "game", "anna")
    assert choice["name"].endswith("'s turn")
    assert await other.autocomplete(world.channel, "rummikub rack", "game", "nobody") == []
    assert await world.members[3].autocomplete(world.channel, "rummikub rack", "game", "") == []


# --- games ---------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_games_lists_lobbies_and_running_games_with_links_and_whose_turn(world: World) -> None:
    anna, ben, chloe, _ = world.members
    assert "No game" in text_of(private(await anna.slash(world.channel, "rummikub games")))
    number = await begun(world, anna, ben)
    await chloe.slash(world.channel, "rummikub start", seats=3)
    table, lobby = world.messages()[1:]
    text = text_of(private(await anna.slash(world.channel, "rummikub games")))
    assert "2 games" in text
    assert f"/{world.channel.id}/{table.id}" in text
    assert f"/{world.channel.id}/{lobby.id}" in text
    assert "2 seats are free" in text
    on_turn = (await world.bot.matches.load(number)).view.on_turn
    assert ("your turn" if on_turn == 0 else "Ben's turn") in text
    assert text.count("you play here") == 1


@pytest.mark.asyncio
async def test_many_games_are_turned_page_by_page(world: World) -> None:
    anna, *_ = world.members
    for host in range(GAMES_PER_PAGE + 1):
        await world.bot.store.create(
            NewMatch(
                game="rummikub",
                guild_id=world.guild.id,
                channel_id=world.channel.id,
                host_id=host,
                settings="{}",
                seats=(SeatRow(0, host, f"Host {host}"),),
                at=world.now(),
            )
        )
    page = private(await anna.slash(world.channel, "rummikub games"))
    assert "Page 1 of 2" in text_of(page)
    page = private(await anna.click(page, label="More"))
    assert "Page 2 of 2" in text_of(page)
    assert text_of(page).count("Host ") == 1
    assert list(buttons_of(page)) == ["Back"]


# --- leaderboard and stats -----------------------------------------------------------------------------------


async def played(world: World, *points: tuple[MemberActor, int]) -> None:
    """A match of one round that ended so."""
    store, now = world.bot.store, world.now()
    seats = tuple(SeatRow(seat, member.id, member.name) for seat, (member, _) in enumerate(points))
    row = await store.create(
        NewMatch(
            game="rummikub",
            guild_id=world.guild.id,
            channel_id=world.channel.id,
            host_id=points[0][0].id,
            settings="{}",
            seats=seats,
            at=now,
        )
    )
    most = max(won for _, won in points)
    rounds = tuple(RoundResult(1, seat, m.id, won, won == most) for seat, (m, won) in enumerate(points))
    results = tuple(MatchResult(r.seat, r.user_id, r.points, r.won, int(r.won)) for r in rounds)
    await store.commit(
        Change(match_id=row.id, expected=1, at=now, phase="over", state="{}", rounds=rounds, results=results)
    )
    await store.shown(row.id, 2, None)


@pytest.mark.asyncio
async def test_leaderboard_and_stats_count_what_was_won_here(world: World) -> None:
    anna, ben, chloe, dmitri = world.members
    alone = "Games of one person against computers do not count."
    for command in ("leaderboard", "stats"):
        assert alone in text_of(private(await anna.slash(world.channel, f"rummikub {command}")))
    await played(world, (anna, 30), (ben, -30))
    await played(world, (anna, -12), (chloe, 12))
    text = text_of(private(await ben.slash(world.channel, "rummikub leaderboard")))
    assert alone in text
    places = [line for line in text.splitlines() if line.startswith(words.MEDALS)]
    assert [line.split("**")[1] for line in places] == [anna.name, chloe.name, ben.name]
    assert "1 of 2 matches won" in places[0]
    assert "+18 points" in places[0]
    mine = text_of(private(await anna.slash(world.channel, "rummikub stats")))
    assert "Matches: **2**, won **1** (50 %)" in mine
    assert "Points: **+18**" in mine
    theirs = text_of(private(await anna.slash(world.channel, "rummikub stats", member=ben)))
    assert "Ben" in theirs
    assert "Points: **−30**" in theirs
    assert "No finished round" in text_of(private(await dmitri.slash(world.channel, "rummikub stats")))


def test_a_page_of_the_leaderboard_fits_a_message_and_its_names_do_nothing() -> None:
    longest = Standing(1, "*" * 32, 10**6, 10**6, 10**6, 10**6, -(10**7))
    view = leaders(t, "#" * 100, [longest] * LEADERS_PER_PAGE, page=99, more=True)
    assert view.content_length() <= 4_000
    assert view.total_children_count <= 40
    line = words.line(t, 1, Standing(1, "**@everyone** <@1>", 1, 1, 1, 1, 1))
    assert "**@everyone**" not in line
    assert "<@1>" not in line


# --- rules and help ------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_rules_without_a_game_are_the_usual_ones(world: World) -> None:
    assert "Official rules" in await rules(world.members[0], world.channel)
    assert "Basque rules" in await rules(world.members[0], world.channel, ruleset="basque")


@pytest.mark.asyncio
async def test_help_turns_its_pages_in_place_each_with_its_picture_described(world: World) -> None:
    anna = world.members[0]
    page = private(await anna.slash(world.channel, "rummikub help"))
    for name in (*help_words.PAGES[1:], help_words.PAGES[0]):
        page = private(await anna.select(page, [name], custom_id="rk:help"))
        expected = help_words.page(t, name)
        assert expected.title in text_of(page)
        assert bool(page.attachments) == bool(expected.examples)
        gallery = [c for c in components_of(page) if c["type"] == 12]
        assert all(0 < len(item["description"]) <= 1024 for c in gallery for item in c["items"])
    assert len([r for r in world.env.http_requests if r.path.endswith("/messages")]) == 0, "nothing of it is public"


def test_the_help_fits_discord_and_its_pictures() -> None:
    for name in help_words.PAGES:
        page = help_words.page(t, name)
        assert len(page.title) + len(page.text) <= 3_500
        assert all(len(example.caption) <= 38 for example in page.examples)


@pytest.mark.parametrize(
    ("typed", "table", "rack", "leaves", "page", "example"),
    [
        ("k5 r5 b5", ("k2-5",), "r5 b5", ("k2-4", "k5 r5 b5"), "table", 1),
        ("s1 k6", ("k2-5",), "k6", ("k2-6",), "table", 2),
        ("k9-12; r7 J r9", ("k9 k10 J k12",), "k11 r7 r9", ("k9-12", "r7 J r9"), "jokers", 1),
    ],
)
def test_what_the_help_says_to_type_does_what_its_picture_shows(
    typed: str, table: tuple[str, ...], rack: str, leaves: tuple[str, ...], page: str, example: int
) -> None:
    before, after = help_words.page(t, page).examples[0], help_words.page(t, page).examples[example]
    assert before.sets == table
    assert after.caption.endswith(typed)
    assert after.sets == leaves
    for ruleset in PRESETS.values():
        done = judge(
            typed, table=Table.of(map(parse_meld, table)), rack=parse_tiles(rack), ruleset=ruleset, opened=True
        )
        assert sorted(done.table.values(), key=str) == sorted(map(parse_meld, leaves), key=str)
        assert sorted(done.placed) == sorted(parse_tiles(after.marked))


def test_the_help_calls_right_what_is_right() -> None:
    for name in help_words.PAGES:
        for example in help_words.page(t, name).examples:
            for text in example.sets:
                if example.legal is True:
                    parse_meld(text)
                elif example.legal is False:
                    with pytest.raises(IllegalAction):
                        parse_meld(text)


@pytest.mark.asyncio
async def test_every_command_the_help_names_is_there(world: World) -> None:
    text = help_words.page(t, "commands").text
    offered = {f"/{command.qualified_name}" for command in world.bot.rummikub.commands}
    assert {command for command in offered if f"`{command}`" not in text} <= {"/rummikub help"}
    named = {part for part in text.split("`") if part.startswith("/rummikub ")}
    assert named <= offered
    assert all(isinstance(command, discord.app_commands.Command) for command in world.bot.rummikub.commands)
