"""Drafts as members see them (issue 3, point 5; rule 6.2)."""

from __future__ import annotations

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from engine.rummikub.notation import format_tiles
from tests.bot.players import arrange, on_turn, seat_all, table_of
from tests.bot.support import World, buttons_of, components_of, private, text_of


async def two(world: World, **options: object) -> tuple[int, MemberActor, MemberActor]:
    """A match of two in which the one on turn has opened; its number, who is on turn, and the other."""
    members = world.members[:2]
    number = await seat_all(world, members, **options)  # pyright: ignore[reportArgumentType]
    _, first = await on_turn(world, members, number)
    assert first is not None
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; o9-12", rack="k6 k7 r5 b5 r9 b12")
    return number, first, next(m for m in members if m is not first)


async def add(member: MemberActor, message: ResponseMessage, text: str) -> ResponseMessage:
    """Add a step by the window of the Add button."""
    window = await member.click(message, label="Add")
    return private(await member.submit_modal(window, {"move": text}))


async def staged(world: World, member: MemberActor, *steps: str) -> ResponseMessage:
    """The draft after adding these steps by command."""
    answer: InteractionResult | None = None
    for step in steps:
        answer = await member.slash(world.channel, "rummikub draft", add=step)
    return private(answer or await member.slash(world.channel, "rummikub draft"))


def pictures(message: ResponseMessage) -> dict[str, str]:
    items = [item for c in components_of(message) if c["type"] == 12 for item in c["items"]]
    return {item["media"]["url"].rpartition("/")[2]: item["description"] for item in items}


@pytest.mark.asyncio
async def test_steps_are_added_seen_taken_back_and_sent_as_one_move(world: World) -> None:
    number, first, other = await two(world)
    table = table_of(world, await world.bot.matches.load(number))
    message = private(await first.click(private(await first.click(table, label="My rack")), label="Draft"))
    assert "Nothing is drafted" in text_of(message)
    assert set(buttons_of(message)) == {"Add", "My rack", "Board"}
    message = await add(first, message, "s1 k6")
    assert "1. `s1 k6`" in text_of(message)
    assert "Right as it is:** 1 tile, 6 points" in text_of(message)
    assert "black 2 to 6" in pictures(message)["after.png"]
    assert pictures(message)["rack.png"] == "Not in the draft, 5 tiles: black 7; red 5, 9; blue 5, 12."
    message = await add(first, message, "s2 r9")
    assert "Not right yet" in text_of(message)
    assert "reading.png" in pictures(message)
    message = private(await first.click(message, label="Take back"))
    assert "2." not in text_of(message)
    message = await add(first, message, "s1 k7")
    assert "Right as it is:** 2 tiles" in text_of(message)
    assert (await world.bot.matches.load(number)).view.last is None
    assert "k7" not in world.sees(other), "nobody sees a draft"
    done = private(await first.click(message, label="Send"))
    assert "Played:" in text_of(done)
    view = (await world.bot.matches.load(number)).view
    assert view.last is not None
    assert format_tiles(view.last.placed) == "k6 k7"
    assert not await world.bot.store.draft_exists(number, view.last.seat)


