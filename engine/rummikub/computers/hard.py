"""A strong player: sees every play, keeps jokers for going out, and counts tiles when the pool is empty.

What is worth holding was found by self-play (``python -m tests.benchmarks.computers``). A joker kept is worth about
as much as five tiles less on the rack, whatever else: it is kept even from the opening, until the rack can be
emptied with it. Holding back anything else - sets of the own rack, tiles with partners, the opening itself - gains
nothing, for tiles held are also tiles that others go out before.
"""

from __future__ import annotations

from random import Random

from engine.rummikub.computers.endgame import endgame
from engine.rummikub.computers.seat import Seat
from engine.rummikub.judging import Accepted
from engine.rummikub.ruleset import MatchWinner
from engine.rummikub.tiles import JOKER

NEAR = 2
"""Where points decide, jokers are kept no longer when somebody else has so few tiles."""


def hard(seat: Seat, _: Random) -> Accepted | None:
    """Its play, or None. Nothing is left to chance."""
    most = seat.best(seat.rack)
    if most is None or not most.rack:
        return most
    if not seat.pool:
        return endgame(seat)
    if JOKER not in most.placed or _risky(seat):
        return most
    return seat.best([tile for tile in seat.rack if tile != JOKER])


def _risky(seat: Seat) -> bool:
    """Whether a joker may well be counted against its holder, and that matters."""
    scored = seat.ruleset.match_winner is MatchWinner.POINTS and (
        seat.ruleset.match_rounds != 1 or bool(seat.ruleset.match_target)
    )
    return scored and min(other.tiles for other in seat.others) <= NEAR
