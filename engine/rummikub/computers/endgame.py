"""Play with an empty pool: nobody draws any more, and the lowest rack may win (rule 7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rummikub.computers.seat import BUDGET, Seat
from engine.rummikub.judging import Accepted
from engine.rummikub.melds import Table
from engine.rummikub.ruleset import PoolEmpty
from engine.rummikub.solver import solve
from engine.rummikub.tiles import JOKER, Tile, without


def endgame(seat: Seat) -> Accepted | None:
    """A play, or None to pass.

    The play that takes most points off the rack; but where one other rack is left, the tiles not seen are that
    rack, so what follows on a play is known, and what leaves the better end is chosen.
    """
    plays = list(_candidates(seat))
    unseen = seat.unseen()
    if not plays or len(seat.others) != 1 or len(unseen) != seat.others[0].tiles:
        return plays[0] if plays else None
    prospects = [(_prospect(seat, play.table, play.rack, unseen), play) for play in plays]
    best, play = max(prospects, key=lambda prospect: prospect[0])
    idle = _prospect(seat, seat.table, seat.rack, unseen, passed=True)
    return play if best >= idle else None


def _candidates(seat: Seat) -> Iterator[Accepted]:
    seen: set[tuple[Tile, ...]] = set()
    plain = tuple(tile for tile in seat.rack if tile != JOKER)
    for play in (seat.best(seat.rack, goal="points"), seat.best(seat.rack), seat.best(plain, goal="points")):
        if play is not None and play.placed not in seen:
            seen.add(play.placed)
            yield play


def _prospect(
    seat: Seat, table: Table, mine: tuple[Tile, ...], theirs: tuple[Tile, ...], *, passed: bool = False
) -> int:
    """How many points fewer than the other the own rack holds after the other's best answer and one more turn."""
    at_once = seat.ruleset.pool_empty is PoolEmpty.END_AT_ONCE
    if mine and not (passed and at_once):
        table, left = _after(seat, table, theirs, opened=seat.others[0].opened)
        quiet = left == theirs
        theirs = left
        if theirs and not (quiet and (at_once or passed)):
            _, mine = _after(seat, table, mine, opened=seat.opened or not passed)
    return seat.points(theirs) - seat.points(mine)


def _after(seat: Seat, table: Table, rack: tuple[Tile, ...], *, opened: bool) -> tuple[Table, tuple[Tile, ...]]:
    """Table and rack after the play of most points."""
    found = solve(table=table, rack=rack, ruleset=seat.ruleset, opened=opened, goal="points", budget=BUDGET, tidy=False)
    return (table, rack) if found is None else (found.table, without(rack, found.placed))
