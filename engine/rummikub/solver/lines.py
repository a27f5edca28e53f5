"""The bound of the search: what each color can gain at most, and the options of two colors together.

The bound of a color is exact when it may join any group that the tiles of a value allow; jokers are charged in halves
(two in a run, one for each tile of a group of two and a joker, two for the tile of a group with two jokers), so that
the charges of a group never exceed its jokers.

A *tail* is what a color holds from a value on. Equal tails are one object, so that searches in like positions
share their bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.rummikub.solver.shapes import DEAD, GROUPS, GROWN, MAX_OPEN, OPEN, SHAPE_COUNT, SHORT, Groups
from engine.rummikub.tiles import MAX_VALUE

NEVER: Final = -(1 << 60)
VALUES: Final = MAX_VALUE
_LAST_START: Final = 3
"""Values from the last one at which a run can begin."""
_FORBIDDEN: Final = 99

Four = tuple[int, int, int, int]
Way = tuple[int, int, int, int, int, int]
"""What a color does at a value: tiles given to groups, tiles and jokers put into runs, the shape that follows, half
jokers charged, spare tiles laid.
"""
Option = tuple[int, int, int, list[int], Way, Way]
"""What two colors do at a value: jokers used, gain, the pair of shapes that follows, the bound of what follows by half
jokers, and the two ways.
"""
Options = dict[int, tuple[list[int], list[Option]]]
"""By tiles given to groups (three times the first color's and the second's): the best bound by half jokers,
and the options.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """The tiles of one kind beside the others of their value: whether there are any, and what can be done by shape."""

    filled: bool
    halves: int
    ways: tuple[tuple[Way, ...], ...]


@cache
def column(need: Four, spare: Four, jokers: int) -> tuple[tuple[Cell, ...], tuple[Groups, ...]]:
    """For the tiles of one value: the cells of the colors, and the groups that can be laid."""
    have = tuple(n + s for n, s in zip(need, spare, strict=True))
    cells = tuple(
        _cell(need[c], spare[c], _charges(tuple(sorted(have[:c] + have[c + 1 :])), 2 * jokers), jokers)
        for c in range(4)
    )
    groups = tuple(g for g in GROUPS if g.jokers <= jokers and all(t <= h for t, h in zip(g.taken, have, strict=True)))
    return cells, groups


@cache
def _cell(need: int, spare: int, charges: tuple[int, ...], jokers: int) -> Cell:
    most, result = need + spare, list[tuple[Way, ...]]()
    for shape in range(SHAPE_COUNT):
        ways: list[Way] = []
        for given, cost in enumerate(charges[: most + 1]):
            # Laying a spare tile on a long run is never worse than keeping it.
            low = max(need, given, given + SHORT[shape], min(most, given + OPEN[shape]))
            for laid in range(low, most + 1):
                into = laid - given
                if into <= MAX_OPEN and (following := GROWN[shape][into]) != DEAD:
                    ways.append((given, into, 0, following, cost, laid - need))
        ways += [
            (0, most, used, following, 2 * used, spare)
            for used in range(1, min(jokers, MAX_OPEN - most) + 1)
            if (following := GROWN[shape][most + used]) != DEAD
        ]
        result.append(tuple(ways))
    return Cell(most > 0, 2 * jokers, tuple(result))


@cache
def _charges(others: tuple[int, ...], halves: int) -> tuple[int, ...]:
    """What 0, 1, 2 tiles of a color cost in half jokers, at least, when given to groups beside these others."""
    total, kinds = sum(others), sum(n > 0 for n in others)
    one = 0 if kinds >= 2 else 1 if kinds else 4
    two = max(0, 4 - total) if total >= 2 else _FORBIDDEN
    return tuple(c for c in (0, one, two) if c <= halves)


