"""The best play: known optima, worked turns, and agreement with trying everything."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.judging import Refused, judge
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.solver import can_win, solve
from engine.rummikub.tiles import DECK, JOKER, Tile
from tests.engine.solver.brute import best_play, every_meld
from tests.engine.solver.cases import FREE, lines, read, table_of

POSITIONS = lines("positions.jsonl")


def by_id(case: dict[str, Any]) -> str:
    return case["id"]


@pytest.mark.parametrize("case", POSITIONS, ids=by_id)
def test_known_optima(case: dict[str, Any]) -> None:
    """Rules 3.2 and 5.2: proven by integer programming."""
    table, rack, _ = read(case)
    most = solve(table=table, rack=rack, ruleset=FREE, opened=True, tidy=False)
    best = solve(table=table, rack=rack, ruleset=FREE, opened=True, goal="points", tidy=False)
    assert (
        (len(most.placed), most.points) == (case["tiles"], case["points_of_most_tiles"]) if most else not case["tiles"]
    )
    assert (best.points if best else 0) == case["most_points"]
    for found in (most, best):
        if found is not None:
            assert found.proved
            accepted = judge(found.play, table=table, rack=rack, ruleset=FREE, opened=True)
            assert (accepted.placed, accepted.points, accepted.table) == (found.placed, found.points, found.table)


@pytest.mark.parametrize("case", POSITIONS, ids=by_id)
def test_known_optima_of_openings(case: dict[str, Any]) -> None:
    """Rules 4.1-4.3."""
    table, rack, _ = read(case)
    found = solve(table=table, rack=rack, ruleset=PRESETS["official"], opened=False, tidy=False)
    if found is None:
        assert case["opening_tiles"] is None
    else:
        assert (len(found.placed), found.points) == (case["opening_tiles"], case["opening_points_of_most_tiles"])
        judge(found.play, table=table, rack=rack, ruleset=PRESETS["official"], opened=False)


@pytest.mark.parametrize("preset", ["basque", "spanish"])
def test_joker_rules_only_take_away(preset: str) -> None:
    """Rules 5.3-5.5: whatever is found is legal, and no better than with free jokers."""
    for case in POSITIONS[::4]:
        table, rack, _ = read(case)
        found = solve(table=table, rack=rack, ruleset=PRESETS[preset], opened=True, tidy=False)
        if found is not None:
            judge(found.play, table=table, rack=rack, ruleset=PRESETS[preset], opened=True)
            assert (len(found.placed), found.points) <= (case["tiles"], case["points_of_most_tiles"])


@pytest.mark.parametrize("name", ["plays.jsonl", "random-plays.jsonl"])
def test_as_good_as_every_play_known_to_be_legal(name: str) -> None:
    """Rules 3-5: no legal play of the cases lays more tiles than the best play."""
    for case in lines(name):
        verdict = case.get("expect", case)
        if verdict["ok"]:
            table, rack, ruleset = read(case)
            opened = case.get("opened", True)
            try:
                played = judge(case["play"], table=table, rack=rack, ruleset=ruleset, opened=opened)
            except Refused:
                continue
            found = solve(table=table, rack=rack, ruleset=ruleset, opened=opened, tidy=False)
            assert found is not None, case["id"]
            assert (len(found.placed), found.points) >= (len(played.placed), played.points), case["id"]
            judge(found.play, table=table, rack=rack, ruleset=ruleset, opened=opened)


@pytest.mark.parametrize("case_id", ["w5c", "w5d"])
def test_worked_turns_that_empty_the_rack(case_id: str) -> None:
    """Rule 7.1, section 9: seed 000's figures 5 C and 5 D."""
    table, rack, ruleset = read(next(c for c in lines("plays.jsonl") if c["id"] == case_id))
    found = can_win(table=table, rack=rack, ruleset=ruleset, opened=True)
    assert found is not None
    assert not judge(found.play, table=table, rack=rack, ruleset=ruleset, opened=True).rack


@pytest.mark.parametrize(
    ("sets", "rack", "tiles"),
    [
        # A joker that nothing needs has to lie somewhere: rules 1.4 and 3.2 (c).
        (("k2-4", "k7 r7 b7 J"), "k1", "k1"),
        (("k5 r5 b5 J",), "o5", ""),
        (("k5 r5 b5 J",), "o5 J", "o5 J"),
        # The last tile of a color with two jokers, beside a run that ends there.
        (("r9-11",), "r13 J J", "r13 J J"),
        (("r9-11", "r11-13", "b9 o9 J"), "k9 r13 J", "k9 r13 J"),
        # Runs that take all values, in both copies.
        (("r1-13", "r1-12 J"), "r13", "r13"),
        # One joker bridges, the other stands at the end.
        (("k1-3",), "k5 J J", "k5 J J"),
        # Two quads of a value make place for a joker: two groups of three and one with the joker.
        (("k5 r5 b5 o5", "k5 r5 b5", "b9 J b11"), "b10 o5", "b10 o5"),
        # More tiles would leave one of two jokers without a place; fewer do not.
        (("Jb9 Jb10 b11",), "k11 o11", "k11"),
    ],
)
def test_traps(sets: tuple[str, ...], rack: str, tiles: str) -> None:
    held = parse_tiles(rack)
    found = solve(table=table_of(*sets), rack=held, ruleset=FREE, opened=True)
    assert (found.placed if found else ()) == parse_tiles(tiles)


