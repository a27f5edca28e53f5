"""Of the final tables that gain enough those in which the most sets of the table stay as they are.

A* over the values, as in :mod:`search`, where also each set of the table is to stay or not. The bound is that of
:mod:`prices`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from operator import mul
from typing import Final, NamedTuple

from engine.rummikub.melds import Kind, Meld, Table
from engine.rummikub.solver.lanes import MOST_GIVEN, VALUES, Doing, Four, Laid, Lane, Staying, in_groups, lane
from engine.rummikub.solver.prices import Prices, Useful
from engine.rummikub.solver.search import Problem, Step
from engine.rummikub.tiles import JOKER

_STAGES: Final = ((4, 100), (6, 300), (10, 1000), (20, 1 << 30))
"""How many sweeps before how many states are looked at."""
_HASTY: Final = 2
_LAST: Final = 1
"""Sweeps at prices that stand."""
_FLAT: Final = 0.02
_FLAT_SWEEPS: Final = 2
"""Where the bound falls by less in so many sweeps, more of them are of no use."""
_NEAR: Final = 3
"""That far below the bound the most sets that stay are looked for first."""
_SWEEP: Final = 10
"""What one costs, in states looked at."""
_ALMOST: Final = 1e-6
_COLORS: Final = range(4)
_ROWS: Final = tuple(slice(color * VALUES, (color + 1) * VALUES) for color in _COLORS)


@dataclass(frozen=True, slots=True)
class Keeping:
    """The numbers of the sets that stay, and the rest of the final table as steps of a search; ``added``: jokers that
    no step uses.
    """

    stay: frozenset[int]
    steps: tuple[Step, ...]
    added: int


class _Two(NamedTuple):
    """What two lanes do at a value: how far the bound falls, the nodes that follow, and of both together what is said
    of each.
    """

    lost: float
    to: int
    jokers: int
    kept: int
    stay: int
    gain: int
    goes_on: bool
    both: tuple[Doing, Doing]


_Way = tuple["_Way | None", Laid, _Two, _Two]
_State = tuple[int, int, int, float, int, int, int, int, int, int, int, "_Way | None"]
"""What is looked at first comes first: minus the most sets that can stay, minus the value, the order. Then the bound,
the nodes of the first two lanes and of the others, jokers used, room for more, sets that stay and their bits, gain,
and the way that led here.
"""
_ByLoss = list[list[tuple[float, Laid, tuple[int, int], tuple[int, int]]]]
_WIDE: Final = 1024
"""More than a lane has nodes at a value."""


class Keepers:
    """One position: ``problem`` is the table and the rack, and what the tiles ``laid`` gain is to be gained, more than
    which cannot be; nothing where the rack has no tiles to spare.

    ``points``: what a tile of each kind counts on a rack. ``left``: states that may still be looked at; ``at_most``:
    more sets cannot stay.
    """

    def __init__(
        self, table: Table, problem: Problem, laid: Sequence[int], *, points: Sequence[int], budget: int
    ) -> None:
        need, spare = problem.need, problem.spare
        laid = laid or [0] * len(spare)
        self._floor = sum(map(mul, laid, problem.gain))
        self._joker_gain = problem.gain[-1]
        self._needed, self._jokers = need[-1], need[-1] + spare[-1]
        runs: list[list[tuple[int, Meld]]] = [[] for _ in _COLORS]
        groups: list[list[tuple[int, Meld]]] = [[] for _ in range(VALUES)]
        for number, meld in table.items():
            tile = next(t for t in meld.tiles if t != JOKER)
            (runs[tile.color] if meld.kind is Kind.RUN else groups[tile.value - 1]).append((number, meld))
        self._numbers = [number for some in (*groups, *runs) for number, _ in some]
        """By bit the sets; those of the groups of a value follow each other."""
        bits = {number: 1 << i for i, number in enumerate(self._numbers)}
        self._first_bit = [sum(map(len, groups[:value])) for value in range(VALUES)]
        have = [[n + s for n, s in zip(need[row], spare[row], strict=True)] for row in _ROWS]
        at_values = [
            _in_groups((k, r, b, o), tuple(meld for _, meld in here), self._jokers)
            for here, k, r, b, o in zip(groups, *have, strict=True)
        ]
        self._groups = [laid for laid, _ in at_values]
        lanes = [
            lane(
                need[row],
                spare[row],
                [Staying(bits[number], meld) for number, meld in runs[color]],
                grouped=[_with_color(color, here) for here in groups],
                wanted=[useful.gives[color] for _, useful in at_values],
                jokers=self._jokers,
            )
            for color, row in enumerate(_ROWS)
        ]
        self._prices = Prices(
            lanes,
            self._groups,
            tiles=sum(laid) - spare[-1],
            points=sum(map(mul, laid, points)) - spare[-1] * points[-1],
            jokers=self._jokers,
            useful=[useful for _, useful in at_values],
        )
        self._lanes = lanes
        self._gain = problem.gain
        self._lost: tuple[float, _ByLoss] = -1.0, []
        self.left = budget
        self.at_most = len(table)

    def most(self, more_than: int, *, hasty: bool = False) -> Keeping | None:
        """The final table in which the most sets stay, or None where no more stay, which is proved where that is
        ``at_most``. Where ``hasty`` it is not tried for long.
        """
        for sweeps, states in _STAGES[: _HASTY if hasty else None]:
            falling = self._tune(sweeps, more_than)
            kept = max(0, self.left - states) if falling else 0
            self.left -= kept
            found = self._nearest(more_than)
            self.left += kept
            if found is not None or self.at_most <= more_than or self.left <= 0:
                return found
        return None

    def _nearest(self, more_than: int) -> Keeping | None:
        """The same with what is left: looked for near the bound first, where there is less to look at."""
        near = _NEAR
        while True:
            least = max(more_than, self.at_most - near)
            found = next(self.tables(least), None)
            if found is not None or least == more_than or self.left <= 0:
                return found
            near *= 2

    def _tune(self, sweeps: int, far_enough: int) -> bool:
        """Lower the bound; whether it may fall further."""
        flat, before = 0, math.inf
        for turn in reversed(range(sweeps + _LAST)):
            self.left -= _SWEEP
            self._prices.sweep()
            bound = self._prices.bound()
            flat = flat + 1 if abs(before - bound) < _FLAT else 0
            if math.floor(bound + _ALMOST) <= far_enough or flat == _FLAT_SWEEPS:
                break
            if turn >= _LAST:
                before = bound
                self._prices.follow()
        self._pairs = [_Pair(self._lanes, color, self._prices, self._gain) for color in (0, 2)]
        self._lost = -1.0, []
        self.at_most = min(self.at_most, math.floor(self._prices.bound() + _ALMOST))
        return flat < _FLAT_SWEEPS

    def _by_loss(self, most: float) -> _ByLoss:
        """By value the groups by which the bound falls by no more (others may be among them), the least first, with the
        tiles that they take of the first two colors and of the others.
        """
        if most > self._lost[0]:
            found: _ByLoss = []
            for value, here in enumerate(self._groups):
                losses = self._prices.losses_in_groups(value)
                order = sorted([(lost, i) for i, lost in enumerate(losses) if lost <= most])
                found.append([(lost, here[i], here[i].taken[:2], here[i].taken[2:]) for lost, i in order])
            self._lost = most, found
        return self._lost[1]

    def tables(self, more_than: int, *, every: bool = False) -> Iterator[Keeping]:
        """Final tables in which more sets stay, those with the most first; ends when there are no more or nothing is
        left. Where several differ in nothing that matters later, one of them; ``every``: one for each choice of sets.
        """
        full, first, second = self._jokers, *self._pairs
        root, order = self._prices.bound(), 0
        widest = root - more_than - 1 + 2 * _ALMOST
        first.up_to(widest)
        second.up_to(widest)
        groups_at = self._by_loss(widest)
        seen: list[dict[tuple[int, ...], list[tuple[int, int]]]] = [{} for _ in range(VALUES)]
        heap: list[_State] = [(-math.floor(root + _ALMOST), 0, 0, root, 0, 0, 0, 0, 0, 0, 0, None)]
        while heap:
            if -heap[0][0] <= more_than:
                break
            most, nearness, _, bound, low, high, used, room, kept, stay, gain, way = heappop(heap)
            value = -nearness
            self.at_most = min(self.at_most, -most)
            if value == VALUES:
                yield self._keeping(stay, way, min(full - used, room))
                continue
            if self.left <= 0:
                return
            self.left -= 1
            slack = bound - more_than - 1 + _ALMOST
            known = seen[value]
            first_bit = self._first_bit[value]
            ones_at, twos_at = first.options(value, low), second.options(value, high)
            for lost_here, groups, taken, taken_too in groups_at[value]:
                if lost_here > slack:
                    break
                if used + groups.jokers > full:
                    continue
                twos = twos_at[taken_too]
                ones = ones_at[taken] if twos else ()
                for one in ones:
                    if lost_here + one.lost + twos[0].lost > slack:
                        break
                    for two in twos:
                        lost = lost_here + one.lost + two.lost
                        if lost > slack:
                            break
                        spent = used + groups.jokers + one.jokers + two.jokers
                        if spent > full:
                            continue
                        total = gain + one.gain + two.gain
                        stays = kept + groups.kept + one.kept + two.kept
                        bits = stay | groups.stay << first_bit | one.stay | two.stay
                        places = 0 if not full else 2 if one.goes_on or two.goes_on else min(2, room + groups.room)
                        key = (one.to, two.to, spent, places, bits if every else 0)
                        others = known.setdefault(key, [])
                        if any(s >= stays and g >= total for s, g in others):
                            continue
                        others.append((stays, total))
                        limit = bound - lost
                        if value == VALUES - 1:
                            if stays <= more_than or not self._is_enough(total, spent, places):
                                continue
                            limit = stays
                        order += 1
                        rank = max(most, -math.floor(limit + _ALMOST)), -value - 1, order, limit
                        after = one.to, two.to, spent, places, stays, bits, total, (way, groups, one, two)
                        heappush(heap, (*rank, *after))
        self.at_most = min(self.at_most, more_than)

    def _is_enough(self, gain: int, spent: int, places: int) -> bool:
        laid = spent + min(self._jokers - spent, places)
        return laid >= self._needed and gain + self._joker_gain * (laid - self._needed) >= self._floor

    def _keeping(self, stay: int, way: _Way | None, added: int) -> Keeping:
        steps: list[Step] = []
        while way is not None:
            way, groups, one, two = way
            doing = (*one.both, *two.both)
            k, r, b, o = (lane.tiles for lane in doing)
            kj, rj, bj, oj = (lane.used for lane in doing)
            steps.append(Step(groups.groups, (k, r, b, o), (kj, rj, bj, oj)))
        numbers = frozenset(number for i, number in enumerate(self._numbers) if stay >> i & 1)
        return Keeping(numbers, tuple(reversed(steps)), added)


class _Options(dict[tuple[int, int], list[_Two]]):
    """What two lanes can do at a value from two nodes, by the tiles that each gives to groups, those by which the bound
    falls least first.
    """

    def __init__(
        self,
        one: Sequence[list[tuple[float, int, Doing]]],
        two: Sequence[list[tuple[float, int, Doing]]],
        gain: tuple[int, int],
        most: float,
    ) -> None:
        super().__init__()
        self._one = one
        self._two = two
        self._gain = gain
        self._most = most

    def __missing__(self, given: tuple[int, int]) -> list[_Two]:
        gain, gain_other = self._gain
        others = self._two[given[1]]
        found = self[given] = [
            _Two(
                lost + lost_other,
                to * _WIDE + to_other,
                one.jokers + two.jokers,
                one.kept + two.kept,
                one.stay | two.stay,
                one.laid * gain + two.laid * gain_other,
                one.goes_on or two.goes_on,
                (one, two),
            )
            for lost, to, one in self._one[given[0]]
            for lost_other, to_other, two in others
            if lost + lost_other <= self._most
        ]
        if len(found) > 1:
            found.sort()
        return found


class _Pair:
    """What two lanes can do together."""

    def __init__(self, lanes: Sequence[Lane], color: int, prices: Prices, gain: Sequence[int]) -> None:
        self._lanes = lanes
        self._color = color
        self._prices = prices
        self._gain = gain
        self._most = 0.0
        self._arcs: dict[tuple[int, int, int], tuple[list[tuple[float, int, Doing]], ...]] = {}
        self._options: dict[tuple[int, int], _Options] = {}

    def up_to(self, most: float) -> None:
        """What lowers the bound further is of no interest."""
        if most > self._most:
            self._most = most
            self._arcs.clear()
            self._options.clear()

    def options(self, value: int, nodes: int) -> _Options:
        """What can be done from these nodes."""
        found = self._options.get((value, nodes))
        if found is None:
            color = self._color
            found = self._options[value, nodes] = _Options(
                self._doings(color, value, nodes // _WIDE),
                self._doings(color + 1, value, nodes % _WIDE),
                (self._gain[color * VALUES + value], self._gain[(color + 1) * VALUES + value]),
                self._most,
            )
        return found

    def _doings(self, color: int, value: int, node: int) -> tuple[list[tuple[float, int, Doing]], ...]:
        key = (color, value, node)
        found = self._arcs.get(key)
        if found is None:
            found = self._arcs[key] = tuple([] for _ in range(MOST_GIVEN + 1))
            arcs, kinds = self._lanes[color][value]
            for (to, kind), lost in zip(arcs[node], self._prices.losses(color, value, node), strict=True):
                if lost <= self._most:
                    doing = kinds[kind]
                    found[doing.given].append((lost, to, doing))
        return found


@lru_cache(maxsize=4096)
def _in_groups(have: Four, melds: tuple[Meld, ...], jokers: int) -> tuple[list[Laid], Useful]:
    laid = in_groups(have, melds, jokers)
    return laid, Useful(laid)


def _with_color(color: int, groups: Sequence[tuple[int, Meld]]) -> int:
    return sum(tile.color == color for _, meld in groups for tile in meld.tiles if tile != JOKER)
