"""The record (notation.md, "A record"), and the stored games."""

from __future__ import annotations

from datetime import timedelta, timezone
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import commitment
from engine.rummikub.actions import Stop, Timeout
from engine.rummikub.match import public_view
from engine.rummikub.record import BadRecord, Entry, Record, read_record, replay, write_record
from engine.rummikub.ruleset import PRESETS, PoolEmpty, Ruleset
from engine.rummikub.views import MatchEnd, RoundEnd
from tests.engine.matches import NOON, plain_game, rulesets

GAMES = {path.stem: path.read_text(encoding="utf-8") for path in (Path(__file__).parents[1] / "games").glob("*.txt")}


def written_anew(record: Record) -> str:
    return write_record(
        ruleset=record.ruleset,
        players=record.players,
        seed=record.seed,
        began=record.began,
        entries=record.entries,
    )


SMALL = Ruleset(pool_empty=PoolEmpty.END_AT_ONCE, joker_rack_value=50)
ENTRIES, _ = plain_game(SMALL, 2, "seed")


def small(**changes: Any) -> dict[str, Any]:
    """What to write of a short match, with a name that nobody expects."""
    names = ["Ane", 'x"] \\ ;\n\u2028😀']
    return {"ruleset": SMALL, "players": names, "seed": "seed", "began": NOON, "entries": ENTRIES, **changes}


# --- stored games --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_stored_game_replays_as_it_was_played(name: str) -> None:
    assert written_anew(read_record(GAMES[name])) == GAMES[name]


def test_a_game_is_stored_for_every_way_to_end_and_every_preset() -> None:
    """Rules 7.1, 7.2 and 7.6."""
    states = [read_record(text).state for text in GAMES.values()]
    assert {r.reason for s in states for r in s.results} == set(get_args(RoundEnd))
    assert {s.ending for s in states} == set(get_args(MatchEnd))
    assert {s.ruleset.name for s in states} == set(PRESETS)
    kinds = {line.split()[2] for text in GAMES.values() for line in text.splitlines() if line[0].isdigit()}
    expected = {"play", "draw", "pass", "timeout", "timeout_begun", "misplay", "resign", "stop", "stuck"}
    assert kinds == expected


# --- round trip ----------------------------------------------------------------------------------------------


@given(rulesets, st.integers(2, 6), st.text(max_size=5), st.lists(st.text(max_size=8), min_size=6, max_size=6))
@settings(max_examples=4)
def test_a_record_replays_to_the_same_states(ruleset: Ruleset, seats: int, seed: str, names: list[str]) -> None:
    ruleset = ruleset.model_copy(update={"match_rounds": 1})
    entries, steps = plain_game(ruleset, seats, seed)
    text = write_record(ruleset=ruleset, players=names[:seats], seed=seed, began=NOON, entries=entries)
    record = read_record(text)
    again = replay(record.ruleset, seats, record.seed, record.began, record.entries)
    assert [step.state for step in again] == [step.state for step in steps]
    assert record.players == tuple(names[:seats])
    assert record.state == steps[-1].state


@pytest.mark.parametrize("begun", [False, True])
def test_a_record_tells_who_was_there_when_time_was_up(begun: bool) -> None:
    """Whether a turn was missed depends on it, and so what follows (rule 6.2)."""
    entries = [
        Entry(ENTRIES[0].seat, Timeout(turn=1, begun=begun, there=True), NOON + timedelta(minutes=1)),
        Entry(0, Stop(), NOON + timedelta(minutes=2)),
    ]
    text = write_record(**small(entries=entries))
    assert ("timeout_begun" if begun else "timeout_there") in text
    record = read_record(text)
    assert not any(seat.missed for seat in record.state.seats)
    assert written_anew(record) == text


def test_headers_say_what_was_agreed() -> None:
    lines = [line[: line.rindex(" #")] for line in write_record(**small()).rstrip().split("\n")]
    assert lines[:9] == [
        '[Game "rummikub"]',
        '[Date "2024-05-01T12:00:00+00:00"]',
        '[Player1 "Ane"]',
        '[Player2 "x\\"] \\\\ ;\\n\u2028😀"]',
        '[Ruleset "official"]',
        '[joker_rack_value "50"]',
        '[pool_empty "end_at_once"]',
        f'[Commitment "{commitment("seed")}"]',
        '[Seed "seed"]',
    ]