def test_a_joker_freed_by_the_tile_that_it_is_laid_with() -> None:
    """Rules 5.3 and 5.5: the rack's o6 stands where the joker stood, the joker with it in a set from the rack."""
    options = {"joker_freeing": "replace", "joker_sets": "locked", "joker_reuse": "new_set_from_rack"}
    ruleset, table, rack = Ruleset.model_validate(options), table_of("J o7-9", "k7 r7 b7 o7"), parse_tiles("k6 r6 o6")
    found = solve(table=table, rack=rack, ruleset=ruleset, opened=True)
    assert found is not None
    assert judge(found.play, table=table, rack=rack, ruleset=ruleset, opened=True).placed == rack


def test_jokers_change_places() -> None:
    """Rules 5.1, 5.2 and 5.4: each joker goes to the other's set and so is freed; one of the sets looks unchanged."""
    options = PRESETS["basque"].model_dump() | {"joker_freeing": "any"}
    ruleset, table, rack = Ruleset.model_validate(options), table_of("J o4 o5", "k7 k8 J k10"), parse_tiles("o7 k1")
    found = solve(table=table, rack=rack, ruleset=ruleset, opened=True)
    assert found is not None
    assert (found.placed, found.touched) == (parse_tiles("o7"), 1)
    accepted = judge(found.play, table=table, rack=rack, ruleset=ruleset, opened=True)
    assert (accepted.table, accepted.placed) == (found.table, found.placed)


@st.composite
def positions(draw: st.DrawFn) -> tuple[Table, tuple[Tile, ...]]:
    """A small deck, jokers more often than in life: a table of up to three sets and up to four tiles."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    first, colors = rng.choice((1, 1, 5, 9, 10, 11)), rng.sample(range(4), rng.choice((2, 3, 3, 4)))
    values = range(first, min(13, first + rng.choice((2, 3, 4))) + 1)
    deck = Counter(t for t in DECK if t == JOKER or (t.value in values and t.color in colors))
    melds = every_meld(Counter(deck))
    chosen = []
    for _ in range(20):
        meld = rng.choice(melds)
        wanted = (meld.jokers or rng.random() < 0.6) and len(meld.tiles) < 6 and not Counter(meld.tiles) - deck
        if wanted and len(chosen) < rng.choice((0, 1, 2, 2, 3)):
            deck -= Counter(meld.tiles)
            chosen.append(meld)
    rest = sorted(deck.elements())
    rack = rng.sample(rest, min(len(rest), rng.choice((1, 2, 3, 4))))
    return Table.of(chosen), tuple(sorted(rack))


rulesets = st.builds(
    lambda preset, **options: Ruleset.model_validate({**PRESETS[preset].model_dump(), **options}),
    st.sampled_from(("official", "basque", "spanish")),
    joker_opening_value=st.sampled_from(("role", "zero")),
    opening_turn=st.sampled_from(("sets_only", "then_free")),
    opening_points=st.sampled_from((0, 20, 30)),
    joker_freeing=st.sampled_from(("any", "replace")),
    joker_replacement_from=st.sampled_from(("rack", "rack_or_table")),
    joker_group_of_three=st.sampled_from(("either", "both_colours")),
    joker_sets=st.sampled_from(("open", "locked")),
    joker_reuse=st.sampled_from(("anywhere", "another_set", "new_set", "new_set_from_rack")),
)


@settings(max_examples=40)
@given(positions(), rulesets, st.sampled_from((True, True, True, False)))
def test_agrees_with_trying_everything(
    position: tuple[Table, tuple[Tile, ...]],
    ruleset: Ruleset,
    opened: bool,
) -> None:
    """Rules 3.2, 4 and 5 under every option: tiles, points and the fewest touched sets."""
    table, rack = position
    if len(table.tiles) + len(rack) > 10:
        return
    found = solve(table=table, rack=rack, ruleset=ruleset, opened=opened)
    answer = (len(found.placed), found.points, found.touched) if found else None
    assert answer == best_play(table, rack, ruleset, opened=opened)


def test_an_empty_rack_has_no_play() -> None:
    assert solve(table=table_of("r1-3"), rack=(), ruleset=FREE, opened=True) is None
