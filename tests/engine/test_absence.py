"""Issue 4.2: seats whose players are not there, who comes back, and who takes over (rules 6.2 and 7.2)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from engine.rummikub.actions import Action, Back, Draw, HandOver, Pass, Play, Resign, Timeout
from engine.rummikub.events import CameBack, MatchEnded, Passed, RoundEnded, Skipped, TakenOver, TimedOut, WentAway
from engine.rummikub.match import MatchState, apply, public_view
from engine.rummikub.ruleset import PRESETS
from tests.engine.matches import NOON
from tests.engine.test_match import RACKS, begun, do, refusal, variant


def time_up(state: MatchState, begun_: bool = False) -> Timeout:
    return Timeout(turn=state.turn, begun=begun_)


def away(state: MatchState, *seats: int) -> MatchState:
    """The state with these seats away."""
    changed = [s.model_copy(update={"missed": 2 if n in seats else 0}) for n, s in enumerate(state.seats)]
    return state.model_copy(update={"seats": tuple(changed)})


def test_two_turns_missed_in_a_row_make_a_seat_away() -> None:
    state = begun(PRESETS["official"], *RACKS)
    state = do(state, time_up(state), Draw(), Draw()).state
    assert not public_view(state).seats[0].away
    step = do(state, time_up(state))
    assert step.events == (TimedOut(0, 1, False), WentAway(0))
    assert [seat.away for seat in public_view(step.state).seats] == [True, False, False]


def test_who_had_begun_a_play_was_there_and_has_missed_nothing() -> None:
    state = begun(PRESETS["official"], *RACKS)
    for begun_ in (False, True, False):
        step = do(state, time_up(state, begun_))
        assert [event.kind for event in step.events] == ["timed_out"]
        state = do(step.state, Draw(), Draw()).state
    assert do(state, time_up(state)).events[-1] == WentAway(0)


def test_who_did_something_in_a_turn_was_there_and_draws_no_more_for_it() -> None:
    """Rule 6.2: no play was begun."""
    state = begun(variant(timeout_penalty_idle=1, timeout_penalty_started=3), *RACKS)
    for _ in range(3):
        step = do(state, Timeout(turn=state.turn, there=True))
        assert step.events == (TimedOut(0, 1, False),)
        state = do(step.state, Draw(), Draw()).state
    assert not state.seats[0].away


@pytest.mark.parametrize("between", [Draw(), Play(text="k1 k2 k3")])
def test_a_turn_taken_between_two_missed_ones_counts(between: Action) -> None:
    state = begun(PRESETS["official"], "k1 k2 k3 r9", *RACKS[1:])
    state = do(state, time_up(state), Draw(), Draw(), between, Draw(), Draw()).state
    step = do(state, time_up(state))
    assert [event.kind for event in step.events] == ["timed_out"]
    assert not step.state.seats[0].away


def test_the_turn_of_who_is_away_passes_by_drawing_one_tile_without_penalty() -> None:
    state = away(begun(variant(timeout_penalty_idle=3, timeout_penalty_started=5), *RACKS), 0)
    step = do(state, time_up(state, begun_=True))
    assert step.events == (Skipped(0, 1),)
    assert len(step.state.seats[0].rack) == 4
    assert step.state.on_turn == 1


def test_with_an_empty_pool_who_is_away_does_not_play_on() -> None:
    """Rule 7.2."""
    state = away(begun(PRESETS["official"], *RACKS[:2], pool=""), 0)
    step = do(state, time_up(state), Pass())
    assert step.events[0] == Passed(1)
    assert isinstance(step.events[1], RoundEnded)
    assert step.events[1].result.reason == "pool_empty"


def test_who_is_away_stays_away_in_the_next_round() -> None:
    state = away(begun(PRESETS["basque"], "k1 k2 k3", *RACKS[1:]), 2)
    after = do(state, Play(text="k1-3")).state
    assert after.round == 2
    assert after.seats[2].away
    assert after.seats[2].rack


def test_who_comes_back_on_turn_has_the_whole_time() -> None:
    """Rule 6.1."""
    state = away(begun(variant(turn_seconds=60), *RACKS), 0)
    later = NOON + timedelta(days=3)
    step = apply(state, 0, Back(), later)
    assert step.events == (CameBack(0),)
    assert (step.state.on_turn, step.state.turn) == (0, state.turn)
    assert step.state.deadline == later + timedelta(seconds=60)
    assert not step.state.seats[0].away


def test_who_comes_back_out_of_turn_takes_nobodys_time() -> None:
    state = away(begun(variant(turn_seconds=60), *RACKS), 2)
    step = apply(state, 2, Back(), NOON + timedelta(seconds=30))
    assert step.state.deadline == state.deadline
    assert refusal(step.state, 2, Back()) == ["not_away"]


def test_who_left_does_not_come_back() -> None:
    state = away(begun(variant(), *RACKS), 2)
    gone = apply(state, 2, Resign(), NOON).state
    assert refusal(gone, 2, Back()) == ["not_your_turn"]


def test_somebody_else_plays_on_with_rack_and_points() -> None:
    state = away(begun(variant(turn_seconds=60), *RACKS), 0)
    later = NOON + timedelta(hours=1)
    step = apply(state, 0, HandOver(), later)
    assert step.events == (TakenOver(0),)
    assert step.state.seats[0].rack == state.seats[0].rack
    assert not step.state.seats[0].away
    assert step.state.deadline == later + timedelta(seconds=60)


def test_a_seat_that_was_left_can_be_taken_over_while_its_rack_is_there() -> None:
    state = begun(PRESETS["basque"], "k1 k2 k3", *RACKS[1:])
    left = apply(state, 1, Resign(), NOON).state
    taken = apply(left, 1, HandOver(), NOON).state
    assert taken.present == (0, 1, 2)
    assert apply(taken, 0, Draw(), NOON).state.on_turn == 1
    next_round = do(left, Play(text="k1-3")).state
    assert refusal(next_round, 1, HandOver()) == ["no_rack"]
    assert refusal(next_round, 7, HandOver()) == ["no_rack"]


def test_who_is_away_can_still_win() -> None:
    """Rule 7.3: with the lowest rack when the pool is empty."""
    state = away(begun(PRESETS["official"], "k1", "b13 o13", pool=""), 0)
    step = do(state, time_up(state), Pass())
    over = step.events[-1]
    assert isinstance(over, MatchEnded)
    assert over.winners == (0,)
