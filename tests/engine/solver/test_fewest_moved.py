"""Of plays as good that touch as few sets the one that moves the fewest tiles."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from hypothesis import assume, example, given, settings

from engine.rummikub.judging import judge
from engine.rummikub.melds import Meld, Table
from engine.rummikub.notation import parse_tiles
from engine.rummikub.ruleset import PRESETS
from engine.rummikub.solver import solve
from engine.rummikub.solver.moving import Lanes, Moving
from engine.rummikub.solver.position import Rest, counts, gains
from engine.rummikub.tiles import TILES, Tile, points_on_rack
from tests.engine.solver.brute import every_table, laid
from tests.engine.solver.cases import FREE, lines, read, table_of
from tests.engine.solver.test_least_disturbance import crowded


def disturbance(melds: tuple[Meld, ...], table: Table) -> tuple[int, int]:
    """Sets touched, and tiles that end in a set that does not keep their set's number (notation.md)."""
    before, after = Counter(table.values()), Counter(melds)
    old, new = list((before - after).elements()), list((after - before).elements())
    common = [[(Counter(m.tiles) & Counter(was.tiles)).total() for was in old] for m in new]

    @cache
    def kept(i: int, taken: int) -> int:
        if i == len(new):
            return 0
        here = [common[i][j] + kept(i + 1, taken | 1 << j) for j in range(len(old)) if not taken >> j & 1]
        return max([kept(i + 1, taken), *here])

    return len(old), sum(len(was.tiles) for was in old) - kept(0, 0)


@settings(max_examples=60)
@example((table_of("k11 b11 o11 J", "b12 o12 J", "r10 r11 r12 r13"), parse_tiles("k13 r13 b10 o9 o12")))
@example((table_of("k5 J k7 k8", "r5 J r7 r8", "k4 k5 k6 k7 k8", "r5 r6 r7"), parse_tiles("r8 b6 b7")))
@example((table_of("J b11 b12", "k9 b9 J", "k12 r12 b12"), parse_tiles("k10 k12 r11")))
@example((table_of("J J r10 r11", "r11 b11 o11", "k12 r12 b12 o12"), parse_tiles("k10")))
@given(crowded())
def test_no_table_as_good_disturbs_less(position: tuple[Table, tuple[Tile, ...]]) -> None:
    """Rule 3.2 and notation.md: fewest touched sets, then fewest moved tiles, of all final tables."""
    table, rack = position
    found = solve(table=table, rack=rack, ruleset=FREE, opened=True, budget=300_000)
    assume(found is not None and found.touched)
    assert found is not None
    assert found.fewest
    best = min(
        disturbance(melds, table)
        for melds in every_table(Counter(table.tiles), Counter(rack))
        if (len(more := laid(melds, table)), points_on_rack(more, FREE.joker_rack_value))
        == (len(found.placed), found.points)
    )
    assert (found.touched, found.moved) == best
    accepted = judge(found.play, table=table, rack=rack, ruleset=FREE, opened=True)
    assert sum(move.source is not None for move in accepted.moves) == found.moved


@settings(max_examples=60)
@example((table_of("J b11 b12", "k9 b9 J", "k12 r12 b12"), parse_tiles("k10 k12 r11")))
@given(crowded())
def test_no_table_moves_fewer_than_the_rough_lanes_say(position: tuple[Table, tuple[Tile, ...]]) -> None:
    """Issue: what is left out as too much must be more than is moved in some table, or the proof is none."""
    table, rack = position
    found = solve(table=table, rack=rack, ruleset=FREE, opened=True)
    assume(found is not None and found.touched)
    assert found is not None
    moving = Moving(
        table,
        [number for number, meld in table.items() if found.table.get(number) != meld],
        Rest.of(table.tiles, rack, gains(FREE, "tiles")).problem,
        counts(found.placed),
        points=[points_on_rack((tile,), FREE.joker_rack_value) for tile in TILES],
        lanes=Lanes(100_000),
        budget=10_000,
        most=found.moved,
        roughly=True,
    )
    assert moving.possible
    assert moving.fewest() <= found.moved


@pytest.mark.parametrize("preset", ["basque", "spanish"])
def test_jokers_that_stay_do_not_spoil_the_proof(preset: str) -> None:
    """Rules 5.3 and 5.4: a joker that keeps its place is as good as the tile that it stands for."""
    table = table_of("r4 J r6", "k5 b5 o5", "k6 b6 o6", "k1-3", "o9-12")
    found = solve(table=table, rack=parse_tiles("r7 k4 o8"), ruleset=PRESETS[preset], opened=True)
    assert found is not None
    assert (found.placed, found.touched, found.moved) == (tuple(sorted(parse_tiles("r7 k4 o8"))), 3, 0)
    assert found.least
    assert found.fewest


def test_two_sets_that_change_their_tiles() -> None:
    """Rules 5.3 and 5.5: each joker goes to the other set, freed by the tile put in; one set looks unchanged."""
    table, rack = table_of("J k6-9", "k6-8 J"), parse_tiles("k9 r8")
    found = solve(table=table, rack=rack, ruleset=PRESETS["spanish"], opened=True)
    assert found is not None
    assert (found.placed, found.touched) == (parse_tiles("k9"), 1)
    assert found.least
    assert judge(found.play, table=table, rack=rack, ruleset=PRESETS["spanish"], opened=True).table == found.table


def test_more_budget_proves_more() -> None:
    """Issue: exact within a budget, after which the best found is given and named as such."""
    case = next(case for case in lines("positions.jsonl") if case["id"] == "p20")
    table, rack, _ = read(case)
    quick = solve(table=table, rack=rack, ruleset=FREE, opened=True, budget=1_000)
    long = solve(table=table, rack=rack, ruleset=FREE, opened=True, budget=1_000_000)
    assert quick is not None
    assert long is not None
    assert not quick.fewest
    assert long.fewest
    assert (long.touched, long.moved) <= (quick.touched, quick.moved)
