"""Of the final tables that touch certain sets and gain enough those that move the fewest tiles.

A* over the values as in :mod:`keeping`, with the steps of :mod:`heirs` and the bound of :mod:`prices`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from operator import mul
from typing import Final, NamedTuple

from engine.rummikub.melds import Kind, Meld, Table, group, meld_of
from engine.rummikub.solver import heirs, rough
from engine.rummikub.solver.heirs import VALUES, Four, Laid, Lane, Step, Touched
from engine.rummikub.solver.position import counts
from engine.rummikub.solver.prices import Prices
from engine.rummikub.solver.search import Problem
from engine.rummikub.tiles import JOKER, MIN_VALUE, Color, Tile

_SWEEPS: Final = 8
_SWEEP: Final = 10
"""What one costs, in states looked at."""
_PER_GROUP: Final = 3
"""Steps of lanes that there are at least for each choice of groups, nearly always."""
_FINE: Final = 3
"""A step of a fine lane costs as much as so many of a rough one."""
_SCALE: Final = 3.0
"""Tiles are more than sets."""
_ALMOST: Final = 1e-6
_COLORS: Final = range(4)
_ROWS: Final = tuple(slice(color * VALUES, (color + 1) * VALUES) for color in _COLORS)
_WIDE: Final = 1 << 20
"""More than a lane has nodes at a value."""


class _Two(NamedTuple):
    """What two lanes do at a value."""

    lost: float
    to: int
    jokers: int
    kept: int
    marks: int
    gain: int
    asks: tuple[int, int]
    steps: tuple[Step, Step]


_Way = tuple["_Way | None", Laid, _Two, _Two]
_State = tuple[int, int, int, float, int, int, int, int, int, int, "_Way | None"]
"""Minus the most tiles that are kept, minus the value, the order; then the bound, the nodes of the first two lanes and
of the others, jokers used, tiles kept, marks, gain, and the way that led here.
"""


class Lanes:
    """What several searches share: the lanes of one position. ``steps``: so many may still be looked at."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self._known: dict[tuple[object, ...], Lane | None] = {}
        self._groups: dict[tuple[object, ...], list[Laid]] = {}

    def lane(
        self,
        color: int,
        need: Sequence[int],
        spare: Sequence[int],
        touched: Sequence[Touched],
        *,
        wanted: Sequence[frozenset[int]],
        jokers: int,
        most: int,
        roughly: bool,
    ) -> Lane | None:
        """See :func:`heirs.lane`."""
        own = tuple(o for o in touched if color in ((o.color,) if o.color >= 0 else o.reals) or (o.jokers and jokers))
        key = (color, tuple(need), tuple(spare), own, tuple(wanted), jokers, most, roughly)
        if key not in self._known:
            each, make = (1, rough.lane) if roughly else (_FINE, heirs.lane)
            at_most = self.steps // each
            made = make(color, need, spare, own, wanted=wanted, jokers=jokers, most=most, at_most=at_most)
            self.steps = 0 if made is None else self.steps - each * sum(len(steps) for here in made for steps in here)
            self._known[key] = made
        return self._known[key]

    def groups(self, have: Four, value: int, touched: Sequence[Touched], jokers: int, *, roughly: bool) -> list[Laid]:
        """See :func:`heirs.in_groups`."""
        if roughly:
            return rough.in_groups(have, value, touched, jokers)
        homes = tuple(old for old in touched if old.value == value or (old.jokers and jokers))
        key = (have, value, homes, jokers)
        known = self._groups.get(key)
        return self._groups.setdefault(key, heirs.in_groups(have, value, homes, jokers)) if known is None else known


