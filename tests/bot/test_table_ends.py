"""How rounds and matches end, as people see it (issue 2, points 8 and 9)."""

from __future__ import annotations

import pytest

from bot.services.matches import Member
from engine.core.errors import IllegalAction
from tests.bot.players import arrange, called, on_turn, pictures, seat_all, send, table, table_of, two
from tests.bot.support import World, buttons_of, private, text_of


@pytest.mark.asyncio
async def test_a_round_ends_with_racks_and_scores_and_the_next_one_begins_by_itself(world: World) -> None:
    """Rules 7.1 and 7.6."""
    number, first, other = await two(world, ruleset="basque")
    await arrange(world, number, table="b3-5", rack="b6", seat_of=first, opened=True)
    await arrange(world, number, rack="k1 r2 J", seat_of=other)
    answer = private(await send(world, number, first, "s1 b6"))
    *_, old, result, new = world.messages()
    assert f"**{called(world, first)}** laid blue 6." in text_of(old)
    shown = text_of(result)
    assert f"Rummikub! **{called(world, first)}** has no tile left. **{called(world, first)}** wins round 1." in shown
    assert f"**{called(world, first)}** +33" in shown
    assert f"**{called(world, other)}** \N{MINUS SIGN}33" in shown
    assert "Round 2 begins." in shown
    described = pictures(result)
    assert list(described) == ["board.png", "racks.png", "scores.png"]
    assert f"{called(world, other)}: black 1; red 2; 1 joker" in described["racks.png"]
    assert "round 2 of 4" in text_of(new)
    assert "Opening draw" in text_of(new)
    assert "Rummikub!" in text_of(answer)
    assert "14 tiles" in text_of(answer)
    assert "Round 2 is dealt: this is your new rack." in text_of(answer)


@pytest.mark.asyncio
async def test_a_match_ends_with_its_result_and_a_rematch_seats_the_same_people(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, table="b3-5", rack="b6", seat_of=first, opened=True)
    await send(world, number, first, "s1 b6")
    result = world.latest()
    assert f"**{called(world, first)}** wins the game!" in text_of(result)
    assert set(buttons_of(result)) == {"Rematch", "My rack", "Board", "Record"}
    rack = private(await other.click(result, label="My rack"))
    assert "rack.png" in pictures(rack)
    assert "game is over" in text_of(rack)
    assert "Draw" not in buttons_of(rack)
    assert "game is over" in text_of(private(await other.slash(world.channel, "rummikub draw", game=number)))
    assert "rack.png" in pictures(private(await other.slash(world.channel, "rummikub rack")))
    await other.click(result, label="Rematch")
    lobby = world.latest()
    assert called(world, first) in text_of(lobby)
    assert "Join" in buttons_of(lobby)


@pytest.mark.asyncio
async def test_leaving_asks_first_and_ends_a_match_of_two(world: World) -> None:
    number, first, other = await two(world)
    question = private(await first.slash(world.channel, "rummikub leave"))
    assert (await world.bot.matches.load(number)).view.phase == "playing"
    await first.click(question, label="Leave the game")
    assert "left the game" in text_of(question)
    assert f"**{called(world, other)}** wins the game!" in text_of(world.latest())


@pytest.mark.asyncio
async def test_all_players_agree_to_end(world: World) -> None:
    number, first, other = await two(world)
    await first.click(private(await first.slash(world.channel, "rummikub end")), label="End the game")
    shown = await table(world, number)
    assert f"Wants to end this game: {called(world, first)} (1 of 2)" in text_of(shown)
    assert shown.id == world.latest().id
    assert "asked for the end of this game already" in text_of(private(await first.click(shown, label="Agree to end")))
    assert "not playing" in text_of(private(await world.members[3].click(shown, label="Agree to end")))
    assert "is ended" in text_of(private(await other.click(shown, label="Agree to end")))
    match = await world.bot.matches.load(number)
    assert match.view.ending == "stopped"
    over = world.latest()
    assert "ended by agreement" in text_of(over)
    assert "racks.png" not in pictures(over), "the racks of a round that was stopped stay secret"


