"""Hints and the tile picker as members see them (issue 3, points 3 and 4)."""

from __future__ import annotations

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from engine.rummikub.notation import format_tiles, parse_tiles
from tests.bot.players import arrange, on_turn, seat_all, table_of
from tests.bot.support import NAMES, World, buttons_of, components_of, private, text_of


async def two(world: World, **options: object) -> tuple[int, MemberActor, MemberActor]:
    """A match of two: its number, who is on turn, and the other."""
    members = world.members[:2]
    number = await seat_all(world, members, **options)  # pyright: ignore[reportArgumentType]
    _, first = await on_turn(world, members, number)
    assert first is not None
    return number, first, next(m for m in members if m is not first)


async def rack_answer(world: World, number: int, member: MemberActor) -> ResponseMessage:
    table = table_of(world, await world.bot.matches.load(number))
    return private(await member.click(table, label="My rack"))


async def choose(world: World, number: int, **choices: str) -> None:
    """Change what the table plays with, as its lobby could have."""
    async with world.bot.matches.locked(number) as match:
        settings = type(match.settings).model_validate(match.settings.model_dump() | choices)
        await world.bot.store.keep_settings(number, settings.model_dump_json(), expected=match.row.revision)


def alt_of(message: ResponseMessage, name: str) -> str:
    """What is said to be on a picture."""
    items = [item for c in components_of(message) if c["type"] == 12 for item in c["items"]]
    return next(item["description"] for item in items if item["media"]["url"].endswith(name))


def lists_of(message: ResponseMessage) -> dict[str, list[str]]:
    """The lists of a message: custom id to the values that can be picked."""
    return {c["custom_id"]: [o["value"] for o in c["options"]] for c in components_of(message) if c["type"] == 3}


def chosen_in(message: ResponseMessage) -> list[str]:
    return [o["value"] for c in components_of(message) if c["type"] == 3 for o in c["options"] if o.get("default")]


async def laid(world: World, number: int) -> str:
    view = (await world.bot.matches.load(number)).view
    return format_tiles(view.last.placed) if view.last is not None else ""


async def pick(
    world: World, number: int, member: MemberActor, *values: str, message: ResponseMessage | None = None
) -> ResponseMessage:
    """Pick tiles in the one list of a small rack."""
    if message is None:
        message = private(await member.click(await rack_answer(world, number, member), label="Pick tiles"))
    (custom_id,) = lists_of(message)
    return private(await member.select(message, list(values), custom_id=custom_id))


# --- hints ---------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_hint_tells_more_only_on_request_and_can_be_played(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; o9-12", rack="k5 r5 b5 k1 r9 b12")
    whether = private(await first.click(await rack_answer(world, number, first), label="Hint"))
    assert "There is a play" in text_of(whether)
    assert not whether.attachments
    assert "r9" not in text_of(whether)
    which = private(await first.click(whether, label="Which tiles?"))
    assert "4 of your tiles go:** black 1, 5; red 5; blue 5" in text_of(which)
    assert "k1" not in text_of(which)
    play = private(await first.click(which, label="Show the play"))
    assert "k1" in text_of(play)
    assert "Laid: black 1, 5; red 5; blue 5." in alt_of(play, "after.png")
    done = private(await first.click(play, label="Play it"))
    assert "Played:" in text_of(done)
    assert await laid(world, number) == "k1 k5 r5 b5"


@pytest.mark.asyncio
async def test_a_hint_tells_which_tiles_of_the_table_move(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; o9-12", rack="r5 b5 k9 r13")
    which = private(await first.click(await rack_answer(world, number, first), label="Hint"))
    play = private(await first.click(private(await first.click(which, label="Which tiles?")), label="Show the play"))
    assert alt_of(play, "after.png").endswith("Laid: red 5; blue 5. Moved on the table: black 5 → s3.")


@pytest.mark.asyncio
async def test_a_hint_says_when_there_is_no_play_and_what_to_do(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="r9 b12")
    told = private(await first.slash(world.channel, "rummikub hint"))
    assert "There is no play" in text_of(told)
    assert "not opened" not in text_of(told)
    assert set(buttons_of(told)) == {"Draw", "My rack"}
    await arrange(world, number, pool="")
    told = private(await first.slash(world.channel, "rummikub hint"))
    assert "pass" in text_of(told)
    await first.click(told, label="Pass")
    match = await world.bot.matches.load(number)
    assert match.view.last is not None
    assert match.view.last.kind == "pass"


@pytest.mark.asyncio
async def test_a_hint_says_that_the_sets_of_the_rack_are_worth_too_little_to_open(world: World) -> None:
    """Rule 4.1: whoever sees a set on the rack is told why it does not go."""
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=False, table="k2-5", rack="k1 r1 b1 o1 b12")
    told = private(await first.slash(world.channel, "rummikub hint"))
    assert "There is no play" in text_of(told)
    assert "worth 30 points or more" in text_of(told)


