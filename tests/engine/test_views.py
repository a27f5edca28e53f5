"""Who may see what (design.md, "Secrets are a matter of types")."""

from __future__ import annotations

import re
from dataclasses import fields
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.chance import commitment
from engine.rummikub import RUMMIKUB
from engine.rummikub.match import MatchState, new_match, player_view, public_view
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.views import PlayerView, PublicView
from tests.engine.matches import NOON, plain_game, rulesets


def other_hidden(state: MatchState, observer: int | None, chance: Random) -> MatchState:
    """A state that differs in what the observer (a seat, or None for the public) does not see, and only there."""
    others = [n for n in range(len(state.seats)) if n != observer]
    hidden = [*state.pool, *(tile for n in others for tile in state.seats[n].rack)]
    chance.shuffle(hidden)
    seats = list(state.seats)
    for n in others:
        size = len(seats[n].rack)
        rack, hidden = tuple(sorted(hidden[:size])), hidden[size:]
        drawn = tuple(chance.sample(rack, chance.randint(0, size)))
        seats[n] = seats[n].model_copy(update={"rack": rack, "drawn": drawn})
    return state.model_copy(update={"seats": tuple(seats), "pool": tuple(hidden)})


@given(rulesets, st.integers(2, 6), st.integers(0, 60), st.integers())
@settings(max_examples=25)
def test_what_cannot_be_seen_makes_no_difference(ruleset: Ruleset, seats: int, turns: int, seed: int) -> None:
    _, steps = plain_game(ruleset, seats, str(seed), turns)
    state, chance = steps[-1].state, Random(seed)
    assert public_view(other_hidden(state, None, chance)) == public_view(state)
    for seat in range(seats):
        assert player_view(other_hidden(state, seat, chance), seat) == player_view(state, seat)


def test_a_players_view_is_no_public_one_and_shows_no_tile_by_accident() -> None:
    view = player_view(new_match(Ruleset(), 2, "seed", NOON).state, 0)
    assert not isinstance(view, PublicView)
    assert not issubclass(PlayerView, PublicView)
    assert {f.name for f in fields(PlayerView) if f.repr} == {"public", "seat"}
    assert len(view.rack) == 14


def test_repr_of_a_state_shows_no_rack_no_pool_and_no_seed() -> None:
    state = new_match(Ruleset(), 2, "opensesame", NOON).state
    text = repr(state).replace(repr(state.opening_draw), "")
    assert "opensesame" not in text
    assert not re.search(r"<\w+>|Tile|rack=|pool=|drawn=", text)


@pytest.mark.parametrize("spoil", [lambda t: t[:-1], lambda t: t.replace('"seats"', '"stools"')])
def test_reading_a_spoilt_state_does_not_quote_it(spoil) -> None:
    stored = RUMMIKUB.dump(new_match(Ruleset(), 2, "opensesame", NOON).state)
    with pytest.raises(ValueError, match="MatchState") as failure:
        RUMMIKUB.load(spoil(stored))
    assert "opensesame" not in str(failure.value)
    assert "rack" not in str(failure.value)


def test_reading_a_spoilt_action_does_not_quote_it() -> None:
    with pytest.raises(ValueError, match="validation error") as failure:
        RUMMIKUB.load_action('{"type": "play", "text": "k1 k2 k3", "now": 1}')
    assert "k1" not in str(failure.value)


def test_the_seed_is_promised_first_and_told_last() -> None:
    _, steps = plain_game(Ruleset(max_players=2), 2, "opensesame")
    for step in steps[:-1]:
        view = public_view(step.state)
        assert (view.commitment, view.seed) == (commitment("opensesame"), None)
    last = public_view(steps[-1].state)
    assert (last.phase, last.seed, last.commitment) == ("over", "opensesame", commitment("opensesame"))


def test_no_event_names_a_tile_of_a_rack_in_play() -> None:
    """Only tiles that were laid, and whole racks of a round that is over."""
    _, steps = plain_game(Ruleset(match_rounds=2), 3, "seed")
    for before, step in pairwise(steps):
        for event in step.events:
            if event.kind in {"round_ended", "round_began"}:
                continue
            named = set(re.findall(r"<(\w+)>", repr(event)))
            known = {str(t) for t in (*before.state.table.tiles, *step.state.table.tiles, *_laid(step.events))}
            assert named <= known


def _laid(events) -> list:
    return [tile for event in events if event.kind == "played" for tile in event.placed]
