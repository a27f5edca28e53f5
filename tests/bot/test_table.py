"""The table as people see it, turn by turn (issue 2, points 5-8, 13 and 15)."""

from __future__ import annotations

import re

import pytest

from tests.bot.players import arrange, called, on_turn, pictures, rack_of, seat_all, send, table, take_turn, two
from tests.bot.support import World, buttons_of, disabled_of, private, text_of

# --- the start -----------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_draw_the_deal_and_the_first_player_are_shown(world: World) -> None:
    """Rules 2.1 and 2.2."""
    number, first, other = await two(world)
    shown = text_of(await table(world, number))
    match = await world.bot.matches.load(number)
    for drawn in match.view.opening_draw.rounds:
        for tile in drawn.values():
            assert "joker" in shown if tile.is_joker else str(tile.value) in shown
    assert f"**{called(world, first)}** starts" in shown
    assert "14 tiles are dealt to each, 78 are in the pool" in shown
    lobby = world.messages()[0]
    assert "Opening draw" in text_of(lobby)
    assert not buttons_of(lobby)
    assert called(world, other) in shown


@pytest.mark.asyncio
async def test_only_the_player_on_turn_is_pinged_and_once_a_turn(world: World) -> None:
    number, first, other = await two(world)
    await first.click(await table(world, number), label="Draw")
    await other.slash(world.channel, "rummikub end")
    posts = [r.json or {} for r in world.env.http_requests if r.method == "POST" and r.path.startswith("/channels/")]
    pinged = [post["allowed_mentions"].get("users", []) for post in posts]
    assert [list(map(str, users)) for users in pinged] == [[], [str(first.id)], [str(other.id)]]
    assert all(not post["allowed_mentions"].get("parse") for post in posts)


