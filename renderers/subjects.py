"""What pictures are of: values that can be handed to another process, which draws.

Nothing here loads what draws, so that a process that only asks for pictures stays small.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from engine.rummikub.melds import Meld, Table
from engine.rummikub.tiles import Tile
from engine.rummikub.understanding import Understanding
from engine.rummikub.views import RoundResult

if TYPE_CHECKING:
    from engine.rummikub.views import PublicView

RackOrder = Literal["color", "value", "sets"]
Marks = Mapping[int, Collection[int]]
"""Tiles of a table: set number -> indices in that set."""


class Subject(Protocol):
    """Something that can be drawn."""

    def png(self) -> bytes:
        """The picture as PNG; takes milliseconds."""
        ...


@dataclass(frozen=True)
class BoardLabels:
    """The words on a board: the heading of the pool, what stands on a table without sets, and what the legend of a
    board with moved tiles says of marked tiles and of moved ones.
    """

    pool: str
    empty: str
    laid: str
    moved: str


@dataclass(frozen=True)
class ScoreLabels:
    """The words on a table of scores: heading of the column of rounds, and of the row of sums."""

    round: str
    total: str


@dataclass(frozen=True)
class ReadingLabels:
    """What stands over a new set, over tiles left over, and over tiles that are not to be had: words or signs."""

    new: str = "+"
    loose: str = "?"
    missing: str = "–"


@dataclass(frozen=True)
class Name:
    """What a player is called; ``instead``: where no font has the letters of that."""

    text: str
    instead: str


@dataclass(frozen=True)
class Player:
    """A player as the bar shows them; ``tiles``: how many are on the rack."""

    name: Name
    tiles: int
    on_turn: bool = False
    opened: bool = True
    resigned: bool = False
    away: bool = False


@dataclass(frozen=True)
class Board:
    """The table with ``marks`` and ``moved`` tiles, and a legend where tiles moved; without players there is no bar."""

    table: Table
    players: Sequence[Player]
    pool: int
    labels: BoardLabels
    marks: Marks = field(default_factory=dict[int, Collection[int]])
    moved: Marks = field(default_factory=dict[int, Collection[int]])

    @classmethod
    def of(cls, view: PublicView, names: Sequence[Name], labels: BoardLabels) -> Board:
        """The board of a match, the tiles laid in the last play marked; ``names`` by seat."""
        players = tuple(
            Player(names[seat.seat], seat.tiles, seat.seat == view.on_turn, seat.opened, seat.resigned, seat.away)
            for seat in view.seats
        )
        return cls(view.table, players, view.pool, labels, dict(view.last.marks) if view.last else {})

    def png(self) -> bytes:
        """The picture as PNG."""
        from renderers.board import draw_board

        return draw_board(self)


@dataclass(frozen=True)
class Rack:
    """A rack, for its owner alone; ``drawn``: tiles of it to mark.

    ``groups``: the tiles as they are to stand together, for a caller that knows better than ``order``.
    """

    tiles: Sequence[Tile] = field(repr=False)
    order: RackOrder = "color"
    drawn: Sequence[Tile] = field(default=(), repr=False)
    groups: Sequence[Sequence[Tile]] | None = field(default=None, repr=False)

    def png(self) -> bytes:
        """The picture as PNG."""
        from renderers.rack import draw_rack

        return draw_rack(self)


@dataclass(frozen=True)
class Reveal:
    """All racks at the end of a round, with what each counts and scores; ``names`` by seat."""

    result: RoundResult
    names: Sequence[Name]

    def png(self) -> bytes:
        """The picture as PNG."""
        from renderers.rounds import draw_reveal

        return draw_reveal(self)


@dataclass(frozen=True)
class Scores:
    """The scores of a match: a row for each round (the latest ones), a column for each seat, and the sums."""

    results: Sequence[RoundResult]
    names: Sequence[Name]
    labels: ScoreLabels

    def png(self) -> bytes:
        """The picture as PNG."""
        from renderers.rounds import draw_scores

        return draw_scores(self)


@dataclass(frozen=True)
class Reading:
    """How a refused play was understood, for the player alone."""

    understood: Understanding = field(repr=False)
    labels: ReadingLabels = ReadingLabels()

    def png(self) -> bytes:
        """The picture as PNG."""
        from renderers.reading import draw_reading

        return draw_reading(self)


@dataclass(frozen=True)
class Strip:
    """An example: its caption, the melds or loose tiles shown, and whether they are right (None: neither)."""

    caption: str
    sets: tuple[Meld | tuple[Tile, ...], ...]
    legal: bool | None = None
    marked: frozenset[Tile] = frozenset()
    """Kinds of tiles to mark."""


@dataclass(frozen=True)
class Strips:
    """Examples under each other, for help texts."""

    strips: Sequence[Strip]

    def png(self) -> bytes:
        """The picture as PNG."""
        from renderers.strips import draw_strips

        return draw_strips(self)
