"""Private answers: the time that is left, ways on, why something cannot be done, and that nothing typed is lost."""

from __future__ import annotations

import pytest

from tests.bot.players import arrange, table, two
from tests.bot.support import World, buttons_of, components_of, private, text_of
from tests.bot.test_absence import away, draw, three


@pytest.mark.asyncio
@pytest.mark.parametrize("command", ["rack", "draft", "pick", "hint", "board"])
async def test_on_the_own_turn_every_screen_says_how_much_time_is_left(world: World, command: str) -> None:
    """Rule 6.1."""
    number, first, _ = await two(world)
    deadline = (await world.bot.matches.load(number)).view.deadline
    assert deadline is not None
    answer = private(await first.slash(world.channel, f"rummikub {command}"))
    assert f"Time is up <t:{int(deadline.timestamp())}:R>." in text_of(answer)


@pytest.mark.asyncio
async def test_picked_tiles_are_shown_with_the_time_that_is_left(world: World) -> None:
    number, first, other = await two(world)
    for member in (first, other):
        await arrange(world, number, seat_of=member, opened=True, table="k2-5", rack="k6 r9")
        picker = private(await member.slash(world.channel, "rummikub pick"))
        (select,) = [c for c in components_of(picker) if c["type"] == 3]
        shown = private(await member.select(picker, ["k6.1"], custom_id=select["custom_id"]))
        assert ("Time is up" in text_of(shown)) == (member is first)


@pytest.mark.asyncio
async def test_without_a_clock_no_screen_speaks_of_time(world: World) -> None:
    _, first, _ = await two(world, turn_time=0)
    for command in ("draft", "pick", "hint"):
        assert "Time" not in text_of(private(await first.slash(world.channel, f"rummikub {command}")))


@pytest.mark.asyncio
async def test_the_private_board_of_who_is_on_turn_offers_a_move(world: World) -> None:
    number, first, other = await two(world)
    shown = private(await first.slash(world.channel, "rummikub board"))
    assert list(buttons_of(shown)) == ["My rack", "Play", "Draw", "Help"]
    assert list(buttons_of(private(await other.slash(world.channel, "rummikub board")))) == ["My rack", "Help"]
    assert "You drew" in text_of(private(await first.click(shown, label="Draw")))
    assert (await world.bot.matches.load(number)).player(other.id).my_turn


# --- why not -----------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_who_may_not_choose_options_is_told_why_the_rules_are_shown(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", seats=2)
    lobby = world.latest()
    shown = text_of(private(await ben.click(lobby, label="Options")))
    assert shown.startswith("Only the host of the game or a moderator can change the options.")
    assert "Rules of game #1" in shown
    assert "Only the host" not in text_of(private(await ben.click(lobby, label="Rules")))
    options = buttons_of(lobby)["Options"]
    await ben.click(lobby, label="Join")
    shown = text_of(private(await world.forge(anna, options)))
    assert shown.startswith("The options cannot be changed any more: the game has begun")


@pytest.mark.asyncio
async def test_a_refused_number_shows_the_options_anew_so_that_it_can_be_chosen_again(world: World) -> None:
    anna = world.members[0]
    await anna.slash(world.channel, "rummikub start", seats=4)
    panel = private(await anna.click(world.latest(), label="Options"))
    select = "rk:opt:1:table:match_target"
    window = await anna.select(panel, ["other"], custom_id=select)
    answer = private(await anna.submit_modal(window, {"number": "many"}))
    assert answer.id == panel.id, "it takes the place of the one in which the wrong entry is still chosen"
    assert "That has to be a whole number" in text_of(answer)
    (chosen,) = [c for c in components_of(answer) if c.get("custom_id") == select]
    assert [o["value"] for o in chosen["options"] if o.get("default")] == ["0"]
    window = await anna.select(answer, ["other"], custom_id=select)
    answer = private(await anna.submit_modal(window, {"number": "321"}))
    assert "321 points" in text_of(world.latest())
    assert "That has to be" not in text_of(answer)


@pytest.mark.asyncio
async def test_a_refused_number_of_seats_shows_the_options_anew(world: World) -> None:
    anna, ben, chloe, _ = world.members
    await anna.slash(world.channel, "rummikub start", seats=4)
    lobby = world.latest()
    panel = private(await anna.click(lobby, label="Options"))
    for member in (ben, chloe):
        await member.click(lobby, label="Join")
    answer = private(await anna.select(panel, ["2"], custom_id="rk:opt:1:table:seats"))
    assert answer.id == panel.id
    assert "3 players have joined already" in text_of(answer)
    (seats,) = [c for c in components_of(answer) if c.get("custom_id") == "rk:opt:1:table:seats"]
    assert [o["value"] for o in seats["options"] if o.get("default")] == ["4"]


