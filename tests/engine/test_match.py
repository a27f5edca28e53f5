"""Rules 2, 3.1, 3.4, 3.5, 6 and 7: turns, time, and how rounds and matches end."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from engine.core.errors import IllegalAction
from engine.rummikub.actions import Action, Draw, Pass, Play, Resign, Stop, Stuck, Timeout
from engine.rummikub.events import (
    Drew,
    LastTile,
    MatchEnded,
    Misplayed,
    Passed,
    Played,
    Resigned,
    RoundBegan,
    RoundEnded,
    TimedOut,
)
from engine.rummikub.match import MatchState, Step, apply, new_match, player_view, public_view
from engine.rummikub.melds import Table, group, run
from engine.rummikub.ruleset import PRESETS, MatchWinner, PoolEmpty, Ruleset
from engine.rummikub.tiles import DECK, JOKER, NUMBERED, Color, Tile, without
from tests.engine.matches import NOON

NAMES = {str(t): t for t in (*NUMBERED, JOKER)}


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(sorted(NAMES[word] for word in text.split()))


def begun(rules: Ruleset, *racks: str, on_turn: int = 0, pool: str | None = None, opened: bool = True) -> MatchState:
    """A match in its first round with these racks; the pool holds what is nowhere else, or ``pool``."""
    state = new_match(rules, len(racks), "seed", NOON).state
    held = [tiles(rack) for rack in racks]
    seats = tuple(s.model_copy(update={"rack": r, "opened": opened}) for s, r in zip(state.seats, held, strict=True))
    rest = without(DECK, [t for rack in held for t in rack]) if pool is None else tiles(pool)
    return state.model_copy(update={"seats": seats, "on_turn": on_turn, "pool": rest})


def do(state: MatchState, *actions: Action, now: datetime = NOON) -> Step:
    """The actions of whoever is on turn, one after the other."""
    step = Step(state, ())
    for action in actions:
        assert step.state.on_turn is not None
        step = apply(step.state, step.state.on_turn, action, now)
    return step


def refusal(state: MatchState, seat: int, action: Action) -> list[str]:
    with pytest.raises(IllegalAction) as refused:
        apply(state, seat, action, NOON)
    return [fault.code for fault in refused.value.faults]


def variant(**options: Any) -> Ruleset:
    return Ruleset(**options)


RACKS = ("k1 k5 r9", "b2 b7 o9", "o1 o6 r13")

# --- beginning ---------------------------------------------------------------------------------------------


def test_a_match_begins_with_draw_and_deal() -> None:
    """Rule 2."""
    step = new_match(PRESETS["official"], 4, "seed", NOON)
    (began,) = step.events
    assert isinstance(began, RoundBegan)
    assert step.state.on_turn == began.opening_draw.starter
    assert [len(seat.rack) for seat in step.state.seats] == [14] * 4
    assert len(step.state.pool) == 50
    assert (step.state.round, step.state.turn) == (1, 1)
    assert step.state.deadline == NOON + timedelta(seconds=60)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_number_of_players(seats: int) -> None:
    """Rule 2.1: two at least, at most as many as the ruleset allows."""
    with pytest.raises(ValueError, match="seats"):
        new_match(PRESETS["official"], seats, "seed", NOON)


def test_same_seed_same_match_other_seed_other_match() -> None:
    assert new_match(Ruleset(), 3, "a", NOON) == new_match(Ruleset(), 3, "a", NOON)
    assert new_match(Ruleset(), 3, "a", NOON).state.pool != new_match(Ruleset(), 3, "b", NOON).state.pool


def test_times_need_a_timezone() -> None:
    naive = NOON.replace(tzinfo=None)
    with pytest.raises(ValueError, match="timezone"):
        new_match(Ruleset(), 2, "seed", naive)
    with pytest.raises(ValueError, match="timezone"):
        apply(begun(Ruleset(), *RACKS), 0, Draw(), naive)


# --- turns -------------------------------------------------------------------------------------------------


def test_a_draw_ends_the_turn() -> None:
    """Rules 3.1 and 2.4."""
    state = begun(Ruleset(), *RACKS, on_turn=2)
    step = apply(state, 2, Draw(), NOON + timedelta(seconds=9))
    assert step.events == (Drew(2, 1),)
    assert step.state.on_turn == 0
    assert step.state.turn == state.turn + 1
    assert step.state.deadline == NOON + timedelta(seconds=69)
    view = player_view(step.state, 2)
    assert len(view.rack) == 4
    assert set(view.drawn) <= set(view.rack)
    assert len(view.drawn) == 1
    assert len(step.state.pool) == len(state.pool) - 1


def test_what_was_drawn_is_shown_until_the_next_own_turn() -> None:
    state = do(begun(Ruleset(), *RACKS), Draw()).state
    first = player_view(state, 0).drawn
    state = do(state, Draw()).state
    assert player_view(state, 0).drawn == first
    state = do(state, Draw(), Draw()).state
    assert len(player_view(state, 0).drawn) == 1
    state = begun(Ruleset(), "k3 k4 k5 r9", "b2 b7", pool="o1 o2 o3")
    state = do(state, Draw(), Draw(), Play(text="k3 k4 k5")).state
    assert player_view(state, 0).drawn == ()


def test_a_play_goes_to_the_table() -> None:
    """Rules 3.1 and 4.1."""
    state = begun(Ruleset(), "r10 b10 k10 r2", "b2", opened=False)
    step = apply(state, 0, Play(text="r10 b10 k10"), NOON)
    (played,) = step.events
    assert isinstance(played, Played)
    assert (played.seat, played.left, played.points, played.opened) == (0, 1, 30, True)
    assert sorted(played.placed) == list(tiles("k10 r10 b10"))
    assert step.state.table == Table({1: group(tiles("k10 r10 b10"))})
    assert step.state.seats[0].rack == tiles("r2")
    assert step.state.seats[0].opened
    assert not step.state.seats[1].opened
    assert step.state.on_turn == 1
    assert step.state.last is not None
    assert (step.state.last.seat, step.state.last.kind) == (0, "play")
    assert dict(step.state.last.marks) == {1: (0, 1, 2)}


def test_only_the_first_play_is_the_opening() -> None:
    state = begun(Ruleset(), "r10 b10 k10 o10 r2", "b2", opened=False)
    state = do(state, Play(text="r10 b10 k10"), Draw()).state
    (played,) = do(state, Play(text="s1 o10")).events
    assert isinstance(played, Played)
    assert not played.opened


def test_a_refused_play_changes_nothing() -> None:
    """Rule 3.4."""
    state = begun(Ruleset(), *RACKS)
    assert refusal(state, 0, Play(text="k1 k5 r9")) == ["not_a_set"]
    assert refusal(state, 0, Play(text="")) == ["nothing_played"]


@pytest.mark.parametrize("action", [Draw(), Pass(), Play(text="b2"), Timeout(turn=1)])
def test_not_on_turn(action: Action) -> None:
    assert refusal(begun(Ruleset(), *RACKS), 1, action) == ["not_your_turn"]


def test_passing_needs_an_empty_pool_and_drawing_a_full_one() -> None:
    """Rules 3.5 and 7.2."""
    assert refusal(begun(Ruleset(), *RACKS), 0, Pass()) == ["pass_not_allowed"]
    assert refusal(begun(Ruleset(), *RACKS, pool=""), 0, Draw()) == ["pool_empty"]


def test_the_table_is_told_of_a_last_tile() -> None:
    """Rule 7.7."""
    for told in (True, False):
        state = begun(variant(announce_last_tile=told), "k3 k4 k5 r9", "b2 b7")
        assert (LastTile(0) in do(state, Play(text="k3 k4 k5")).events) is told
    state = begun(variant(announce_last_tile=True), "k3 k4 k5 r9 r8", "b2 b7")
    assert LastTile(0) not in do(state, Play(text="k3 k4 k5")).events


# --- misplays ----------------------------------------------------------------------------------------------


def test_a_misplay_costs_tiles_and_the_turn() -> None:
    """Rule 3.4."""
    state = begun(variant(misplay_penalty=2), *RACKS)
    step = apply(state, 0, Play(text="k1 k5 r9"), NOON)
    assert step.events == (Misplayed(0, 2),)
    assert step.refused is not None
    assert [fault.code for fault in step.refused.faults] == ["not_a_set"]
    assert len(step.state.seats[0].rack) == 5
    assert step.state.on_turn == 1


@pytest.mark.parametrize("text", ["", "  ;; ", "r99", "r3 J J", "k1 " * 700])
def test_what_cannot_be_read_is_no_misplay(text: str) -> None:
    """Rule 3.4."""
    assert refusal(begun(variant(misplay_penalty=2), "r3 J J k1", "b2"), 0, Play(text=text))


# --- time --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("started", "count"), [(True, 3), (False, 1)])
def test_time_up(started: bool, count: int) -> None:
    """Rule 6.2."""
    state = begun(PRESETS["official"], *RACKS)
    step = apply(state, 0, Timeout(turn=state.turn, begun=started), NOON)
    assert step.events == (TimedOut(0, count, started),)
    assert len(step.state.seats[0].rack) == 3 + count
    assert len(step.state.seats[0].drawn) == count
    assert step.state.on_turn == 1


def test_time_up_with_few_tiles_left() -> None:
    """Rule 6.2: fewer if the pool holds fewer; that was a draw, not a pass."""
    state = begun(PRESETS["basque"], *RACKS, pool="r1 r2")
    step = apply(state, 0, Timeout(turn=state.turn, begun=True), NOON)
    assert step.events == (TimedOut(0, 2, True),)
    assert step.state.pool == ()
    assert step.state.on_turn == 1


def test_time_up_late_or_twice_is_harmless() -> None:
    state = begun(Ruleset(), *RACKS)
    stale = Timeout(turn=state.turn)
    state = apply(state, 0, stale, NOON).state
    assert refusal(state, 0, stale) == ["not_your_turn"]
    assert refusal(state, 1, stale) == ["not_your_turn"]


def test_no_limit_no_deadline() -> None:
    """Rule 6.1."""
    assert begun(variant(turn_seconds=0), *RACKS).deadline is None


# --- the end of a round --------------------------------------------------------------------------------------


def test_whoever_has_no_tile_left_wins() -> None:
    """Rule 7.1, and 7.4's second example."""
    state = begun(PRESETS["spanish"], "k3 k4 k5", "b5", "b10", "b3")
    played, ended, over = do(state, Play(text="k3 k4 k5")).events
    assert isinstance(played, Played)
    assert isinstance(ended, RoundEnded)
    assert isinstance(over, MatchEnded)
    assert (ended.result.reason, ended.result.winners) == ("out", (0,))
    assert ended.result.scores == (18, -5, -10, -3)
    assert ended.result.rack_points == (0, 5, 10, 3)
    assert ended.result.racks == ((), tiles("b5"), tiles("b10"), tiles("b3"))
    assert ended.table == Table({1: run(Color.BLACK, 3, 3)})
    assert ended.last is not None
    assert ended.last.kind == "play"
    assert over == MatchEnded("finished", (18, -5, -10, -3), (0,))


