"""A match as a pure function: the state after an action, and what the action led to (rules 2, 3, 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from engine.core import game
from engine.core.chance import generator
from engine.core.errors import Fault, IllegalAction
from engine.core.standing import is_last_round, leaders, next_seat
from engine.rummikub.actions import Action, Back, Draw, HandOver, Pass, Play, Resign, Stop, Stuck, Timeout
from engine.rummikub.events import (
    CameBack,
    Drew,
    Event,
    LastTile,
    MatchEnded,
    Misplayed,
    Passed,
    Played,
    Resigned,
    RoundBegan,
    RoundEnded,
    Skipped,
    TakenOver,
    TimedOut,
    WentAway,
)
from engine.rummikub.judging import Accepted, Refused, judge
from engine.rummikub.lexing import parts
from engine.rummikub.ruleset import JokerOpeningValue, MatchWinner, PoolEmpty, Ruleset
from engine.rummikub.scoring import scores_of_a_win, scores_of_the_lowest
from engine.rummikub.setup import deal
from engine.rummikub.state import MatchState, SeatState, player_view, public_view
from engine.rummikub.tiles import points_on_rack
from engine.rummikub.views import LastAction, MatchEnd, RoundEnd, RoundResult

__all__ = ["MatchState", "SeatState", "Step", "apply", "new_match", "player_view", "public_view"]

NEVER_MISPLAYS: Final = frozenset({"syntax", "ambiguous_joker", "too_long"})


@dataclass(frozen=True)
class Step(game.Step[MatchState, Event]):
    """The state after an action and its events; ``refused``: why a play was punished as a misplay."""

    refused: Refused | None = None


def new_match(ruleset: Ruleset, seats: int, seed: str, now: datetime) -> Step:
    """Begin a match: the opening draw and the deal of its first round (rule 2).

    ``seed`` decides every shuffle of the match and has to be unguessable. Raises :class:`ValueError` for a
    number of seats that the ruleset does not allow (rule 2.1).
    """
    if not 2 <= seats <= ruleset.max_players:
        raise ValueError(f"not a number of seats: {seats}")
    return _begin_round(ruleset, seed, tuple(SeatState() for _ in range(seats)), (), 1, now=now)


def apply(state: MatchState, seat: int, action: Action, now: datetime) -> Step:
    """The match after an action of ``seat``; ``state`` itself never changes.

    Raises :class:`IllegalAction` with ``round_over`` (the match is over), ``not_your_turn`` (also for a
    :class:`Timeout` of another turn, so that firing it late or twice is harmless, and for who has resigned),
    ``pool_empty``, ``pass_not_allowed``, ``not_away``, ``no_rack`` (a seat left in an earlier round cannot be
    handed over); and :class:`Refused` for an illegal play, unless it is a misplay that the ruleset punishes
    (rule 3.4): that is a step like any other. :class:`Stop`, :class:`Stuck` and :class:`HandOver` are nobody's
    own actions, and for the first two ``seat`` means nothing. A ``now`` without timezone is a
    :class:`ValueError`.
    """
    if now.tzinfo is None:
        raise ValueError("a time without timezone")
    if state.phase == "over":
        raise _illegal("round_over")
    if isinstance(action, Stop):
        return _end_match(state, [], "stopped")
    if isinstance(action, Stuck):
        if state.pool:
            raise _illegal("pass_not_allowed")
        return _end_round(state, [], "stuck", now)
    if isinstance(action, HandOver):
        return _hand_over(state, seat, now)
    if seat not in (state.present if isinstance(action, Resign | Back) else (state.on_turn,)):
        raise _illegal("not_your_turn")
    match action:
        case Play():
            return _play(state, seat, action.text, now)
        case Draw():
            if not state.pool:
                raise _illegal("pool_empty")
            state = _take(state, seat, 1, "draw")
            return _end_turn(state, seat, [Drew(seat, 1)], now)
        case Pass():
            if state.pool:
                raise _illegal("pass_not_allowed")
            return _end_turn(_take(state, seat, 0, "pass"), seat, [Passed(seat)], now)
        case Timeout():
            return _time_up(state, seat, action, now)
        case Resign():
            return _resign(state, seat, now)
        case Back():
            if not state.seats[seat].away:
                raise _illegal("not_away")
            return _anew(state, seat, CameBack(seat), now)


def _play(state: MatchState, seat: int, text: str, now: datetime) -> Step:
    own = state.seats[seat]
    try:
        accepted = judge(text, table=state.table, rack=own.rack, ruleset=state.ruleset, opened=own.opened)
    except Refused as refused:
        if not state.ruleset.misplay_penalty or not _is_misplay(text, refused):
            raise
        return _misplay(state, seat, refused, now)
    last = LastAction(seat, "play", play=accepted.play, placed=accepted.placed, marks=dict(accepted.marks))
    rack = tuple(sorted(accepted.rack))
    seats = _changed(state, seat, rack=rack, drawn=(), opened=True, passed=False, missed=0)
    state = _with(state, table=accepted.table, seats=seats, last=last)
    played = _played(seat, accepted, state.ruleset)
    if not rack:
        return _end_round(state, [played], "out", now, winner=seat)
    told = [LastTile(seat)] if state.ruleset.announce_last_tile and len(rack) == 1 else []
    return _end_turn(state, seat, [played, *told], now)


def _played(seat: int, accepted: Accepted, ruleset: Ruleset) -> Played:
    """What all are told of a play."""
    new = [(accepted.table[number], places) for number, places in accepted.marks.items()]
    sets = tuple(meld for meld, places in new if len(places) == len(meld.tiles))
    counts = ruleset.joker_opening_value is JokerOpeningValue.ROLE
    return Played(
        seat=seat,
        play=accepted.play,
        placed=accepted.placed,
        moves=accepted.moves,
        points=accepted.points,
        left=len(accepted.rack),
        opened=accepted.opened,
        sets=sets,
        opening=sum(meld.points(jokers_count=counts) for meld in sets) if accepted.opened else 0,
        jokers=tuple(
            tuple(sorted(meld.roles[place]))
            for meld, places in new
            if meld not in sets
            for place in places
            if meld.tiles[place].is_joker
        ),
    )


def _is_misplay(text: str, refused: Refused) -> bool:
    """Rule 3.4: not what could not be read, was ambiguous or empty."""
    return not any(fault.code in NEVER_MISPLAYS for fault in refused.faults) and bool(parts(text))


def _misplay(state: MatchState, seat: int, refused: Refused, now: datetime) -> Step:
    """Rule 3.4: the tiles are drawn and the turn is lost."""
    count = min(state.ruleset.misplay_penalty, len(state.pool))
    return _end_turn(_take(state, seat, count, "misplay"), seat, [Misplayed(seat, count)], now, refused)


def _time_up(state: MatchState, seat: int, action: Timeout, now: datetime) -> Step:
    """Rule 6.2. A seat that is away draws a tile as in any turn without a play, and that is no penalty."""
    if action.turn != state.turn:
        raise _illegal("not_your_turn")
    if state.seats[seat].away:
        count = min(1, len(state.pool))
        return _end_turn(_take(state, seat, count, "skip"), seat, [Skipped(seat, count)], now)
    rules = state.ruleset
    penalty = rules.timeout_penalty_started if action.begun else rules.timeout_penalty_idle
    count = min(penalty, len(state.pool))
    state = _take(state, seat, count, "timeout")
    if action.begun or action.there:  # who stages tiles or looks for a play is there, only too slow
        state = _with(state, seats=_changed(state, seat, missed=0))
    told = [WentAway(seat)] if state.seats[seat].away else []
    return _end_turn(state, seat, [TimedOut(seat, count, action.begun), *told], now)


def _hand_over(state: MatchState, seat: int, now: datetime) -> Step:
    """What was left earlier than in this round has no rack to play on with."""
    if not 0 <= seat < len(state.seats) or not state.seats[seat].rack:
        raise _illegal("no_rack")
    return _anew(_with(state, seats=_changed(state, seat, resigned=False)), seat, TakenOver(seat), now)


def _anew(state: MatchState, seat: int, told: Event, now: datetime) -> Step:
    """Somebody is at this seat now, and has the whole time where it is on turn."""
    state = _with(state, seats=_changed(state, seat, missed=0))
    return Step(_with(state, turn_began=now) if seat == state.on_turn else state, (told,))


def _resign(state: MatchState, seat: int, now: datetime) -> Step:
    """The rack stays out of play and counts when the round ends, as a loser's; the seat takes no further turn.

    Where one seat remains, round and match end with it as the winner: the round is scored as if it had gone
    out (rule 7.1), and the match is won whatever the points.
    """
    state = _with(state, last=LastAction(seat, "resign"), seats=_changed(state, seat, resigned=True))
    told: list[Event] = [Resigned(seat)]
    if len(state.present) == 1:
        return _end_round(state, told, "resigned", now, winner=state.present[0])
    if seat == state.on_turn:
        return _end_turn(state, seat, told, now)
    return Step(state, tuple(told))


def _take(
    state: MatchState, seat: int, count: int, kind: Literal["draw", "pass", "timeout", "skip", "misplay"]
) -> MatchState:
    """The seat's turn without a play: it draws ``count`` tiles or, where there is no pool, has passed."""
    rest, drawn = state.pool[: len(state.pool) - count], state.pool[len(state.pool) - count :]
    own = state.seats[seat]
    rack = tuple(sorted((*own.rack, *drawn)))
    missed = own.missed + 1 if kind in ("timeout", "skip") else 0
    seats = _changed(state, seat, rack=rack, drawn=drawn, passed=not state.pool, missed=missed)
    return _with(state, pool=rest, seats=seats, last=LastAction(seat, kind, drawn=count))


