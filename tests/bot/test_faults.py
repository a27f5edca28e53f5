"""Every fault has words that say what to do (issue 2, points 7 and 15; notation.md, "Errors")."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.texts import faults, translator
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.judging import Refused, judge
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS

ROOT = Path(__file__).parents[2]
NOTATION = (
    {"syntax", "ambiguous_joker", "tile_not_available", "nothing_played", "not_a_set", "loose_tiles"}
    | {"opening_points", "opening_touches_table", "joker_locked", "joker_not_replaced", "joker_reuse", "not_your_turn"}
    | {"pass_not_allowed", "pool_empty", "round_over", "too_long", "bad_position"}
)
RAISED = re.compile(r'(?:Fault\.of|\b_?refused|\b_?illegal)\(\s*"([a-z_]+)"')
t = translator("en")


def raised_anywhere() -> set[str]:
    """The codes that stand in the sources."""
    files = [path for folder in ("bot", "engine") for path in (ROOT / folder).rglob("*.py")]
    return {code for path in files for code in RAISED.findall(path.read_text(encoding="utf-8"))}


def test_every_code_that_can_be_raised_has_words() -> None:
    found = raised_anywhere()
    assert {"not_your_turn", "loose_tiles", "lobby_full"} <= found
    assert found | NOTATION <= faults.known()


def words_for(play: str, table: list[str], rack: str, *, rules: str = "official", opened: bool = True) -> str:
    """What a player reads about a play that is refused."""
    with pytest.raises(Refused) as caught:
        judge(
            play,
            table=Table.of(parse_meld(text) for text in table),
            rack=parse_tiles(rack),
            ruleset=PRESETS[rules],
            opened=opened,
        )
    return "\n".join(faults.explain_all(t, caught.value.faults))


@pytest.mark.parametrize(
    ("play", "table", "rack", "rules", "opened", "said"),
    [
        ("r3 q7 r5", [], "r3 r5", "official", True, ["`q7`", "character 4", "`r5`"]),
        ("s4 r6", ["r3-5"], "r6", "official", True, ["`s4`", "above the sets"]),
        ("s1 r6; s1 r7", ["r3-5"], "r6 r7", "official", True, ["`s1`", "only once"]),
        ("r5 J J", [], "r5 J J", "official", True, ["several ways", "Jr6", "Jk5"]),
        ("r3-5", [], "r3 r4", "official", True, ["`r5`", "neither on your rack"]),
        ("r3-5; b3-5", [], "k1", "official", True, ["`r3`, `r4`, `r5`, `b3`"]),
        ("r3 r3 r4", [], "r3 r4", "official", True, ["2 times", "only 1"]),
        ("r3-5@rack", ["r3-5"], "r3 r4", "official", True, ["`r5`", "your rack"]),
        ("r3-5", ["r3-5"], "k1", "official", True, ["at least one tile from your rack"]),
        ("r3 r4", [], "r3 r4", "official", True, ["at least three"]),
        ("r3 r4 r6", [], "r3 r4 r6", "official", True, ["missing in between"]),
        ("r3 b4 o7", [], "r3 b4 o7", "official", True, ["group", "run", "1 never follows 13"]),
        ("k5 r5 b5", ["r3-7"], "k5 b5", "official", True, ["loose", "s1"]),
        ("r3-5", [], "r3 r4 r5", "official", False, ["at least 30", "worth 12"]),
        ("s1 r6; k10 r10 b10", ["r3-5"], "r6 k10 r10 b10", "official", False, ["cannot use the sets on the table"]),
        ("o8 r8 b8; J r7 o7", ["o8 r8 J b8"], "r7 o7", "spanish", True, ["joker", "`k8`", "s1"]),
        ("r5 r6 r7 J", ["r5 r6 J"], "r7", "basque", True, ["locked", "s1"]),
        ("r3-6; k5 b5 o5 J", ["r3 r4 J r6", "k5 o5 b5"], "r5", "official", True, ["new set", "s1"]),
    ],
)
def test_a_refusal_says_what_is_wrong(
    play: str, table: list[str], rack: str, rules: str, opened: bool, said: list[str]
) -> None:
    words = words_for(play, table, rack, rules=rules, opened=opened)
    assert all(piece in words for piece in said), words
    assert "None" not in words
    assert "?" not in words


@settings(max_examples=150)
@given(st.text(alphabet="rkbo0123456789J s;@-*`@<>everyone", max_size=60))
def test_whatever_was_typed_is_shown_without_doing_anything(text: str) -> None:
    try:
        judge(text, table=Table(), rack=(), ruleset=PRESETS["official"], opened=True)
    except IllegalAction as refused:
        for line in faults.explain_all(t, refused.faults):
            outside = "".join(line.split("`")[::2])
            assert "@everyone" not in line
            assert "<" not in outside


def test_many_faults_stay_within_a_message() -> None:
    many = [Fault.of("not_a_set", set=f"r{n % 13 + 1} " * 30, why="mixed", number=n) for n in range(200)]
    lines = faults.explain_all(t, many)
    assert sum(map(len, lines)) < 2_000
