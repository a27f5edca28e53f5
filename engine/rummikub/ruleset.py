"""Rulesets: every option of rules.md section 8 and the four presets."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.rummikub.options import (
    JokerFreeing,
    JokerGroupOfThree,
    JokerOpeningValue,
    JokerReplacementFrom,
    JokerReuse,
    JokerSets,
    MatchWinner,
    OpeningTurn,
    PoolEmpty,
)

__all__ = [
    "PRESETS",
    "JokerFreeing",
    "JokerGroupOfThree",
    "JokerOpeningValue",
    "JokerReplacementFrom",
    "JokerReuse",
    "JokerSets",
    "MatchWinner",
    "OpeningTurn",
    "PoolEmpty",
    "Preset",
    "Ruleset",
]


class Ruleset(BaseModel):
    """The options of one game. The defaults are the official leaflet's; see :data:`PRESETS`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = "official"
    """The preset this ruleset started from."""
    max_players: Annotated[int, Field(ge=2, le=6)] = 4
    """Rule 2.1: at most so many players; two at least."""
    exchange_duplicates: bool = False
    opening_points: Annotated[int, Field(ge=0, le=200)] = 30
    joker_opening_value: JokerOpeningValue = JokerOpeningValue.ROLE
    opening_turn: OpeningTurn = OpeningTurn.SETS_ONLY
    joker_freeing: JokerFreeing = JokerFreeing.ANY
    joker_replacement_from: JokerReplacementFrom = JokerReplacementFrom.RACK
    joker_group_of_three: JokerGroupOfThree = JokerGroupOfThree.EITHER
    joker_sets: JokerSets = JokerSets.OPEN
    joker_reuse: JokerReuse = JokerReuse.NEW_SET
    turn_seconds: Annotated[int, Field(ge=0, le=7 * 24 * 3600)] = 60
    """Rule 6.1: seconds for a turn; 0 = no limit."""
    timeout_penalty_started: Annotated[int, Field(ge=0, le=10)] = 3
    timeout_penalty_idle: Annotated[int, Field(ge=0, le=10)] = 1
    misplay_penalty: Annotated[int, Field(ge=0, le=10)] = 0
    """Rule 3.4: tiles drawn for an illegal play, the turn lost; 0 = an illegal play costs nothing."""
    joker_rack_value: Annotated[int, Field(ge=0, le=500)] = 30
    pool_empty: PoolEmpty = PoolEmpty.PLAY_ON
    announce_last_tile: bool = False
    match_rounds: Annotated[int, Field(ge=0, le=50)] = 1
    """Rule 7.6: the number of rounds; 0 = no fixed number, with a target score."""
    match_target: Annotated[int, Field(ge=0, le=10_000)] = 0
    """Rule 7.6: the score that ends the match; 0 = no target."""
    match_winner: MatchWinner = MatchWinner.ROUNDS_WON


Preset = Literal["official", "basque", "lithuanian", "spanish"]

PRESETS: Final = MappingProxyType(
    {
        "official": Ruleset(),
        "basque": Ruleset(
            name="basque",
            max_players=6,
            opening_turn=OpeningTurn.THEN_FREE,
            joker_freeing=JokerFreeing.REPLACE,
            joker_sets=JokerSets.LOCKED,
            joker_reuse=JokerReuse.ANYWHERE,
            turn_seconds=120,
            pool_empty=PoolEmpty.END_AT_ONCE,
            match_rounds=4,
            match_winner=MatchWinner.POINTS,
        ),
        "lithuanian": Ruleset(
            name="lithuanian",
            turn_seconds=0,
            timeout_penalty_started=1,
            match_winner=MatchWinner.POINTS,
        ),
        "spanish": Ruleset(
            name="spanish",
            exchange_duplicates=True,
            joker_opening_value=JokerOpeningValue.ZERO,
            joker_freeing=JokerFreeing.REPLACE,
            joker_reuse=JokerReuse.ANOTHER_SET,
            turn_seconds=0,
            timeout_penalty_started=1,
            announce_last_tile=True,
            match_winner=MatchWinner.POINTS,
        ),
    }
)
