"""Issue 4.2 and 4.3: who is there though time runs out, and votes to end a game while somebody is away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from simcord import MemberActor

from bot.services.replay import is_sound
from engine.rummikub.tiles import Tile
from tests.bot.players import called, rack_of, table, two
from tests.bot.support import World, buttons_of, private, text_of
from tests.bot.test_absence import away, deserted, draw, three

MINUTE = 61

Use = Callable[[World, int, MemberActor], Awaitable[object]]


async def _rack(world: World, number: int, member: MemberActor) -> None:
    await member.click(await table(world, number), label="My rack")


async def _sorted(world: World, number: int, member: MemberActor) -> None:
    await world.forge(member, f"rk:order:value:{number}", message=await table(world, number))


async def _board(world: World, number: int, member: MemberActor) -> None:
    await member.slash(world.channel, "rummikub board", game=number)


async def _window(world: World, number: int, member: MemberActor) -> None:
    await member.click(await table(world, number), label="Play")


async def _refused(world: World, number: int, member: MemberActor) -> None:
    await member.slash(world.channel, "rummikub play", move="r99", game=number)


async def _suggested(world: World, number: int, member: MemberActor) -> None:
    await member.autocomplete(world.channel, "rummikub play", "move", "r")


def _command(name: str) -> Use:
    async def use(world: World, number: int, member: MemberActor) -> None:
        await member.slash(world.channel, f"rummikub {name}", game=number)

    return use


USES: dict[str, Use] = {
    "rack": _rack,
    "order": _sorted,
    "board": _board,
    "window": _window,
    "refused": _refused,
    "suggestions": _suggested,
    **{name: _command(name) for name in ("hint", "pick", "draft", "rules", "leave", "end")},
}


@pytest.mark.asyncio
@pytest.mark.parametrize("use", USES.values(), ids=USES)
async def test_who_does_something_in_a_turn_has_not_missed_it(world: World, use: Use) -> None:
    """Rule 6.2: the penalty stays."""
    number, first, other = await two(world)
    for turn in range(2):
        await use(world, number, first)
        await world.advance(MINUTE)
        assert len(await rack_of(world, number, first)) == 15 + turn, "time is up as for everybody"
        await draw(world, number, other)
    match = await world.bot.matches.load(number)
    assert match.player(first.id).my_turn
    assert not any(seat.away for seat in match.view.seats)
    assert is_sound(match, await world.bot.store.log(number))


@pytest.mark.asyncio
async def test_only_the_own_turn_counts_and_only_who_is_on_turn(world: World) -> None:
    number, first, other = await two(world)
    await world.advance(MINUTE)
    await _rack(world, number, first)  # in the turn of the other
    await draw(world, number, other)
    await _rack(world, number, other)  # in the turn of the first
    await world.advance(MINUTE)
    assert f"**{called(world, first)}** has missed two turns in a row" in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_after_a_restart_only_what_is_kept_counts(world: World) -> None:
    number, first, other = await two(world)
    await world.advance(MINUTE)
    await draw(world, number, other)
    await _rack(world, number, first)
    await world.restart()
    await world.advance(2 * MINUTE)
    assert f"**{called(world, first)}** has missed two turns in a row" in world.sees(other)


# --- votes to end ----------------------------------------------------------------------------------------------


async def wants_the_end(world: World, member: MemberActor) -> str:
    """The question before the vote, which is given then."""
    question = private(await member.slash(world.channel, "rummikub end"))
    asked = text_of(question)
    await member.click(question, label="End the game")
    return asked


@pytest.mark.asyncio
async def test_a_vote_stays_when_time_runs_out_and_goes_when_its_member_plays_on(world: World) -> None:
    number, first, other = await two(world)
    await wants_the_end(world, first)
    await world.advance(MINUTE)
    assert f"Wants to end this game: {called(world, first)} (1 of 2)" in text_of(await table(world, number))
    await draw(world, number, other)
    assert "Agree to end" in buttons_of(await table(world, number)), "what others do is nothing to this vote"
    await draw(world, number, first)
    assert "Wants to end" not in text_of(await table(world, number))


@pytest.mark.asyncio
async def test_a_vote_stands_on_a_paused_board_and_the_end_says_who_was_away(world: World) -> None:
    number, first, other = await two(world)
    assert "away" not in await wants_the_end(world, first)
    for _ in range(5):  # the vote was given in a turn that is not missed by that
        await world.advance(MINUTE)
    shown = await table(world, number)
    mine, others = f"**{called(world, first)}**", f"**{called(world, other)}**"
    assert "The game is paused" in text_of(shown)
    assert f"Wants to end this game: {called(world, first)}. Nobody else is here who has to agree" in text_of(shown)
    question = private(await first.slash(world.channel, "rummikub end"))
    assert f"{others} is away and is not asked, so it ends at once." in text_of(question)
    await first.click(question, label="End the game")
    assert f"The game was ended by {mine}; {others} was away." in text_of(world.latest())
    assert "agreement" not in text_of(world.latest())


@pytest.mark.asyncio
async def test_agree_to_end_on_a_paused_board_ends_it_for_who_has_not_voted_too(world: World) -> None:
    number, first, other = await two(world)
    await wants_the_end(world, first)
    for _ in range(5):  # the vote was given in a turn that is not missed by that
        await world.advance(MINUTE)
    await other.click(await table(world, number), label="Agree to end")
    assert "ended by agreement of its players" in text_of(world.latest()), "both have said so"


@pytest.mark.asyncio
async def test_the_question_names_who_is_away_before_the_end_is_voted_on(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    gone = f"**{called(world, third)}** is away and is not asked"
    assert f"{gone}." in await wants_the_end(world, first)
    assert f"{gone}, so it ends at once." in await wants_the_end(world, second)
    ended = text_of(world.latest())
    one, two_ = sorted((first, second), key=world.members.index)
    said = f"ended by **{called(world, one)}**, **{called(world, two_)}**; **{called(world, third)}** was away."
    assert said in ended


@pytest.mark.asyncio
async def test_who_plays_on_in_a_seat_has_not_voted(world: World) -> None:
    number, first, second, third = await three(world)
    await wants_the_end(world, third)
    await away(world, number, third)
    await draw(world, number, first)
    assert "Wants to end" in text_of(await table(world, number))
    for member in (first, second):
        await member.slash(world.channel, "rummikub replace", level="easy")
    assert (await world.bot.matches.load(number)).seat_of(third.id) is None
    assert "Wants to end" not in text_of(await table(world, number))


# --- answers while nobody is there -----------------------------------------------------------------------------


async def not_on_turn(world: World, number: int, *members: MemberActor) -> MemberActor:
    match = await world.bot.matches.load(number)
    return next(member for member in members if not match.player(member.id).my_turn)


@pytest.mark.asyncio
async def test_in_a_paused_game_nobody_is_told_to_wait_for_a_ping(world: World) -> None:
    number, first, other = await deserted(world)
    waiting = await not_on_turn(world, number, first, other)
    name = called(world, first if waiting is other else other)
    rack = await rack_of(world, number, waiting)
    answers = [
        private(await waiting.slash(world.channel, "rummikub draft")),
        private(await waiting.slash(world.channel, "rummikub draft", add="r5")),
        private(await waiting.click(await table(world, number), label="Play")),
        private(await waiting.slash(world.channel, "rummikub replace", player=name, level="easy")),
    ]
    for answer in answers:
        assert "This game is paused" in text_of(answer)
        assert "**Resume** under the table" in text_of(answer)
        assert "You are pinged" not in text_of(answer)
    board = text_of(private(await waiting.slash(world.channel, "rummikub board")))
    assert "**The game is paused.**" in board
    assert "on turn" not in board
    mine = text_of(private(await waiting.slash(world.channel, "rummikub rack")))
    assert "no turn passes" in mine
    assert "your turns pass by drawing" not in mine
    assert await rack_of(world, number, waiting) == rack
    assert (await world.bot.matches.load(number)).public.paused


@pytest.mark.asyncio
async def test_a_draft_in_a_paused_game_threatens_with_no_time(world: World) -> None:
    """Rule 6.2: three tiles for a play begun, but no time runs."""
    number, first, other = await deserted(world)
    waiting = await not_on_turn(world, number, first, other)
    mine = first if waiting is other else other
    tile: Tile = (await rack_of(world, number, mine))[0]
    shown = text_of(private(await mine.slash(world.channel, "rummikub draft", add=str(tile))))
    assert f"1. `{tile}`" in shown
    assert "time" not in shown


@pytest.mark.asyncio
async def test_who_asks_for_a_seat_of_a_paused_game_is_told_that_nobody_can_agree(world: World) -> None:
    number, first, _ = await deserted(world)
    match = await world.bot.matches.load(number)
    name = match.names[match.seat_of(first.id) or 0]
    stranger = world.members[3]
    answer = text_of(private(await stranger.slash(world.channel, "rummikub replace", player=name, game=number)))
    assert "Nobody is here who could agree" in answer
    assert "0 of 0" not in answer


@pytest.mark.asyncio
async def test_who_is_away_or_has_left_is_not_told_to_wait_for_a_ping(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    told = text_of(private(await third.slash(world.channel, "rummikub draft")))
    assert "You are away from this game" in told
    await second.click(private(await second.slash(world.channel, "rummikub leave")), label="Leave the game")
    for command in ("draft", "draw"):
        told = text_of(private(await second.slash(world.channel, f"rummikub {command}", game=number)))
        assert "You have left this game" in told
        assert "pinged" not in told