def _end_turn(state: MatchState, seat: int, told: list[Event], now: datetime, refused: Refused | None = None) -> Step:
    """The turn of who follows ``seat``, unless nobody plays any more."""
    if _nobody_plays(state):
        return _end_round(state, told, "pool_empty", now, refused=refused)
    follower = next_seat(seat, state.present)
    state = _with(state, on_turn=follower, turn=state.turn + 1, turn_began=now)
    return Step(state, tuple(told), refused)


def _nobody_plays(state: MatchState) -> bool:
    """Rule 7.2. As turns go round, all have passed in a row when the last turn of each was a pass."""
    passed = [state.seats[seat].passed for seat in state.present]
    return any(passed) if state.ruleset.pool_empty is PoolEmpty.END_AT_ONCE else all(passed)


def _end_round(
    state: MatchState,
    told: list[Event],
    reason: RoundEnd,
    now: datetime,
    *,
    winner: int | None = None,
    refused: Refused | None = None,
) -> Step:
    """Score the round (rules 7.1, 7.3), then deal the next one or end the match (rule 7.6)."""
    result = _result(state, reason, winner)
    seats = tuple(
        seat.model_copy(
            update={
                "points": seat.points + result.scores[number],
                "rounds_won": seat.rounds_won + (number in result.winners),
            }
        )
        for number, seat in enumerate(state.seats)
    )
    state = _with(state, seats=seats, results=(*state.results, result))
    told = [*told, RoundEnded(result, state.table, state.last)]
    rules = state.ruleset
    if reason == "resigned":
        return _end_match(state, told, "resigned", refused)
    points = [seat.points for seat in seats]
    if is_last_round(state.round, points, rounds=rules.match_rounds, target=rules.match_target):
        return _end_match(state, told, "finished", refused)
    dealt = _begin_round(rules, state.seed, seats, state.results, state.turn + 1, now=now)
    return Step(dealt.state, (*told, *dealt.events), refused)


