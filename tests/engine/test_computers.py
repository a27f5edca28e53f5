"""Computer players: legal under every ruleset, blind to what is hidden, and each as strong as it should be."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rummikub.actions import Draw, Pass, Play
from engine.rummikub.computers import LEVELS, Level, choose
from engine.rummikub.judging import Accepted, judge
from engine.rummikub.match import MatchState, apply, new_match, player_view
from engine.rummikub.melds import Table
from engine.rummikub.notation import format_tiles, parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS, MatchWinner, Ruleset
from engine.rummikub.tiles import DECK, JOKER, without
from tests.benchmarks.computers import round_of
from tests.engine.matches import NOON, rulesets

levels = st.sampled_from(LEVELS)
OFFICIAL = PRESETS["official"]


def turns(ruleset: Ruleset, players: list[Level], seed: str, most: int) -> list[MatchState]:
    """The states of a match of computers; each of their actions has to be allowed."""
    states = [new_match(ruleset, len(players), seed, NOON).state]
    while len(states) <= most and (seat := states[-1].on_turn) is not None:
        state = states[-1]
        action = choose(players[seat], player_view(state, seat), Random(f"{seed}{state.turn}"), tidy=False)
        step = apply(state, seat, action, NOON)
        assert step.refused is None
        states.append(step.state)
    return states


def position(
    table: str,
    *racks: str,
    ruleset: Ruleset = OFFICIAL,
    pool: bool = True,
    opened: bool = True,
    seed: int = 0,
) -> MatchState:
    """A match with the first seat on turn; the pool is all that lies nowhere else, or empty."""
    melds = Table.of(parse_meld(text) for text in table.split(";") if text.strip())
    hands = [tuple(sorted(parse_tiles(rack))) for rack in racks]
    rest = without(DECK, [*melds.tiles, *(t for hand in hands for t in hand)])
    state = new_match(ruleset, len(hands), "s", NOON).state
    seats = tuple(
        seat.model_copy(update={"rack": hand, "opened": opened}) for seat, hand in zip(state.seats, hands, strict=True)
    )
    shuffled = Random(seed).sample(rest, len(rest))
    return state.model_copy(
        update={"table": melds, "seats": seats, "pool": tuple(shuffled) if pool else (), "on_turn": 0}
    )


def move(level: Level, state: MatchState, seed: int = 0) -> Play | Draw | Pass:
    return choose(level, player_view(state, 0), Random(seed))


def played(level: Level, state: MatchState, seed: int = 0) -> Accepted:
    action = move(level, state, seed)
    assert isinstance(action, Play)
    own = state.seats[0]
    return judge(action.text, table=state.table, rack=own.rack, ruleset=state.ruleset, opened=own.opened)


@given(rulesets, st.lists(levels, min_size=2, max_size=4), st.text(max_size=2))
@settings(max_examples=10)
def test_what_they_do_is_legal_under_every_ruleset(ruleset: Ruleset, players: list[Level], seed: str) -> None:
    turns(ruleset, players, seed, 60)


@given(levels, st.integers(0, 40), st.integers(0, 9))
@settings(max_examples=8)
def test_a_tidy_play_lays_the_same_tiles(level: Level, most: int, seed: int) -> None:
    state = turns(OFFICIAL.model_copy(update={"opening_points": 0}), ["medium", "hard"], str(seed), most)[-1]
    view = player_view(state, state.on_turn or 0)
    if not view.my_turn:
        return
    neat, any_way = (choose(level, view, Random(seed), tidy=tidy) for tidy in (True, False))
    assert type(neat) is type(any_way)
    if isinstance(neat, Play) and isinstance(any_way, Play):
        results = [
            judge(
                play.text,
                table=state.table,
                rack=view.rack,
                ruleset=state.ruleset,
                opened=state.seats[view.seat].opened,
            )
            for play in (neat, any_way)
        ]
        assert results[0].rack == results[1].rack
        assert len(results[0].moves) <= len(results[1].moves) or _touched(state, results[0]) < _touched(
            state, results[1]
        )


def _touched(state: MatchState, play: Accepted) -> int:
    return sum(play.table.get(number) != meld for number, meld in state.table.items())


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_they_play_a_preset_to_its_end(preset: str) -> None:
    ruleset = PRESETS[preset].model_copy(update={"match_rounds": 1})
    assert turns(ruleset, ["hard", "medium", "easy"], preset, 1000)[-1].ending == "finished"


JOKERS = "r3 J r5; k10 b10 J; b5-9; k1-4; 13krb; o2-6; 7rbko"
RACKS = ("r4 o10 r10 k5 b3 b10 o7", "J r6 r7 b4 k9 o1", "k10 r9 o9 r1 b1 o13 r5 r2")


@given(rulesets, levels, st.sampled_from(RACKS), st.integers(0, 9), st.booleans(), st.booleans())
@settings(max_examples=40)
def test_they_know_the_rules_of_jokers_on_the_table(
    ruleset: Ruleset, level: Level, rack: str, seed: int, pool: bool, opened: bool
) -> None:
    table = JOKERS if "J" not in rack else JOKERS.replace("k10 b10 J", "10kbo")
    state = position(table, rack, "k13 o12", ruleset=ruleset, pool=pool, opened=opened)
    step = apply(state, 0, move(level, state, seed), NOON)
    assert step.refused is None


@given(rulesets, levels, st.lists(levels, min_size=2, max_size=4), st.integers(0, 60), st.integers(0, 99))
@settings(max_examples=12)
def test_a_move_does_not_depend_on_hidden_tiles(
    ruleset: Ruleset, level: Level, players: list[Level], most: int, seed: int
) -> None:
    state = turns(ruleset, players, str(seed), most)[-1]
    if (seat := state.on_turn) is None:
        return
    hidden = [tile for n, other in enumerate(state.seats) if n != seat for tile in other.rack] + list(state.pool)
    Random(seed).shuffle(hidden)
    seats = list(state.seats)
    for n, other in enumerate(seats):
        if n != seat:
            rack, hidden = hidden[: len(other.rack)], hidden[len(other.rack) :]
            seats[n] = other.model_copy(update={"rack": tuple(sorted(rack)), "drawn": ()})
    twin = state.model_copy(update={"seats": tuple(seats), "pool": tuple(hidden)})
    moves = [choose(level, player_view(s, seat), Random(seed), tidy=False) for s in (state, twin)]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_chance_gives_the_same_round(level: Level) -> None:
    def player(view, chance):
        return choose(level, view, chance, tidy=False)

    ruleset = OFFICIAL.model_copy(update={"opening_points": 0})
    assert round_of([player, player], ruleset, "again") == round_of([player, player], ruleset, "again")


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_play_they_draw_and_with_an_empty_pool_they_pass(level: Level) -> None:
    """Rules 3.1 and 3.5."""
    assert move(level, position("k3-5", "r1 b9", "o1")) == Draw()
    assert move(level, position("k3-5", "r1 b9", "o1", pool=False)) == Pass()


@pytest.mark.parametrize("level", LEVELS)
def test_who_is_not_on_turn_is_not_asked(level: Level) -> None:
    with pytest.raises(ValueError, match="turn"):
        choose(level, player_view(position("k3-5", "r1 b9", "k6"), 1), Random(0))


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_opens_below_the_points(level: Level) -> None:
    """Rule 4.1."""
    assert move(level, position("k3-5", "r1-3 9kr k6", "o1", opened=False)) == Draw()


@pytest.mark.parametrize("seed", range(20))
def test_easy_leaves_the_table_alone_and_overlooks_tiles(seed: int) -> None:
    state = position("k3-5; 8rbo", "k6 k8 r1-3 b10-12", "o1")
    action = move("easy", state, seed)
    if isinstance(action, Play):
        after = played("easy", state, seed)
        assert {1: state.table[1], 2: state.table[2]}.items() <= after.table.items()
        assert "k6" in format_tiles(after.rack)


def test_easy_overlooks_sets_now_and_then_and_not_always() -> None:
    state = position("k3-5", "r1-3", "o1")
    assert {type(move("easy", state, seed)) for seed in range(30)} == {Play, Draw}


@pytest.mark.parametrize("seed", range(5))
def test_medium_extends_sets_and_takes_what_a_set_can_spare(seed: int) -> None:
    state = position("k3-6; 8rbo; o1-3", "k8 r6 b6 o13", "o1")
    assert format_tiles(played("medium", state, seed).rack) == "o13"


def test_hard_sees_what_takes_many_sets() -> None:
    """Rules.md section 9, figure 5 D: the rack goes out."""
    table = "k3 b3 o3; r5-8; b4-6; b6-10; o6-8; 9kbro; k7-13; b11-13"
    state = position(table, "r3 o2 o4 k5 o5 r4 k4", "o1 o1")
    assert played("hard", state).rack == ()


def test_hard_keeps_a_joker_for_going_out() -> None:
    kept = played("hard", position("k3-5", "k6 J r1 r2 o9 b13", "o1 o2 o4 o6 o8"))
    assert (format_tiles(kept.placed), JOKER in kept.rack) == ("k6", True)
    assert move("hard", position("k3-5", "J r1 o9 b13", "o1 o2 o4 o6 o8")) == Draw()
    assert played("hard", position("k3-5", "J r1 r2", "o1 o2 o4 o6 o8")).rack == ()


def test_hard_keeps_a_joker_from_the_opening() -> None:
    """Rule 4.1: with the joker it could open."""
    assert move("hard", position("", "r11 r12 J o1 b5", "o2", opened=False)) == Draw()


def test_hard_lets_a_joker_go_where_points_decide_and_somebody_is_nearly_out() -> None:
    """Rule 7.5: a joker on the rack costs 30."""
    points = OFFICIAL.model_copy(update={"match_rounds": 4, "match_winner": MatchWinner.POINTS})
    table, rack = "k3-11; r3-11; b3-11", "J o4 o5 k13 r1 r1"
    assert JOKER in played("hard", position(table, rack, "o1", ruleset=points)).placed
    assert JOKER in played("hard", position(table, rack, "o1 o1 b1 b1 r13", ruleset=points)).rack
    assert JOKER in played("hard", position(table, rack, "o1", ruleset=OFFICIAL)).rack


def test_hard_keeps_nothing_when_the_pool_is_empty() -> None:
    """Rules 7.2 and 7.3: the lowest rack may win, so points come before tiles."""
    state = position("4krb; r5-8", "J r9 k1 k2 o4 b11 o11", "o1 o2 o4 o6 o8", pool=False)
    assert JOKER in played("hard", state).placed
    assert format_tiles(played("hard", position("b3-5; k11-13; k7 r7 o7", "b6 k9 o1", "r1", pool=False)).placed) == "b6"