@pytest.mark.asyncio
async def test_the_question_which_game_is_meant_says_in_its_list_what_to_do(world: World) -> None:
    await two(world)
    anna, ben = world.members[:2]
    await anna.slash(world.channel, "rummikub start", seats=2)
    await ben.click(world.latest(), label="Join")
    question = private(await anna.slash(world.channel, "rummikub rack"))
    (select,) = [c for c in components_of(question) if c["type"] == 3]
    assert select["placeholder"] == "Choose a game …"


@pytest.mark.asyncio
async def test_replace_names_its_game_from_another_channel(world: World) -> None:
    number, first, second, third = await three(world)
    await away(world, number, third)
    await draw(world, number, first)
    elsewhere = world.guild.create_text_channel("elsewhere")
    games = await second.autocomplete(elsewhere, "rummikub replace", "game", "")
    assert [choice["value"] for choice in games] == [number]
    seats = await second.autocomplete(elsewhere, "rummikub replace", "player", "", game=number)
    seat = (await world.bot.matches.load(number)).seat_of(third.id)
    assert [choice["value"] for choice in seats] == [f"{number}:{seat}"]
    assert await second.autocomplete(elsewhere, "rummikub replace", "player", "", game=999) == []
    answer = private(await second.slash(elsewhere, "rummikub replace", game=number, level="easy"))
    assert "1 of 2 agrees" in text_of(answer)
    wrong = private(await second.slash(elsewhere, "rummikub replace", game=number, player=f"{number + 1}:{seat}"))
    assert "not away" in text_of(wrong), "a seat of one game is none of another"


# --- nothing typed is lost -----------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_move_typed_out_of_turn_is_shown_and_waits_in_the_window(world: World) -> None:
    number, first, other = await two(world)
    answer = text_of(private(await other.slash(world.channel, "rummikub play", move="r3-5; `s1` @everyone")))
    assert "not your turn" in answer
    assert "You wrote: `r3-5; ˋs1ˋ @\u200beveryone`" in answer
    assert "waits in the window of **Play**" in answer
    await draw(world, number, first)
    window = (await other.click(await table(world, number), label="Play")).modal
    assert window is not None
    assert "r3-5; `s1` @everyone" in str(window)


@pytest.mark.asyncio
async def test_a_move_that_comes_too_late_is_shown_too(world: World) -> None:
    number, first, other = await two(world)
    window = await first.click(await table(world, number), label="Play")
    await first.slash(world.channel, "rummikub draw")
    answer = text_of(private(await first.submit_modal(window, {"move": "k1-3"})))
    assert "You wrote: `k1-3`" in answer
    await other.click(private(await other.slash(world.channel, "rummikub leave")), label="Leave the game")
    answer = text_of(private(await world.forge(first, f"rk:move:{number}", typed="k4-6")))
    assert "This game is over" in answer
    assert "You wrote: `k4-6`" in answer
    assert "window" not in answer, "no turn comes for it"


@pytest.mark.asyncio
async def test_a_step_of_a_draft_that_cannot_be_added_is_shown(world: World) -> None:
    number, first, other = await two(world)
    draft = private(await first.slash(world.channel, "rummikub draft"))
    window = await first.click(draft, label="Add")
    assert "You wrote: `q7 r5`" in text_of(private(await first.submit_modal(window, {"move": "q7 r5"})))
    assert "You wrote: `r5 r6`" in text_of(private(await other.slash(world.channel, "rummikub draft", add="r5 r6")))
    await draw(world, number, first)
    late = text_of(private(await world.forge(first, f"rk:step:{number}:1", typed="k7 k8")))
    assert "not your turn" in late
    assert "You wrote: `k7 k8`" in late


@pytest.mark.asyncio
async def test_what_a_stranger_types_is_shown_within_a_message(world: World) -> None:
    number, *_ = await two(world)
    long = "@" * 2_000
    answer = private(await world.members[3].slash(world.channel, "rummikub play", move=long, game=number))
    assert "not playing" in text_of(answer)
    assert "You wrote: `@" in text_of(answer)
    assert len(answer.content) <= 2_000


@pytest.mark.asyncio
async def test_a_move_that_could_not_be_kept_is_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    number, first, _ = await two(world)
    window = await first.click(await table(world, number), label="Play")

    async def fails(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(world.bot.store, "match", fails)
    answer = text_of(private(await first.submit_modal(window, {"move": "k1 k2 k3"})))
    monkeypatch.undo()
    world.forgive()
    assert "You wrote: `k1 k2 k3`" in answer
