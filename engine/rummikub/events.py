"""What an action led to. Every event may be told to everybody: none names a tile of a rack in play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from pydantic import Field, TypeAdapter

from engine.rummikub.melds import Meld, Table
from engine.rummikub.tiles import Tile
from engine.rummikub.views import LastAction, MatchEnd, OpeningDraw, RoundResult


@dataclass(frozen=True)
class RoundBegan:
    """A round was dealt (rules 2.1-2.3); ``exchanged``: by seat, how many duplicates were given back."""

    number: int
    opening_draw: OpeningDraw
    exchanged: tuple[int, ...]
    kind: Literal["round_began"] = "round_began"


@dataclass(frozen=True)
class Moved:
    """A tile that changed its place in a play: ``source`` is a set's number, None for the rack."""

    tile: Tile
    source: int | None
    target: int


@dataclass(frozen=True)
class Played:
    """A legal play; ``play`` is its explicit form, ``left`` how many tiles the rack still holds."""

    seat: int
    play: str
    placed: tuple[Tile, ...]
    moves: tuple[Moved, ...]
    points: int
    left: int
    opened: bool
    """Whether this play was the seat's opening."""
    sets: tuple[Meld, ...] = ()
    """The sets that are wholly from the rack."""
    opening: int = 0
    """What these are worth, where this was the opening (rule 4.2)."""
    jokers: tuple[tuple[Tile, ...], ...] = ()
    """For each joker that went from the rack into another set, the tiles that it may stand for."""
    kind: Literal["played"] = "played"


@dataclass(frozen=True)
class Drew:
    """A seat drew ``count`` tiles and its turn is over."""

    seat: int
    count: int
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True)
class Passed:
    """A seat passed with an empty pool."""

    seat: int
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True)
class TimedOut:
    """A seat's time was up: it drew ``count`` tiles (rule 6.2), or passed with an empty pool."""

    seat: int
    count: int
    begun: bool
    kind: Literal["timed_out"] = "timed_out"


@dataclass(frozen=True)
class WentAway:
    """A seat has missed so many turns in a row that it is away: from now on its turns pass at once."""

    seat: int
    kind: Literal["went_away"] = "went_away"


@dataclass(frozen=True)
class Skipped:
    """The turn of a seat that is away passed at once: it drew ``count`` tiles, none from an empty pool."""

    seat: int
    count: int
    kind: Literal["skipped"] = "skipped"


@dataclass(frozen=True)
class CameBack:
    """A seat is no longer away."""

    seat: int
    kind: Literal["came_back"] = "came_back"


@dataclass(frozen=True)
class TakenOver:
    """Somebody else plays on in this seat."""

    seat: int
    kind: Literal["taken_over"] = "taken_over"


@dataclass(frozen=True)
class Misplayed:
    """A seat's play was illegal and is punished (rule 3.4): ``count`` tiles drawn, the turn lost."""

    seat: int
    count: int
    kind: Literal["misplayed"] = "misplayed"


@dataclass(frozen=True)
class Resigned:
    """A seat left the match."""

    seat: int
    kind: Literal["resigned"] = "resigned"


@dataclass(frozen=True)
class LastTile:
    """Rule 7.7: a seat is down to one tile."""

    seat: int
    kind: Literal["last_tile"] = "last_tile"


@dataclass(frozen=True)
class RoundEnded:
    """A round is over and scored; ``table`` and ``last`` tell how it lay then, for the next one may have begun."""

    result: RoundResult
    table: Table = field(default_factory=Table)
    last: LastAction | None = None
    kind: Literal["round_ended"] = "round_ended"


@dataclass(frozen=True)
class MatchEnded:
    """The match is over; ``points`` by seat, ``winners`` share the win."""

    reason: MatchEnd
    points: tuple[int, ...]
    winners: tuple[int, ...]
    kind: Literal["match_ended"] = "match_ended"


Absence = WentAway | Skipped | CameBack | TakenOver
"""What is told of a seat whose player is not there."""

Event = (
    RoundBegan | Played | Drew | Passed | TimedOut | Misplayed | Resigned | LastTile | Absence | RoundEnded | MatchEnded
)

EVENTS: Final = TypeAdapter[tuple[Event, ...]](tuple[Annotated[Event, Field(discriminator="kind")], ...])
"""Reads and writes a step's events as JSON (``validate_json``, ``dump_json``), for the store."""