@pytest.mark.asyncio
async def test_one_point_is_no_points(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k1")
    message = await staged(world, first, "s1 k1")
    assert "Right as it is:** 1 tile, 1 point." in text_of(message)
    shown = private(await first.click(message, label="My rack"))
    assert "your rack: 1 tile, 1 point" in text_of(shown)
    assert "1 points" not in text_of(shown)


@pytest.mark.asyncio
async def test_reset_takes_all_back_and_nothing_is_begun_then(world: World) -> None:
    """Rule 6.2: without a draft, time up costs the idle penalty."""
    number, first, _ = await two(world)
    message = await staged(world, first, "s1 k6", "s1 k7")
    message = private(await first.click(message, label="Reset"))
    assert "Nothing is drafted" in text_of(message)
    await world.advance(62)
    assert len((await world.bot.matches.load(number)).player(first.id).rack) == 7


@pytest.mark.asyncio
async def test_a_draft_survives_a_restart_and_is_a_play_begun_when_time_is_up(world: World) -> None:
    """Rule 6.2: the table is as it was, staged tiles are back on the rack, three tiles are drawn."""
    number, first, other = await two(world)
    message = await staged(world, first, "s1 k6")
    assert "whoever lets time run out now draws 3 tiles" in text_of(message)
    await world.restart()
    message = await add(first, message, "s1 k7")
    assert "1. `s1 k6`" in text_of(message)
    assert "2. `s1 k7`" in text_of(message)
    await world.restart()
    await world.advance(62)
    match = await world.bot.matches.load(number)
    assert len(match.player(first.id).rack) == 6 + 3
    assert format_tiles(match.view.table.tiles) == "k2 k3 k4 k5 o9 o10 o11 o12"
    assert not await world.bot.store.draft_exists(number, match.player(first.id).seat)
    await other.slash(world.channel, "rummikub draw")
    late = private(await first.click(message, label="Send"))
    assert "out of date" in text_of(late)
    assert "Nothing is drafted" in text_of(await staged(world, first)), "it went with the turn"


@pytest.mark.asyncio
async def test_sending_what_is_not_right_is_refused_with_reasons_and_keeps_the_draft(world: World) -> None:
    _, first, _ = await two(world)
    message = await staged(world, first, "s1 k6", "s2 r9")
    told = private(await first.click(message, label="Send"))
    assert "Not played" in text_of(told)
    assert "s2" in text_of(told) or "o9" in text_of(told)
    assert "2. `s2 r9`" in text_of(await staged(world, first))


@pytest.mark.asyncio
async def test_after_a_refused_send_the_draft_is_there_to_be_mended(world: World) -> None:
    number, first, _ = await two(world)
    old = await staged(world, first, "s1 k6", "s2 r9")
    for message in (old, await staged(world, first), old):
        told = private(await first.click(message, label="Send"))
        shown = text_of(told)
        assert shown.index("Not played") < shown.index("1. `s1 k6`") < shown.index("2. `s2 r9`")
        assert "Not right yet" not in shown, "the complaint stands there once"
        assert set(buttons_of(told)) == {"Add", "Take back", "Reset", "Send", "My rack", "Board"}
        assert "reading.png" in pictures(told)
    told = private(await first.click(told, label="Take back"))
    assert "Not played" not in text_of(told)
    assert "Played:" in text_of(private(await first.click(told, label="Send")))
    view = (await world.bot.matches.load(number)).view
    assert view.last is not None
    assert format_tiles(view.last.placed) == "k6"


@pytest.mark.asyncio
async def test_with_a_penalty_for_misplays_the_draft_warns_before_it_is_sent(world: World) -> None:
    """Rule 3.4."""
    number, first, _ = await two(world)
    await arrange(world, number, rules={"misplay_penalty": 2})
    message = await staged(world, first, "s2 r9")
    assert "draws 2 tiles and the turn is lost" in text_of(message)
    told = private(await first.click(message, label="Send"))
    assert "You draw 2 tiles" in text_of(told)
    assert len((await world.bot.matches.load(number)).player(first.id).rack) == 8


@pytest.mark.asyncio
@pytest.mark.parametrize(("step", "why"), [("q7", "cannot read"), ("s9 k6", "no set `s9`"), (";", "at least one tile")])
async def test_what_cannot_be_read_is_not_added(world: World, step: str, why: str) -> None:
    _, first, _ = await two(world)
    message = await staged(world, first, "s1 k6")
    after = await add(first, message, step)
    assert why in text_of(after)
    assert "1. `s1 k6`" in text_of(after)
    assert "2." not in text_of(after)
    assert why in text_of(private(await first.slash(world.channel, "rummikub draft", add=step)))


@pytest.mark.asyncio
async def test_a_draft_belongs_to_the_own_turn(world: World) -> None:
    number, first, other = await two(world)
    assert "not your turn" in text_of(private(await other.slash(world.channel, "rummikub draft", add="k6")))
    table = table_of(world, await world.bot.matches.load(number))
    assert "Draft" not in buttons_of(private(await other.click(table, label="My rack")))
    message = await staged(world, first, "s1 k6")
    await first.slash(world.channel, "rummikub draw")
    for label in ("Add", "Take back", "Reset", "Send"):
        assert "not your turn" in text_of(private(await first.click(message, label=label)))


@pytest.mark.asyncio
async def test_two_steps_at_once_are_both_kept(world: World) -> None:
    _, first, _ = await two(world)
    async with world.at_once():
        await first.slash(world.channel, "rummikub draft", add="s1 k6")
        await first.slash(world.channel, "rummikub draft", add="k7 r5")
    shown = text_of(await staged(world, first))
    assert "`s1 k6`" in shown
    assert "`k7 r5`" in shown


@pytest.mark.asyncio
async def test_a_new_set_is_finished_step_by_step(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; o9-12", rack="k6 r5 r6 r7 b5")
    message = await staged(world, first, "r5 r6")
    assert "Not right yet" in text_of(message)
    assert "A new set is not finished: **Add** its next tiles" in text_of(message)
    message = await add(first, message, "r7")
    assert "Right as it is:** 3 tiles, 18 points" in text_of(message)
    assert "As one move: `r5-7`" in text_of(message)
    assert "not finished" not in text_of(message)
    message = await add(first, message, "s1 k6")
    assert "As one move: `r5-7; s1 k6`" in text_of(message)
    done = private(await first.click(message, label="Send"))
    assert "Played: `r5-7; s1 k6`" in text_of(done)
