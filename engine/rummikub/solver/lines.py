"""The bound of the search: what each color can gain at most, and the options of two colors together.

A *line* is one color. Its bound is exact for that color when it may join any group that the tiles of a value
allow; jokers are charged in halves (two in a run, one for each tile of a group of two and a joker, two for the
tile of a group with two jokers), so that the charges of a group never exceed its jokers.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.rummikub.solver.shapes import DEAD, GROUPS, GROWN, MAX_OPEN, OPEN, SHAPE_COUNT, SHORT, Groups
from engine.rummikub.tiles import MAX_VALUE

NEVER: Final = -(1 << 60)
VALUES: Final = MAX_VALUE
_LAST_START: Final = VALUES - 3
_FORBIDDEN: Final = 99

Four = tuple[int, int, int, int]
Way = tuple[int, int, int, int, int, int]
"""What a color does at a value: tiles given to groups, tiles and jokers put into runs, the shape that follows, half
jokers charged, spare tiles laid.
"""
Ways = tuple[tuple[Way, ...], ...]
Option = tuple[int, int, int, list[int], Way, Way]
"""What two colors do at a value: jokers used, gain, the pair of shapes that follows, the bound of what follows by half
jokers, and the two ways.
"""
Options = dict[int, tuple[list[int], list[Option]]]
"""By tiles given to groups (three times the first color's and the second's): the best bound by half jokers,
and the options.
"""


@cache
def column(need: Four, spare: Four, jokers: int) -> tuple[tuple[Ways, ...], tuple[Groups, ...]]:
    """For the tiles of one value: what each color can do by the shape before it, and the groups that can be laid."""
    have = tuple(n + s for n, s in zip(need, spare, strict=True))
    ways = tuple(
        _ways(need[c], spare[c], _charges(tuple(sorted(have[:c] + have[c + 1 :])), 2 * jokers), jokers)
        for c in range(4)
    )
    groups = tuple(g for g in GROUPS if g.jokers <= jokers and all(t <= h for t, h in zip(g.taken, have, strict=True)))
    return ways, groups


@cache
def _ways(need: int, spare: int, charges: tuple[int, ...], jokers: int) -> Ways:
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
        for used in range(1, min(jokers, MAX_OPEN - most) + 1):
            if (following := GROWN[shape][most + used]) != DEAD:
                ways.append((0, most, used, following, 2 * used, spare))
        result.append(tuple(ways))
    return tuple(result)


@cache
def _charges(others: tuple[int, ...], halves: int) -> tuple[int, ...]:
    """What 0, 1, 2 tiles of a color cost in half jokers, at least, when given to groups beside these others."""
    total, kinds = sum(others), sum(n > 0 for n in others)
    one = 0 if kinds >= 2 else 1 if kinds else 4
    two = max(0, 4 - total) if total >= 2 else _FORBIDDEN
    return tuple(c for c in (0, one, two) if c <= halves)


class Line:
    """One color: the best gain from a value on, and what can be done there without running into a dead end."""

    __slots__ = ("_ahead", "_bridge", "_gain", "_ways", "halves", "options")

    def __init__(self, have: tuple[int, ...], gain: tuple[int, ...], ways: list[Ways], jokers: int) -> None:
        self.halves = 2 * jokers
        self._gain = gain
        self._ways = ways
        # Whether a joker on a long run may lead to a tile beyond it.
        self._bridge = [any(have[at + 1 : at + 1 + jokers]) for at in range(VALUES)]
        self._ahead: list[list[list[int] | None]] = [[None] * SHAPE_COUNT for _ in range(VALUES)]
        end, dead = [0] * (self.halves + 1), [NEVER] * (self.halves + 1)
        self._ahead.append([dead if SHORT[shape] else end for shape in range(SHAPE_COUNT)])
        self.options: dict[int, list[tuple[Way, int]]] = {}

    def ahead(self, at: int, shape: int) -> list[int]:
        """The most this color gains from value index ``at`` on, by half jokers at most spent."""
        known = self._ahead[at][shape]
        if known is not None:
            return known
        gain, halves, after = self._gain[at], self.halves, self._ahead[at + 1]
        best = [NEVER] * (halves + 1)
        options: list[tuple[Way, int]] = []
        for way in self._ways[at][shape]:
            _, tiles, jokers, following, price, more = way
            if jokers > SHORT[shape] and not (at == _LAST_START if tiles + jokers > OPEN[shape] else self._bridge[at]):
                continue
            rest = after[following] or self.ahead(at + 1, following)
            if rest[halves] == NEVER:
                continue
            value = gain * more
            options.append((way, value))
            if value + rest[halves - price] > best[price]:
                for spent in range(price, halves + 1):
                    total = value + rest[spent - price]
                    if total > best[spent]:
                        best[spent] = total
        self._ahead[at][shape] = best
        self.options[at * SHAPE_COUNT + shape] = options
        return best


class Pair:
    """Two colors: bounds and options of both, by the pair of their shapes (ten times the first and the second)."""

    def __init__(self, first: Line, second: Line) -> None:
        self._first = first
        self._second = second
        self._ahead: dict[int, list[int]] = {}
        self._options: dict[int, Options] = {}

    def ahead(self, at: int, shapes: int) -> list[int]:
        """The most these colors gain from value index ``at`` on, by half jokers at most spent."""
        key = at * 100 + shapes
        known = self._ahead.get(key)
        if known is None:
            a, b = divmod(shapes, SHAPE_COUNT)
            known = self._ahead[key] = joined(self._first.ahead(at, a), self._second.ahead(at, b))
        return known

    def options(self, at: int, shapes: int) -> Options:
        """What these colors can do at value index ``at``; ``ahead`` was asked for these shapes before."""
        key = at * 100 + shapes
        known = self._options.get(key)
        if known is not None:
            return known
        known = self._options[key] = {}
        a, b = divmod(shapes, SHAPE_COUNT)
        halves = self._first.halves
        for one, gain_one in self._first.options[at * SHAPE_COUNT + a]:
            for two, gain_two in self._second.options[at * SHAPE_COUNT + b]:
                jokers = one[2] + two[2]
                if 2 * jokers > halves:
                    continue
                following = one[3] * SHAPE_COUNT + two[3]
                ahead = self.ahead(at + 1, following)
                gain = gain_one + gain_two
                given = one[0] * 3 + two[0]
                if given not in known:
                    known[given] = ([NEVER] * (halves + 1), [])
                best, options = known[given]
                options.append((jokers, gain, following, ahead, one, two))
                if gain + ahead[halves - 2 * jokers] > best[2 * jokers]:
                    for spent in range(2 * jokers, halves + 1):
                        total = gain + ahead[spent - 2 * jokers]
                        if total > best[spent]:
                            best[spent] = total
        return known


def joined(first: list[int], second: list[int]) -> list[int]:
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