def test_after_the_end_nothing_is_possible() -> None:
    state = do(begun(Ruleset(), "k3 k4 k5", "b5"), Play(text="k3 k4 k5")).state
    assert (state.phase, state.on_turn, state.deadline) == ("over", None, None)
    for action in (Draw(), Pass(), Play(text="b5"), Resign(), Stop(), Stuck(), Timeout(turn=state.turn)):
        assert refusal(state, 1, action) == ["round_over"]


def test_end_at_once_ends_with_the_first_who_does_not_play() -> None:
    """Rule 7.2."""
    state = begun(variant(pool_empty=PoolEmpty.END_AT_ONCE), *RACKS, pool="r1")
    state = do(state, Draw()).state
    passed, ended, _ = do(state, Pass()).events
    assert passed == Passed(1)
    assert isinstance(ended, RoundEnded)
    assert ended.result.reason == "pool_empty"
    assert ended.result.winners == (0,)
    assert ended.result.scores == (6, -2, -4)


def test_play_on_until_all_have_passed_in_a_row() -> None:
    """Rule 7.2: a play starts the count anew."""
    state = begun(Ruleset(), "k3 k4 k5 k9", "b2", "o1", pool="")
    state = do(state, Play(text="k3 k4 k5"), Pass(), Pass()).state
    assert state.phase == "playing"
    ended = do(state, Pass()).events[1]
    assert isinstance(ended, RoundEnded)
    assert (ended.result.winners, ended.result.scores) == ((2,), (-8, -1, 9))

    state = begun(Ruleset(), "k3 k4 k5 k9", "b2", "o1", pool="", on_turn=1)
    state = do(state, Pass(), Pass(), Play(text="k3 k4 k5"), Pass(), Pass()).state
    assert state.phase == "playing"
    assert do(state, Pass()).state.phase == "over"


