"""Judging plays: rules.md sections 3-5 and notation.md, "The table" and "A play"."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.errors import Fault
from engine.rummikub.events import Moved
from engine.rummikub.judging import Accepted, Refused, judge
from engine.rummikub.notation import format_meld, format_tiles, parse_position, parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from tests.engine.plays import Case, some_case
from tests.engine.slow_judge import Unsure, slow_judge

DOCUMENTED = {
    "syntax", "ambiguous_joker", "tile_not_available", "nothing_played", "not_a_set", "loose_tiles", "opening_points",
    "opening_touches_table", "joker_locked", "joker_not_replaced", "joker_reuse", "too_long",
}  # fmt: skip


def rules(name: str = "official", **options: object) -> Ruleset:
    return Ruleset.model_validate({**PRESETS[name].model_dump(), **options})


def play(position: str, text: str, ruleset: Ruleset | None = None, *, opened: bool = True) -> Accepted:
    where = parse_position(position)
    return judge(text, table=where.table, rack=where.rack, ruleset=ruleset or rules(), opened=opened)


def refused(position: str, text: str, ruleset: Ruleset | None = None, *, opened: bool = True) -> Refused:
    with pytest.raises(Refused) as caught:
        play(position, text, ruleset, opened=opened)
    return caught.value


def codes(error: Refused) -> list[str]:
    return [fault.code for fault in error.faults]


def sets(accepted: Accepted) -> dict[int, str]:
    return {number: format_meld(meld) for number, meld in accepted.table.items()}


# --- rules.md section 9: each turn exactly so, its near-misses refused -----------------------------------------

FIG_5C = "o8 r8 b8; k8 r8 o8; r7 k7 b7; k8-13; b8-10 / o6 o7 r5 r6 b6"
PLAY_5C = "o6-8; k8 r8 o8 b8; r5-8; k7-13; b6-10"
FIG_5D = "k3 b3 o3; r5-8; b4-6; b6-10; o6-8; k9 b9 r9 o9; k7-13; b11-13 / r3 o2 o4 k5 o5 r4 k4"
PLAY_5D = "k3 b3 r3; o2-4; k5 o5 r5; r4 k4 b4; b6 r6 o6; r7-9; o7-9; k7-9; k9-13; b5-9; b9-13"


@pytest.mark.parametrize(
    ("ruleset", "opened", "position", "text", "table"),
    [
        ("basque", False, "k10 b10 o10 / k12 o12 b12 r10 b9 b11", "k12 o12 b12; s1 r10; b9 b10@s1 b11",
         "k10 r10 o10; k12 b12 o12; b9-11"),
        ("basque", True, "r13 b13 J / k13 o11 o12", "r13 b13 k13; o11 o12 J", "k13 r13 b13; o11 o12 J"),
        ("basque", True, "k9 k10 J k12 k13 / k11 r7 r9", "k9-13; r7 J r9", "k9-13; r7 J r9"),
        ("basque", True, "k8-13 / o8 r8", "k8 o8 r8", "k9-13; k8 r8 o8"),
        ("official", True, "r7-11; b7-9; o8-13 / r12 k7", "k7 b7 r7; b8 o8 r8; b9 o9 r9; r10-12",
         "r10-12; k7 r7 b7; o10-13; r8 b8 o8; r9 b9 o9"),
        ("official", True, "k2-5 / b5 r5 r3 b3 o3", "k5 b5 r5; r3 b3 o3", "k2-4; k5 r5 b5; r3 b3 o3"),
        ("official", True, FIG_5C, PLAY_5C, "o6-8; k8 r8 b8 o8; r5-8; k7-13; b6-10"),
        ("official", True, FIG_5D, PLAY_5D,
         "k3 r3 b3; r7-9; r4 k4 b4; b5-9; o7-9; k7-9; k9-13; b9-13; o2-4; k5 r5 o5; r6 b6 o6"),
        ("lithuanian", True, "r3-7 / r5 k1", "r3-5; r5-7", "r3-5; r5-7"),
        ("spanish", True, "b6-10 / b8 k1", "b6-8; b8-10", "b6-8; b8-10"),
        ("spanish", True, "b6 r6 o6 / k6 r7 r8", "b6 o6 k6; r6-8", "k6 b6 o6; r6-8"),
        ("spanish", True, "b3 J b5 b6 / b4 r7 o7", "b3-6; J r7 o7", "b3-6; r7 o7 J"),
        ("spanish", True, "o8 r8 J b8 / k8 k9 k10", "s1 k8; J k9 k10", "k8 r8 b8 o8; J k9 k10"),
        ("basque", True, "r5 r6 J / r4 k1", "r4 r5 r6 J", "r4 r5 r6 J"),
        ("official", True, "r5 r6 J / r7 k1", "r5 r6 r7 J", "r5 r6 r7 J"),
        ("official", True, "r4 r5 r6 J / b9 b10 k1", "b9 b10 J", "r4-6; b9 b10 J"),
    ],
)  # fmt: skip
def test_worked_turns(ruleset, opened, position, text, table):
    accepted = play(position, text, rules(ruleset), opened=opened)
    wanted = parse_position(f"{table} / ").table
    assert Counter(accepted.table.values()) == Counter(wanted.values())


@pytest.mark.parametrize("name", list(PRESETS))
def test_worked_turns_that_every_ruleset_allows(name):
    for position, text in [
        ("r7-11; b7-9; o8-13 / r12 k7", "k7 b7 r7; b8 o8 r8; b9 o9 r9; r10-12"),
        ("k2-5 / b5 r5 r3 b3 o3", "k5 b5 r5; r3 b3 o3"),
        (FIG_5C, PLAY_5C),
        (FIG_5D, PLAY_5D),
    ]:
        accepted = play(position, text, rules(name))
        if position in (FIG_5C, FIG_5D):
            assert accepted.rack == (), "rule 7.1: the rack is empty, the round won"


@pytest.mark.parametrize(
    ("ruleset", "opened", "position", "text", "expected"),
    [
        # Fig. 3 A: under sets_only the table is not touched (4.3); with fewer points only that is told.
        ("official", False, "k10 b10 o10 / k12 o12 b12 r10 b9 b11", "k12 o12 b12; s1 r10; b9 b10@s1 b11",
         {"opening_touches_table"}),
        ("basque", False, "k10 b10 o10 / k9 o9 b9 r10 b11", "k9 o9 b9; s1 r10", {"opening_points"}),
        # Fig. 3 C: the tile that frees the joker has to come from the rack (5.3), and no tile may be loose (3.2 b).
        ("basque", True, "r13 b13 J; k10-13 / o11 o12", "r13 b13 k13; o11 o12 J",
         {"joker_not_replaced", "joker_locked"}),
        ("basque", True, "r13 b13 J; k11-13 / o11 o12", "r13 b13 k13; o11 o12 J",
         {"joker_not_replaced", "joker_locked", "loose_tiles"}),
        # Fig. 4 A: the joker stands for k11, no other tile frees it.
        ("basque", True, "k9 k10 J k12 k13 / r7 r9", "r7 J r9",
         {"loose_tiles", "joker_not_replaced", "joker_locked"}),
        # Fig. 4 B: taking a tile out of the middle leaves too few.
        ("basque", True, "k8-13 / o9 r9", "k9 o9 r9", {"loose_tiles"}),
        # 5 B: a tile is there only once.
        ("official", True, "k2-5 / b5 r5 r3 b3", "k5 b5 r5; r3 b3 o3", {"tile_not_available"}),
        ("lithuanian", True, "r3-7 / k1", "r3-5; r5-7", {"tile_not_available"}),
        ("spanish", True, "b6 r6 o6 / r7 r8", "r6-8", {"loose_tiles"}),
        ("spanish", True, "b3 J b5 b6 / r4 r7 o7", "J r7 o7", {"loose_tiles", "joker_not_replaced"}),
        # o8 r8 J b8: only k8 frees the joker.
        ("spanish", True, "o8 r8 J b8 / k7 k9 k10", "J k9 k10", {"joker_not_replaced"}),
        ("spanish", True, "o8 r8 J b8 / k7 k9 k10", "o8 r8 b8; k7 J k9", {"joker_not_replaced"}),
        # The Basque text's example: a joker from the end of a run may not slide along it.
        ("basque", True, "r5 r6 J / r7 k1", "r5 r6 r7 J", {"joker_locked"}),
        # Leaflet 2600: the freed joker makes a new set.
        ("official", True, "r3 r4 J r6; k5 o5 b5 / r5 k1", "r3-6; s2 J", {"joker_reuse"}),
        ("official", True, "r5 r6 J / b9 b10 k1", "b9 b10 J", {"loose_tiles"}),
    ],
)  # fmt: skip
def test_near_misses_are_refused(ruleset, opened, position, text, expected):
    assert set(codes(refused(position, text, rules(ruleset), opened=opened))) == expected


# --- section 3: a turn ----------------------------------------------------------------------------------------


def test_rule_3_2_c_tiles_cannot_vanish_from_the_table():
    error = refused("r1-4 / r13 o13 b13", "r1-3; r13 o13 b13")
    (fault,) = error.faults
    assert fault.as_json() == {"code": "loose_tiles", "set": 1, "was": "r1-4", "tiles": "r4"}


def test_rule_3_2_d_rearranging_alone_is_no_play():
    assert codes(refused("r1-3; r4-6 / b9", "r1-6")) == ["nothing_played"]
    assert codes(refused("r1-3 / b9", "s1")) == ["nothing_played"]


def test_rule_3_4_all_faults_are_told_at_once_set_by_set():
    error = refused("b3-6; k1 r1 b1 / r9 o9 r2 r12", "r9 o9; b5 r2 r12")
    assert [(f.code, f.data.get("part", f.data.get("set"))) for f in error.faults] == [
        ("not_a_set", 1),
        ("not_a_set", 2),
        ("loose_tiles", 1),
    ]


def test_rule_3_3_and_5_7_moving_a_joker_alone_is_no_play():
    assert codes(refused("r4 r5 r6 J; k1 k2 k3 / b9", "r4-6; k1-3 J", rules(joker_reuse="anywhere"))) == [
        "nothing_played"
    ]


# --- section 4: the opening -----------------------------------------------------------------------------------


def test_rule_4_1_points_are_told():
    (fault,) = refused(" / r2 r3 r4 r5 b5 k5 o5", "r2-4; r5 b5 k5 o5", opened=False).faults
    assert fault.as_json() == {"code": "opening_points", "reached": 29, "needed": 30}
    assert play(" / r4-6 b5 k5 o5", "r4-6; b5 k5 o5", opened=False).opened
    assert not play(" / r4-6 b5 k5 o5", "r4-6", opened=True).opened


@pytest.mark.parametrize(("value", "reached"), [("role", 30), ("zero", 20)])
def test_rule_4_2_a_joker_in_the_opening(value, reached):
    ruleset = rules(joker_opening_value=value, opening_points=reached)
    assert play(" / k10 b10 J", "k10 b10 J", ruleset, opened=False).points == 50, "off the rack a joker counts 30"
    (fault,) = refused(
        " / k10 b10 J", "k10 b10 J", rules(joker_opening_value=value, opening_points=31), opened=False
    ).faults
    assert fault.data["reached"] == reached


def test_rule_4_3_naming_an_unchanged_set_touches_nothing():
    assert sets(play("r1-3 / k10 b10 o10", "s1; k10 b10 o10", opened=False)) == {1: "r1-3", 2: "k10 b10 o10"}
    assert sets(play("r1-3 / k10 b10 o10", "r1-3; k10 b10 o10", opened=False)) == {1: "r1-3", 2: "k10 b10 o10"}


def test_rule_4_3_only_sets_wholly_from_the_rack_count():
    free = rules("basque")
    assert play("r9-11 / k10 b10 o10 r12", "k10 b10 o10; s1 r12", free, opened=False)
    (fault,) = refused("r9-11 / k10 b10 o11 r12", "s1 r12", free, opened=False).faults
    assert fault.as_json() == {"code": "opening_points", "reached": 0, "needed": 30}
    # A set with a table tile does not count, one with a freed joker neither.
    assert codes(refused("k10-13 / b10 o10 r10", "k10@s1 b10 o10", free, opened=False)) == ["opening_points"]
    assert codes(refused("r3 r4 J / r5 k12 b12", "r3-5; k12 b12 J", free, opened=False)) == ["opening_points"]
    # Where the points are not reached, nothing is told about jokers.
    assert codes(refused("J b11 b12 b13 / b10", "s1 b10", free, opened=False)) == ["opening_points"]
    assert codes(refused("b2 b3 b4 J / o6 o7", "b2-4; o6 o7 J", free, opened=False)) == ["opening_points"]


def test_rule_5_6_a_joker_moves_only_after_the_points():
    position = "r3 r4 J / r5 k12 b12 k10 b10 o10"
    text = "k10 b10 o10; r3-5; k12 b12 J"
    assert play(position, text, rules("basque"), opened=False)
    assert codes(refused(position, text, rules(), opened=False)) == ["opening_touches_table"]


# --- section 5: jokers on the table ---------------------------------------------------------------------------

LOCKED = rules("basque")


@pytest.mark.parametrize(
    ("ruleset", "position", "text", "expected"),
    [
        # 5.1 and 5.3: both jokers of a group need two different missing tiles.
        (rules("spanish"), "r8 k8 J J / b8 k1 k2 k3 o1 o2", "s1 b8; J k2 k3; J o1 o2", {"joker_not_replaced"}),
        (rules("spanish"), "r8 k8 J J / b8 o8 k2 k3 o1 o2", "s1 b8 o8; J k2 k3; J o1 o2", set()),
        # 5.3: narrowing and widening change no role.
        (LOCKED, "r10 b10 J / k10", "s1 k10", set()),
        (rules("spanish"), "r10 b10 k10 J / k11 k12", "k10-12", set()),
        (LOCKED, "r10 b10 k10 J / k11 k12", "k10-12", {"joker_locked"}),
        # 5.3: one tile frees jokers of one role in several sets, and may lie anywhere.
        (rules("spanish"), "r4 J r6; b5 k5 o5 J / r5 r7 o1 o2 k1 k2", "r4-6; o1 o2 J; k1 k2 J", set()),
        (rules("spanish"), "r4 r5 J / r6 k6 b6 o9 o10 k1", "r6 k6 b6; J o9 o10", {"loose_tiles"}),
        # 5.3: rack_or_table takes a tile that lies there at the end.
        (rules("spanish"), "r4 r5 r6 J; r7-10 / o9 o10", "J o9 o10", {"joker_not_replaced"}),
        (rules("spanish", joker_replacement_from="rack_or_table"), "r4 r5 r6 J; r7-10 / o9 o10", "J o9 o10", set()),
        # The 1978 rule.
        (rules("spanish", joker_group_of_three="both_colours"), "r8 b8 J / k8 k9 k10", "s1 k8; J k9 k10",
         {"joker_not_replaced"}),
        (rules("spanish", joker_group_of_three="both_colours"), "r8 b8 J / k8 o8 k9 k10", "s1 k8 o8; J k9 k10", set()),
        # 5.4: a locked set may only be continued ...
        (LOCKED, "r4 J r6 r7 / b7 k7", "r7 b7 k7", {"joker_locked"}),
        (rules("spanish"), "r4 J r6 r7 / b7 k7", "r7 b7 k7", set()),
        (LOCKED, "r4 J r6 / r7 r3", "s1 r7 r3", set()),
        (LOCKED, "r4 J r6; r7-9 / r10", "s1 s2 r10", set()),
        # ... until no joker is left in it.
        (LOCKED, "r4 J r6 r7 / r5 b7 k7 o1 o2", "r4-6; r7 b7 k7; J o1 o2", set()),
        # A tile put in for a freed joker stays beside one that was not freed.
        (LOCKED, "r4 r5 J J / r7 k7 b7 o1 o2", "r7 k7 b7; J o1 o2", {"joker_locked"}),
        (LOCKED, "r4 J J r7 / r5 o1 o2", "r4 r5 J r7; J o1 o2", set()),
        # From the end of a run a joker may not go on in it, from inside it may, under ``anywhere``.
        (LOCKED, "r4 J r6 / r5", "r4 r5 r6 J", set()),
        (rules("basque", joker_reuse="another_set"), "r4 J r6 / r5", "r4 r5 r6 J", {"joker_reuse"}),
        # Under ``any`` a locked joker keeps its role.
        (rules(joker_sets="locked"), "r5 r6 J / r7", "r5 r6 r7 J", {"joker_locked"}),
        # 5.2: roles float, and a joker may leave whatever is legal without it.
        (rules(), "r5 r6 J / r7", "r5 r6 r7 J", set()),
        (rules(), "r4 r5 r6 J; k5 o5 b5 / r7", "r4-7; s2 J", {"joker_reuse"}),
        # 5.5
        (rules(joker_reuse="anywhere"), "r3 r4 J r6; k5 o5 b5 / r5", "r3-6; s2 J", set()),
        (rules(joker_reuse="another_set"), "r3 r4 J r6; k5 o5 b5 / r5", "r3-6; s2 J", set()),
        (rules(), "r3 r4 J r6; k5 o5 b5 r5 / r5 k6", "r3-6; k5@s2 k6 J", set()),
        (rules(joker_reuse="new_set_from_rack"), "r3 r4 J r6; k5 o5 b5 r5 / r5 k6", "r3-6; k5@s2 k6 J",
         {"joker_reuse"}),
        (rules(joker_reuse="new_set_from_rack"), "r3 r4 J r6 / r5 k6 k7", "r3-6; k6 k7 J", set()),
        # A run of one real tile that becomes a group is no old set continued.
        (rules(), "r5 Jr6 Jr7 / k5", "r5 k5 J J", set()),
    ],
)  # fmt: skip
def test_jokers(ruleset, position, text, expected):
    if expected:
        assert set(codes(refused(position, text, ruleset))) == expected
    else:
        play(position, text, ruleset)


def test_joker_faults_say_what_would_free_it():
    faults = refused("o8 r8 b8 J / k9 k10 b5", "J k9 k10", rules("basque")).faults
    assert [f.as_json() for f in faults] == [
        {
            "code": "joker_not_replaced",
            "set": 1,
            "was": "r8 b8 o8 J",
            "tiles": "k8",
            "needed": 1,
            "where": "rack",
        },
        {"code": "joker_locked", "set": 1, "was": "r8 b8 o8 J"},
    ]


# --- notation.md, "A play" ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "text", "explicit", "table"),
    [
        # The rack before the table, so that nothing is touched.
        ("r5-8 / r5 b5 k5", "r5 b5 k5", "k5 r5@rack b5", {1: "r5-8", 2: "k5 r5 b5"}),
        # An unchanged set is named; its tiles are not taken from the rack where that would leave tiles loose.
        ("r1-3 / r2 k9 b9 o9", "r1-3; k9 b9 o9", "r1-3@s1; k9 b9 o9", {1: "r1-3", 2: "k9 b9 o9"}),
        # With nothing else played, the same set is laid a second time.
        ("k9 r9 b9 / k9 r9 b9", "r9 b9 k9", "k9@rack r9@rack b9@rack", {1: "k9 r9 b9", 2: "k9 r9 b9"}),
        # A legal way before the fewest touched sets.
        (
            "k5 r5 b5; r2-6 / r4 k4 b4",
            "r4 k4 b4; k5 r5 b5",
            "k4 r4@rack b4; k5@s1 r5@s1 b5@s1",
            {1: "k5 r5 b5", 2: "r2-6", 3: "k4 r4 b4"},
        ),
        (
            "r5 b5 o5; r3-5 / k5 r6 r7",
            "k5 b5 o5; r5-7",
            "k5 b5@s1 o5@s1; r5@s1 r6 r7",
            {1: "k5 b5 o5", 2: "r3-5", 3: "r5-7"},
        ),
        # Of two sets the lower number.
        ("k5 r5 b5 o5; r2-5 / r6 r7 b9", "r5-7", "r5@s1 r6 r7", {1: "k5 b5 o5", 2: "r2-5", 3: "r5-7"}),
        ("r2-5; k5 r5 b5 o5 / r6 r7 b9", "r5-7", "r5@s1 r6 r7", {1: "r2-4", 2: "k5 r5 b5 o5", 3: "r5-7"}),
        ("r2-5; k5 r5 b5 o5 / r6 r7 b9", "r5@s2 r6 r7", "r5@s2 r6 r7", {1: "r2-5", 2: "k5 b5 o5", 3: "r5-7"}),
        # A set that is touched anyway rather than another one.
        (
            "k5 r5 b5 o5; r2-9 / k9 b9 r6 r7",
            "r9 k9 b9; r5-7",
            "k9 r9@s2 b9; r5@s2 r6@rack r7@rack",
            {1: "k5 r5 b5 o5", 2: "r2-4", 3: "k9 r9 b9", 4: "r5-7", 5: "r6-8"},
        ),
    ],
)
def test_where_tiles_come_from(position, text, explicit, table):
    accepted = play(position, text)
    assert sets(accepted) == table
    assert accepted.play == explicit


def test_a_name_is_what_the_other_parts_leave():
    accepted = play("r3-7 / k7 b7 r8", "r7@s1 k7 b7; s1", rules())
    assert sets(accepted) == {1: "r3-6", 2: "k7 r7 b7"}
    assert sets(play("r3-5; r7-9 / r6", "s1 s2 r6")) == {1: "r3-9"}
    assert sets(play("r3-5; r7-9 / J", "s2 s1 J")) == {1: "r3 r4 r5 J r7 r8 r9"}


def test_other_tiles_of_a_part_never_come_from_the_set_it_names():
    fault = refused("b9-12 / k10", "s1 b10").faults[0]
    assert (fault.code, fault.data["tile"], fault.data["there"]) == ("tile_not_available", "b10", 1)


def test_jokers_that_come_with_a_name_keep_their_role_where_that_makes_a_set():
    assert sets(play("r5 r6 J / r8", "s1 r8")) == {1: "r5 r6 J r8"}
    assert sets(play("r5 r6 J / r4", "r4 s1")) == {1: "r4 r5 r6 J"}
    (fault,) = refused("r5 r6 J / r7", "s1 r7").faults
    assert (fault.code, fault.data["readings"]) == ("ambiguous_joker", ["J r5 r6 r7", "r5 r6 r7 J"])


def test_what_is_left_falls_into_sets_or_the_loose_tiles_are_named():
    assert sets(play("r1-7 / k4 b4", "r4 k4 b4")) == {1: "r1-3", 2: "k4 r4 b4", 3: "r5-7"}
    (fault,) = refused("r1-7 / k3 b3", "r3 k3 b3").faults
    assert fault.as_json() == {"code": "loose_tiles", "set": 1, "was": "r1-7", "tiles": "r1 r2"}


def test_a_joker_in_what_is_left_floats_only_where_nothing_else_can_be_meant():
    # r5, r7 and the joker that was r8 can only be r5 J r7; it is judged as such.
    assert sets(play("r5 r6 r7 J / k6 b6", "r6 k6 b6")) == {1: "r5 J r7", 2: "k6 r6 b6"}
    assert codes(refused("r5 r6 r7 J / k6 b6", "r6 k6 b6", rules("spanish"))) == ["joker_not_replaced", "joker_reuse"]
    # r12 and r13 would take the joker on one side only; r6 and r7 on either.
    assert sets(play("J r11 r12 r13 / k11 b11", "r11 k11 b11")) == {1: "J r12 r13", 2: "k11 r11 b11"}
    assert codes(refused("J r5 r6 r7 / k5 b5", "r5 k5 b5")) == ["loose_tiles"]


@pytest.mark.parametrize("text", ["s2 r6", "r6@s2 r7 r8", "s99999999999 r6"])
def test_unknown_numbers(text):
    error = refused("r3-5 / r6 r7 r8", text)
    assert [(f.code, f.data["why"]) for f in error.faults] == [("syntax", "unknown_set")]


def test_numbers_are_kept_and_the_lowest_free_ones_given():
    # Naming keeps the number, the lowest of several; the new set takes the one that became free.
    assert sets(play("k1-3; r3-5; r6-8 / r9 b7 k7 o7", "s3 s2 r9; b7 k7 o7")) == {1: "k1-3", 2: "r3-9", 3: "k7 b7 o7"}
    # Else the set with most tiles of the old one keeps it; ties: the lower set.
    assert sets(play("r1-7 / r4", "r1-4; r4-7")) == {1: "r1-4", 2: "r4-7"}
    assert sets(play("r1-8 / k9 r9", "r1-4; r5-9")) == {1: "r1-4", 2: "r5-9"}
    assert sets(play("r1-9 / k9 b9", "r9 k9 b9; r1-3")) == {1: "r4-8", 2: "k9 r9 b9", 3: "r1-3"}


# --- what is told about a play --------------------------------------------------------------------------------


def test_an_accepted_play_tells_everything():
    accepted = play("r3-7; k1 b1 o1 / r5 J b8", "r3-5; r5-7; s2 J")
    assert (format_tiles(accepted.placed), format_tiles(accepted.rack), accepted.points) == ("r5 J", "b8", 35)
    r5, r6, r7, joker = parse_tiles("r5-7 J")
    assert sets(accepted) == {1: "r3-5", 2: "k1 b1 o1 J", 3: "r5-7"}
    assert set(accepted.moves) == {Moved(joker, None, 2), Moved(r5, None, 3), Moved(r6, 1, 3), Moved(r7, 1, 3)}
    assert dict(accepted.marks) == {2: (3,), 3: (0,)}
    assert accepted.play == "r3-5@s1; r5@rack r6@s1 r7@s1; s2 J"
    assert play("r1-3 / J", "s1 J", rules(joker_rack_value=100)).points == 100


def test_the_least_faulty_way_is_told():
    # r9 may come from either run: from the one that is none anyway.
    faults = refused("r7-9; r7-9 / k7 J", "s2 k7; J r9").faults
    assert [(fault.code, fault.data["part"]) for fault in faults] == [("not_a_set", 1), ("not_a_set", 2)]
    # One tile is missing; that a named set would lack its joker is not sure.
    assert codes(refused("k7 r7 J; J o8 o9 / k9", "s1; o8 o9@s1 Jo10")) == ["tile_not_available"]


def test_a_refused_play_shows_how_it_was_understood():
    understood = refused("b3-5; r9 b9 k9 / k5 r7 o1", "b5 k5; s2 r7; o1").understood
    assert understood is not None
    shown = [(format_tiles(p.tiles), p.meld is not None, p.number, p.loose, p.new) for p in understood.piles]
    assert shown == [
        ("b3 b4", False, 1, True, ()),
        ("k9 r7 r9 b9", False, 2, False, (3,)),
        ("k5 b5", False, None, False, (1,)),
        ("o1", False, None, False, (0,)),
    ]
    understood = refused("r1-3 / b9", "b9 k9 o9").understood
    assert understood is not None
    assert format_tiles(understood.missing) == "k9 o9"
    assert refused("r1-3 / b9", "b9 x").understood is None


# --- against the second judge ---------------------------------------------------------------------------------


def _verdict(case: Case) -> Accepted | None:
    try:
        return judge(case.text, table=case.table, rack=case.rack, ruleset=case.ruleset, opened=case.opened)
    except Refused:
        return None


@settings(max_examples=100)
@given(st.integers(0, 2**40))
def test_the_judge_agrees_with_a_slow_one(seed):
    """The best legal way, its table, numbers and tiles, in random positions under random rulesets."""
    case = some_case(random.Random(seed))
    try:
        slow = slow_judge(list(case.parts), dict(case.table), list(case.rack), case.ruleset, opened=case.opened)
    except Unsure:
        return
    fast = _verdict(case)
    assert (fast is None) == (slow is None), case.text
    if fast is not None and slow is not None:
        assert (tuple(fast.table.items()), fast.placed) == (slow.table, slow.placed), case.text


@settings(max_examples=150)
@given(st.integers(0, 2**40))
def test_tiles_are_conserved_and_the_explicit_form_says_the_same(seed):
    """Rules 1.1 and 3.2: what was there is there. Judged again, the explicit form comes to the same."""
    case = some_case(random.Random(seed))
    accepted = _verdict(case)
    assert accepted == _verdict(case)
    if accepted is not None:
        before = Counter([*case.table.tiles, *case.rack])
        assert Counter([*accepted.table.tiles, *accepted.rack]) == before
        assert Counter(accepted.table.tiles) == Counter(case.table.tiles) + Counter(accepted.placed)
        again = judge(accepted.play, table=case.table, rack=case.rack, ruleset=case.ruleset, opened=case.opened)
        assert again == accepted


WORDS = "s1 s2 s3 J J J@s1 J@rack Jr5 r5 r5@s1 r5@s2 r3-7 k5 b5 o5 10krbo r1-13 ; ; ; , s9 x @ r6@rack Jk1 k1"


@settings(max_examples=150)
@given(st.lists(st.sampled_from(WORDS.split()), max_size=60).map(" ".join), st.integers(0, 2**40), st.booleans())
def test_no_play_raises_anything_but_the_documented_errors(text, seed, opened):
    where = parse_position("r3-7; k5 r5 b5 J; b1 b2 b3 b4; o5 J o7 / o5 k5 b10 r6")
    ruleset = some_case(random.Random(seed)).ruleset
    faults: tuple[Fault, ...] = ()
    try:
        judge(text, table=where.table, rack=where.rack, ruleset=ruleset, opened=opened)
    except Refused as error:
        faults = error.faults
    assert {fault.code for fault in faults} <= DOCUMENTED