@pytest.mark.asyncio
async def test_what_others_do_meanwhile_pings_nobody_again(world: World) -> None:
    members = world.members[:3]
    number = await seat_all(world, members)
    _, first = await on_turn(world, members, number)
    leaver = next(m for m in members if m is not first)
    sure = await leaver.slash(world.channel, "rummikub leave")
    await leaver.click(private(sure), label="Leave the game")
    posts = [r.json or {} for r in world.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    assert not posts[-1]["allowed_mentions"].get("users")
    shown = text_of(await table(world, number))
    assert f"**{called(world, leaver)}** left the game" in shown


# --- the story -----------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_table_is_the_lowest_message_and_older_ones_shrink_to_a_line(world: World) -> None:
    number, first, _ = await two(world)
    before = await table(world, number)
    await first.click(before, label="Draw")
    old, new = world.messages()[-2:]
    assert old.id == before.id
    assert f"**{called(world, first)}** drew a tile." in text_of(old)
    assert len(text_of(old).splitlines()) == 1
    assert not old.attachments
    assert not list(buttons_of(old))
    assert set(buttons_of(new)) == {"My rack", "Play", "Draw", "Board", "Help"}
    assert list(pictures(new)) == ["board.png"]
    assert "pool 77" in text_of(new)


@pytest.mark.asyncio
async def test_a_play_is_told_in_words_and_marked_on_the_picture(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, rack="k10 r10 b10 r3 r4", seat_of=first)
    answer = await send(world, number, first, "10krb")
    shown = text_of(await table(world, number))
    assert f"**{called(world, first)}** opened with 30 points – 10: black, red, blue. 2 tiles left." in shown
    assert "Laid last: black 10; red 10; blue 10" in pictures(await table(world, number))["board.png"]
    assert "Played: `10krb`" in text_of(private(answer))
    assert pictures(private(answer))["rack.png"] == "Your rack, 2 tiles: red 3, 4."


@pytest.mark.asyncio
async def test_the_player_is_told_what_was_taken_from_where(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, table="k7-10; b3-5", rack="r10 b10 r1", seat_of=first, opened=True)
    answer = await send(world, number, first, "k10 r10 b10")
    assert "`k10` from s1 to s3" in text_of(private(answer))
    assert "1 set was rearranged" in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_time_up_draws_and_the_next_one_is_asked(world: World) -> None:
    """Rule 6.2, plain form."""
    number, first, other = await two(world)
    await world.advance(62)
    shown = text_of(await table(world, number))
    assert f"Time was up for **{called(world, first)}**, who draws a tile." in shown
    assert f"<@{other.id}>, it is your turn" in shown
    assert len(await rack_of(world, number, first)) == 15


# --- the rack ------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_the_rack_is_private_shows_what_was_drawn_and_has_the_same_buttons(world: World) -> None:
    number, first, other = await two(world)
    answer = private(await other.click(await table(world, number), label="My rack"))
    assert set(buttons_of(answer)) >= {"Play", "Draw", "Board", "Help"}
    drew = private(await first.click(await table(world, number), label="Draw"))
    match = await world.bot.matches.load(number)
    player = match.player(first.id)
    assert len(player.drawn) == 1
    assert "New: " in pictures(drew)["rack.png"]
    assert "You drew" in text_of(drew)
    assert "15 tiles" in text_of(drew)


@pytest.mark.asyncio
async def test_the_way_to_sort_is_remembered_for_every_table_and_after_a_restart(world: World) -> None:
    number, first, _ = await two(world)
    answer = private(await first.click(await table(world, number), label="My rack"))
    assert disabled_of(answer) == {"By color"}
    await first.click(answer, label="By sets")
    assert disabled_of(answer) == {"By sets"}
    await world.restart()
    other_number = await seat_all(world, world.members[:2])
    again = private(await first.slash(world.channel, "rummikub rack", game=other_number))
    assert disabled_of(again) == {"By sets"}


@pytest.mark.asyncio
async def test_an_answer_on_a_private_message_takes_its_place(world: World) -> None:
    number, first, _ = await two(world)
    answer = private(await first.click(await table(world, number), label="My rack"))
    drew = await first.click(answer, label="Draw")
    assert not drew.followups
    assert "You drew" in text_of(answer)


# --- plays ---------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_refused_play_is_explained_whole_and_can_be_edited_and_sent_again(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, table="b3-5", rack="r3 r4 k9 r5 k10 b10 o10", seat_of=first, opened=True)
    shown_before = world.messages()
    answer = private(await send(world, number, first, "r3 r4 k9; s1 k10"))
    text = text_of(answer)
    assert "`r3 r4 k9`" in text
    assert "still your turn" in text
    assert "r3 r4 k9; s1 k10" in text
    assert list(pictures(answer)) == ["reading.png", "rack.png"]
    assert "No sets:" in pictures(answer)["reading.png"]
    assert [m.id for m in world.messages()] == [m.id for m in shown_before]
    window = await first.click(answer, label="Edit and send again")
    assert window.modal is not None
    assert "r3 r4 k9; s1 k10" in str(window.modal)
    await first.submit_modal(window, {"move": "r3-5"})
    assert "Played" in text_of(answer)


@pytest.mark.asyncio
async def test_the_window_begins_with_what_was_refused_until_something_was_played(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, rack="k10 r10 b10 r3 r4", seat_of=first)
    await first.slash(world.channel, "rummikub play", move="r3 r4 nonsense")
    window = await first.click(await table(world, number), label="Play")
    assert "r3 r4 nonsense" in str(window.modal)
    await first.submit_modal(window, {"move": "k10 r10 b10"})
    await other.click(await table(world, number), label="Draw")
    window = await first.click(await table(world, number), label="Play")
    assert "nonsense" not in str(window.modal)
    assert "r3 r4" in str(window.modal), "the own rack stands above the field"


@pytest.mark.asyncio
async def test_a_window_answers_after_a_restart(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, rack="k10 r10 b10 r3 r4", seat_of=first)
    window = await first.click(await table(world, number), label="Play")
    await world.restart()
    answer = await first.submit_modal(window, {"move": "k10 r10 b10"})
    assert "Played" in text_of(private(answer))


@pytest.mark.asyncio
async def test_moves_by_command(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, rack="k10 r10 b10 r3 r4", seat_of=first)
    assert "Played" in text_of(private(await first.slash(world.channel, "rummikub play", move="10krb")))
    assert "You drew" in text_of(private(await other.slash(world.channel, "rummikub play", move=" Draw ")))
    assert "You drew" in text_of(private(await first.slash(world.channel, "rummikub draw")))
    too_long = "r3 " * 900
    answer = private(await other.slash(world.channel, "rummikub play", move=too_long))
    assert "too long" in text_of(answer)
    assert "pool is empty" in text_of(private(await other.slash(world.channel, "rummikub pass")))
    board = private(await other.slash(world.channel, "rummikub board"))
    assert list(pictures(board)) == ["board.png"]
    assert (await world.bot.matches.load(number)).view.turn == 4


@pytest.mark.asyncio
async def test_autocomplete_offers_legal_plays_to_the_one_on_turn_only(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, table="b3-5", rack="k10 r10 b10 b6 r1", seat_of=first, opened=True)
    offered = [c["value"] for c in await first.autocomplete(world.channel, "rummikub play", "move", "")]
    assert offered[0] == "k10 r10 b10"
    assert "s1 b6" in offered
    assert [c["value"] for c in await first.autocomplete(world.channel, "rummikub play", "move", "S1")] == ["s1 b6"]
    assert not await other.autocomplete(world.channel, "rummikub play", "move", "")
    assert not await world.members[2].autocomplete(world.channel, "rummikub play", "move", "")
    assert "Played" in text_of(private(await first.slash(world.channel, "rummikub play", move=offered[0])))


@pytest.mark.asyncio
async def test_with_an_empty_pool_one_passes(world: World) -> None:
    """Rules 3.5 and 7.2."""
    number, first, other = await two(world)
    await arrange(world, number, pool="")
    shown = await table(world, number)
    assert "Pass" in buttons_of(shown)
    assert "Draw" not in buttons_of(shown)
    refused = private(await first.slash(world.channel, "rummikub draw"))
    assert "pool is empty" in text_of(refused)
    assert "You passed" in text_of(private(await first.click(shown, label="Pass")))
    await other.click(await table(world, number), label="Pass")
    assert "nobody plays on" in text_of(world.latest())


# --- who may not ---------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_out_of_turn_the_rack_comes_with_a_kind_word(world: World) -> None:
    number, first, other = await two(world)
    for label in ("Play", "Draw"):
        answer = private(await other.click(await table(world, number), label=label))
        assert "not your turn" in text_of(answer)
        assert f"**{called(world, first)}** is on turn" in text_of(answer)
        assert list(pictures(answer)) == ["rack.png"]
    assert (await world.bot.matches.load(number)).view.turn == 1


@pytest.mark.asyncio
async def test_who_does_not_play_sees_the_board_and_nothing_else(world: World) -> None:
    number, *_ = await two(world)
    stranger = world.members[3]
    for label in ("My rack", "Play", "Draw"):
        answer = private(await stranger.click(await table(world, number), label=label))
        assert "not playing in this game" in text_of(answer)
        assert not pictures(answer)
    board = private(await stranger.click(await table(world, number), label="Board"))
    assert list(pictures(board)) == ["board.png"]
    assert "My rack" not in buttons_of(board)
    assert "not playing" in text_of(private(await stranger.slash(world.channel, "rummikub draw", game=number)))
    assert "no game #77" in text_of(private(await stranger.slash(world.channel, "rummikub draw", game=77)))


@pytest.mark.asyncio
async def test_every_button_ever_posted_works_after_a_restart_or_says_that_it_is_out_of_date(world: World) -> None:
    number, first, other = await two(world)
    world.fault("PATCH", "/channels/*/messages/*", 403, code=50013, times=None)  # no message shrinks: all keep buttons
    tables = [await table(world, number)]
    racks = {first: [private(await first.click(tables[0], label="My rack"))], other: []}
    for member in (first, other, first):
        racks[member].append(private(await member.click(await table(world, number), label="Draw")))
        tables.append(await table(world, number))
    await world.restart()
    before = await world.bot.matches.load(number)
    for old in tables[:-1]:
        answer = private(await other.click(old, label="Draw"))
        assert "out of date" in text_of(answer)
        assert list(pictures(answer)) == ["rack.png"]
        assert list(pictures(private(await other.click(old, label="My rack")))) == ["rack.png"]
        assert list(pictures(private(await other.click(old, label="Board")))) == ["board.png"]
        assert (await other.click(old, label="Play")).modal is not None
    assert (await world.bot.matches.load(number)).row.revision == before.row.revision
    for old in racks[other]:
        await other.click(old, label="By value")
        assert disabled_of(old) == {"By value"}
    await other.click(racks[other][-1], label="Draw")
    assert "You drew" in text_of(racks[other][-1])


@pytest.mark.asyncio
async def test_of_two_clicks_at_once_one_counts_and_the_other_is_told(world: World) -> None:
    number, first, _ = await two(world)
    shown = await table(world, number)
    async with world.at_once():
        one = await first.click(shown, label="Draw")
        two_ = await first.click(shown, label="Draw")
    texts = sorted("You drew" in text_of(private(answer)) for answer in (one, two_))
    assert texts == [False, True]
    assert len(await rack_of(world, number, first)) == 15
    told = next(text_of(private(a)) for a in (one, two_) if "You drew" not in text_of(private(a)))
    assert "out of date" in told or "not your turn" in told


@pytest.mark.asyncio
async def test_two_players_at_once(world: World) -> None:
    number, first, other = await two(world)
    shown = await table(world, number)
    async with world.at_once():
        wrong = await other.click(shown, label="Draw")
        right = await first.click(shown, label="Draw")
    assert "You drew" in text_of(private(right))
    assert "not your turn" in text_of(private(wrong)) or "out of date" in text_of(private(wrong))
    assert (await world.bot.matches.load(number)).view.turn == 2


@pytest.mark.asyncio
async def test_names_do_no_harm(world: World) -> None:
    names = ("@everyone **bold**", "[link](https://evil.example)", "\u202e rtl `code` <@123>")
    members = [world.member(name) for name in names]
    number = await seat_all(world, members)
    await take_turn(world, members, number)
    for request in world.env.http_requests:
        if request.method in ("POST", "PATCH") and "/messages" in request.path and request.json:
            text = " ".join(re.findall(r'"content": "([^"]*)"', str(request.json).replace("'", '"')))
            assert "@everyone" not in text
            assert "](https://evil" not in text
            assert not request.json.get("allowed_mentions", {}).get("parse")


@pytest.mark.asyncio
async def test_a_table_message_that_was_deleted_comes_back_when_something_is_to_be_shown(world: World) -> None:
    number, first, _ = await two(world)
    await (await table(world, number)).delete()
    await first.click(private(await first.slash(world.channel, "rummikub end")), label="End the game")
    shown = await table(world, number)
    assert "Wants to end this game" in text_of(shown)
    assert set(buttons_of(shown)) == {"My rack", "Play", "Draw", "Board", "Help", "Agree to end"}


@pytest.mark.asyncio
async def test_help_leaves_the_rack_where_it_is(world: World) -> None:
    number, first, _ = await two(world)
    rack = private(await first.click(await table(world, number), label="My rack"))
    answer = private(await first.click(rack, label="Help"))
    assert answer.id != rack.id
    assert "rack.png" in pictures(rack)
