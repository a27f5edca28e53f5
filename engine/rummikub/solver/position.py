"""A position as counts: what is to be laid, what may be, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from engine.rummikub.melds import MAX_GROUP, Kind, Meld
from engine.rummikub.solver.search import Problem
from engine.rummikub.tiles import JOKER, TILES, Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

Goal = Literal["tiles", "points"]
"""``tiles``: most tiles, of these most points; ``points``: most points, of these most tiles."""


def counts(tiles: Iterable[Tile]) -> tuple[int, ...]:
    """How many of each kind."""
    found = [0] * len(TILES)
    for tile in tiles:
        found[tile] += 1
    return tuple(found)


def gains(ruleset: Ruleset, goal: Goal) -> tuple[int, ...]:
    """What laying a tile of each kind is worth, so that sums compare as the goal says.

    All points of a deck are fewer than 4,096, and all its tiles fewer than 128.
    """
    return _gains(ruleset.joker_rack_value, goal)


@cache
def _gains(joker: int, goal: Goal) -> tuple[int, ...]:
    points = [joker if tile.is_joker else tile.value for tile in TILES]
    return tuple(4096 + p if goal == "tiles" else 128 * p + 1 for p in points)


@dataclass(frozen=True, slots=True)
class Rest:
    """What is still to be arranged when some sets are settled: the problem, those sets, and what they gained.

    ``rack``: the counts of the whole rack.
    """

    problem: Problem
    rack: tuple[int, ...]
    fixed: tuple[Meld, ...] = ()
    gained: int = 0

    @classmethod
    def of(cls, table: Iterable[Tile], rack: Iterable[Tile], gain: tuple[int, ...]) -> Rest:
        """Nothing settled yet."""
        spare = counts(rack)
        return cls(Problem(counts(table), spare, gain), spare)

    def with_tile(self, tile: Tile) -> Rest | None:
        """The same with this tile of the rack laid for certain; None where the rack has none."""
        problem = self.problem
        if problem.spare[tile] < self.rack[tile]:
            return self
        if not problem.spare[tile]:
            return None
        need, spare = list(problem.need), list(problem.spare)
        need[tile] += 1
        spare[tile] -= 1
        changed = replace(problem, need=tuple(need), spare=tuple(spare))
        return replace(self, problem=changed, gained=self.gained + problem.gain[tile])

    def with_set(self, meld: Meld, *, from_rack: bool = False, jokers_too: bool = True) -> Rest | None:
        """The same with a set settled, its tiles the table's where there are such; with ``from_rack`` the rack's, its
        jokers only with ``jokers_too``. None where the tiles are not there.
        """
        problem, gained = self.problem, self.gained
        need, spare = list(problem.need), list(problem.spare)
        for tile in meld.tiles:
            if need[tile] and not (from_rack and (jokers_too or tile != JOKER)):
                need[tile] -= 1
            elif spare[tile]:
                spare[tile] -= 1
                gained += problem.gain[tile]
            else:
                return None
        room = problem.room + (2 if meld.kind is Kind.RUN else MAX_GROUP - len(meld.tiles))
        changed = replace(problem, need=tuple(need), spare=tuple(spare), room=room)
        return replace(self, problem=changed, fixed=(*self.fixed, meld), gained=gained)
