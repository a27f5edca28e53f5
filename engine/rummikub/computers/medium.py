"""A fair player: lays all that fits, and rearranges where a few sets are enough."""

from __future__ import annotations

from random import Random

from engine.core.chance import shuffled
from engine.rummikub.computers.seat import Seat
from engine.rummikub.judging import Accepted
from engine.rummikub.melds import Table

AT_A_TIME = 3
"""How many sets of the table are looked at together."""


def medium(seat: Seat, chance: Random) -> Accepted | None:
    """Its play, or None.

    Each set of the table is looked at once, in any order and together with a few others, so what is found with
    some of them goes with what is found with the rest.
    """
    play = seat.best(seat.rack, table=Table())
    if not seat.opened:
        return play
    numbers = shuffled(seat.table, chance)
    for at in range(0, len(numbers), AT_A_TIME):
        rest = seat.rack if play is None else play.rack
        some = Table({number: seat.table[number] for number in numbers[at : at + AT_A_TIME]})
        play = _together(seat, play, seat.best(rest, table=some)) if rest else play
    return play


def _together(seat: Seat, first: Accepted | None, second: Accepted | None) -> Accepted | None:
    """Both plays as one, or the first where the rules or the length of a play do not allow that."""
    if first is None or second is None:
        return first or second
    both = seat.judged(f"{first.play}; {second.play}")
    return first if both is None else both
