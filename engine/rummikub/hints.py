"""Hints for a player, told in three steps: whether there is a play, which tiles go, and the play ready to send."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.rummikub.solver import solve
from engine.rummikub.tiles import Tile
from engine.rummikub.views import PlayerView

BUDGET = 20_000
"""States that a hint may cost; only a position made to be nasty needs more."""


@dataclass(frozen=True)
class Hint:
    """The best play of a rack: its tiles and itself in the notation. ``proved``: whether no play lays more tiles."""

    tiles: tuple[Tile, ...] = field(repr=False)
    play: str = field(repr=False)
    proved: bool


def hint(view: PlayerView, *, budget: int = BUDGET) -> Hint | None:
    """The play of most tiles, of these most points, as if it were this seat's turn; None where none was found."""
    public = view.public
    found = solve(
        table=public.table,
        rack=view.rack,
        ruleset=public.ruleset,
        opened=public.seats[view.seat].opened,
        budget=budget,
    )
    return None if found is None else Hint(found.placed, found.play, found.proved)
