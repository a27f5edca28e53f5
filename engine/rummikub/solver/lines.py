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

NEVER: Final = -(1 << 28)
VALUES: Final = MAX_VALUE
_LAST_START: Final = 3
"""Values from the last one at which a run can begin."""
_FORBIDDEN: Final = 99

Four = tuple[int, int, int, int]
Way = tuple[int, int, int, int, int, int, int]
"""What a color does at a value: tiles given to groups, tiles and jokers put into runs, the shape that follows, half
jokers charged, spare tiles laid, and what it takes: NOTHING, or what is to lie at the next values.
"""
NOTHING, BEGIN, BEGIN_WITH_JOKER, BRIDGE = range(4)
Option = tuple[int, int, int, list[int], Way, Way]
"""What two colors do at a value: jokers used, gain, the pair of shapes that follows, the bound of what follows by half
jokers, and the two ways.
"""
Options = tuple[list[int], list[Option]]
"""The best bound by half jokers spent, and the options."""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """The tiles of one kind beside the others of their value: whether there are any, and what can be done by shape."""

    filled: bool
    halves: int
    ways: tuple[tuple[Way, ...], ...]


Laid = dict[int, list[tuple[int, int, int, Groups]]]
"""Groups by what the first two colors give: what the others give, their jokers, and their place in the order."""


@cache
def column(need: Four, spare: Four, jokers: int) -> tuple[tuple[Cell, ...], Laid]:
    """For the tiles of one value: the cells of the colors, and the groups that can be laid."""
    have = tuple(n + s for n, s in zip(need, spare, strict=True))
    cells = tuple(
        _cell(need[c], spare[c], _charges(tuple(sorted(have[:c] + have[c + 1 :])), 2 * jokers), jokers)
        for c in range(4)
    )
    laid: Laid = {}
    for rank, groups in enumerate(GROUPS):
        a, b, c, d = groups.taken
        if groups.jokers <= jokers and all(t <= h for t, h in zip(groups.taken, have, strict=True)):
            laid.setdefault(a * 3 + b, []).append((c * 3 + d, groups.jokers, rank, groups))
    return cells, laid


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
                    takes = BEGIN if into > OPEN[shape] else NOTHING
                    ways.append((given, into, 0, following, cost, laid - need, takes))
        for used in range(1, min(jokers, MAX_OPEN - most) + 1):
            if (following := GROWN[shape][most + used]) != DEAD:
                begins = most + used > OPEN[shape]
                if used > SHORT[shape]:
                    takes = BEGIN_WITH_JOKER if begins else BRIDGE
                else:
                    takes = BEGIN if begins else NOTHING
                ways.append((0, most, used, following, 2 * used, spare, takes))
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
    """One color from a value on: the best gain by the shape of its open runs, and what can be done at once.

    ``known``: by shape, the most it gains from here on by half jokers at most spent; None where nobody asked.
    """

    __slots__ = ("_cell", "_gain", "_next", "_there", "filled", "known", "options")

    def __init__(self, cell: Cell, gain: int, following: Tail | None, left: int) -> None:
        self._cell = cell
        self._gain = gain
        self._next = following
        self.options: dict[int, tuple[list[tuple[Way, int]], ...]] = {}
        self.known: list[list[int] | None]
        if following is None:
            end, dead = [0] * (cell.halves + 1), [NEVER] * (cell.halves + 1)
            self.known = [dead if short else end for short in SHORT]
            self.filled = (False, False, False, False)
            return
        self.known = [None] * SHAPE_COUNT
        one, two, three, _ = following.filled
        self.filled = (cell.filled, one, two, three)
        jokers = cell.halves // 2
        # A tile and two jokers may as well be a group, so a run does not begin for their sake.
        begins = one + two + jokers >= 2 and (one or two or three)
        self._there = (True, begins, left == _LAST_START and one and two, (jokers > 0 and one) or (jokers > 1 and two))

    @property
    def halves(self) -> int:
        """Half jokers there are."""
        return self._cell.halves

    def ahead(self, shape: int) -> list[int]:
        """What is ``known``, found out where nobody asked before."""
        known = self.known[shape]
        if known is not None:
            return known
        following = self._next
        if following is None:
            raise AssertionError
        gain, halves, there, after = self._gain, self._cell.halves, self._there, following.known
        best = [NEVER] * (halves + 1)
        options: tuple[list[tuple[Way, int]], ...] = [], [], []
        for way in self._cell.ways[shape]:
            given, _, _, shape_next, price, more, takes = way
            if not there[takes]:
                continue
            rest = after[shape_next] or following.ahead(shape_next)
            if rest[halves] == NEVER:
                continue
            value = gain * more
            options[given].append((way, value))
            if value + rest[halves - price] > best[price]:
                if not halves:
                    best[0] = value + rest[0]
                else:
                    for spent in range(price, halves + 1):
                        total = value + rest[spent - price]
                        best[spent] = max(best[spent], total)
        self.known[shape] = best
        self.options[shape] = options
        return best


