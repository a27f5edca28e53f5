"""The state of a match: a frozen value with every secret in it, and the views that leave the secrets out."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from engine.core.chance import commitment
from engine.rummikub.melds import Table
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import Tile
from engine.rummikub.views import (
    LastAction,
    MatchEnd,
    OpeningDraw,
    Phase,
    PlayerView,
    PublicView,
    RoundResult,
    SeatView,
)

AWAY_AFTER: Final = 2
"""Turns in a row that a seat has to miss to be away."""


class SeatState(BaseModel):
    """A place at the table. ``opened`` and ``passed`` hold for the round, all else for the match."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    rack: tuple[Tile, ...] = Field(default=(), repr=False)
    """Sorted. Who resigned keeps the rack until the round is over, and has none in later rounds."""
    drawn: tuple[Tile, ...] = Field(default=(), repr=False)
    """What the last turn of this seat added to the rack."""
    opened: bool = False
    passed: bool = False
    """Whether the last turn of this seat went by without a play with an empty pool (rule 7.2)."""
    missed: int = 0
    """How many turns in a row ran out of time."""
    resigned: bool = False
    points: int = 0
    rounds_won: int = 0

    @property
    def away(self) -> bool:
        """Whether turns of this seat pass at once."""
        return self.missed >= AWAY_AFTER


class MatchState(BaseModel):
    """A match between two actions. ``model_dump_json`` and ``model_validate_json`` are inverse.

    Its ``repr`` and the errors of ``model_validate_json`` show no secret.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    ruleset: Ruleset
    seed: str = Field(repr=False)
    phase: Phase = "playing"
    round: int
    turn: int
    on_turn: int | None
    turn_began: AwareDatetime
    table: Table = Field(default_factory=Table)
    pool: tuple[Tile, ...] = Field(repr=False)
    """Shuffled; tiles are drawn from its end."""
    seats: tuple[SeatState, ...]
    opening_draw: OpeningDraw
    last: LastAction | None = None
    results: tuple[RoundResult, ...] = ()
    ending: MatchEnd | None = None
    winners: tuple[int, ...] = ()

    @property
    def deadline(self) -> datetime | None:
        """When the time of this turn is up (rule 6.1); None without a limit and when the match is over."""
        if self.on_turn is None or not self.ruleset.turn_seconds:
            return None
        return self.turn_began + timedelta(seconds=self.ruleset.turn_seconds)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not resigned."""
        return tuple(i for i, seat in enumerate(self.seats) if not seat.resigned)


def public_view(state: MatchState) -> PublicView:
    """What everybody may see of the match."""
    revealed = state.phase == "over" and state.ending != "stopped"
    return PublicView(
        ruleset=state.ruleset,
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        on_turn=state.on_turn,
        table=state.table,
        pool=len(state.pool),
        seats=tuple(
            SeatView(
                seat=number,
                tiles=len(seat.rack),
                opened=seat.opened,
                points=seat.points,
                rounds_won=seat.rounds_won,
                resigned=seat.resigned,
                away=seat.away,
            )
            for number, seat in enumerate(state.seats)
        ),
        deadline=state.deadline,
        opening_draw=state.opening_draw,
        last=state.last,
        results=state.results,
        commitment=commitment(state.seed),
        seed=state.seed if revealed else None,
        ending=state.ending,
        winners=state.winners,
    )


def player_view(state: MatchState, seat: int) -> PlayerView:
    """What the player in this seat sees, also after having resigned and when the match is over."""
    own = state.seats[seat]
    return PlayerView(public_view(state), seat, own.rack, own.drawn)
