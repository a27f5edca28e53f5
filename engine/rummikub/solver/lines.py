"""The bound of the search: what each color can gain at most, and what it can do at a value.

The bound of a color is exact when it may join any group that the tiles of a value allow; jokers are charged in halves
(two in a run, one for each tile of a group of two and a joker, two for the tile of a group with two jokers), so that
the charges of a group never exceed its jokers.

A *tail* is what a color holds from a value on. Equal tails are one object, so that searches in like positions
share their bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from engine.rummikub.solver.shapes import BEATS, DEAD, GROUPS, GROWN, MAX_OPEN, OPEN, SHAPE_COUNT, SHORT
from engine.rummikub.tiles import MAX_VALUE

NEVER: Final = -(1 << 28)
HOPELESS: Final = NEVER // 2
"""Whatever is below cannot be reached."""
VALUES: Final = MAX_VALUE
_LAST_START: Final = 3
"""Values from the last one at which a run can begin."""
_FORBIDDEN: Final = 99

Four = tuple[int, int, int, int]
_Way = tuple[int, int, int, int, int, int, int]
"""What a color does at a value: tiles given to groups, tiles and jokers put into runs, the shape that follows, half
jokers charged, spare tiles laid, and what it takes: NOTHING, or what is to lie at the next values.
"""
NOTHING, BEGIN, BEGIN_WITH_JOKER, BRIDGE = range(4)
_Able = tuple[tuple[tuple[_Way, ...], ...], tuple[tuple[tuple[int, int, int], ...], ...]]
"""By shape the ways there are, and those that matter to the bound: shape that follows, half jokers, spare tiles."""
Option = tuple[int, int, int, list[int], int]
"""What a color does at a value: jokers put into runs, gain, the shape that follows, the bound of what follows by half
jokers, and tiles put into runs.
"""
Arc = tuple[int, int, int, int]
"""What a color does at a value: shape before and after, tiles given to groups, and gain less the price of jokers."""
Options = tuple[list[list[int]], tuple[list[Option], list[Option], list[Option]]]
"""By jokers left the best bound, and the options; both by the tiles given to groups."""
Laid = tuple[tuple[tuple[int, int, int], ...], ...]
"""Groups by their jokers: what the first two colors give (three times the first and the second), what the others give,
and their place in GROUPS.
"""


class Cell:
    """The tiles of one kind beside the others of their value: whether there are any, and what can be done by shape."""

    __slots__ = ("_able", "_ways", "filled", "halves")

    def __init__(self, *, filled: bool, jokers: int, ways: tuple[tuple[_Way, ...], ...]) -> None:
        self.filled = filled
        self.halves = 2 * jokers
        self._ways = ways
        self._able: dict[int, _Able] = {}

    def able(self, ahead: int, left: int) -> _Able:
        """What can be done ``left`` values from the end where tiles lie ``ahead``: the bits of the next values."""
        key = ahead if left != _LAST_START else ahead + 8
        found = self._able.get(key)
        if found is None:
            jokers, one, two = self.halves // 2, ahead & 1, ahead >> 1 & 1
            # A tile and two jokers may as well be a group, so a run does not begin for their sake.
            begins = one + two + jokers >= 2 and ahead > 0
            bridges = (jokers > 0 and one) or (jokers > 1 and two)
            there = (True, begins, left == _LAST_START and one and two, bridges)
            ways = tuple(tuple(way for way in some if there[way[6]]) for some in self._ways)
            found = self._able[key] = ways, tuple(map(_that_matter, ways))
        return found


def _that_matter(ways: tuple[_Way, ...]) -> tuple[tuple[int, int, int], ...]:
    """The ends of these ways, without those that another one beats."""
    kept: list[tuple[int, int, int]] = []
    for end in sorted({(way[3], way[4], way[5]) for way in ways}, key=lambda end: (end[1], -end[2], -end[0])):
        shape, price, more = end
        if not any(BEATS[s] >> shape & 1 and p <= price and m >= more for s, p, m in kept):
            kept = [k for k in kept if not (BEATS[shape] >> k[0] & 1 and price <= k[1] and more >= k[2])]
            kept.append(end)
    return tuple(kept)


@cache
def column(need: Four, spare: Four, jokers: int) -> tuple[tuple[Cell, ...], Laid]:
    """For the tiles of one value: the cells of the colors, and the groups that can be laid."""
    have = tuple(n + s for n, s in zip(need, spare, strict=True))
    cells = tuple(
        _cell(need[c], spare[c], _charges(tuple(sorted(have[:c] + have[c + 1 :])), 2 * jokers), jokers)
        for c in range(4)
    )
    laid: list[list[tuple[int, int, int]]] = [[] for _ in range(jokers + 1)]
    for place, groups in enumerate(GROUPS):
        a, b, c, d = groups.taken
        if groups.jokers <= jokers and all(t <= h for t, h in zip(groups.taken, have, strict=True)):
            laid[groups.jokers].append((a * 3 + b, c * 3 + d, place))
    return cells, tuple(map(tuple, laid))


@cache
def _cell(need: int, spare: int, charges: tuple[int, ...], jokers: int) -> Cell:
    most, result = need + spare, list[tuple[_Way, ...]]()
    for shape in range(SHAPE_COUNT):
        ways: list[_Way] = []
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
    return Cell(filled=most > 0, jokers=jokers, ways=tuple(result))


@cache
def _charges(others: tuple[int, ...], halves: int) -> tuple[int, ...]:
    """What 0, 1, 2 tiles of a color cost in half jokers, at least, when given to groups beside these others."""
    total, kinds = sum(others), sum(n > 0 for n in others)
    one = 0 if kinds >= 2 else 1 if kinds else 4
    two = max(0, 4 - total) if total >= 2 else _FORBIDDEN
    return tuple(c for c in (0, one, two) if c <= halves)


class Tail:
    """One color from a value on.

    ``known``: by the shape of its open runs, the most it gains from here on by half jokers at most spent; ``made``: its
    options; both None where nobody asked.
    """

    __slots__ = ("_ends", "_gain", "_halves", "_next", "_ways", "ahead_of", "known", "made")

    def __init__(self, cell: Cell, gain: int, following: Tail | None, left: int) -> None:
        self._gain = gain
        self._halves = halves = cell.halves
        self._next = following
        self.known: list[list[int] | None]
        self.made: list[Options | None] = [None] * SHAPE_COUNT
        if following is None:
            end, dead = [0] * (halves + 1), [NEVER] * (halves + 1)
            self.known = [dead if short else end for short in SHORT]
            self.ahead_of = 0
            return
        self.known = [None] * SHAPE_COUNT
        self._ways, self._ends = cell.able(following.ahead_of, left)
        self.ahead_of = (following.ahead_of << 1 & 7) + cell.filled

    def ahead(self, shape: int) -> list[int]:
        """What is ``known``, found out where nobody asked before."""
        known = self.known[shape]
        following = self._next
        if known is not None or following is None:
            return known or _dead(self._halves)
        gain, halves, after = self._gain, self._halves, following.known
        best: list[int] | None = None
        for shape_next, price, more in self._ends[shape]:
            rest = after[shape_next] or following.ahead(shape_next)
            if rest[halves - price] < HOPELESS:
                continue
            here = gain * more
            if best is not None and here + rest[halves - price] <= best[price]:
                continue
            way = [here + gained for gained in rest] if here else rest
            if price:
                way = [NEVER] * price + way[:-price]
            best = way if best is None else list(map(max, best, way))
        known = self.known[shape] = best or _dead(halves)
        return known

    def arcs(self, shapes: Iterable[int], joker: int) -> list[Arc]:
        """What can be done in these shapes and leads somewhere, where a joker has a price."""
        following, gain = self._next, self._gain
        if following is None:
            return []
        known, ways = following.known, self._ways
        return [
            (shape, after, given, gain * more - joker * used)
            for shape in shapes
            for given, _, used, after, _, more, _ in ways[shape]
            if (known[after] or following.ahead(after))[-1] > HOPELESS
        ]

    def options(self, shape: int) -> Options:
        """What is ``made``, where nobody asked before."""
        following = self._next
        if following is None:
            raise AssertionError
        gain, halves, after = self._gain, self._halves, following.known
        best = [[NEVER, NEVER, NEVER], [NEVER, NEVER, NEVER], [NEVER, NEVER, NEVER]]
        options: tuple[list[Option], list[Option], list[Option]] = [], [], []
        for given, into, used, shape_next, _, more, _ in self._ways[shape]:
            rest = after[shape_next] or following.ahead(shape_next)
            if rest[-1] < HOPELESS:
                continue
            here = gain * more
            options[given].append((used, here, shape_next, rest, into))
            left = used
            for gained in rest[: halves - 2 * used + 1 : 2]:
                if (bound := here + gained) > best[left][given]:
                    best[left][given] = bound
                left += 1
        made = self.made[shape] = best, options
        return made


@cache
def _dead(halves: int) -> list[int]:
    return [NEVER] * (halves + 1)


_END: Final = tuple(Cell(filled=False, jokers=jokers, ways=()) for jokers in range(3))


class Bounds:
    """The tails of several searches, each kept once."""

    def __init__(self) -> None:
        self._tails: dict[tuple[Cell, int, Tail | None], Tail] = {}
        self._pairs: dict[tuple[Tail, Tail], dict[int, list[int]]] = {}

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

    def pairs(self, first: list[Tail], second: list[Tail]) -> list[dict[int, list[int]]]:
        """Where to keep, for two colors together, what :func:`joined` says of them."""
        known = self._pairs
        return [known.setdefault(key, {}) for key in zip(first, second, strict=True)]


def joined(first: list[int], second: list[int]) -> list[int]:
    """The best sum of two bounds by half jokers spent in all."""
    if first[0] == first[-1]:
        gain = first[0]
        return [gain + more for more in second]
    if second[0] == second[-1]:
        gain = second[0]
        return [gain + more for more in first]
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
