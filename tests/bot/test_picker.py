"""What the tile picker offers and says (issue 3, point 4)."""

from __future__ import annotations

import pytest

from tests.bot.players import arrange
from tests.bot.support import World, buttons_of, private, text_of
from tests.bot.test_advice import alt_of, choose, laid, lists_of, pick, two


@pytest.mark.asyncio
async def test_an_exchange_of_equal_numbers_beside_the_same_play_is_no_other_way(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k1-3; b13 o13 J; k13 r13 o13", rack="k4 r9")
    message = await pick(world, number, first, "k4.1")
    assert "way" not in text_of(message)
    assert set(buttons_of(message)) == {"Play it", "Change tiles", "My rack"}


@pytest.mark.asyncio
async def test_of_one_picked_tile_nothing_is_said_in_the_plural(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; k7-9; r1-4", rack="k6 b12")
    assert "1 tile picked:** black 6\n**It can be laid,** way 1 of " in text_of(
        await pick(world, number, first, "k6.1")
    )
    await arrange(world, number, seat_of=first, table="k2-5", rack="k1 b12")
    shown = await pick(world, number, first, "k1.1")
    assert "1 tile picked:** black 1\n**It can be laid:**" in text_of(shown)
    assert "Lay it" in buttons_of(private(await first.click(shown, label="Change tiles")))
    assert "**It cannot be laid now.**" in text_of(await pick(world, number, first, "b12.1"))
    await choose(world, number, assist="check")
    shown = await pick(world, number, first, "k1.1")
    assert "**It can be laid.** How" in text_of(shown)
    assert "Can it be laid?" in buttons_of(private(await first.click(shown, label="Change tiles")))
    assert "**It cannot be laid now.**" in text_of(await pick(world, number, first, "b12.1"))


@pytest.mark.asyncio
async def test_other_way_goes_round_through_all_ways_and_any_can_be_played(world: World) -> None:
    number, first, _ = await two(world)
    table = "k2-5; o9-12; k7 r7 b7; k10 r10 b10"
    await arrange(world, number, seat_of=first, opened=True, table=table, rack="J J r5")
    message = await pick(world, number, first, "J.1", "J.2")
    seen = [alt_of(message, "after.png")]
    while f"way {len(seen)} of" in text_of(message):
        message = private(await first.click(message, label="Other way"))
        seen.append(alt_of(message, "after.png"))
    assert seen[0] == seen[-1]
    assert len(set(seen)) == len(seen) - 1 > 2
    message = private(await first.click(message, label="Other way"))
    message = private(await first.click(message, label="Other way"))
    assert alt_of(message, "after.png") == seen[2]
    await first.click(message, label="Play it")
    assert await laid(world, number) == "J J"


@pytest.mark.asyncio
async def test_both_jokers_are_picked_from_a_rack_of_more_than_25_tiles(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k6-13 r1-13 b1-13 o1-3 J J r8")
    message = private(await first.slash(world.channel, "rummikub pick"))
    for group, values in (("j", ["J.1", "J.2"]), ("r", ["r8.1"])):
        custom_id = next(each for each in lists_of(message) if f":{group}:" in each)
        message = private(await first.select(message, values, custom_id=custom_id))
    assert "3 tiles picked:** red 8; 2 jokers" in text_of(message)
    shown = private(await first.click(message, label="Lay them"))
    assert "They can be laid" in text_of(shown)
    await first.click(shown, label="Play it")
    assert await laid(world, number) == "r8 J J"