def test_who_plays_after_having_passed_has_not_passed() -> None:
    """Rule 7.2."""
    state = begun(Ruleset(), "k3 k4 k5 k9", "b3 b4 b5 b9", "o1", pool="")
    state = do(state, Pass(), Play(text="b3 b4 b5"), Pass(), Play(text="k3 k4 k5"), Pass(), Pass()).state
    assert state.phase == "playing"
    assert do(state, Pass()).state.phase == "over"


def test_the_last_action_says_what_it_was() -> None:
    state = begun(Ruleset(), *RACKS, pool="r1 r2")
    kinds: list[tuple[str, int]] = []
    for action in (Draw(), Timeout(turn=state.turn + 1), Pass()):
        state = do(state, action).state
        assert state.last is not None
        kinds.append((state.last.kind, state.last.drawn))
    assert kinds == [("draw", 1), ("timeout", 1), ("pass", 0)]


def test_time_up_with_an_empty_pool_is_a_pass() -> None:
    """Rules 6.2 and 7.2."""
    state = begun(Ruleset(), *RACKS, pool="")
    state = do(state, Pass(), Pass()).state
    timed_out, ended, _ = do(state, Timeout(turn=state.turn, begun=True)).events
    assert timed_out == TimedOut(2, 0, True)
    assert isinstance(ended, RoundEnded)


