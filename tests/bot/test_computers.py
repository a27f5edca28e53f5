"""Computers in seats as members see them: seated, told, moving after a pause, going on whatever happens."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from simcord import MemberActor

from bot.services import computers, moves
from bot.services.computers import LONGEST_PAUSE, SHORTEST_PAUSE, pause
from bot.services.matches import Match, Matches, Member
from bot.services.replay import is_sound
from bot.services.settings import Settings
from data import Change, Store
from engine.rummikub.actions import Draw, Pass, Play
from engine.rummikub.computers import LEVELS
from engine.rummikub.match import new_match
from engine.rummikub.notation import format_tiles, parse_tiles
from engine.rummikub.ruleset import PRESETS
from tests.bot.players import arrange, best, table_of
from tests.bot.support import World, buttons_of, components_of, disabled_of, private, text_of
from tests.bot.test_whole_games import Secrets, fits_into_messages, scan

WAIT = LONGEST_PAUSE.total_seconds() + 1
"""The clock looks once a second."""


async def alone(world: World, seed: str = "seed", **options: Any) -> int:
    """A game of the first member against computers, which has begun; its number."""
    world.bot.matches._new_seed = lambda: seed
    options = {"computers": 1, "level": "easy"} | options
    await world.members[0].slash(world.channel, "rummikub start", **options)
    assert world.members[0].guild is not None
    return max(row.id for row in await world.bot.store.open_matches(world.members[0].guild.id))


async def until_turn(world: World, match_id: int, member: MemberActor) -> Match:
    """Let the computers move until it is the member's turn; the match as it is then."""
    for _ in range(8):
        match = await world.bot.matches.load(match_id)
        if match.row.phase != "playing" or match.player(member.id).my_turn:
            return match
        await world.advance(WAIT)
    raise AssertionError("the computers do not move")


async def until_computer(world: World, match_id: int, member: MemberActor) -> Match:
    """Draw if need be, so that a computer is on turn."""
    match = await until_turn(world, match_id, member)
    await member.click(table_of(world, match), label="Draw")
    match = await world.bot.matches.load(match_id)
    assert not match.player(member.id).my_turn
    return match


async def turn(world: World, match_id: int, member: MemberActor) -> None:
    """The member plays what is suggested, else draws or passes."""
    match = await world.bot.matches.load(match_id)
    move = best(match, member)
    if move is not None:
        await member.slash(world.channel, "rummikub play", move=move)
    else:
        await member.slash(world.channel, "rummikub draw" if match.view.pool else "rummikub pass")


# --- seats -----------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_one_alone_plays_at_once(world: World) -> None:
    anna = world.members[0]
    answer = await anna.slash(world.channel, "rummikub start", computers=2, level="hard")
    assert "has begun" in text_of(private(answer))
    text = text_of(world.latest())
    assert "🤖 Ada" in text
    assert "🤖 Kurt" in text
    (row,) = await world.bot.store.matches_in_channel(world.channel.id)
    assert row.phase == "playing"
    assert [(seat.user_id, seat.computer) for seat in row.seats] == [(anna.id, None), (None, "hard"), (None, "hard")]


