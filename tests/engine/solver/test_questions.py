"""Chosen tiles, the least disturbance, proofs, budgets, and the command line."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from engine.rummikub.judging import judge
from engine.rummikub.melds import Meld, Table
from engine.rummikub.notation import format_tiles, parse_tiles
from engine.rummikub.referee import judge_line
from engine.rummikub.ruleset import PRESETS
from engine.rummikub.solver import largest_part, nobody_can_play, placeable, solve, solve_line
from engine.rummikub.tiles import DECK, Tile
from tests.engine.solver.cases import FREE, lines, read, table_of

OFFICIAL = PRESETS["official"]


@pytest.mark.parametrize(
    ("sets", "rack", "touched", "moved"),
    [
        (("r3-5", "k7 r7 b7"), "r9 b9 o9", 0, 0),
        (("r3-5", "k7 r7 b7"), "r6", 1, 0),
        (("r3-7",), "r5", 1, 2),
        (("k2-5", "r3-6"), "b5 o5", 1, 1),
        (("k6 r6 b6 o6", "k5 r5 b5 o5", "b9-11"), "r7 r8", 1, 1),
        # Fifteen sets in reach, one is enough.
        (("r1-3", "r4-6", "b1-3", "b4-6", "k1-3", "k4-6", "o1-3", "o4-6"), "r7", 1, 0),
    ],
)
def test_the_table_is_disturbed_as_little_as_can_be(sets: tuple[str, ...], rack: str, touched: int, moved: int) -> None:
    found = solve(table=table_of(*sets), rack=parse_tiles(rack), ruleset=OFFICIAL, opened=True)
    assert found is not None
    assert found.least
    assert found.placed == parse_tiles(rack)
    assert (found.touched, found.moved) == (touched, moved)


def test_disturbance_is_counted_as_the_judge_counts_it() -> None:
    """notation.md: touched sets, and moved tiles by the numbers that sets keep."""
    for case in lines("positions.jsonl")[:20]:
        table, rack, _ = read(case)
        found = solve(table=table, rack=rack, ruleset=FREE, opened=True)
        if found is not None:
            accepted = judge(found.play, table=table, rack=rack, ruleset=FREE, opened=True)
            assert found.touched == sum(accepted.table.get(number) != meld for number, meld in table.items())
            assert found.moved == sum(move.source is not None for move in accepted.moves)
            assert found.table == accepted.table


def test_chosen_tiles_are_laid_and_no_others() -> None:
    table = table_of("r3-5", "k6 b6 o6")
    (found,) = placeable(table=table, tiles=parse_tiles("r6"), ruleset=OFFICIAL, opened=True)
    assert found.placed == parse_tiles("r6")
    judge(found.play, table=table, rack=parse_tiles("r1 r2 r6 k9"), ruleset=OFFICIAL, opened=True)


def test_chosen_tiles_in_several_ways_the_least_disturbing_first() -> None:
    table = table_of("r3-6", "k6 b6 o6")
    found = placeable(table=table, tiles=parse_tiles("r7"), ruleset=OFFICIAL, opened=True, limit=3)
    assert found[0].touched == 1
    assert len({frozenset(way.table.items()) for way in found}) == len(found)
    assert [way.touched for way in found] == sorted(way.touched for way in found)
    table = table_of("k5 r5 b5", "o2-4", "r8-10", "k8-10")
    found = placeable(table=table, tiles=parse_tiles("o5"), ruleset=OFFICIAL, opened=True, limit=5)
    assert {way.play for way in found} == {"s1 o5", "s2 o5"}
    assert len(found) == 2, "no way is told twice"


@pytest.mark.parametrize(
    "sets",
    [
        ("k1-3", "b13 o13 J", "r5-7", "b5-7", "k13 r13 o13"),
        ("k1-3", "k13 b13 J", "r5-7", "b5-7", "k13 r13 J"),
        ("k1-3", "k13 b13 o13", "k13 r13 o13"),
    ],
)
def test_groups_that_only_exchange_a_tile_are_no_other_way(sets: tuple[str, ...]) -> None:
    found = placeable(table=table_of(*sets), tiles=parse_tiles("k4"), ruleset=OFFICIAL, opened=True, limit=5)
    assert [way.play for way in found] == ["s1 k4"]


def test_no_way_lays_sets_of_the_table_anew_for_nothing() -> None:
    """Up to three sets that are gone are never made of the same tiles as some that have come."""
    several = 0
    for case in lines("positions.jsonl")[::4]:
        table, rack, _ = read(case)
        before = Counter(table.values())
        for tile in sorted(set(rack))[:4]:
            ways = placeable(table=table, tiles=(tile,), ruleset=FREE, opened=True, limit=5, budget=2_000)
            several += len(ways) > 1
            assert len({frozenset(Counter(way.table.values()).items()) for way in ways}) == len(ways)
            for way in ways:
                after = Counter(way.table.values())
                assert not some_of((before - after).elements()) & some_of((after - before).elements())
    assert several > 10


def some_of(melds: Iterable[Meld]) -> set[tuple[Tile, ...]]:
    """The tiles of every one, two or three of these sets."""
    have = list(melds)
    return {
        tuple(sorted(tile for meld in some for tile in meld.tiles))
        for n in (1, 2, 3)
        for some in itertools.combinations(have, n)
    }


def test_tiles_that_cannot_be_laid_together_and_the_largest_part_that_can() -> None:
    table = table_of("r3-5")
    tiles = parse_tiles("r6 b9 b10")
    assert placeable(table=table, tiles=tiles, ruleset=OFFICIAL, opened=True) == ()
    part = largest_part(table=table, tiles=tiles, ruleset=OFFICIAL, opened=True)
    assert part is not None
    assert part.placed == parse_tiles("r6")
    assert largest_part(table=table, tiles=parse_tiles("b9"), ruleset=OFFICIAL, opened=True) is None


def test_chosen_tiles_for_the_opening() -> None:
    """Rule 4.1."""
    tiles = parse_tiles("k9 b9 o9")
    assert placeable(table=Table(), tiles=tiles, ruleset=OFFICIAL, opened=False) == ()
    tiles = parse_tiles("k10 b10 o10")
    assert len(placeable(table=Table(), tiles=tiles, ruleset=OFFICIAL, opened=False)) == 1


def test_nobody_can_play() -> None:
    """Rule 7.2, last sentence."""
    table = table_of("r3-5", "k7 r7 b7")
    stuck = (parse_tiles("k1 b9"), True)
    assert nobody_can_play(table=table, seats=[stuck, (parse_tiles("r6"), False)], ruleset=OFFICIAL)
    assert not nobody_can_play(table=table, seats=[stuck, (parse_tiles("r6"), True)], ruleset=OFFICIAL)


def test_nothing_is_called_proved_when_the_budget_is_spent() -> None:
    """Issue: after a budget the best play found so far, named as such."""
    case = next(c for c in lines("positions.jsonl") if c["id"] == "p190")
    table, rack, _ = read(case)
    for budget in (1, 10, 60, 200):
        found = solve(table=table, rack=rack, ruleset=FREE, opened=True, budget=budget)
        if found is not None:
            judge(found.play, table=table, rack=rack, ruleset=FREE, opened=True)
            assert not found.proved or len(found.placed) == case["tiles"]
        assert not nobody_can_play(table=table, seats=[(rack, True)], ruleset=FREE, budget=budget)


def test_without_time_what_the_rack_alone_can_lay_is_better_than_nothing() -> None:
    table, rack = table_of("r4-7", "k9 r9 b9 J"), parse_tiles("o3 o4 o5 k10 r8")
    found = solve(table=table, rack=rack, ruleset=PRESETS["official"], opened=True, budget=0)
    assert found is not None
    assert not found.proved
    assert found.play == "o3-5"
    assert found.touched == 0


def test_the_same_question_has_the_same_answer() -> None:
    rng = random.Random(7)
    for case in lines("positions.jsonl")[::12]:
        table, rack, _ = read(case)
        shuffled = list(rack)
        rng.shuffle(shuffled)
        first = solve(table=table, rack=rack, ruleset=FREE, opened=True)
        again = solve(table=table, rack=tuple(shuffled), ruleset=FREE, opened=True)
        assert (first and first.play) == (again and again.play)


def test_a_solution_shows_no_tile_in_its_repr() -> None:
    """A rack is seen by its owner only."""
    found = solve(table=Table(), rack=parse_tiles("k11 b11 o11 r1"), ruleset=OFFICIAL, opened=True)
    assert found is not None
    assert "11" not in repr(found)


def clock() -> float:
    return 1.0


def test_command_line_gives_a_play_that_the_referee_accepts() -> None:
    """notation.md, "The referee on the command line"."""
    position = {"rules": "official", "table": ["r3-7"], "rack": "r5 b8"}
    answer = json.loads(solve_line(json.dumps(position), clock))
    verdict = json.loads(judge_line(json.dumps({**position, "play": answer["play"]})))
    assert verdict["ok"]
    assert (answer["placed"], answer["points"], answer["table"]) == ("r5", 5, verdict["table"])
    assert answer["ms"] == 0.0


def test_command_line_without_a_play() -> None:
    answer = json.loads(solve_line('{"table": ["r3-7"], "rack": "b8"}', clock))
    assert (answer["play"], answer["placed"], answer["points"], answer["table"]) == (None, "", 0, ["r3-7"])


def test_command_line_goals() -> None:
    position = {"table": [], "rack": "r1 r2 r3 r4 r13 b13 k13 o13 r5 r6"}
    assert json.loads(solve_line(json.dumps(position), clock))["points"] == 73
    position = {"table": ["r10 b10 k10"], "rack": "r11 r12 r9 J", "goal": "points"}
    assert json.loads(solve_line(json.dumps(position), clock))["placed"] == format_tiles(parse_tiles("r9 r11 r12 J"))


@pytest.mark.parametrize("line", ["", "[]", '{"goal": "win"}', '{"rack": "x"}', '{"table": ["r1"]}', '{"rules": 3}'])
def test_command_line_never_stops_at_a_bad_line(line: str) -> None:
    answer = json.loads(solve_line(line, clock))
    assert not answer["ok"]
    assert [error["code"] for error in answer["errors"]] == ["bad_position"]


def test_all_tiles_on_the_rack() -> None:
    """A nasty position: the whole deck in one hand ends within the budget."""
    found = solve(table=Table(), rack=DECK, ruleset=FREE, opened=True, budget=2_000)
    assert found is not None
    judge(found.play, table=Table(), rack=DECK, ruleset=FREE, opened=True)