class Moving:
    """The tiles of the touched sets ``numbers`` and some of the rack's, as many as gain what ``laid`` does, more than
    which cannot be; at most ``most`` tiles moved.

    ``problem``: table and rack; ``points``: what a tile of each kind counts on a rack; ``left``: states that may still
    be looked at; ``roughly``: by the lanes of :mod:`rough`, so that what is moved may be more than is said.
    """

    def __init__(
        self,
        table: Table,
        numbers: Sequence[int],
        problem: Problem,
        laid: Sequence[int],
        *,
        points: Sequence[int],
        lanes: Lanes,
        budget: int,
        most: int,
        roughly: bool,
    ) -> None:
        need, spare = counts(tile for number in numbers for tile in table[number].tiles), problem.spare
        self.left = budget
        self.tiles = sum(need)
        self._enough = self.tiles - most
        self._floor = sum(map(mul, laid, problem.gain))
        self._gain = problem.gain
        self._needed, self._jokers = need[-1], need[-1] + spare[-1]
        touched = [Touched.of(1 << number, table[number]) for number in numbers]
        self._free = sum(map(rough.free, touched)) if roughly else 0
        self._enough -= self._free
        self._lasting = sum(old.bit for old in touched if old.jokers)
        have = [[n + s for n, s in zip(need[row], spare[row], strict=True)] for row in _ROWS]
        self.possible = False
        """Whether it is not too much to be looked at."""
        self._groups = [
            lanes.groups((k, r, b, o), value, touched, self._jokers, roughly=roughly)
            for value, (k, r, b, o) in enumerate(zip(*have, strict=True))
        ]
        if sum(map(len, self._groups)) * _PER_GROUP > lanes.steps:
            return
        made: list[Lane] = []
        for color, row in enumerate(_ROWS):
            wanted = [frozenset(laid.taken[color] for laid in here) for here in self._groups]
            one = lanes.lane(
                color, need[row], spare[row], touched, wanted=wanted, jokers=self._jokers, most=most, roughly=roughly
            )
            if one is None:
                return
            made.append(one)
        self._lanes = made
        self.possible = True
        lanes.steps -= (
            sum(map(len, self._groups)) + sum(len(here) for one in made for layer in one for here in layer) // 3
        )
        self._prices = Prices(
            made,
            self._groups,
            tiles=sum(laid) - spare[-1],
            points=sum(map(mul, laid, points)) - spare[-1] * points[-1],
            jokers=self._jokers,
            scale=_SCALE,
        )

    def fewest(self) -> int:
        """So many tiles are moved at least; not looked at further than that these are more than ``most``."""
        for _ in range(_SWEEPS):
            self.left -= _SWEEP
            self._prices.sweep()
            most = math.floor(self._prices.bound() + _ALMOST)
            if most < self._enough:
                break
            self._prices.follow()
        self._prices.sweep()
        self._pairs = [_Pair(self._lanes, color, self._prices, self._gain) for color in (0, 2)]
        return self.tiles - self._free - math.floor(self._prices.bound() + _ALMOST)

    def tables(self, *, every: bool) -> Iterator[tuple[int, tuple[Meld, ...]]]:
        """Final tables with how many tiles are moved at least, the fewest first; ends when no others move ``most`` or
        fewer, or nothing is left. ``every``: not one of those that come to the same, but all of them.
        """
        enough = self._enough
        first, second = self._pairs
        groups_at = [
            sorted(
                (-self._prices.profit(value, reward), i, groups)
                for i, (groups, reward) in enumerate(zip(here, self._prices.rewards[value], strict=True))
            )
            for value, here in enumerate(self._groups)
        ]
        seen: list[dict[tuple[int, ...], int]] = [{} for _ in range(VALUES)]
        root, order = self._prices.bound(), 0
        heap: list[_State] = [(-math.floor(root + _ALMOST), 0, 0, root, 0, 0, 0, 0, 0, 0, None)]
        while heap and -heap[0][0] >= enough:
            most, nearness, _, bound, low, high, used, kept, marks, gain, way = heappop(heap)
            value = -nearness
            if value == VALUES:
                yield self.tiles - self._free - kept, _laid_out(way)
                continue
            if self.left <= 0:
                return
            self.left -= 1
            slack = bound - enough + _ALMOST
            known = seen[value]
            for lost_here, _, groups in groups_at[value]:
                if lost_here > slack:
                    break
                if used + groups.jokers > self._jokers or groups.marks & marks:
                    continue
                k, r, b, o = groups.taken
                twos = second.options(value, high, b, o)
                taken = groups.marks | marks
                for one in first.options(value, low, k, r):
                    if lost_here + one.lost > slack:
                        break
                    if one.marks & taken or used + groups.jokers + one.jokers > self._jokers:
                        continue
                    taken_too = taken | one.marks
                    for two in twos:
                        lost = lost_here + one.lost + two.lost
                        if lost > slack:
                            break
                        spent = used + groups.jokers + one.jokers + two.jokers
                        if spent > self._jokers or two.marks & taken_too or not _are_free(groups, one, two):
                            continue
                        total = gain + one.gain + two.gain
                        stays = kept + groups.kept + one.kept + two.kept
                        lasting = (taken_too | two.marks) & self._lasting
                        if not every:
                            key = (one.to, two.to, spent, lasting, total)
                            if known.get(key, -1) >= stays:
                                continue
                            known[key] = stays
                        limit = bound - lost
                        if value == VALUES - 1:
                            enough_gained = total + self._gain[-1] * (spent - self._needed) >= self._floor
                            if stays < enough or spent < self._needed or not enough_gained:
                                continue
                            limit = stays
                        order += 1
                        rank = max(most, -math.floor(limit + _ALMOST)), -value - 1, order, limit
                        heappush(heap, (*rank, one.to, two.to, spent, stays, lasting, total, (way, groups, one, two)))


