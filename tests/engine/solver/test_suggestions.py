"""Suggestions for autocomplete."""

from __future__ import annotations

import pytest

from engine.rummikub.judging import judge
from engine.rummikub.notation import parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.solver.rack_sets import rack_plays
from engine.rummikub.solver.suggestions import suggestions
from engine.rummikub.tiles import Tile
from tests.engine.solver.cases import lines, read, table_of

OFFICIAL = PRESETS["official"]


def offered(*sets: str, rack: str, ruleset: Ruleset = OFFICIAL, opened: bool = True) -> tuple[str, ...]:
    return suggestions(table=table_of(*sets), rack=parse_tiles(rack), ruleset=ruleset, opened=opened)


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("opened", [True, False])
def test_every_suggestion_is_legal_and_the_best_come_first(preset: str, opened: bool) -> None:
    """Issue: legal now, best first; a choice of Discord holds 100 characters."""
    for case in lines("positions.jsonl")[::2]:
        table, rack, _ = read(case)
        ranks: list[tuple[int, int]] = []
        for text in suggestions(table=table, rack=rack, ruleset=PRESETS[preset], opened=opened, limit=25):
            accepted = judge(text, table=table, rack=rack, ruleset=PRESETS[preset], opened=opened)
            ranks.append((len(accepted.placed), accepted.points))
            assert len(text) <= 100
        assert ranks == sorted(ranks, reverse=True)
        assert len(ranks) <= 25


@pytest.mark.parametrize("name", ["both_colours", "either"])
def test_suggestions_are_legal_under_other_joker_rules(name: str) -> None:
    """Rules 5.3 and 5.5."""
    ruleset = Ruleset.model_validate(
        {**PRESETS["basque"].model_dump(), "joker_group_of_three": name, "joker_reuse": "new_set_from_rack"}
    )
    for case in lines("random-plays.jsonl")[:100]:
        table, rack, _ = read(case)
        for text in suggestions(table=table, rack=rack, ruleset=ruleset, opened=True):
            judge(text, table=table, rack=rack, ruleset=ruleset, opened=True)


def test_what_is_offered() -> None:
    assert offered("r3-5", rack="r6 r7 b1") == ("s1 r6 r7", "s1 r6")
    assert offered("r4-6", rack="r3 r7") == ("s1 r3 r7", "s1 r7", "s1 r3")
    assert offered("k5 r5 b5", rack="o5") == ("s1 o5",)
    assert offered("r3-7", rack="r5") == ("r3-5; r5-7",)
    assert offered(rack="r1 r2 r3 r4 k9") == ("r1-4", "r2-4", "r1-3")
    assert offered("r3 J r5", rack="r4 k9 b9") == ("r3-5; k9 b9 J",)


def test_before_the_opening_only_what_is_worth_it() -> None:
    """Rules 4.1 and 4.2."""
    assert offered("r3-5", rack="r6 k9 b9 o9 k1", opened=False) == ()
    assert offered("r3-5", rack="r6 k10 b10 o10 k1", opened=False) == ("k10 b10 o10",)
    assert "k9 b9 o9; r1-3" in offered(rack="k9 b9 o9 r1 r2 r3", opened=False)
    assert offered(rack="k10 b10 J", opened=False) == ("k10 b10 J",)
    assert offered(rack="k10 b10 J", opened=False, ruleset=PRESETS["spanish"]) == ()


def test_nothing_to_offer() -> None:
    assert offered("r3-5", rack="k1 b9") == ()


def test_plays_from_the_rack_alone_are_maximal() -> None:
    """Issue: all maximal plays from the rack alone, each lot of tiles once."""
    plays = rack_plays(parse_tiles("r3 r4 r5 b5 k5 o5 k9"), OFFICIAL, opened=True)
    laid = [tuple(sorted(t for meld in sets for t in meld.tiles)) for sets in plays]

    def tiles(text: str) -> tuple[Tile, ...]:
        return tuple(sorted(parse_tiles(text)))

    assert laid == [tiles("r3 r4 r5 b5 k5 o5"), tiles("r5 b5 k5 o5"), *laid[2:]]
    assert len(laid) == len(set(laid))