@pytest.mark.asyncio
async def test_with_free_seats_or_rules_to_choose_the_lobby_waits(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", computers=1, seats=3)
    lobby = world.latest()
    assert "2. **🤖 Ada (medium)**\n3. *free*" in text_of(lobby)
    await ben.click(lobby, label="Join")
    assert "Draw" in buttons_of(world.latest())
    answer = await anna.slash(world.channel, "rummikub start", computers=1, more_options=True)
    assert any(c["type"] == 3 for c in components_of(private(answer)))
    assert "2. **🤖 Ada (medium)**" in text_of(world.latest())
    await anna.click(world.latest(), label="Start")
    assert "Draw" in buttons_of(world.latest())


@pytest.mark.asyncio
async def test_the_host_adds_and_removes_computers_of_each_level(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", seats=5)
    lobby = world.latest()
    panel = private(await anna.click(lobby, label="Computers"))
    for level in LEVELS:
        panel = private(await anna.click(panel, label=f"Add {level}"))
    assert "2. **🤖 Ada (easy)**\n3. **🤖 Kurt (medium)**\n4. **🤖 Hedy (hard)**\n5. *free*" in text_of(world.latest())
    assert "One seat is free" in text_of(panel)
    (select,) = [c for c in components_of(panel) if c["type"] == 3]
    panel = private(await anna.select(panel, ["Kurt"], custom_id=select["custom_id"]))
    assert "Kurt" not in text_of(panel)
    assert "2. **🤖 Ada (easy)**\n3. **🤖 Hedy (hard)**\n4. *free*" in text_of(world.latest())
    panel = private(await anna.click(panel, label="Add easy"))
    await ben.click(lobby, label="Join")
    match = await world.bot.matches.load(1)
    assert match.names == ("Anna", "🤖 Ada", "🤖 Hedy", "🤖 Kurt", "Ben")
    assert match.row.phase == "playing"


@pytest.mark.asyncio
async def test_the_last_seat_taken_by_a_computer_starts_the_game(world: World) -> None:
    anna = world.members[0]
    await anna.slash(world.channel, "rummikub start", seats=2)
    panel = private(await anna.click(world.latest(), label="Computers"))
    answer = private(await anna.click(panel, label="Add medium"))
    assert "has begun" in text_of(answer)
    assert "Draw" in buttons_of(world.latest())


@pytest.mark.asyncio
async def test_only_the_host_or_a_moderator_seats_computers_and_an_old_panel_says_so(world: World) -> None:
    anna, ben, *_ = world.members
    await anna.slash(world.channel, "rummikub start", seats=3)
    lobby = world.latest()
    assert "host" in text_of(private(await ben.click(lobby, label="Computers")))
    panel = private(await world.moderator().click(lobby, label="Computers"))
    assert "Add hard" in buttons_of(panel)
    panel = private(await anna.click(lobby, label="Computers"))
    await ben.click(lobby, label="Join")
    await anna.click(lobby, label="Start")
    assert "has begun" in text_of(private(await anna.click(panel, label="Add hard")))
    assert len((await world.bot.matches.load(1)).row.seats) == 2


@pytest.mark.asyncio
async def test_a_lobby_of_computers_alone_closes(world: World) -> None:
    anna = world.members[0]
    await anna.slash(world.channel, "rummikub start", computers=1, seats=3)
    await anna.click(world.latest(), label="Leave")
    assert "everybody left" in text_of(world.latest())


@pytest.mark.asyncio
async def test_a_rematch_seats_the_computers_again(world: World) -> None:
    anna = world.members[0]
    number = await alone(world, computers=2, level="hard")
    await anna.slash(world.channel, "rummikub end")
    await world.bot.matches.vote_end(number, Member(anna.id, "Anna"))
    await world.settle()
    panel = await anna.click(world.latest(), label="Rematch")
    assert "seated again" in text_of(private(panel))
    assert "1. **Anna** · host\n2. **🤖 Ada (hard)**\n3. **🤖 Kurt (hard)**" in text_of(world.latest())
    full = private(await anna.click(world.latest(), label="Computers"))
    assert disabled_of(full) == {"Add easy", "Add medium", "Add hard"}
    await anna.click(world.latest(), label="Start")
    assert "Draw" in buttons_of(world.latest())


# --- turns -----------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_computers_move_after_a_pause_and_are_told_in_one_message(world: World) -> None:
    anna = world.members[0]
    number = await alone(world, computers=3)
    match = await until_computer(world, number, anna)
    shown = world.latest()
    assert "**Anna** drew a tile" in text_of(shown), "the member's own move is shown at once"
    assert "🤖 Ada is on turn" in text_of(shown)
    assert "Time is up" not in text_of(shown), "a computer needs no countdown"
    assert match.row.deadline is not None
    assert SHORTEST_PAUSE <= match.row.deadline - world.now() <= LONGEST_PAUSE
    before = len(world.messages())
    await world.advance(WAIT)
    table = world.latest()
    assert len(world.messages()) == before + 1
    for name in ("🤖 Ada", "🤖 Kurt", "🤖 Hedy"):
        assert f"**{name}** " in text_of(table)
    assert f"<@{anna.id}>, it is your turn" in text_of(table)
    assert [user.id for user in table.mentions] == [anna.id]
    assert "Time is up" in text_of(table)
    assert all(f"**{name} (easy)** " in text_of(table) for name in ("🤖 Ada", "🤖 Kurt", "🤖 Hedy"))


@pytest.mark.asyncio
async def test_no_countdown_anywhere_while_a_computer_is_on_turn(world: World) -> None:
    anna = world.members[0]
    number = await alone(world)
    match = await until_computer(world, number, anna)
    assert "<t:" not in text_of(private(await anna.click(table_of(world, match), label="My rack")))
    assert "<t:" not in text_of(private(await anna.slash(world.channel, "rummikub games")))
    assert "🤖 Ada" in text_of(private(await anna.slash(world.channel, "rummikub games")))


@pytest.mark.asyncio
async def test_a_game_alone_goes_to_its_end_and_the_computers_rack_stays_secret(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets, anna = Secrets(monkeypatch), world.members[0]
    number = await alone(world, level="hard", ruleset="lithuanian", seed="alone")
    begun = await world.bot.matches.load(number)
    await arrange(world, number, pool=format_tiles(begun.begun.pool[:16]))
    for _ in range(100):
        match = await until_turn(world, number, anna)
        secrets.note(match)
        if match.row.phase == "over":
            break
        await turn(world, number, anna)
        secrets.note(await world.bot.matches.load(number))
    match = await world.bot.matches.load(number)
    assert match.row.phase == "over"
    assert "wins the game!" in text_of(world.latest())
    assert "Rematch" in buttons_of(world.latest())
    assert scan(world, secrets) > 5
    fits_into_messages(world)
    assert await world.bot.store.leaderboard(match.row.guild_id or 0) == [], "a game alone counts for nobody"


@pytest.mark.asyncio
@pytest.mark.parametrize("level", LEVELS)
async def test_computers_of_each_level_play_a_match_to_its_end(level: str) -> None:
    now = [datetime(2026, 1, 1, tzinfo=UTC)]
    store = await Store.open(None)
    try:
        matches = Matches(store, lambda: now[0], lambda _: None, lambda: f"all {level}")
        host, friend = Member(1, "Anna"), Member(2, "Ben")
        settings = Settings(ruleset=PRESETS["lithuanian"], seats=4)
        opened = await matches.open_lobby(guild_id=1, channel_id=1, host=host, settings=settings, levels=[level] * 2)
        match = await matches.join(opened.id, friend)
        for _ in range(400):
            if match.row.phase == "over":
                break
            state = match.begun
            actor = match.row.seats[state.on_turn or 0].user_id
            if actor is None:
                now[0] += LONGEST_PAUSE
                match = (await matches.time_up(match.id)).match
            else:
                action = Draw() if state.pool else Pass()
                match = (await matches.submit(match.id, host if actor == host.id else friend, action)).match
        assert match.row.phase == "over"
        assert is_sound(match, await store.log(match.id))
        assert len(await store.leaderboard(1)) == 2, "computers are in no leaderboard"
    finally:
        await store.close()


@pytest.mark.asyncio
async def test_a_restart_in_the_pause_changes_nothing(world: World) -> None:
    anna = world.members[0]
    number = await alone(world, computers=2, level="hard")
    before = await until_computer(world, number, anna)
    foretold = computers.moves(before.begun, before.row.seats, world.now())
    await world.restart()
    await world.advance(WAIT)
    match = await world.bot.matches.load(number)
    assert match.player(anna.id).my_turn
    assert [seat.rack for seat in match.begun.seats] == [seat.rack for seat in foretold[-1].step.state.seats]


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", ["raises", "not allowed", "misplays"])
async def test_a_computer_that_fails_draws_and_the_game_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    anna = world.members[0]
    number = await alone(world)
    await until_computer(world, number, anna)
    if fault == "misplays":
        await arrange(world, number, rules={"misplay_penalty": 3})

    def choose(*_: object, **__: object) -> Play:
        if fault == "raises":
            raise RuntimeError("k5 r6")
        return Play(text="k1 k1 k1")

    monkeypatch.setattr(computers, "choose", choose)
    tiles = (await world.bot.matches.load(number)).view.seats[1].tiles
    await world.advance(WAIT)
    match = await world.bot.matches.load(number)
    assert match.player(anna.id).my_turn
    assert match.view.seats[1].tiles == tiles + 1
    assert "**🤖 Ada** drew a tile" in text_of(world.latest())
    assert len(world.forgive()) == 1
    assert "k5" not in world.logged()


# --- ends ------------------------------------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_when_the_last_member_leaves_the_match_is_stopped(world: World) -> None:
    anna = world.members[0]
    number = await alone(world, computers=2)
    await until_turn(world, number, anna)
    answer = await anna.slash(world.channel, "rummikub leave")
    await anna.click(private(answer), label="Leave the game")
    match = await world.bot.matches.load(number)
    assert match.row.phase == "over"
    assert match.row.deadline is None
    assert "Only computers are left" in text_of(world.latest())
    assert "**🤖 Ada (easy)** 0" in text_of(world.latest()), "and so do the totals of a game that was stopped"
    assert is_sound(match, await world.bot.store.log(number))


@pytest.mark.asyncio
async def test_the_only_member_ends_the_game_without_asking_computers(world: World) -> None:
    anna = world.members[0]
    number = await alone(world, computers=2)
    answer = await anna.slash(world.channel, "rummikub end")
    await anna.click(private(answer), label="End the game")
    assert (await world.bot.matches.load(number)).row.phase == "over"


@pytest.mark.asyncio
async def test_a_round_in_which_nobody_can_play_ends_without_passes(world: World) -> None:
    """Rule 7.2, last sentence: after the draw that empties the pool nobody can play, which is proved."""
    anna = world.members[0]
    number = await alone(world)
    match = await until_turn(world, number, anna)
    anna_seat, ada_seat = match.begun.seats
    racks = [
        anna_seat.model_copy(update={"rack": parse_tiles("r1 r9"), "opened": True}),
        ada_seat.model_copy(update={"rack": parse_tiles("k1 k5"), "opened": True}),
    ]
    state = match.begun.model_copy(update={"seats": tuple(racks)})
    await world.bot.store.commit(
        Change(match_id=number, expected=match.row.revision, at=world.now(), state=state.model_dump_json())
    )
    await arrange(world, number, table="b3-6", pool="o13")
    await anna.slash(world.channel, "rummikub draw")
    match = await world.bot.matches.load(number)
    assert match.row.phase == "over"
    assert match.view.results[-1].reason == "stuck"
    assert "nobody can play" in text_of(world.latest())
    assert "**🤖 Ada (easy)** " in text_of(world.latest()), "the scores say its level"


@pytest.mark.asyncio
async def test_a_proof_that_fails_stops_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = world.members[0]
    number = await alone(world)
    await until_turn(world, number, anna)
    await arrange(world, number, pool="o13")

    def nobody_can_play(*_: object, **__: object) -> bool:
        raise RuntimeError("k5 r6")

    monkeypatch.setattr(moves, "nobody_can_play", nobody_can_play)
    await anna.slash(world.channel, "rummikub draw")
    match = await world.bot.matches.load(number)
    assert (match.row.phase, match.view.pool) == ("playing", 0)
    assert len(world.forgive()) == 1
    assert "k5" not in world.logged()


@pytest.mark.asyncio
async def test_a_round_in_which_somebody_can_play_goes_on(world: World) -> None:
    anna = world.members[0]
    number = await alone(world)
    await until_turn(world, number, anna)
    await arrange(world, number, seat_of=anna, rack="r1 b7", opened=True, table="b3-6", pool="o13")
    await anna.slash(world.channel, "rummikub draw")
    assert (await world.bot.matches.load(number)).row.phase == "playing"


def test_no_two_pauses_of_a_computer_need_be_alike_and_a_seed_fixes_them() -> None:
    state = new_match(PRESETS["official"], 2, "pauses", datetime(2026, 1, 1, tzinfo=UTC)).state
    turns = [state.model_copy(update={"turn": turn}) for turn in range(1, 51)]
    pauses = [pause(each) for each in turns]
    assert len(set(pauses)) > 40
    assert all(SHORTEST_PAUSE <= each <= LONGEST_PAUSE for each in pauses)
    assert pauses == [pause(each) for each in turns]