def _are_free(groups: Laid, one: _Two, two: _Two) -> bool:
    """Whether there are groups for those that are said to go on runs."""
    asks = (*one.asks, *two.asks)
    wanted = [color for color in _COLORS for _ in range(asks[color])]
    return not wanted or any(
        all(color in groups.free[i] for color, i in zip(wanted, some, strict=True))
        for some in itertools.permutations(range(len(groups.free)), len(wanted))
    )


def _laid_out(way: _Way | None) -> tuple[Meld, ...]:
    ways: list[_Way] = []
    while way is not None:
        ways.append(way)
        way = way[0]
    melds: list[Meld] = []
    open_runs: list[list[list[Tile]]] = [[] for _ in _COLORS]
    runs: list[list[Tile]] = []
    for value, (_, groups, one, two) in enumerate(reversed(ways), start=MIN_VALUE):
        melds += [
            group((*(Tile.of(Color(color), value) for color in colors), *([JOKER] * jokers)))
            for colors, jokers in groups.groups
        ]
        for color, step in zip(Color, (*one.steps, *two.steps), strict=True):
            after: list[list[Tile]] = []
            for place, is_joker in step.runs:
                run = open_runs[color][place] if place >= 0 else []
                if place < 0:
                    runs.append(run)
                run.append(JOKER if is_joker else Tile.of(color, value))
                after.append(run)
            open_runs[color] = after
    return (*(meld_of(Kind.RUN, tuple(run)) for run in runs), *melds)


class _Pair:
    """What two lanes can do together."""

    def __init__(self, lanes: Sequence[Lane], color: int, prices: Prices, gain: Sequence[int]) -> None:
        self._lanes = lanes
        self._color = color
        self._prices = prices
        self._gain = gain
        self._steps: dict[tuple[int, int, int], tuple[list[tuple[float, Step]], ...]] = {}
        self._options: dict[tuple[int, int, int, int], list[_Two]] = {}

    def options(self, value: int, nodes: int, given: int, other: int) -> list[_Two]:
        """By the nodes and the tiles given to groups, those by which the bound falls least first."""
        key = (value, nodes, given, other)
        found = self._options.get(key)
        if found is None:
            ones = self._by_loss(self._color, value, nodes // _WIDE)[given]
            others = self._by_loss(self._color + 1, value, nodes % _WIDE)[other]
            gain, gain_other = self._gain[self._color * VALUES + value], self._gain[(self._color + 1) * VALUES + value]
            found = self._options[key] = sorted(
                _Two(
                    lost + lost_other,
                    one.to * _WIDE + two.to,
                    one.jokers + two.jokers,
                    one.kept + two.kept,
                    one.marks | two.marks,
                    one.laid * gain + two.laid * gain_other,
                    (one.asks, two.asks),
                    (one, two),
                )
                for lost, one in ones
                for lost_other, two in others
                if not one.marks & two.marks
            )
        return found

    def _by_loss(self, color: int, value: int, node: int) -> tuple[list[tuple[float, Step]], ...]:
        key = (color, value, node)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = ([], [], [])
            ahead, most = self._prices.ahead[color][value + 1], self._prices.ahead[color][value][node]
            paid = self._prices.paid[color][value]
            for step, (to, given, worth) in zip(
                self._lanes[color][value][node], self._prices.worth[color][value][node], strict=True
            ):
                found[given].append((most - worth - paid[given] - ahead[to], step))
        return found
