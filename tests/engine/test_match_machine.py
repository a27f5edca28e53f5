"""Any actions in any order under any ruleset: what must hold after every one of them."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.errors import IllegalAction
from engine.rummikub import RUMMIKUB
from engine.rummikub.actions import Action, Back, Draw, HandOver, Pass, Play, Resign, Stop, Stuck, Timeout
from engine.rummikub.match import MatchState, Step, new_match, player_view, public_view
from engine.rummikub.record import Entry, read_record, replay, write_record
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import DECK
from tests.engine.matches import NOON, plain_play, rulesets

seats = st.integers(0, 5)


class Match(RuleBasedStateMachine):
    """Plays, draws, misplays, times up, leaves and stops; refused actions must leave everything as it was."""

    @initialize(ruleset=rulesets, players=st.integers(2, 6), seed=st.text(max_size=3))
    def begin(self, ruleset: Ruleset, players: int, seed: str) -> None:
        self.now = NOON
        self.seed = seed
        self.entries: list[Entry] = []
        self.step: Step = new_match(ruleset, players, seed, NOON)

    @property
    def state(self) -> MatchState:
        return self.step.state

    def do(self, seat: int | None, action: Action, allowed: bool | None = None) -> None:
        """Apply; ``allowed``: whether the rules say it is, where that is plain."""
        assert seat is not None
        before = self.state.model_dump_json()
        self.now += timedelta(microseconds=1_234_567)
        try:
            step = RUMMIKUB.apply(self.state, seat, action, self.now)
        except IllegalAction:
            assert allowed is not True
            assert self.state.model_dump_json() == before
            return
        assert allowed is not False
        assert isinstance(step, Step)
        self.step = step
        self.entries.append(Entry(seat, RUMMIKUB.load_action(RUMMIKUB.dump_action(action)), self.now))

    def playing(self) -> bool:
        return self.state.phase == "playing"

    @precondition(playing)
    @rule(times=st.integers(1, 12))
    def plain_turns(self, times: int) -> None:
        for _ in range(times):
            if (seat := self.state.on_turn) is not None:
                play = plain_play(player_view(self.state, seat))
                idle = Draw() if self.state.pool else Pass()
                self.do(seat, idle if play is None else Play(text=play), allowed=True)

    @precondition(playing)
    @rule(times=st.integers(1, 12))
    def draws(self, times: int) -> None:
        for _ in range(times):
            if (seat := self.state.on_turn) is not None:
                self.do(seat, Draw(), allowed=bool(self.state.pool))

    @precondition(playing)
    @rule()
    def passes(self) -> None:
        self.do(self.state.on_turn, Pass(), allowed=not self.state.pool)

    @precondition(playing)
    @rule(begun=st.booleans())
    def time_is_up(self, begun: bool) -> None:
        self.do(self.state.on_turn, Timeout(turn=self.state.turn, begun=begun), allowed=True)

    @rule(seat=seats, late=st.integers(1, 3))
    def time_is_up_late(self, seat: int, late: int) -> None:
        self.do(seat, Timeout(turn=self.state.turn - late), allowed=False)

    @precondition(playing)
    @rule(data=st.data())
    def plays_rack_tiles_at_random(self, data: st.DataObject) -> None:
        """Mostly a misplay; with luck a play."""
        assert self.state.on_turn is not None
        rack = self.state.seats[self.state.on_turn].rack
        chosen = data.draw(st.lists(st.sampled_from(rack), max_size=4))
        self.do(self.state.on_turn, Play(text=" ".join(map(str, chosen))))

    @rule(seat=seats, action=st.sampled_from([Draw(), Pass(), Play(text="r3-5")]))
    def out_of_turn(self, seat: int, action: Action) -> None:
        if seat != self.state.on_turn:
            self.do(seat, action, allowed=False)

    @rule(seat=seats)
    def leaves(self, seat: int) -> None:
        self.do(seat, Resign(), allowed=self.playing() and seat in self.state.present)

    @rule(seat=seats)
    def comes_back(self, seat: int) -> None:
        present = self.playing() and seat in self.state.present
        self.do(seat, Back(), allowed=present and self.state.seats[seat].away)

    @rule(seat=seats)
    def is_handed_over(self, seat: int) -> None:
        has_rack = seat < len(self.state.seats) and bool(self.state.seats[seat].rack)
        self.do(seat, HandOver(), allowed=self.playing() and has_rack)

    @rule()
    def is_proved_stuck(self) -> None:
        self.do(0, Stuck(), allowed=self.playing() and not self.state.pool)

    @rule(really=st.integers(0, 9))
    def is_stopped(self, really: int) -> None:
        if really == 0:
            self.do(0, Stop(), allowed=self.playing())

    @invariant()
    def every_tile_is_somewhere(self) -> None:
        """Rules 1.1, 3.3 and 5.7."""
        racks = (tile for seat in self.state.seats for tile in seat.rack)
        assert Counter([*self.state.table.tiles, *self.state.pool, *racks]) == Counter(DECK)

    @invariant()
    def scores_add_up(self) -> None:
        """Rules 7.1 and 7.3: to zero, a remainder aside that nobody gets."""
        for result in self.state.results:
            assert -len(result.winners) < sum(result.scores) <= 0
            assert all((score > 0) <= (seat in result.winners) for seat, score in enumerate(result.scores))
            assert result.winners
        totals = [sum(scores) for scores in zip(*(r.scores for r in self.state.results), strict=True)]
        assert [seat.points for seat in self.state.seats] == (totals or [0] * len(self.state.seats))

    @invariant()
    def somebody_who_is_there_is_on_turn(self) -> None:
        if self.playing():
            assert self.state.on_turn in self.state.present
            assert len(self.state.present) >= 2
        else:
            assert self.state.on_turn is None
            assert self.state.deadline is None
            assert self.state.ending is not None
            assert set(self.state.winners) <= set(self.state.present)

    @invariant()
    def stored_and_read_back_it_is_the_same(self) -> None:
        assert RUMMIKUB.load(RUMMIKUB.dump(self.state)) == self.state

    @invariant()
    def the_pool_is_not_seen(self) -> None:
        view = public_view(self.state)
        assert view.pool == len(self.state.pool)
        assert [seat.tiles for seat in view.seats] == [len(seat.rack) for seat in self.state.seats]

    def teardown(self) -> None:
        """The log replayed is the state; the record of a match that is over tells the same."""
        if not hasattr(self, "step"):
            return
        players = len(self.state.seats)
        *_, last = replay(self.state.ruleset, players, self.seed, NOON, self.entries)
        assert last.state == self.state
        if not self.playing():
            game: dict[str, Any] = {"ruleset": self.state.ruleset, "players": [""] * players, "seed": self.seed}
            record = read_record(write_record(**game, began=NOON, entries=self.entries))
            assert record.state == self.state
            assert [(e.seat, e.at) for e in record.entries] == [(e.seat, e.at) for e in self.entries]


TestMatch = Match.TestCase
TestMatch.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