class Tail:
    """One color from a value on: the best gain by the shape of its open runs, and what can be done at once."""

    __slots__ = ("_ahead", "_bridge", "_cell", "_gain", "_left", "_next", "options")

    def __init__(self, cell: Cell, gain: int, following: Tail | None) -> None:
        self._cell = cell
        self._gain = gain
        self._next = following
        self._left = following.length + 1 if following else 0
        self._bridge = following is not None and following.holds_within(cell.halves // 2)
        self._ahead: list[list[int] | None] = [None] * SHAPE_COUNT
        if following is None:
            for shape in range(SHAPE_COUNT):
                self._ahead[shape] = [NEVER if SHORT[shape] else 0] * (cell.halves + 1)
        self.options: list[list[tuple[Way, int]]] = [[]] * SHAPE_COUNT

    @property
    def length(self) -> int:
        """How many values it covers."""
        return self._left

    def holds_within(self, values: int) -> bool:
        """Whether there is a tile at one of the first so many values: a joker before them may lead to it."""
        if not values or self._next is None:
            return False
        return self._cell.filled or self._next.holds_within(values - 1)

    def ahead(self, shape: int) -> list[int]:
        """The most this color gains from here on, by half jokers at most spent."""
        known = self._ahead[shape]
        if known is not None:
            return known
        following = self._next
        if following is None:
            raise AssertionError
        gain, halves = self._gain, self._cell.halves
        best = [NEVER] * (halves + 1)
        options: list[tuple[Way, int]] = []
        for way in self._cell.ways[shape]:
            _, tiles, jokers, shape_next, price, more = way
            if jokers > SHORT[shape] and not (
                self._left == _LAST_START if tiles + jokers > OPEN[shape] else self._bridge
            ):
                continue
            rest = following.ahead(shape_next)
            if rest[halves] == NEVER:
                continue
            value = gain * more
            options.append((way, value))
            if value + rest[halves - price] > best[price]:
                for spent in range(price, halves + 1):
                    total = value + rest[spent - price]
                    best[spent] = max(best[spent], total)
        self._ahead[shape] = best
        self.options[shape] = options
        return best


class PairTail:
    """Two colors from a value on, by the pair of their shapes (ten times the first and the second)."""

    __slots__ = ("_ahead", "_first", "_next", "_options", "_second")

    def __init__(self, first: Tail, second: Tail, following: PairTail | None) -> None:
        self._first = first
        self._second = second
        self._next = following
        self._ahead: dict[int, list[int]] = {}
        self._options: dict[int, Options] = {}

    def ahead(self, shapes: int) -> list[int]:
        """The most these colors gain from here on, by half jokers at most spent."""
        known = self._ahead.get(shapes)
        if known is None:
            a, b = divmod(shapes, SHAPE_COUNT)
            known = self._ahead[shapes] = _joined(self._first.ahead(a), self._second.ahead(b))
        return known

    def options(self, shapes: int) -> Options:
        """What these colors can do at this value; ``ahead`` was asked for these shapes before."""
        known = self._options.get(shapes)
        if known is not None:
            return known
        known = self._options[shapes] = {}
        following = self._next
        if following is None:
            raise AssertionError
        a, b = divmod(shapes, SHAPE_COUNT)
        for one, gain_one in self._first.options[a]:
            for two, gain_two in self._second.options[b]:
                shapes_next = one[3] * SHAPE_COUNT + two[3]
                ahead = following.ahead(shapes_next)
                halves = len(ahead) - 1
                spent_here = 2 * (one[2] + two[2])
                if spent_here > halves:
                    continue
                gain = gain_one + gain_two
                given = one[0] * 3 + two[0]
                if given not in known:
                    known[given] = ([NEVER] * (halves + 1), [])
                best, options = known[given]
                options.append((spent_here // 2, gain, shapes_next, ahead, one, two))
                if gain + ahead[halves - spent_here] > best[spent_here]:
                    for spent in range(spent_here, halves + 1):
                        total = gain + ahead[spent - spent_here]
                        best[spent] = max(best[spent], total)
        return known


class Bounds:
    """The tails of several searches, each kept once."""

    def __init__(self) -> None:
        self._tails: dict[tuple[Cell | None, int, Tail | None], Tail] = {}
        self._pairs: dict[tuple[Tail, Tail], PairTail] = {}

    def tails(self, cells: list[Cell], gains: tuple[int, ...]) -> list[Tail]:
        """The tails of a color from each value on, and the end."""
        end = Cell(filled=False, halves=cells[0].halves, ways=())
        tail = self._tails.setdefault((None, end.halves, None), Tail(end, 0, None))
        found = [tail]
        for cell, gain in zip(reversed(cells), reversed(gains), strict=True):
            key = (cell, gain, tail)
            known = self._tails.get(key)
            if known is None:
                known = self._tails[key] = Tail(cell, gain, tail)
            tail = known
            found.append(tail)
        return found[::-1]

    def pairs(self, first: list[Tail], second: list[Tail]) -> list[PairTail]:
        """The same for two colors together."""
        pair: PairTail | None = None
        found: list[PairTail] = []
        for key in zip(reversed(first), reversed(second), strict=True):
            known = self._pairs.get(key)
            if known is None:
                known = self._pairs[key] = PairTail(*key, pair)
            pair = known
            found.append(pair)
        return found[::-1]


def _joined(first: list[int], second: list[int]) -> list[int]:
    """The best sum of two bounds by half jokers spent in all."""
    if len(first) == 1:
        return [first[0] + second[0]]
    # Written out: this is where the search spends most of its time.
    a, b, c, *more = first
    p, q, r, *others = second
    sums = [a + p, max(a + q, b + p), max(a + r, b + q, c + p)]
    if more:
        (d, e), (s, t) = more, others
        sums += [max(a + s, b + r, c + q, d + p), max(a + t, b + s, c + r, d + q, e + p)]
    return sums


def best_sum(first: list[int], second: list[int], halves: int) -> int:
    """The best sum of two bounds when they share so many half jokers: none, two or four."""
    if not halves:
        return first[0] + second[0]
    if halves == 2:
        return max(first[0] + second[2], first[1] + second[1], first[2] + second[0])
    a, b, c, d, e = first
    p, q, r, s, t = second
    return max(a + t, b + s, c + r, d + q, e + p)
