"""Computer players. They get a player's view, so they know what a player in that seat may know, and nothing else.

Each takes its chance from outside: the same view and the same chance give the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType
from typing import Final, Literal

from engine.rummikub.actions import Draw, Pass, Play
from engine.rummikub.computers.easy import easy
from engine.rummikub.computers.hard import hard
from engine.rummikub.computers.medium import medium
from engine.rummikub.computers.seat import Seat
from engine.rummikub.judging import Accepted
from engine.rummikub.views import PlayerView

__all__ = ["LEVELS", "Level", "choose"]

Level = Literal["easy", "medium", "hard"]

_PLAYERS: Final[Mapping[Level, Callable[[Seat, Random], Accepted | None]]] = MappingProxyType(
    {"easy": easy, "medium": medium, "hard": hard}
)
LEVELS: Final[tuple[Level, ...]] = tuple(_PLAYERS)


def choose(level: Level, view: PlayerView, chance: Random, *, tidy: bool = True) -> Play | Draw | Pass:
    """What a computer of this level does on its turn: a play in its explicit form, which the judge accepts, else a
    draw, or a pass where the pool is empty (rule 3.5). :class:`ValueError` if the seat is not on turn.

    With ``tidy`` a play disturbs the table no more than it has to, which costs time and changes nothing else.
    """
    if not view.my_turn:
        raise ValueError("not on turn")
    seat = Seat(view)
    play = _PLAYERS[level](seat, chance)
    if play is not None:
        return Play(text=(seat.tidied(play) if tidy else play).play)
    return Draw() if view.public.pool else Pass()
