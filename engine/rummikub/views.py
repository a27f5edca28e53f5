"""What may be seen of a match, and by whom. Secrets are a matter of types.

A :class:`PublicView` holds nothing that any person in the channel may not see. A :class:`PlayerView` *has*
a public view and adds one seat's rack; it is not a kind of public view, so a type checker refuses it where a
public one is wanted, and its ``repr`` shows no tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from engine.rummikub.melds import Table
from engine.rummikub.tiles import Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

Phase = Literal["playing", "over"]
RoundEnd = Literal["out", "pool_empty", "stuck", "resigned"]
"""Why a round ended: a rack is empty (7.1), nobody plays with an empty pool (7.2), it is proved that nobody can
(7.2), or all others left the table."""
MatchEnd = Literal["finished", "resigned", "stopped"]


@dataclass(frozen=True)
class SeatView:
    """A place at the table as everybody sees it; ``seat`` counts from 0."""

    seat: int
    tiles: int
    opened: bool
    points: int
    """Points of the rounds of this match that are over."""
    rounds_won: int
    resigned: bool = False
    away: bool = False
    """Whether the last turns of this seat were missed, so that its turns pass at once."""


@dataclass(frozen=True)
class RoundResult:
    """How a round ended. Racks are public from then on; all tuples are by seat."""

    number: int
    reason: RoundEnd
    winners: tuple[int, ...]
    racks: tuple[tuple[Tile, ...], ...]
    rack_points: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class OpeningDraw:
    """Rule 2.2: who drew what for the first turn; one mapping seat -> tile for each time it was drawn."""

    rounds: tuple[Mapping[int, Tile], ...]
    starter: int


@dataclass(frozen=True)
class LastAction:
    """The last thing that happened on the table in this round."""

    seat: int
    kind: Literal["play", "draw", "pass", "timeout", "skip", "misplay", "resign"]
    drawn: int = 0
    """How many tiles were drawn; which ones is nobody's business."""
    play: str = ""
    """For a play: its explicit form in the notation."""
    placed: tuple[Tile, ...] = ()
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict[int, tuple[int, ...]])
    """For a play: set number -> indices, in that set's tiles, of the tiles that came from the rack."""


@dataclass(frozen=True)
class PublicView:
    """Everything that any person in the channel may see."""

    ruleset: Ruleset
    phase: Phase
    round: int
    """The number of the round under way, from 1; of the last one when the match is over."""
    turn: int
    """The number of the turn within the match, from 1."""
    on_turn: int | None
    """The seat on turn; None when the match is over."""
    table: Table
    pool: int
    seats: tuple[SeatView, ...]
    deadline: datetime | None
    opening_draw: OpeningDraw
    last: LastAction | None
    results: tuple[RoundResult, ...]
    """The rounds of this match that are over, in order."""
    commitment: str = ""
    """The SHA-256 of the secret seed from which every shuffle of this match follows."""
    seed: str | None = None
    """That seed, once the match is over; None for a match that was stopped, for it gives away racks still secret."""
    ending: MatchEnd | None = None
    winners: tuple[int, ...] = ()
    """The seats that won the match, once it is over; several share."""

    @property
    def may_pass(self) -> bool:
        """Whether the seat on turn may pass instead of drawing (rule 3.5)."""
        return self.phase == "playing" and self.pool == 0


@dataclass(frozen=True)
class PlayerView:
    """What one seat sees: the public view and its own rack."""

    public: PublicView
    seat: int
    rack: tuple[Tile, ...] = field(repr=False)
    drawn: tuple[Tile, ...] = field(default=(), repr=False)
    """The tiles this seat drew last, since its last play; shown as new on the rack."""

    @property
    def my_turn(self) -> bool:
        """Whether this seat is on turn."""
        return self.public.on_turn == self.seat