def test_a_misplay_with_an_empty_pool_is_a_pass() -> None:
    """Rules 3.4 and 7.2: the turn is lost with neither play nor draw."""
    state = begun(variant(misplay_penalty=1, pool_empty=PoolEmpty.END_AT_ONCE), *RACKS, pool="")
    step = do(state, Play(text="k1 k5 r9"))
    assert step.events[0] == Misplayed(0, 0)
    assert isinstance(step.events[1], RoundEnded)
    assert step.refused is not None


def test_a_leaver_is_no_longer_counted_among_those_who_pass() -> None:
    """Rule 7.2."""
    state = begun(Ruleset(), *RACKS, pool="")
    state = do(state, Pass(), Pass()).state
    left, ended, _ = apply(state, 2, Resign(), NOON).events
    assert left == Resigned(2)
    assert isinstance(ended, RoundEnded)
    assert ended.result.reason == "pool_empty"


def test_proved_that_nobody_can_play() -> None:
    """Rule 7.2, last sentence: only with an empty pool, whoever is on turn."""
    assert refusal(begun(Ruleset(), *RACKS), 0, Stuck()) == ["pass_not_allowed"]
    ended, _ = apply(begun(Ruleset(), *RACKS, pool="", on_turn=1), 0, Stuck(), NOON).events
    assert isinstance(ended, RoundEnded)
    assert (ended.result.reason, ended.result.winners) == ("stuck", (0,))
    assert ended.result.scores == (8, -3, -5)


def test_shared_round_counts_as_won_for_all_who_share() -> None:
    """Rules 7.3 and 7.6."""
    state = begun(variant(match_rounds=2), "k5", "b5", "o9", pool="")
    state = do(state, Pass(), Pass(), Pass()).state
    assert [(s.points, s.rounds_won) for s in state.seats] == [(2, 1), (2, 1), (-4, 0)]


# --- leaving -------------------------------------------------------------------------------------------------


def test_leaving_is_possible_out_of_turn_and_the_turn_goes_on() -> None:
    state = begun(Ruleset(), *RACKS)
    step = apply(state, 1, Resign(), NOON + timedelta(seconds=30))
    assert step.events == (Resigned(1),)
    assert (step.state.on_turn, step.state.turn, step.state.deadline) == (0, state.turn, state.deadline)
    assert do(step.state, Draw()).state.on_turn == 2
    assert public_view(step.state).seats[1].resigned
    assert refusal(step.state, 1, Resign()) == ["not_your_turn"]


def test_leaving_on_turn_passes_the_turn() -> None:
    state = apply(begun(Ruleset(), *RACKS), 0, Resign(), NOON).state
    assert state.on_turn == 1
    assert player_view(state, 0).rack == tiles(RACKS[0])


def test_a_leavers_rack_counts_at_the_end() -> None:
    state = begun(Ruleset(), "k3 k4 k5", "b7", "o9")
    state = apply(state, 1, Resign(), NOON).state
    ended = do(state, Play(text="k3 k4 k5")).events[1]
    assert isinstance(ended, RoundEnded)
    assert ended.result.scores == (16, -7, -9)


def test_a_leaver_with_the_lowest_rack_does_not_win() -> None:
    state = begun(Ruleset(), "k3", "b7", "o9", pool="")
    state = apply(state, 0, Resign(), NOON).state
    ended = do(state, Pass(), Pass()).events[1]
    assert isinstance(ended, RoundEnded)
    assert (ended.result.winners, ended.result.scores) == ((1,), (0, 2, -2))


