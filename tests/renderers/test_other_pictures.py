"""Refused plays, round ends, scores, examples, and positions from the command line."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import IllegalAction
from engine.rummikub.judging import Refused, judge
from engine.rummikub.melds import Color, Table, group, run
from engine.rummikub.notation import parse_position
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import TILES
from engine.rummikub.understanding import Pile, Understanding
from engine.rummikub.views import RoundResult
from renderers import Reading, ReadingLabels, Reveal, ScoreLabels, Scores, Strip, Strips
from renderers.command import draw_position, marks_of, parse_players
from renderers.palette import Paint
from renderers.rounds import signed
from tests.renderers.tables import CALLED, LABELS, opened, pixels, tiles_of

WORDS = ReadingLabels("new", "left over", "not available")
SCORES = ScoreLabels("Round", "Total")


def understood(position: str, play: str) -> Understanding:
    found = parse_position(position)
    with pytest.raises(Refused) as refused:
        judge(play, table=found.table, rack=found.rack, ruleset=Ruleset(), opened=True)
    assert refused.value.understood is not None
    return refused.value.understood


def test_a_refused_play_shows_in_red_what_is_no_set_and_hatched_what_is_not_there() -> None:
    shown = opened(Reading(understood("r3-7; 10rbk / k9 b8", "r3 r5 r6; b11 b12 b13"), WORDS).png())
    assert pixels(shown, Paint.BAD) > 0
    assert pixels(shown, Paint.GHOST) > 5_000


def test_an_illegal_reading_without_missing_tiles_has_none_hatched() -> None:
    shown = opened(Reading(understood("r3-7 / r9", "s1 r9"), WORDS).png())
    assert pixels(shown, Paint.GHOST) < 100, "edges of letters only"
    assert pixels(shown, Paint.BAD) > 0
    assert pixels(shown, Paint.MARKED) > 0, "the tile from the rack"


def test_a_play_of_hundreds_of_tiles_is_cut_to_a_picture_discord_takes() -> None:
    shown = opened(Reading(understood(" / r3", "r3 " * 600), WORDS).png())
    assert shown.height < 3_000


@settings(max_examples=20)
@given(st.lists(st.lists(st.sampled_from(TILES), min_size=1, max_size=40), max_size=8), st.booleans())
def test_any_reading_is_drawn(piles: list, loose: bool) -> None:
    reading = Understanding(tuple(Pile(tuple(p), None, None, loose) for p in piles), tuple(TILES[: len(piles)]))
    assert opened(Reading(reading).png()).width == 1080


RESULT = RoundResult(1, "out", (0,), ((), tiles_of("J r5"), tiles_of("k1")), (0, 35, 1), (36, -35, -1))


def test_a_round_end_reveals_every_rack() -> None:
    shown = opened(Reveal(RESULT, CALLED).png())
    assert pixels(shown, Paint.JOKER) > 0
    assert pixels(shown, Paint.GOLD) > 0
    other = dataclasses.replace(RESULT, racks=((), tiles_of("J r6"), tiles_of("k1")))
    assert Reveal(other, CALLED).png() != Reveal(RESULT, CALLED).png()


def test_six_racks_of_many_tiles_are_revealed() -> None:
    racks = tuple(tuple(TILES[i : i + 17]) for i in range(0, 36, 6))
    result = RoundResult(3, "stuck", (0, 1), racks, (100,) * 6, (-100,) * 6)
    assert opened(Reveal(result, CALLED).png()).width == 1080


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("rounds", [1, 4, 50])
def test_scores_have_a_row_for_each_of_the_last_rounds(seats: int, rounds: int) -> None:
    results = [
        RoundResult(i + 1, "out", (i % seats,), ((),) * seats, (0,) * seats, tuple(range(-200, seats * 100 - 200, 100)))
        for i in range(rounds)
    ]
    shown = opened(Scores(results, CALLED[:seats], SCORES).png())
    assert shown.height < 900
    one_more = [*results, dataclasses.replace(results[-1], scores=(500,) * seats)]
    assert Scores(one_more, CALLED[:seats], SCORES).png() != Scores(results, CALLED[:seats], SCORES).png()


def test_points_show_their_sign() -> None:
    assert [signed(36), signed(0), signed(-35)] == ["+36", "0", "−35"]


def test_examples_show_what_is_right_and_what_is_wrong() -> None:
    right = Strip("r3-5", (run(Color.RED, 3, 3),), legal=True)
    wrong = Strip("r12 r13 r1", (tiles_of("r12 r13 r1"),), legal=False)
    long = Strip("r1-13", (run(Color.RED, 1, 13), group(tiles_of("k1 r1 J"))))
    assert pixels(opened(Strips([right]).png()), Paint.BAD) == 0 < pixels(opened(Strips([right]).png()), Paint.GOOD)
    assert pixels(opened(Strips([wrong]).png()), Paint.BAD) > 0
    assert opened(Strips([right, wrong, long]).png()).height > opened(Strips([right]).png()).height


def test_a_position_is_drawn_as_players_would_see_it() -> None:
    board, rack = draw_position("r3-7; 10rbk / r5 b8 J", LABELS, players="Ane:12,Jonas:3", last="r3-5")
    assert pixels(opened(board), Paint.MARKED) > 0
    assert pixels(opened(board), Paint.GOLD) > 0
    assert pixels(opened(rack), Paint.JOKER) > 0
    bare, _ = draw_position(" / r5", LABELS)
    assert opened(bare).height < opened(board).height


def test_the_last_play_is_marked_where_its_tiles_lie() -> None:
    table = Table.of([run(Color.RED, 3, 5), run(Color.RED, 3, 3), group(tiles_of("k9 r9 b9"))])
    assert marks_of("r3-5; s1 r7; k9 b9 r9", table) == {1: [4], 2: [0, 1, 2], 3: [0, 1, 2]}


@pytest.mark.parametrize("players", ["Ane", "Ane:x", "Ane:-1", "Ane:107", ",".join(["A:1"] * 7)])
def test_players_that_cannot_be_read_are_refused(players: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        draw_position(" / r5", LABELS, players=players)
    assert [fault.code for fault in refused.value.faults] == ["bad_position"]


def test_a_name_may_hold_a_colon() -> None:
    assert [(p.name.text, p.tiles, p.on_turn) for p in parse_players("A:B:7, C:3")] == [
        ("A:B", 7, True),
        ("C", 3, False),
    ]
