"""As few sets touched as can be."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.judging import judge
from engine.rummikub.melds import Meld, Table
from engine.rummikub.ruleset import PRESETS
from engine.rummikub.solver import solve
from engine.rummikub.solver.position import counts, gains
from engine.rummikub.solver.search import Problem
from engine.rummikub.solver.tidy import Tidying
from engine.rummikub.tiles import COPIES, DECK, JOKER, TILES, Color, Tile, points_on_rack
from tests.benchmarks.positions import some_meld
from tests.engine.solver.brute import every_meld, every_table, laid
from tests.engine.solver.cases import FREE, lines, read


@st.composite
def crowded(draw: st.DrawFn) -> tuple[Table, tuple[Tile, ...]]:
    """A few sets close together, jokers among them more often than not, and a small rack."""
    low, width, colors = draw(st.sampled_from((1, 4, 8, 9))), draw(st.integers(4, 5)), draw(st.sampled_from((2, 3, 4)))
    tiles = Counter({Tile.of(c, v): COPIES for c in list(Color)[:colors] for v in range(low, low + width)})
    tiles[JOKER] = COPIES
    melds: list[Meld] = []
    for _ in range(draw(st.integers(1, 3))):
        short = [m for m in every_meld(tiles) if len(m.tiles) <= 4]
        wanted = [m for m in short if m.jokers] if draw(st.booleans()) else short
        if wanted or short:
            melds.append(draw(st.sampled_from(wanted or short)))
            tiles -= Counter(melds[-1].tiles)
    rest = sorted(tiles.elements())
    rack = draw(st.lists(st.sampled_from(rest), min_size=1, max_size=4)) if rest else []
    return Table.of(melds), tuple(sorted((Counter(rack) & tiles).elements()))


@settings(max_examples=60)
@given(crowded())
def test_no_table_as_good_touches_fewer_sets(position: tuple[Table, tuple[Tile, ...]]) -> None:
    """Rule 3.2: of all final tables that lay the most tiles, then points."""
    table, rack = position

    def value(melds: tuple[Meld, ...]) -> tuple[int, int, int]:
        tiles = laid(melds, table)
        touched = len(table) - sum((Counter(melds) & Counter(table.values())).values())
        return len(tiles), points_on_rack(tiles, FREE.joker_rack_value), -touched

    best = max(map(value, every_table(Counter(table.tiles), Counter(rack))), default=(0, 0, 0))
    found = solve(table=table, rack=rack, ruleset=FREE, opened=True)
    if found is None:
        assert not best[0]
    else:
        assert found.least
        assert (len(found.placed), found.points, -found.touched) == best
        judge(found.play, table=table, rack=rack, ruleset=FREE, opened=True)


def test_proved_on_full_decks() -> None:
    """Positions that are crowded, too: the play touches no more sets than any that is known, and that is proved."""
    for case in lines("positions.jsonl")[::4]:
        table, rack, _ = read(case)
        found = solve(table=table, rack=rack, ruleset=FREE, opened=True)
        quick = solve(table=table, rack=rack, ruleset=FREE, opened=True, tidy=False)
        if found is not None:
            assert quick is not None
            assert found.least, case["id"]
            assert (len(found.placed), found.points) == (len(quick.placed), quick.points)
            assert found.touched <= quick.touched
            judge(found.play, table=table, rack=rack, ruleset=FREE, opened=True)


def test_the_bound_and_what_is_found_meet() -> None:
    """Asked for more sets that stay there is none, and that is proved; asked for as many they are found."""
    rng = random.Random(5)
    for _ in range(30):
        tiles, melds = Counter(dict.fromkeys(DECK, COPIES)), list[Meld]()
        while sum(len(meld.tiles) for meld in melds) < 40:
            meld = some_meld(rng, tiles)
            if meld is not None:
                melds.append(meld)
                tiles -= Counter(meld.tiles)
        table, rack = Table.of(melds), tuple(rng.sample(sorted(tiles.elements()), 8))
        found = solve(table=table, rack=rack, ruleset=FREE, opened=True)
        if found is None:
            continue
        gain = gains(FREE, "tiles")
        problem = Problem(counts(table.tiles), counts(rack), gain)
        points = [points_on_rack((tile,), FREE.joker_rack_value) for tile in TILES]
        tidying = Tidying(table, problem, counts(found.placed), points=points, budget=100_000)
        stay = len(table) - found.touched
        assert tidying.most(stay) is None
        assert tidying.at_most == stay
        as_many = Tidying(table, problem, counts(found.placed), points=points, budget=100_000).most(stay - 1)
        assert as_many is not None
        assert len(as_many.stay) == stay


@pytest.mark.parametrize(
    ("preset", "case"), [("basque", "p82"), ("basque", "p105"), ("spanish", "p82"), ("spanish", "p105")]
)
def test_choices_of_sets_that_the_joker_rules_forbid_do_not_spoil_the_proof(preset: str, case: str) -> None:
    """Rules 5.3 and 5.4: with one set more left alone no table is lawful, though there are tables."""
    table, rack, _ = read(next(one for one in lines("positions.jsonl") if one["id"] == case))
    found = solve(table=table, rack=rack, ruleset=PRESETS[preset], opened=True)
    assert found is not None
    assert found.least


@pytest.mark.parametrize("preset", ["basque", "spanish", "official"])
def test_a_small_budget_proves_nothing_wrong(preset: str) -> None:
    """Issue: with a budget spent the best play so far is given and named as such."""
    for case in lines("positions.jsonl")[5::24]:
        table, rack, _ = read(case)
        whole = solve(table=table, rack=rack, ruleset=PRESETS[preset], opened=True)
        for budget in (500, 4_000):
            found = solve(table=table, rack=rack, ruleset=PRESETS[preset], opened=True, budget=budget)
            if found is not None and found.proved:
                assert whole is not None
                assert (len(found.placed), found.points) == (len(whole.placed), whole.points)
                if found.least:
                    assert found.touched <= whole.touched
                    if found.fewest:
                        assert found.moved <= whole.moved