def _result(state: MatchState, reason: RoundEnd, winner: int | None) -> RoundResult:
    racks = tuple(seat.rack for seat in state.seats)
    counts = tuple(points_on_rack(rack, state.ruleset.joker_rack_value) for rack in racks)
    sums = dict(enumerate(counts))
    if winner is None:
        winners, scores = scores_of_the_lowest(sums, {n: len(rack) for n, rack in enumerate(racks)}, state.present)
    else:
        winners, scores = (winner,), scores_of_a_win(sums, winner)
    return RoundResult(
        number=state.round,
        reason=reason,
        winners=winners,
        racks=racks,
        rack_points=counts,
        scores=tuple(scores[number] for number in sums),
    )


def _begin_round(
    ruleset: Ruleset,
    seed: str,
    seats: tuple[SeatState, ...],
    results: tuple[RoundResult, ...],
    turn: int,
    *,
    now: datetime,
) -> Step:
    """Deal to all who have not resigned; ``turn`` is the number of the round's first turn."""
    number = len(results) + 1
    present = [n for n, seat in enumerate(seats) if not seat.resigned]
    dealt = deal(present, generator(seed, number), exchange_duplicates=ruleset.exchange_duplicates)
    state = MatchState(
        ruleset=ruleset,
        seed=seed,
        round=number,
        turn=turn,
        on_turn=dealt.opening_draw.starter,
        turn_began=now,
        pool=dealt.pool,
        seats=tuple(
            SeatState(
                rack=dealt.racks.get(n, ()),
                missed=seat.missed,
                resigned=seat.resigned,
                points=seat.points,
                rounds_won=seat.rounds_won,
            )
            for n, seat in enumerate(seats)
        ),
        opening_draw=dealt.opening_draw,
        results=results,
    )
    exchanged = tuple(dealt.exchanged.get(n, 0) for n in range(len(seats)))
    return Step(state, (RoundBegan(number, dealt.opening_draw, exchanged),))


def _end_match(state: MatchState, told: list[Event], reason: MatchEnd, refused: Refused | None = None) -> Step:
    """Rule 7.6. A match that is stopped keeps its standings; before its first round is over nobody has won it."""
    winners = leaders(_merits(state)) if state.results else ()
    points = tuple(seat.points for seat in state.seats)
    state = _with(state, phase="over", on_turn=None, ending=reason, winners=winners)
    return Step(state, (*told, MatchEnded(reason, points, winners)), refused)


def _merits(state: MatchState) -> Mapping[int, tuple[int, ...]]:
    """What decides the match, for the seats that can win it."""
    seats = {number: state.seats[number] for number in state.present}
    if state.ruleset.match_winner is MatchWinner.POINTS:
        return {number: (seat.points,) for number, seat in seats.items()}
    return {number: (seat.rounds_won, seat.points) for number, seat in seats.items()}


def _changed(state: MatchState, seat: int, **changes: Any) -> tuple[SeatState, ...]:
    return tuple(s.model_copy(update=changes) if n == seat else s for n, s in enumerate(state.seats))


def _with(state: MatchState, **changes: Any) -> MatchState:
    return state.model_copy(update=changes)


def _illegal(code: str) -> IllegalAction:
    return IllegalAction(Fault.of(code))
