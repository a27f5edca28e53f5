"""A strong player: sees every play, and keeps jokers for going out.

What is worth holding was found by self-play (``python -m tests.benchmarks.computers``). A joker kept is worth about
as much as five tiles less on the rack: it is kept even from the opening, until the rack can be emptied with it.
Holding back anything else - sets of the own rack, tiles with partners, the opening itself - gained nothing, for
others may go out before.
"""

from __future__ import annotations

from math import prod
from random import Random

from engine.rummikub.computers.seat import Seat
from engine.rummikub.judging import Accepted
from engine.rummikub.ruleset import MatchWinner
from engine.rummikub.tiles import JOKER

NEAR = 2
"""With so few tiles somebody may be about to go out."""
WORTH = 10
"""The points that a kept joker gains in the long run."""


def hard(seat: Seat, _: Random) -> Accepted | None:
    """Its play, or None. Nothing is left to chance."""
    most = seat.best(seat.rack)
    if most is None or not most.rack or (JOKER not in most.placed and seat.pool):
        return most
    if not seat.pool:
        # Nobody draws any more, and the lowest rack may win (rule 7.2).
        return seat.best(seat.rack, goal="points")
    quiet = seat.best([tile for tile in seat.rack if tile != JOKER])
    saved = most.points - (quiet.points if quiet else 0)
    return most if _points_decide(seat) and saved * _risk(seat) > WORTH else quiet


def _points_decide(seat: Seat) -> bool:
    """Whether it matters how many points a round is lost by (rule 7.6)."""
    rules = seat.ruleset
    return rules.match_winner is MatchWinner.POINTS and not (rules.match_rounds == 1 and not rules.match_target)


def _risk(seat: Seat) -> float:
    """How likely it is that somebody goes out before the next own turn: of the tiles not seen, any may be theirs."""
    near = [other.tiles for other in seat.others if other.opened and other.tiles <= NEAR]
    if not near:
        return 0.0
    unseen = seat.unseen()
    fitting = {tile for tile in set(unseen) if seat.fits(tile)}
    share = sum(tile in fitting for tile in unseen) / len(unseen)
    return 1 - prod(1 - share**tiles for tiles in near)
