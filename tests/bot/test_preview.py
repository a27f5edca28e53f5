"""The picture of a play before it is sent, in words."""

from __future__ import annotations

from bot.texts import translator
from bot.texts.preview import after_alt
from bot.texts.tiles import ALT_LIMIT
from engine.rummikub.judging import judge
from engine.rummikub.notation import parse_position
from engine.rummikub.ruleset import PRESETS


def described(table: str, rack: str, play: str) -> str:
    position = parse_position(f"{table} / {rack}")
    accepted = judge(play, table=position.table, rack=position.rack, ruleset=PRESETS["official"], opened=True)
    return after_alt(translator(), accepted)


def test_tiles_that_moved_are_named_with_their_new_set() -> None:
    assert described("k2-5; o9-12", "r5 b5", "k5 r5 b5").endswith(
        "s3 5: black, red, blue. Laid: red 5; blue 5. Moved on the table: black 5 → s3."
    )


def test_where_none_moved_none_is_said_to_have() -> None:
    assert "Moved" not in described("k2-5; o9-12", "k6", "s1 k6")


def test_a_whole_table_turned_over_fits_what_discord_allows() -> None:
    """Thirteen groups made of runs: nearly every tile moves."""
    runs = "; ".join(f"{color}{low}-{high}" for color in "krbo" for low, high in ((1, 4), (5, 8), (9, 13)))
    groups = "; ".join(f"{value}krb" for value in range(1, 14))
    text = described(f"{runs}; o1-3", "k1 r1 b1", f"{groups}; s10; s11; s12; s13; k1 r1 b1")
    assert len(text) <= ALT_LIMIT
    assert "Laid: black 1; red 1; blue 1. Moved on the table:" in text
    assert text.endswith("more.")
