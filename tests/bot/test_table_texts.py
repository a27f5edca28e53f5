"""What the table says stays within Discord's limits, whatever happens (issue 2, point 13; ui limits)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.services.matches import PublicMatch
from bot.services.settings import Handover, Settings
from bot.texts import answers, results, translator
from bot.texts import table as words
from bot.texts.tiles import meld_in_words, tiles_in_words
from bot.ui.pictures import Picture
from bot.ui.table import last_lines, shrunk, table
from data import SeatRow
from engine.rummikub.actions import Play as PlayAction
from engine.rummikub.events import Drew, Event, Moved, Played, Skipped, WentAway
from engine.rummikub.match import apply, new_match, public_view
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS
from engine.rummikub.tiles import DECK, Tile
from engine.rummikub.views import LastAction, PublicView, RoundResult

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NASTY = [
    "N" * 200,
    "\u202e" + "\u0645\u0631\u062d\u0628\u0627" * 40,
    "@everyone ** ~~ ``` <@1>",
    "\U0001f9d1\u200d\U0001f680" * 60,
    "Z\u0334\u031b\u034e\u0308\u0301" * 60,
    "",
]
FULL = Table.of(
    parse_meld(text) for text in [f"k{v} r{v} b{v}" for v in range(1, 14)] * 2 + ["o1-3", "o4-6", "o7-9", "o10-13"] * 2
)
t = translator("en")


def view(**changes: object) -> PublicView:
    state = new_match(PRESETS["basque"], 6, "texts", NOW).state
    return public_view(state.model_copy(update=changes))


def match(view_: PublicView, **settings_: object) -> PublicMatch:
    seats = tuple(SeatRow(n, 10**18 + n, name) for n, name in enumerate(NASTY))
    chosen = Settings(ruleset=view_.ruleset, seats=6).model_copy(update=settings_)
    return PublicMatch(12, 1, 2, 3, "playing", seats, chosen, view_.deadline, view_)


def test_the_description_of_a_full_board_is_as_long_as_allowed() -> None:
    assert len(FULL) == 34
    shown = view(table=FULL, last=LastAction(0, "play", placed=tuple(DECK[:40])))
    alt = words.board_alt(t, NASTY, shown)
    assert len(alt) <= 1_024
    assert alt.startswith("Table with 34 sets: s1 1: black, red, blue.")
    assert "Pool: 46" in alt, "who holds how much is never what is left out"


@given(st.lists(st.sampled_from(DECK), max_size=106))
@settings(max_examples=50)
def test_descriptions_of_racks_and_reveals_fit(tiles: list[Tile]) -> None:
    rack = tuple(sorted(tiles))
    text = tiles_in_words(t, rack)
    assert len(words.rack_alt(t, len(rack), text, text)) <= 1_024
    result = RoundResult(1, "out", (0,), (rack,) * 6, (500,) * 6, (-500,) * 6)
    assert len(results.reveal_alt(t, NASTY, result)) <= 1_024
    assert len(results.scores_alt(t, NASTY, [result] * 50)) <= 1_024


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("r3-7", "red 3 to 7"),
        ("r3 J r5", "red 3 to 5, joker as 4"),
        ("k10 b10 J", "10: black, blue, joker"),
        ("J J o13", "orange 11 to 13, joker as 11, joker as 12"),
    ],
)
def test_sets_in_words(tiles: str, said: str) -> None:
    """Rule 1.4: a joker stands for one tile, and the words say which."""
    text = tiles if tiles != "J J o13" else "Jo11 Jo12 o13"
    assert meld_in_words(t, parse_meld(text)) == said


def test_a_rack_in_words() -> None:
    assert tiles_in_words(t, parse_tiles("J b10 r5 k4 k1 k4 J")) == "black 1, 4, 4; red 5; blue 10; 2 jokers"


def test_an_opening_says_its_points_and_what_its_joker_is() -> None:
    """Rule 4.2: a joker is worth what it stands for."""
    state = new_match(PRESETS["official"], 2, "texts", NOW).state
    rack = parse_tiles("r10 r11 J k1 k2")
    seats = tuple(seat.model_copy(update={"rack": rack}) for seat in state.seats)
    state = state.model_copy(update={"seats": seats, "on_turn": 0})
    step = apply(state, 0, PlayAction(text="r10 r11 J"), NOW)
    assert words.account(t, ["Ane", "Ben"], step.events) == [
        "**Ane** opened with 33 points – red 10 to 12, joker as 12. 2 tiles left."
    ]


def test_a_joker_laid_in_a_set_of_the_table_is_told_with_its_role() -> None:
    """Rule 1.4."""
    state = new_match(PRESETS["official"], 2, "texts", NOW).state
    seats = tuple(s.model_copy(update={"rack": parse_tiles("J J k9 o1"), "opened": True}) for s in state.seats)
    table = Table.of(parse_meld(text) for text in ("r3-6", "b9 r9 o9"))
    state = state.model_copy(update={"seats": seats, "on_turn": 1, "table": table})
    step = apply(state, 1, PlayAction(text="J s1; s2 k9"), NOW)
    assert words.account(t, ["Ane", "Ben"], step.events) == ["**Ben** laid black 9; a joker as red 2. 2 tiles left."]


def test_of_several_sets_each_stands_in_a_line_of_its_own_while_the_table_is_current() -> None:
    """A group has commas and a colon itself, so sets in one line cannot be told apart."""
    state = new_match(PRESETS["official"], 2, "texts", NOW).state
    rack = parse_tiles("r1 b1 k1 r9 b9 k9 o9 k2")
    seats = tuple(seat.model_copy(update={"rack": rack}) for seat in state.seats)
    step = apply(
        state.model_copy(update={"seats": seats, "on_turn": 0}), 0, PlayAction(text="r1 b1 k1; r9 b9 k9 o9"), NOW
    )
    sets = ["1: black, red, blue", "9: black, red, blue, orange"]
    (told,) = words.account(t, ["Ane", "Ben"], step.events)
    first, *lines = told.splitlines()
    assert first == "**Ane** opened with 39 points –"
    assert [line.partition(".")[0] for line in lines] == [f"• {each}" for each in sets]
    old = shrunk(t, match(view()), step.events)
    (line,) = [each.content for each in old.walk_children() if isinstance(each, discord.ui.TextDisplay)]
    assert "\n" not in line
    assert "•" not in line
    assert f"opened with 39 points – {'; '.join(sets)}. 1 tile left." in line


def test_a_long_play_is_counted_and_its_player_told_the_first_ways_between_sets() -> None:
    moves = tuple(Moved(tile, 1 + n % 20, 2) for n, tile in enumerate(DECK[:60]))
    play = Played(1, "r3 " * 600, tuple(DECK[:90]), moves, 900, 16, opened=False)
    told = words.account(t, ["Ane", "Ben"], [play])
    assert told == ["**Ben** laid 90 tiles. 20 sets were rearranged. 16 tiles left."]
    answer = answers.played(t, play, "r3-5 `")
    assert answer.startswith("Played: `r3-5 ˋ`\n")
    assert answer.endswith("15 more.")


@pytest.mark.parametrize(
    ("preset", "said"), [("official", "all have passed in a row"), ("basque", "the first player who does not play")]
)
def test_an_empty_pool_is_told_with_what_it_means(preset: str, said: str) -> None:
    """Rule 7.2."""
    state = new_match(PRESETS[preset], 2, "texts", NOW).state
    names = ["Ane", "Ben"]
    assert said in words.standing(t, names, names, public_view(state.model_copy(update={"pool": ()})))
    assert "empty" not in words.standing(t, names, names, public_view(state))


def test_the_longest_play_by_the_nastiest_name_fits() -> None:
    moves = tuple(Moved(tile, 1, 2) for tile in DECK)
    play = Played(1, "r3 " * 600, tuple(DECK), moves, 900, 20, opened=True)
    events: list[Event] = [play, *[Drew(n % 6, 1) for n in range(100)]]
    shown = view(table=FULL, last=LastAction(0, "draw", drawn=1))
    layout = table(t, match(shown, end_votes=(0, 1, 2, 3, 4)), shown, events, Picture("board.png", b"", ""))
    assert layout.content_length() <= 4_000
    assert layout.total_children_count <= 40
    small = shrunk(t, match(shown), events)
    assert small.content_length() <= 2_500


def test_a_table_with_all_that_can_be_said_of_who_is_away_fits() -> None:
    plan = Handover(seat=5, user_id=7, name=NASTY[3], votes=(0, 1, 2))
    gone = view(table=FULL)
    gone = replace(gone, seats=tuple(replace(seat, away=seat.seat > 3) for seat in gone.seats))
    everybody = replace(gone, seats=tuple(replace(seat, away=True) for seat in gone.seats))
    for shown in (gone, everybody):
        events: list[Event] = [WentAway(0), *[Skipped(n % 6, 1) for n in range(100)]]
        public = match(shown, end_votes=(0, 1, 2, 3, 4), handover=plan)
        layout = table(t, public, shown, events, Picture("board.png", b"", ""), moderator=10**18)
        assert layout.content_length() <= 4_000
        assert layout.total_children_count <= 40


def test_of_a_long_story_the_newest_lines_are_kept() -> None:
    assert last_lines([f"line {n}" for n in range(1_000)], 30) == ["line 997", "line 998", "line 999"]
    assert last_lines(["x" * 100], 30) == ["x" * 100]