def test_the_last_one_at_the_table_wins_round_and_match() -> None:
    """Whatever the points: here the one who stays is far behind."""
    state = begun(variant(match_rounds=4, match_winner=MatchWinner.POINTS), *RACKS)
    seats = tuple(s.model_copy(update={"points": p}) for s, p in zip(state.seats, (100, 50, -150), strict=True))
    state = apply(state.model_copy(update={"seats": seats}), 0, Resign(), NOON).state
    left, ended, over = apply(state, 1, Resign(), NOON).events
    assert left == Resigned(1)
    assert isinstance(ended, RoundEnded)
    assert (ended.result.reason, ended.result.winners) == ("resigned", (2,))
    assert ended.result.scores == (-15, -18, 33)
    assert over == MatchEnded("resigned", (85, 32, -117), (2,))


def test_who_left_has_no_part_in_later_rounds() -> None:
    state = begun(variant(match_rounds=2), "k3 k4 k5", "b7", "o9")
    state = apply(state, 1, Resign(), NOON).state
    state = do(state, Play(text="k3 k4 k5")).state
    assert state.round == 2
    assert [len(seat.rack) for seat in state.seats] == [14, 0, 14]
    assert len(state.pool) == 106 - 28
    state = state.model_copy(update={"pool": (), "table": Table()})
    result = do(state, Pass(), Pass()).state.results[-1]
    assert result.scores[1] == 0
    assert 1 not in result.winners


# --- the end of a match ----------------------------------------------------------------------------------------


def test_the_next_round_begins_by_itself() -> None:
    """Rules 2.2 and 7.6."""
    state = begun(variant(match_rounds=2), "k3 k4 k5", "b7")
    later = NOON + timedelta(seconds=30)
    step = do(state, Play(text="k3 k4 k5"), now=later)
    _, ended, began = step.events
    assert isinstance(ended, RoundEnded)
    assert isinstance(began, RoundBegan)
    assert began.number == step.state.round == 2
    assert step.state.on_turn == began.opening_draw.starter
    assert step.state.turn == state.turn + 1
    assert step.state.deadline == later + timedelta(seconds=60)
    assert (len(step.state.table), step.state.last) == (0, None)
    assert [s.points for s in step.state.seats] == [7, -7]
    assert not any(s.opened for s in step.state.seats)
    assert step.state.seed == state.seed
    assert step.state.results == (ended.result,)


def standing(rules: Ruleset, *points_and_wins: tuple[int, int]) -> MatchState:
    """After seat 0 went out in round 1 against racks worth 7, on top of these standings."""
    state = begun(rules, "k3 k4 k5", *(["b7"] * (len(points_and_wins) - 1)))
    seats = tuple(
        s.model_copy(update={"points": p, "rounds_won": w})
        for s, (p, w) in zip(state.seats, points_and_wins, strict=True)
    )
    return do(state.model_copy(update={"seats": seats}), Play(text="k3 k4 k5")).state


def test_most_points_or_most_rounds_win_the_match() -> None:
    """Rule 7.6: official counts rounds, then points."""
    assert standing(variant(match_winner="points"), (-50, 0), (40, 0)).winners == (1,)
    assert standing(variant(match_winner="rounds_won"), (-50, 0), (40, 0)).winners == (0,)
    assert standing(variant(match_winner="rounds_won"), (-50, 0), (40, 1)).winners == (1,)
    assert standing(variant(match_winner="points"), (-7, 0), (7, 0)).winners == (0, 1)


def test_target_score() -> None:
    """Rule 7.6: the round in which somebody reaches it is the last."""
    rules = variant(match_rounds=0, match_target=50, match_winner="points")
    assert standing(rules, (42, 0), (-42, 0)).phase == "playing"
    over = standing(rules, (43, 0), (-43, 0))
    assert (over.ending, over.winners) == ("finished", (0,))


def test_stopping_scores_nothing_and_reveals_nothing() -> None:
    state = begun(variant(match_rounds=2), *RACKS)
    step = apply(state, 0, Stop(), NOON)
    assert step.events == (MatchEnded("stopped", (0, 0, 0), ()),)
    view = public_view(step.state)
    assert (view.phase, view.ending, view.results, view.seed) == ("over", "stopped", (), None)
    assert player_view(step.state, 1).rack == tiles(RACKS[1])


def test_stopping_later_keeps_the_standings() -> None:
    state = standing(variant(match_rounds=2), (0, 0), (0, 0))
    assert apply(state, 1, Stop(), NOON).events == (MatchEnded("stopped", (7, -7), (0,)),)