@pytest.mark.asyncio
async def test_a_hint_in_the_turn_of_another_is_for_the_present_table_and_cannot_be_played(world: World) -> None:
    number, _, other = await two(world)
    await arrange(world, number, seat_of=other, opened=True, table="k2-5", rack="k6 r9")
    told = private(await other.click(await rack_answer(world, number, other), label="Hint"))
    assert "not your turn" in text_of(told)
    for label in ("Which tiles?", "Show the play"):
        told = private(await other.click(told, label=label))
    assert "not your turn" in text_of(told)
    assert set(buttons_of(told)) == {"My rack"}


@pytest.mark.asyncio
@pytest.mark.parametrize("label", ["Which tiles?", "Show the play", "Play it"])
async def test_a_hint_of_another_turn_says_that_the_game_moved_on_and_counts_nothing(world: World, label: str) -> None:
    number, first, other = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k6 r9")
    pressed = private(await first.click(await rack_answer(world, number, first), label="Hint"))
    for step in ("Which tiles?", "Show the play", "Play it"):
        if step == label:
            break
        pressed = private(await first.click(pressed, label=step))
    await first.slash(world.channel, "rummikub draw")
    await other.slash(world.channel, "rummikub draw")
    before = (await world.bot.matches.load(number)).settings.hints_used
    told = private(await first.click(pressed, label=label))
    assert "moved on" in text_of(told)
    assert set(buttons_of(told)) == {"Hint", "My rack", "Board"}
    assert (await world.bot.matches.load(number)).settings.hints_used == before
    assert await laid(world, number) == ""
    assert "given 2 hints" in text_of(private(await first.click(told, label="Hint")))


