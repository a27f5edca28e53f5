"""The connection to Discord's gateway is lost, and the bot is thrown out and invited again (issue 4, point 4)."""

from __future__ import annotations

import pytest

from tests.bot.faults.game import said
from tests.bot.players import rack_of, table, two
from tests.bot.support import World, text_of


@pytest.mark.asyncio
async def test_a_draw_before_the_new_session_knows_the_server_counts_and_is_shown(world: World) -> None:
    number, first, other = await two(world, turn_time=0)
    shown = await table(world, number)
    await world.reconnecting()
    assert world.bot.get_channel(world.channel.id) is None
    answer = await first.click(shown, label="Draw")
    assert "You drew" in said(answer)
    assert len(await rack_of(world, number, first)) == 15
    await world.told_of_the_server()
    await world.advance(62)
    match = await world.bot.matches.load(number)
    assert match.row.shown_revision == match.row.revision
    assert f"<@{other.id}>" in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_turn_that_is_over_before_the_new_session_knows_the_server_is_shown_when_it_does(world: World) -> None:
    number, *_ = await two(world)
    await world.reconnecting()
    await world.advance(62)
    await world.told_of_the_server()
    await world.advance(10)
    match = await world.bot.matches.load(number)
    assert match.view.turn == 2
    assert match.row.shown_revision == match.row.revision
    assert "Time was up" in text_of(world.latest())


@pytest.mark.asyncio
async def test_thrown_out_and_invited_again_the_game_goes_on_where_it_was(world: World) -> None:
    number, *_ = await two(world)
    await world.kicked()
    await world.advance(65)
    match = await world.bot.matches.load(number)
    assert match.view.turn == 2, "the clock goes on"
    assert match.row.shown_revision < match.row.revision
    await world.told_of_the_server()
    await world.bot.publisher.settle(number)
    match = await world.bot.matches.load(number)
    assert match.row.shown_revision == match.row.revision
    assert "Time was up" in text_of(world.latest())
    assert match.view.on_turn is not None
    player = next(m for m in world.members if m.id == match.row.seats[match.view.on_turn].user_id)
    assert "You drew" in said(await player.click(world.latest(), label="Draw"))


@pytest.mark.asyncio
async def test_after_a_session_is_resumed_what_can_no_more_be_answered_is_not_done(world: World) -> None:
    """What was clicked while the connection was gone is told of afterwards, when Discord takes no answer any more."""
    number, first, other = await two(world, turn_time=0)
    shown = await table(world, number)
    world.env.backend.emit("RESUMED", {})
    world.fault("POST", "/interactions/*/callback", 404, code=10062)
    await first.click(shown, label="Draw")
    assert [len(await rack_of(world, number, member)) for member in (first, other)] == [14, 14]
    assert "You drew" in said(await first.click(shown, label="Draw"))
    assert [len(await rack_of(world, number, member)) for member in (first, other)] == [15, 14]
    assert f"<@{other.id}>" in text_of(world.latest())