@pytest.mark.asyncio
async def test_a_moderator_ends_a_match_a_stranger_does_not(world: World) -> None:
    number, *_ = await two(world)
    stranger = world.members[3]
    answer = private(await stranger.slash(world.channel, "rummikub end", game=number))
    assert "not playing" in text_of(answer)
    moderator = world.moderator()
    await moderator.click(private(await moderator.slash(world.channel, "rummikub end")), label="End the game")
    assert (await world.bot.matches.load(number)).view.ending == "stopped"


@pytest.mark.asyncio
async def test_a_moderator_who_presses_agree_agrees_as_a_player_only(world: World) -> None:
    number, first, _ = await two(world)
    moderator = world.moderator()
    await first.click(private(await first.slash(world.channel, "rummikub end")), label="End the game")
    shown = await table(world, number)
    assert "not playing" in text_of(private(await moderator.click(shown, label="Agree to end")))
    assert (await world.bot.matches.load(number)).view.phase == "playing"
    await first.click(shown, label="Draw")
    assert "Agree to end" not in buttons_of(await table(world, number)), "who plays on has taken the vote back"
    with pytest.raises(IllegalAction, match="nothing_to_agree"):
        await world.bot.matches.vote_end(number, Member(first.id, "Anna"), agree=True)


@pytest.mark.asyncio
@pytest.mark.parametrize("plays", [True, False])
async def test_a_game_ended_by_a_moderator_is_told_once_and_names_them(world: World, *, plays: bool) -> None:
    moderator = world.moderator()
    host = moderator if plays else world.members[0]
    await host.slash(world.channel, "rummikub start", computers=1, level="easy")
    before = len(world.messages())
    await moderator.click(private(await moderator.slash(world.channel, "rummikub end")), label="End the game")
    *_, old, result = world.messages()
    assert f"The game was ended by a moderator, <@{moderator.id}>." in text_of(result)
    assert len(world.messages()) == before + 1
    assert "agreement" not in text_of(old) + text_of(result)
    assert "moderator" not in text_of(old)


@pytest.mark.asyncio
async def test_a_misplay_that_is_punished_is_told_to_all_without_its_tiles(world: World) -> None:
    """Rule 3.4."""
    number, first, other = await two(world)
    await arrange(world, number, rack="r3 r4 k9", seat_of=first, opened=True, rules={"misplay_penalty": 2})
    answer = private(await send(world, number, first, "r3 r4 k9"))
    assert "You draw 2 tiles" in text_of(answer)
    assert "Edit and send again" not in buttons_of(answer)
    shown = text_of(await table(world, number))
    assert f"**{called(world, first)}** tried a play that is not allowed: 2 tiles drawn" in shown
    assert "k9" not in shown
    assert f"<@{other.id}>" in shown


@pytest.mark.asyncio
async def test_the_last_tile_is_announced_where_the_rules_say_so(world: World) -> None:
    """Rule 7.7."""
    number, first, _ = await two(world, ruleset="spanish")
    await arrange(world, number, table="b3-5", rack="b6 k1", seat_of=first, opened=True)
    await send(world, number, first, "s1 b6")
    assert f"**{called(world, first)}** has one tile left!" in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_games_in_two_places_do_not_mix(world: World) -> None:
    members = world.members[:2]
    one = await seat_all(world, members)
    two_ = await seat_all(world, members)
    assert one != two_
    tables = [table_of(world, await world.bot.matches.load(n)) for n in (one, two_)]
    _, first = await on_turn(world, members, one)
    assert first is not None
    await first.click(tables[0], label="Draw")
    matches = [await world.bot.matches.load(n) for n in (one, two_)]
    assert [m.view.turn for m in matches] == [2, 1]
    question = private(await first.slash(world.channel, "rummikub rack"))
    assert "Which game" in text_of(question)


@pytest.mark.asyncio
async def test_the_own_action_stands_before_what_it_led_to(world: World) -> None:
    """Rule 7.2: the pass that ends a match of one round."""
    number, first, other = await two(world)
    await arrange(world, number, pool="", rack="r1 b9", seat_of=first, opened=True)
    await arrange(world, number, rack="k1 o9 o5", seat_of=other, opened=True)
    await first.click(await table(world, number), label="Pass")
    told = text_of(private(await other.click(await table(world, number), label="Pass")))
    assert told.index("You passed.") < told.index("wins round 1.") < told.index("wins the game!")