def test_times_are_kept_wherever_they_were_taken() -> None:
    east = timezone(timedelta(hours=2))
    began = NOON.astimezone(east) + timedelta(microseconds=7)
    assert read_record(write_record(**small(began=began))).began == began


def test_a_match_that_goes_on_has_no_record() -> None:
    """Its seed would give the racks away."""
    given = small()
    with pytest.raises(ValueError, match="no record"):
        write_record(**{**given, "entries": given["entries"][:-1]})


# --- changed records -----------------------------------------------------------------------------------------


def refused_at(text: str) -> int:
    with pytest.raises(BadRecord) as refused:
        read_record(text)
    (fault,) = refused.value.faults
    assert (fault.code, fault.data["line"]) == ("bad_record", refused.value.line)
    return refused.value.line


TEXT = GAMES["official-out"]
LINES = TEXT.splitlines()


@given(st.integers(0, len(TEXT) - 2), st.characters(exclude_categories=["Cs"]))
@settings(max_examples=100)
def test_a_changed_character_is_found_in_its_line(place: int, character: str) -> None:
    if TEXT[place] == "\n" or character in ("\n", TEXT[place]):
        return
    changed = TEXT[:place] + character + TEXT[place + 1 :]
    if changed.rstrip() == TEXT.rstrip() or character == "\r":
        return
    assert refused_at(changed) == TEXT.count("\n", 0, place) + 1


@given(st.integers(0, len(LINES) - 1))
@settings(max_examples=30)
def test_a_missing_line_is_found(place: int) -> None:
    assert refused_at("\n".join(LINES[:place] + LINES[place + 1 :])) == place + 1


def test_other_line_ends_are_no_change() -> None:
    assert read_record(TEXT.replace("\n", "\r\n")).state == read_record(TEXT).state
    assert read_record(TEXT + "\n\n").state == read_record(TEXT).state


@pytest.mark.parametrize("text", ["", "\n", "hello", "[Date 7]", "=", "1. 1 draw k1 {1}", "{}", "é" * 99])
def test_what_is_no_record_is_refused(text: str) -> None:
    assert refused_at(text) == 1


# --- forged records: the checks computed anew -------------------------------------------------------------------


def forged(old: str, new: str) -> tuple[str, int]:
    """The record with its first ``old`` replaced and all checks right; and the number of that line."""
    from engine.rummikub.record import _checked

    plain = [line[: line.rindex(" #")] for line in LINES]
    number = next(n for n, line in enumerate(plain, start=1) if old in line)
    plain[number - 1] = plain[number - 1].replace(old, new, 1)
    return "\n".join(_checked(plain)), number


def line_with(word: str) -> str:
    return next(line[: line.rindex(" #")] for line in LINES if word in line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (line_with(" draw "), line_with(" draw ").replace(" draw ", " pass ")),
        (line_with(" draw "), line_with(" draw ").replace(" draw ", " draw J ")),
        (line_with(" draw "), line_with(" draw ").replace(" draw ", " dance ")),
        (line_with(" draw "), line_with(" draw ").replace("{", "{99999999999999999")),
        (line_with(" play "), line_with(" play ").replace(" play ", " play J ")),
        (line_with("= 1 "), line_with("= 1 ") + "0"),
        (line_with("== "), line_with("== ") + " 2"),
        (line_with("* 1 "), line_with("* 1 ").replace("k", "r", 1)),
        (f'Commitment "{commitment("official-out-9")}"', f'Commitment "{commitment("other")}"'),
    ],
)
def test_a_forged_line_is_found_by_the_replay(old: str, new: str) -> None:
    text, number = forged(old, new)
    assert refused_at(text) == number


def test_another_seed_does_not_keep_the_promise() -> None:
    """The commitment was public when the match began."""
    text, number = forged('[Seed "official-out-9"]', '[Seed "better"]')
    assert refused_at(text) == number - 1


def test_a_record_cut_short_is_refused() -> None:
    assert refused_at("\n".join(LINES[:-1])) == len(LINES)
    assert public_view(read_record(TEXT).state).winners != ()
