"""Hints and drafts in a game that has a thread of its own, against a computer."""

from __future__ import annotations

import pytest

from tests.bot.players import arrange, table_of
from tests.bot.support import World, buttons_of, private, text_of


@pytest.mark.asyncio
async def test_in_a_thread_a_hint_and_a_refused_draft_answer_as_in_a_channel(world: World) -> None:
    anna = world.members[0]
    assert anna.guild is not None
    world.bot.matches._new_seed = lambda: "thread"
    await anna.slash(world.channel, "rummikub start", computers=1, level="medium", thread=True)
    (row,) = await world.bot.store.open_matches(anna.guild.id)
    assert row.channel_id != world.channel.id
    for _ in range(3):
        if (await world.bot.matches.load(row.id)).player(anna.id).my_turn:
            break
        await world.advance(3)
    await arrange(world, row.id, seat_of=anna, opened=True, table="k2-5; o9-12", rack="k6 k7 r5 b5 r9 b12")
    table = table_of(world, await world.bot.matches.load(row.id))
    assert "🤖 Ada (medium)" in text_of(table)
    hint = private(await anna.click(private(await anna.click(table, label="My rack")), label="Hint"))
    assert "There is a play" in text_of(hint)
    draft = private(await anna.click(private(await anna.click(table, label="My rack")), label="Draft"))
    draft = private(await anna.submit_modal(await anna.click(draft, label="Add"), {"move": "s2 r9"}))
    told = private(await anna.click(draft, label="Send"))
    assert "Not played" in text_of(told)
    assert {"Add", "Take back", "Reset", "Send"} <= set(buttons_of(told))
    await anna.click(table, label="Draw")
    assert "moved on" in text_of(private(await anna.click(hint, label="Which tiles?")))
