"""Reading and printing the notation (notation.md)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.actions import Draw, Pass, Play
from engine.rummikub.lexing import SetName, Slot
from engine.rummikub.melds import Table
from engine.rummikub.notation import (
    PlayText,
    Position,
    format_action,
    format_meld,
    format_play,
    format_position,
    format_tiles,
    parse_action,
    parse_meld,
    parse_play,
    parse_position,
    parse_tiles,
)
from engine.rummikub.tiles import JOKER, TILES
from tests.engine.slow_judge import every_group, every_run

DOCUMENTED = {"syntax", "ambiguous_joker", "not_a_set", "too_long", "bad_position", "nothing_played"}
MELDS = [*every_run(13), *every_group()]


def refusal(reader, text) -> list[dict]:
    with pytest.raises(IllegalAction) as caught:
        reader(text)
    return [fault.as_json() for fault in caught.value.faults]


# --- tiles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("r5", "r5"),
        ("5r", "r5"),
        ("R5", "r5"),
        ("y5", "o5"),
        ("🟥5 🟦12 ⬛1 🟧13 🟨13", "k1 r5 b12 o13 o13"),
        ("⬛️7", "k7"),
        ("5🟥", "r5"),
        ("* joker J j JOKER", "J J J J J"),
        ("r3r4r5", "r3 r4 r5"),
        ("r13r1", "r1 r13"),
        ("5r6b", "r5 b6"),
        ("r5b6", "r5 b6"),
        ("10rbk", "k10 r10 b10"),
        ("rbk10", "k10 r10 b10"),
        ("10rb6", "r10 b6"),
        ("r3-7", "r3 r4 r5 r6 r7"),
        ("r7-3", "r3 r4 r5 r6 r7"),
        ("r3–5", "r3 r4 r5"),
        ("o1 J k13 b2 k2 r9", "k2 k13 r9 b2 o1 J"),
        ("  r3\t r4 ", "r3 r4"),
        ("", ""),
    ],
)
def test_tiles_are_read_leniently_and_printed_strictly(text, printed):
    assert format_tiles(parse_tiles(text)) == printed


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("r4 r5 x6", 7),
        ("r0", 1),
        ("r14", 1),
        ("r05", 1),
        ("r3 r", 4),
        ("r3rr4x", 6),
        ("5", 1),
        ("r٣", 1),
        ("K5 ſ3", 4),
        ("r5-", 3),
        ("r3-14", 3),
        ("Jr5", 1),
        ("r5@rack", 1),
        ("r3 s1", 4),
        ("r3@x", 3),
        ("r3; r4", 5),
    ],
)
def test_what_is_unreadable_is_told_with_its_column(text, column):
    faults = refusal(parse_tiles, text)
    assert [fault["code"] for fault in faults] == ["syntax"]
    assert faults[0]["column"] == column


def test_all_unreadable_words_are_told_at_once():
    assert [fault["column"] for fault in refusal(parse_play, "x1 r5 y99; zz")] == [1, 7, 12]


@given(st.lists(st.sampled_from(TILES)))
def test_tiles_round_trip(tiles):
    assert parse_tiles(format_tiles(tiles)) == tuple(sorted(tiles))


# --- sets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("r5 r3 r4", "r3-5"),
        ("b10 k10 r10", "k10 r10 b10"),
        ("o10 J k10", "k10 o10 J"),
        ("r3 J r5", "r3 J r5"),
        ("J r5 r6", "J r5 r6"),
        ("r5 r6 J", "r5 r6 J"),
        ("J r5 r6 J", "J r5 r6 J"),
        ("J J r5 r6", "J J r5 r6"),
        ("r5 r6 J J", "r5 r6 J J"),
        # A full end sends them to the other.
        ("r12 r13 J", "J r12 r13"),
        ("J r1 r2", "r1 r2 J"),
        ("J J r2 r3", "J r2 r3 J"),
        ("r11 r12 J J", "J r11 r12 J"),
        ("J r12 r13 J", "J J r12 r13"),
        ("r12 J r13", "J r12 r13"),
        ("o7-13 J", "J o7 o8 o9 o10 o11 o12 o13"),
        # Jokers first fill the gaps, wherever they stand.
        ("r5 r7 J", "r5 J r7"),
        ("J r5 r7", "r5 J r7"),
        ("J r5 J r7", "J r5 J r7"),
        ("J J r5 r7", "J r5 J r7"),
        ("r5 J r7 J", "r5 J r7 J"),
        ("r5 J J r8", "r5 J J r8"),
        ("o7 J o9 o6", "o6 o7 J o9"),
        # Roles said.
        ("r5 Jr6 Jr7", "r5 Jr6 Jr7"),
        ("r5 Jr6 J", "r5 Jr6 Jr7"),
        ("J r5 Jr6", "Jr4 r5 Jr6"),
        ("r6 Jr4 r5", "J r5 r6"),
        ("r3Jr5r4", "r3 r4 J"),
        ("r5 J=r6 r7", "r5 J r7"),
        ("r5 Jk5 J", "r5 Jk5 J"),
        ("r5 J Jo5", "r5 Jk5 J"),
        ("r5 b5 Jo5", "r5 b5 J"),
        ("J5b r5 k5", "k5 r5 J"),
        # Both read nothing but a group.
        ("r5 b5 J J", "r5 b5 J J"),
        ("J r5 b5", "r5 b5 J"),
    ],
)
def test_sets_are_read_as_meant_and_printed(text, printed):
    assert format_meld(parse_meld(text)) == printed


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("r5 J J", ["r5 Jk5 J", "Jr3 Jr4 r5", "Jr4 r5 Jr6", "r5 Jr6 Jr7"]),
        ("J r1 J", ["r1 Jk1 J", "r1 Jr2 Jr3"]),
        ("r5 J r6", ["J r5 r6", "r5 r6 J"]),
        ("r6 J r5", ["J r5 r6", "r5 r6 J"]),
        ("r6 r5 J", ["J r5 r6", "r5 r6 J"]),
        ("J r5 r7 J", ["J r5 J r7", "r5 J r7 J"]),
        ("r5 J r6 J", ["J r5 r6 J", "r5 r6 J J"]),
        ("r5 J J r7", ["J r5 J r7", "r5 J r7 J"]),
    ],
)
def test_rule_1_5_the_engine_asks_and_never_guesses(text, readings):
    (fault,) = refusal(parse_meld, text)
    assert fault["code"] == "ambiguous_joker"
    assert fault["readings"] == readings
    assert [format_meld(parse_meld(reading)) for reading in readings] == readings


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r4 r5", "too_few"),
        ("", "no_tile"),
        ("J J J", "no_tile"),
        ("b7 b7 r7", "repeated"),
        ("b7 r7 k7 o7 J", "group_too_long"),
        ("r12 r13 r1", "gap"),
        ("r4 r6 r7", "gap"),
        ("r4 b5 r6", "mixed"),
        ("r1-13 J", "run_too_long"),
        ("Jb4 r5 r6", "role"),
        ("r5 b5 Jr5", "role"),
        ("r5 b5 Jk6", "role"),
    ],
)
def test_no_set_and_why(text, why):
    (fault,) = refusal(parse_meld, text)
    assert (fault["code"], fault["why"]) == ("not_a_set", why)


def test_every_meld_round_trips():
    for meld in MELDS:
        assert parse_meld(format_meld(meld)) == meld


# --- plays ------------------------------------------------------------------------------------------------


def test_a_play_in_all_its_forms():
    play = parse_play("s3 r6; k9@s2 R9@RACK, b3-5@s1 | Jr6@s4\n;; S12")
    k9, r9, b3, b4, b5, r6 = parse_tiles("k9 r9 b3-5 r6")
    assert play == PlayText(
        (
            (SetName(3), Slot(r6)),
            (Slot(k9, source=2), Slot(r9, source=0)),
            (Slot(b3, source=1), Slot(b4, source=1), Slot(b5, source=1)),
            (Slot(JOKER, role=r6, source=4),),
            (SetName(12),),
        )
    )
    assert format_play(play) == "s3 r6; k9@s2 r9@rack; b3-5@s1; Jr6@s4; s12"


@pytest.mark.parametrize("text", ["s1 r3; s1 r4", "s1 s1", "s1; s2; r3 s1"])
def test_a_number_stands_in_one_part_only(text):
    assert [(fault["code"], fault["why"]) for fault in refusal(parse_play, text)] == [("syntax", "set_twice")]


@pytest.mark.parametrize("text", ["s1@s2", "r5 @s1", "r5@", "r5@s", "@s1 r5", "s", "s1.5", "r3@rack@s1", "s0", "r3@s0"])
def test_sources_follow_a_tile_without_a_blank(text):
    assert {fault["code"] for fault in refusal(parse_play, text)} == {"syntax"}


@pytest.mark.parametrize("text", ["", "  ", ";;", " , | \n"])
def test_an_empty_play(text):
    assert [fault["code"] for fault in refusal(parse_play, text)] == ["nothing_played"]


def test_the_longest_text():
    assert len(parse_play(("r1 " * 667)[:2000]).parts[0]) == 667
    assert refusal(parse_play, "r" * 2001) == [{"code": "too_long", "length": 2001, "limit": 2000}]


@pytest.mark.parametrize(
    ("text", "action"),
    [("draw", Draw()), (" DRAW; ", Draw()), ("Pass\n", Pass()), ("r3-5", Play(text="r3-5"))],
)
def test_draw_and_pass_are_plays_too(text, action):
    assert parse_action(text) == action
    assert parse_action(format_action(action)) == action


SLOTS = st.builds(
    lambda tile, role, source: Slot(tile, role if tile == JOKER else None, source),
    st.sampled_from(TILES),
    st.none() | st.sampled_from(TILES[:-1]),
    st.none() | st.integers(0, 40),
)


@st.composite
def play_texts(draw):
    numbers = draw(st.lists(st.integers(1, 99), unique=True, max_size=4))
    parts = [list(part) for part in draw(st.lists(st.lists(SLOTS, min_size=1, max_size=8), min_size=1, max_size=5))]
    for number in numbers:
        part = draw(st.sampled_from(parts))
        part.insert(draw(st.integers(0, len(part))), SetName(number))
    return PlayText(tuple(tuple(part) for part in parts))


@given(play_texts())
def test_plays_round_trip(play):
    assert parse_play(format_play(play)) == play


# --- positions --------------------------------------------------------------------------------------------


def test_a_position():
    position = parse_position("r3-7; 10rbk / r5 b8 J")
    assert format_position(position) == "r3-7; k10 r10 b10 / r5 b8 J"
    assert parse_position(" / r5").table == Table()
    assert "b8" not in repr(position), "a rack is nobody else's business"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("r3-5", "bad_position"),
        ("r3-5 / r5 / r6", "bad_position"),
        ("r3-5; r3 b3 k3 / r3", "bad_position"),
        ("r3-5 J; J k1 k2 / J", "bad_position"),
        ("r3 r4 / r5", "not_a_set"),
        ("r3 J J / r5", "ambiguous_joker"),
        ("r3-5 / x5", "syntax"),
        ("s1 / r5", "syntax"),
    ],
)
def test_bad_positions(text, code):
    assert {fault["code"] for fault in refusal(parse_position, text)} == {code}


@given(st.lists(st.sampled_from(MELDS), max_size=6), st.lists(st.sampled_from(TILES), max_size=6))
def test_positions_round_trip(melds, rack):
    position = Position(Table.of(melds), tuple(sorted(rack)))
    counts = [*position.table.tiles, *rack]
    if max((counts.count(tile) for tile in counts), default=0) > 2:
        assert [f["code"] for f in refusal(parse_position, format_position(position))] == ["bad_position"]
    else:
        assert parse_position(format_position(position)) == position


# --- any text ---------------------------------------------------------------------------------------------

WORDS = (
    "r3 5b J joker * s1 s2 s99999999999999 @ @s1 @rack - = ; , | 🟥 ⬛️ 🟨12 krbo 13 14 0 005 r1-13 10rbk Jr5 J=k3 "
    "draw pass / ٣ ⅷ ５ é ß İ 中 😀 {} \\ ' \" NaN"
)
PIECES = st.sampled_from([*WORDS.split(), "\n", "\u200b", "\u200d", "\ufeff", "\x00"])
ANY_TEXT = st.lists(PIECES | st.text(max_size=3), max_size=40).flatmap(
    lambda pieces: st.sampled_from(["", " "]).map(lambda blank: blank.join(pieces))
)


@settings(max_examples=150)
@given(ANY_TEXT)
def test_no_text_raises_anything_but_the_documented_errors(text):
    for reader in (parse_tiles, parse_meld, parse_play, parse_action, parse_position):
        faults: tuple[Fault, ...] = ()
        try:
            reader(text)
        except IllegalAction as error:
            faults = error.faults
        assert {fault.code for fault in faults} <= DOCUMENTED
        assert all(1 <= fault.data["column"] <= len(text) for fault in faults if fault.code == "syntax")
