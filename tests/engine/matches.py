"""Matches for tests: rulesets at random, players who see only the plainest plays, and whole games of theirs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations, groupby
from random import Random

from hypothesis import strategies as st

from engine.rummikub.actions import Action, Draw, Pass, Play
from engine.rummikub.match import MatchState, Step, apply, new_match, player_view
from engine.rummikub.melds import Kind, Meld, Table
from engine.rummikub.record import Entry
from engine.rummikub.ruleset import (
    JokerFreeing,
    JokerGroupOfThree,
    JokerOpeningValue,
    JokerReplacementFrom,
    JokerReuse,
    JokerSets,
    MatchWinner,
    OpeningTurn,
    PoolEmpty,
    Ruleset,
)
from engine.rummikub.tiles import JOKER, Color, Tile, without
from engine.rummikub.views import PlayerView

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

rulesets = st.builds(
    Ruleset,
    name=st.just("official"),
    max_players=st.just(6),
    exchange_duplicates=st.booleans(),
    opening_points=st.sampled_from([0, 12, 30]),
    joker_opening_value=st.sampled_from(JokerOpeningValue),
    opening_turn=st.sampled_from(OpeningTurn),
    joker_freeing=st.sampled_from(JokerFreeing),
    joker_replacement_from=st.sampled_from(JokerReplacementFrom),
    joker_group_of_three=st.sampled_from(JokerGroupOfThree),
    joker_sets=st.sampled_from(JokerSets),
    joker_reuse=st.sampled_from(JokerReuse),
    turn_seconds=st.sampled_from([0, 60]),
    timeout_penalty_started=st.integers(0, 10),
    timeout_penalty_idle=st.integers(0, 3),
    misplay_penalty=st.integers(0, 10),
    joker_rack_value=st.sampled_from([0, 25, 30, 100]),
    pool_empty=st.sampled_from(PoolEmpty),
    announce_last_tile=st.booleans(),
    match_rounds=st.integers(0, 3),
    match_target=st.sampled_from([0, 50]),
    match_winner=st.sampled_from(MatchWinner),
)


def plain_play(view: PlayerView) -> str | None:
    """A play that every ruleset allows: sets of the rack and single tiles added, or one tile borrowed for a set."""
    rules, rack = view.public.ruleset, view.rack
    parts: list[str] = []
    worth = 0
    while found := next(_plain_sets(rack), None):
        rack = without(rack, found)
        worth += sum(t.value for t in found)
        parts.append(" ".join(map(str, found)))
    if not view.public.seats[view.seat].opened:
        return "; ".join(parts) if parts and worth >= rules.opening_points else None
    for number, meld in view.public.table.items():
        fitting = [t for t in set(rack) if _extends(meld, t)]
        if fitting:
            rack = without(rack, [min(fitting)])
            parts.append(f"s{number} {min(fitting)}")
    if JOKER in rack and (pair := _pair(rack)):
        parts.append(f"{pair[0]} {pair[1]} J")
    return "; ".join(parts) or _borrowing(view.public.table, rack)


def _plain_sets(rack: Sequence[Tile]) -> Iterator[list[Tile]]:
    kinds = sorted({t for t in rack if not t.is_joker})
    for _, same in groupby(sorted(kinds, key=lambda t: (t.value, t)), key=lambda t: t.value):
        if len(tiles := list(same)) >= 3:
            yield tiles
    for color in Color:
        values = [t.value for t in kinds if t.color is color]
        for _, chain in groupby(enumerate(values), key=lambda pair: pair[1] - pair[0]):
            if len(tiles := [Tile.of(color, value) for _, value in chain]) >= 3:
                yield tiles


def _extends(meld: Meld, tile: Tile) -> bool:
    if tile.is_joker or meld.jokers:
        return False
    first, *_, last = meld.tiles
    if meld.kind is Kind.GROUP:
        return len(meld.tiles) < 4 and tile.value == first.value and tile not in meld.tiles
    return tile.color == first.color and tile.value in (first.value - 1, last.value + 1)


def _borrowing(table: Table, rack: Sequence[Tile]) -> str | None:
    """Two tiles of the rack that make a set with one that a set of the table can spare."""
    for number, meld in table.items():
        if len(meld.tiles) < 4 or meld.jokers:
            continue
        for spare in meld.tiles if meld.kind is Kind.GROUP else (meld.tiles[0], meld.tiles[-1]):
            kinds = sorted({t for t in rack if not t.is_joker and t != spare})
            for a, b in combinations(kinds, 2):
                if next(_plain_sets((a, b, spare)), None):
                    return f"{spare}@s{number} {a} {b}"
    return None


def _pair(rack: Sequence[Tile]) -> tuple[Tile, Tile] | None:
    kinds = sorted({t for t in rack if not t.is_joker})
    return next(((a, b) for a in kinds for b in kinds if a.color < b.color and a.value == b.value), None)


def plain_action(state: MatchState) -> Action:
    """What a plain player does on turn."""
    assert state.on_turn is not None
    play = plain_play(player_view(state, state.on_turn))
    if play is not None:
        return Play(text=play)
    return Draw() if state.pool else Pass()


Twist = Callable[[MatchState, Random], tuple[int, Action] | None]
"""What somebody does that is not plain: a seat and an action, or None."""


def plain_game(
    ruleset: Ruleset, seats: int, seed: str, most: int = 10_000, twist: Twist | None = None
) -> tuple[list[Entry], list[Step]]:
    """A match of plain players to its end, or ``most`` actions of it; they take a while for each turn."""
    chance = Random(seed)
    now = NOON
    steps = [new_match(ruleset, seats, seed, now)]
    entries: list[Entry] = []
    while len(entries) < most and (on_turn := steps[-1].state.on_turn) is not None:
        now += timedelta(milliseconds=chance.randrange(1, 40_000))
        state = steps[-1].state
        seat, action = (twist and twist(state, chance)) or (on_turn, plain_action(state))
        entries.append(Entry(seat, action, now))
        steps.append(apply(state, seat, action, now))
    return entries, steps
