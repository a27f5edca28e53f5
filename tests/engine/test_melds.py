"""Tiles and melds: rule 1."""

from __future__ import annotations

import itertools

import pytest

from engine.rummikub.melds import Kind, Meld, Table, group, run
from engine.rummikub.tiles import DECK, JOKER, NUMBERED, Color, Tile, points_on_rack, without
from tests.engine.slow_judge import every_group, every_run

R5, K5 = Tile.of(Color.RED, 5), Tile.of(Color.BLACK, 5)


def test_rule_1_1_the_deck():
    assert len(DECK) == 106
    assert all(DECK.count(tile) == 2 for tile in (*NUMBERED, JOKER))
    assert len(NUMBERED) == 52


def test_how_many_melds_there_are():
    """65 groups and 264 runs without jokers; 1,173 templates of 3-5 tiles with up to two jokers."""
    assert sum(not meld.jokers for meld in every_group()) == 65
    assert sum(not meld.jokers for meld in every_run(13)) == 264
    assert len({tuple(sorted(meld.tiles)) for meld in [*every_run(5), *every_group()]}) == 1173


def test_every_three_or_four_tiles_are_a_meld_or_refused():
    """Rules 1.2 and 1.3, asked of every combination of a few tiles."""
    some = [Tile.of(c, v) for c in (Color.BLACK, Color.RED, Color.BLUE) for v in (1, 2, 3, 12, 13)]
    runs = {tuple(sorted(m.tiles)) for m in every_run(4)}
    groups = {tuple(sorted(m.tiles)) for m in every_group()}
    for size in (3, 4):
        for tiles in itertools.combinations(some, size):
            assert _is(Kind.RUN, tiles) == (tiles in runs)
            assert _is(Kind.GROUP, tiles) == (tiles in groups)


def _is(kind: Kind, tiles: tuple[Tile, ...]) -> bool:
    try:
        Meld(kind, tiles)
    except ValueError:
        return False
    return True


def test_rule_1_4_roles():
    assert group([R5, K5, JOKER]).roles[2] == {Tile.of(Color.BLUE, 5), Tile.of(Color.ORANGE, 5)}
    assert run(Color.RED, 5, 3, [6]).roles[1] == {Tile.of(Color.RED, 6)}
    with pytest.raises(ValueError, match="not a run"):
        Meld(Kind.RUN, (JOKER, Tile.of(Color.RED, 1), Tile.of(Color.RED, 2)))


def test_rule_1_6_one_real_tile_is_enough_and_needed():
    assert run(Color.RED, 5, 3, [5, 6]).jokers == 2
    with pytest.raises(ValueError, match="one of them not a joker"):
        Meld(Kind.RUN, (JOKER, JOKER, JOKER))


def test_rule_4_2_a_meld_is_worth_its_roles_or_nothing_for_jokers():
    assert run(Color.RED, 5, 3, [7]).points() == 18
    assert run(Color.RED, 5, 3, [7]).points(jokers_count=False) == 11
    assert group([R5, K5, JOKER]).points() == 15


def test_rule_7_5_a_joker_on_the_rack():
    assert points_on_rack([R5, JOKER], 30) == 35


def test_tables_are_equal_by_number_and_meld():
    melds = [run(Color.RED, 5, 3), group([R5, K5, JOKER])]
    assert Table.of(melds) == Table({2: melds[1], 1: melds[0]})
    assert Table.of(melds) != Table.of(melds[::-1])
    assert len({Table.of(melds), Table.of(melds)}) == 1
    assert Table.of(melds).tiles == (*melds[0].tiles, *melds[1].tiles)


def test_taking_tiles_takes_one_copy_each():
    assert without([R5, R5, K5], [R5]) == (R5, K5)
    with pytest.raises(ValueError, match="missing"):
        without([R5], [R5, R5])
