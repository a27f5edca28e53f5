"""A beginner: sees the sets of the own rack, when not overlooking one of their tiles, and nothing on the table."""

from __future__ import annotations

from random import Random

from engine.rummikub.computers.seat import Seat
from engine.rummikub.judging import Accepted
from engine.rummikub.melds import Table

OVERLOOKED = 0.1
"""The share of the rack that is overlooked in a turn."""


def easy(seat: Seat, chance: Random) -> Accepted | None:
    """Its play, or None."""
    noticed = [tile for tile in seat.rack if chance.random() >= OVERLOOKED]
    return seat.best(noticed, table=Table())