@pytest.mark.asyncio
async def test_a_hint_is_out_of_date_in_a_game_that_is_over_or_in_its_next_round(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k6", rules={"match_rounds": 2})
    hint = private(await first.click(await rack_answer(world, number, first), label="Hint"))
    await first.slash(world.channel, "rummikub play", move="s1 k6")
    told = private(await first.click(hint, label="Which tiles?"))
    assert "moved on" in text_of(told)
    _, player = await on_turn(world, world.members[:2], number)
    assert ("Hint" in buttons_of(told)) == (player is first), "only on the own turn"
    assert [used.round for used in (await world.bot.matches.load(number)).settings.hints_used] == [1]
    assert player is not None
    await arrange(world, number, seat_of=player, opened=True, table="k2-5", rack="k6")
    hint = private(await player.slash(world.channel, "rummikub hint"))
    await player.slash(world.channel, "rummikub play", move="s1 k6")
    told = private(await player.click(hint, label="Which tiles?"))
    assert "the game is over" in text_of(told)
    assert "Hint" not in buttons_of(told)


@pytest.mark.asyncio
async def test_hints_are_counted_once_a_turn_and_told_to_all_at_the_end_of_the_round(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k6 r9 r10 r11")
    revision = (await world.bot.matches.load(number)).row.revision
    posts = len(world.messages())
    for _ in range(2):
        told = private(await first.slash(world.channel, "rummikub hint"))
        assert "given 1 hint in this round" in text_of(told)
    assert (await world.bot.matches.load(number)).row.revision == revision
    assert len(world.messages()) == posts, "the table is not posted anew for a hint"
    await first.slash(world.channel, "rummikub play", move="s1 k6")
    told = private(await first.slash(world.channel, "rummikub hint"))
    assert "given 2 hints" in text_of(told)
    await first.click(told, label="Which tiles?")
    await first.click(told, label="Show the play")
    await world.restart()
    await other.slash(world.channel, "rummikub draw")
    await first.slash(world.channel, "rummikub play", move="r9-11")
    result = text_of(world.latest())
    assert "wins" in result
    assert f"Hints used: {NAMES[world.members.index(first)]} 2 (1 with the play shown)" in result


@pytest.mark.asyncio
async def test_a_table_can_be_played_without_hints(world: World) -> None:
    number, first, _ = await two(world)
    before = await rack_answer(world, number, first)
    await choose(world, number, hints="false")
    assert "Hint" not in buttons_of(await rack_answer(world, number, first))
    assert "without hints" in text_of(private(await first.click(before, label="Hint")))
    assert "without hints" in text_of(private(await first.slash(world.channel, "rummikub hint")))


# --- the tile picker -----------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_picked_tiles_are_laid_as_shown_without_typing(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; o9-12", rack="r5 b5 k9 r13")
    shown = await pick(world, number, first, "r5.1", "b5.1")
    assert "2 tiles picked:** red 5; blue 5" in text_of(shown)
    assert "They can be laid" in text_of(shown)
    assert "1 tile of the table moves" in text_of(shown)
    assert alt_of(shown, "after.png").endswith("Laid: red 5; blue 5. Moved on the table: black 5 → s3.")
    assert len(buttons_of(shown)) <= 4
    await world.restart()
    done = private(await first.click(shown, label="Play it"))
    assert "Played:" in text_of(done)
    assert await laid(world, number) == "r5 b5"


@pytest.mark.asyncio
async def test_there_is_another_way_and_it_is_the_one_that_is_played(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k5 r5 b5; o2-4; r8-10; k8-10", rack="o5 r13")
    message = await pick(world, number, first, "o5.1")
    assert "way 1 of 2" in text_of(message)
    one = alt_of(message, "after.png")
    message = private(await first.click(message, label="Other way"))
    assert "way 2 of 2" in text_of(message)
    two_ = alt_of(message, "after.png")
    assert one != two_
    message = private(await first.click(message, label="Other way"))
    assert alt_of(message, "after.png") == one
    message = private(await first.click(message, label="Other way"))
    shown = text_of(message)
    await first.click(message, label="Play it")
    match = await world.bot.matches.load(number)
    assert match.view.last is not None
    assert match.view.last.play in shown


@pytest.mark.asyncio
async def test_the_largest_part_is_offered_where_not_all_can_be_laid(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k6 r9 b12")
    shown = await pick(world, number, first, "k6.1", "r9.1")
    assert "cannot all be laid" in text_of(shown)
    assert "the most of them that can: black 6" in text_of(shown)
    change = private(await first.click(shown, label="Change tiles"))
    assert chosen_in(change) == ["k6.1", "r9.1"], "what was picked stays picked"
    await first.click(private(await first.click(change, label="Lay them")), label="Play it")
    assert await laid(world, number) == "k6"


@pytest.mark.asyncio
async def test_nothing_can_be_laid_before_the_opening_and_the_reason_is_told(world: World) -> None:
    """Rule 4.1."""
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, rack="r3 r4 r5 b12")
    shown = await pick(world, number, first, "r3.1", "r4.1", "r5.1")
    assert "None of them can be laid now" in text_of(shown)
    assert "worth 30 points" in text_of(shown)
    assert set(buttons_of(shown)) == {"Change tiles", "My rack"}


@pytest.mark.asyncio
async def test_equal_tiles_and_jokers_are_picked_one_by_one(world: World) -> None:
    number, first, _ = await two(world)
    rack = "k10 k10 r10 r10 b10 b10 J J r1"
    await arrange(world, number, seat_of=first, rack=rack)
    message = private(await first.slash(world.channel, "rummikub pick"))
    ((_, values),) = lists_of(message).items()
    assert len(set(values)) == len(values) == 9
    shown = await pick(world, number, first, *(v for v in values if v != "r1.1"), message=message)
    assert "8 tiles picked:** black 10, 10; red 10, 10; blue 10, 10; 2 jokers" in text_of(shown)
    await first.click(shown, label="Play it")
    assert await laid(world, number) == "k10 k10 r10 r10 b10 b10 J J"


@pytest.mark.asyncio
async def test_a_rack_of_more_than_25_tiles_is_picked_from_in_several_lists(world: World) -> None:
    number, first, _ = await two(world)
    rack = "k1-9 r1-9 b1-9 o1-9 J r5"
    await arrange(world, number, seat_of=first, opened=True, rack=rack)
    message = private(await first.click(await rack_answer(world, number, first), label="Pick tiles"))
    lists = lists_of(message)
    assert len(lists) == 5
    assert sorted(v for values in lists.values() for v in values) == sorted(
        [*(f"{c}{n}.1" for c in "krbo" for n in range(1, 10)), "J.1", "r5.2"]
    )
    for group, values in (("k", ["k5.1"]), ("r", ["r5.1", "r5.2"]), ("b", ["b5.1", "b6.1"]), ("b", ["b5.1"])):
        custom_id = next(each for each in lists_of(message) if f":{group}:" in each)
        message = private(await first.select(message, values, custom_id=custom_id))
    assert "4 tiles picked:** black 5; red 5, 5; blue 5" in text_of(message)
    assert sorted(chosen_in(message)) == ["b5.1", "k5.1", "r5.1", "r5.2"]
    shown = private(await first.click(message, label="Lay them"))
    assert "the most of them that can: black 5; red 5; blue 5" in text_of(shown)
    await first.click(shown, label="Play it")
    assert await laid(world, number) == "k5 r5 b5"


@pytest.mark.asyncio
async def test_tiles_can_be_picked_in_the_turn_of_another_and_laid_when_it_is_the_own(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, seat_of=other, opened=True, table="k2-5", rack="k6 r9")
    shown = await pick(world, number, other, "k6.1")
    assert "not your turn" in text_of(shown)
    assert "Play it" not in buttons_of(shown)
    await first.slash(world.channel, "rummikub draw")
    again = await pick(world, number, other, "k6.1")
    await other.slash(world.channel, "rummikub draw")
    late = private(await other.click(again, label="Play it"))
    assert await laid(world, number) == ""
    assert "not your turn" in text_of(late) or "out of date" in text_of(late)


@pytest.mark.asyncio
async def test_a_table_can_only_check_picked_tiles(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5; o9-12", rack="r5 b5 k9 r13")
    full = await pick(world, number, first, "r5.1", "b5.1")
    await choose(world, number, assist="check")
    shown = await pick(world, number, first, "r5.1", "b5.1")
    assert "They can be laid" in text_of(shown)
    assert set(buttons_of(shown)) == {"Play", "Change tiles", "My rack"}
    assert "k5" not in text_of(shown)
    assert [a.filename for a in shown.attachments] == ["rack.png"]
    not_all = await pick(world, number, first, "r5.1", "b5.1", "r13.1")
    assert "cannot all be laid" in text_of(not_all)
    assert "most" not in text_of(not_all)
    await first.click(full, label="Play it")
    assert await laid(world, number) == "", "a button from before is no way around it"
    assert await first.autocomplete(world.channel, "rummikub play", "move", "") == []


@pytest.mark.asyncio
async def test_a_table_can_be_played_without_picking(world: World) -> None:
    number, first, _ = await two(world)
    before = await rack_answer(world, number, first)
    await choose(world, number, assist="none")
    assert "Pick tiles" not in buttons_of(await rack_answer(world, number, first))
    assert "without picking" in text_of(private(await first.click(before, label="Pick tiles")))
    assert await first.autocomplete(world.channel, "rummikub play", "move", "") == []


@pytest.mark.asyncio
async def test_suggestions_are_there_as_usual(world: World) -> None:
    number, first, _ = await two(world)
    await arrange(world, number, seat_of=first, rack="k10 r10 b10 r1")
    found = await first.autocomplete(world.channel, "rummikub play", "move", "")
    assert [choice["value"] for choice in found] == ["k10 r10 b10"]


@pytest.mark.asyncio
async def test_what_is_shown_of_a_rack_reaches_only_its_owner(world: World) -> None:
    number, first, other = await two(world)
    await arrange(world, number, seat_of=first, opened=True, table="k2-5", rack="k6 r9 J")
    shown = await pick(world, number, first, "k6.1", "J.1")
    told: InteractionResult = await first.click(await rack_answer(world, number, first), label="Hint")
    await first.click(private(told), label="Which tiles?")
    code = next(iter(buttons_of(shown).values())).rpartition(":")[2]
    assert code in world.sees(first)
    assert code not in world.sees(other)
    assert "k6" not in world.sees(other)
    assert "k6" not in world.logged()
    for tile in parse_tiles("r9"):
        assert str(tile) not in world.sees(other)


@pytest.mark.asyncio
async def test_who_does_not_play_or_has_left_is_told_so(world: World) -> None:
    members = world.members[:3]
    number = await seat_all(world, members)
    message = await rack_answer(world, number, members[1])
    stranger = world.members[3]
    assert "not playing" in text_of(private(await stranger.slash(world.channel, "rummikub hint", game=number)))
    sure = await members[1].slash(world.channel, "rummikub leave")
    await members[1].click(private(sure), label="Leave the game")
    for label in ("Hint", "Pick tiles"):
        assert "not playing" in text_of(private(await members[1].click(message, label=label)))