class PairTail:
    """Two colors from a value on, by the pair of their shapes (ten times the first and the second)."""

    __slots__ = ("_first", "_next", "_second", "known", "made")

    def __init__(self, first: Tail, second: Tail, following: PairTail | None) -> None:
        self._first = first
        self._second = second
        self._next = following
        self.known: dict[int, list[int]] = {}
        self.made: dict[int, Options] = {}

    def ahead(self, shapes: int) -> list[int]:
        """The most these colors gain from here on, by half jokers at most spent."""
        known = self.known.get(shapes)
        if known is None:
            a, b = divmod(shapes, SHAPE_COUNT)
            known = self.known[shapes] = _joined(self._first.ahead(a), self._second.ahead(b))
        return known

    def options(self, shapes: int, given: int) -> Options:
        """What these colors can do at this value, by the tiles that they give to groups (three times the first color's
        and the second's); ``ahead`` was asked for these shapes before. Kept in ``made``.
        """
        ones = self._first.options[shapes // SHAPE_COUNT][given // 3]
        twos = self._second.options[shapes % SHAPE_COUNT][given % 3]
        following = self._next
        if not ones or not twos or following is None:
            self.made[shapes * 9 + given] = _NO_OPTIONS
            return _NO_OPTIONS
        halves, after = self._first.halves, following.known
        best: list[int] = [NEVER] * (halves + 1)
        options: list[Option] = []
        for one, gain_one in ones:
            for two, gain_two in twos:
                spent_here = 2 * (one[2] + two[2])
                if spent_here > halves:
                    continue
                shapes_next = one[3] * SHAPE_COUNT + two[3]
                ahead = after.get(shapes_next) or following.ahead(shapes_next)
                gain = gain_one + gain_two
                if not spent_here and not options:
                    best = [gain + more for more in ahead]
                elif gain + ahead[halves - spent_here] > best[spent_here]:
                    for spent in range(spent_here, halves + 1):
                        total = gain + ahead[spent - spent_here]
                        best[spent] = max(best[spent], total)
                options.append((spent_here // 2, gain, shapes_next, ahead, one, two))
        known = self.made[shapes * 9 + given] = best, options
        return known


_NO_OPTIONS: Final[Options] = ([], [])
_END: Final = tuple(Cell(filled=False, halves=2 * jokers, ways=()) for jokers in range(3))


class Bounds:
    """The tails of several searches, each kept once."""

    def __init__(self) -> None:
        self._tails: dict[tuple[Cell, int, Tail | None], Tail] = {}
        self._pairs: dict[tuple[Tail, Tail], PairTail] = {}

    def tails(self, cells: list[Cell], gains: tuple[int, ...]) -> list[Tail]:
        """The tails of a color from each value on, and the end."""
        known, end = self._tails, _END[cells[0].halves // 2]
        tail = known.get((end, 0, None)) or known.setdefault((end, 0, None), Tail(end, 0, None, 0))
        found = [tail]
        for left, (cell, gain) in enumerate(zip(reversed(cells), reversed(gains), strict=True), start=1):
            key = (cell, gain, tail)
            following, tail = tail, known.get(key)
            if tail is None:
                tail = known[key] = Tail(cell, gain, following, left)
            found.append(tail)
        found.reverse()
        return found

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
    if first[0] == first[-1]:
        return [first[0] + gain for gain in second]
    if second[0] == second[-1]:
        return [second[0] + gain for gain in first]
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
