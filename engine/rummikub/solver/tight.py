"""A tighter bound, for searches that take long: tiles in groups and jokers have prices.

The colors share the groups and the jokers, nothing else. Let each color be paid for the tiles that it gives to groups,
and pay for its jokers; the groups pay for their tiles and jokers. Whatever the prices, what each color and the groups
of each value make at most, each for itself, bounds what they make together. Going through the values forth and back,
the prices of the tiles at each value are set so that the bound falls as far as they let it. Prices are integers, so
that the bound is exact.
"""

# ruff: noqa: PLR1730 - where most of the time goes, max() of two numbers takes twice as long as this.

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Final

from engine.rummikub.solver.lines import HOPELESS, NEVER, VALUES, Arc, Laid, Tail
from engine.rummikub.solver.shapes import MAX_OPEN, SHAPE_COUNT

_COLORS: Final = range(4)
_GIVEN: Final = MAX_OPEN + 1
_SHARES: Final = 4
_SWEEPS: Final = 2
_NOTHING_YET: Final = [0] * SHAPE_COUNT

_Due = tuple[int, int, int, int, int]
"""Of groups: the tiles of each color, and what they make, which is less than nothing for those with jokers."""


class Whole:
    """Spare tiles, of which each is laid as a whole, while a bound may count parts of tiles."""

    __slots__ = ("_all", "_least", "_most")

    def __init__(self, gains: list[int]) -> None:
        ordered = sorted(gains)
        self._least = [0, *accumulate(ordered)]
        self._most = [0, *accumulate(reversed(ordered))]
        self._all = self._least[-1]

    def most(self, bound: int) -> int:
        """What they gain at most, where that is no more than ``bound``: as many as must stay behind stay as a whole."""
        left = self._all - bound
        if left <= 0:
            return bound
        count = bisect_left(self._most, left)
        if count == len(self._most):
            return NEVER
        return min(bound, self._all - self._least[count])


class Tight:
    """What can be made at most from each value on, when all pay the prices.

    ``ahead``: by a color, by value, color and shape. ``groups``: by the groups of a value and of all that follow.
    ``joker``: the price of a joker.
    """

    __slots__ = ("_arcs", "_dues", "_paid", "_peaks", "_so_far", "ahead", "groups", "joker")

    def __init__(self, tails: Sequence[Sequence[Tail]], groups: Sequence[Laid], joker: int) -> None:
        rows = [list(_arcs([column[color] for column in tails[:-1]], joker)) for color in _COLORS]
        self.joker = joker
        self._arcs: list[tuple[list[Arc], ...]] = list(zip(*rows, strict=True))
        self._dues = [_payable(_dues(laid, joker), arcs) for laid, arcs in zip(groups, self._arcs, strict=True)]
        self._paid = [[[0] * _GIVEN for _ in _COLORS] for _ in range(VALUES)]
        self._so_far = [[[0] + [NEVER] * (SHAPE_COUNT - 1) for _ in _COLORS] for _ in range(VALUES + 1)]
        end = [[tail.ahead(shape)[0] for shape in range(SHAPE_COUNT)] for tail in tails[-1]]
        self.ahead = [end] * (VALUES + 1)
        self.groups = [0] * (VALUES + 1)
        self._peaks: dict[tuple[int, int, int], list[int]] = {}
        for value in reversed(range(VALUES)):
            self._back(value)

    def bound(self, value: int, low: int, high: int) -> int:
        """What is made from a value on where the pairs of shapes are these, when no joker is left to be used."""
        k, r, b, o = self.ahead[value]
        runs = k[low // SHAPE_COUNT] + r[low % SHAPE_COUNT] + b[high // SHAPE_COUNT] + o[high % SHAPE_COUNT]
        return self.groups[value] + runs

    def peaks(self, value: int, first: int, pair: int) -> list[int]:
        """What a color and the next one make from a value on, where the pair of their shapes is this: by what both give
        to groups at that value, without the pay for it.
        """
        found = self._peaks.get((value, first, pair))
        if found is None:
            arcs, ahead = self._arcs[value], self.ahead[value + 1]
            one, two = (
                _by_given([arc for arc in arcs[color] if arc[0] == shape], _NOTHING_YET, ahead[color])
                for color, shape in zip((first, first + 1), divmod(pair, SHAPE_COUNT), strict=True)
            )
            found = self._peaks[value, first, pair] = [a + b for a in one for b in two]
        return found

    def sweep(self) -> None:
        """Set the prices anew, value by value, forth and back."""
        for _ in range(_SWEEPS):
            for value in range(VALUES):
                self._agree(value)
                self._forth(value)
            for value in reversed(range(VALUES)):
                self._agree(value)
                self._back(value)
        for value in reversed(range(VALUES)):
            self.groups[value] = self.groups[value + 1] + _profit(self._dues[value], self._paid[value])
        self._peaks.clear()

    def _agree(self, value: int) -> None:
        """The prices at a value by which the bound is the least, the other prices being what they are."""
        dues = self._dues[value]
        if len(dues) == 1:
            return
        made = [
            _by_given(arcs, so_far, ahead)
            for arcs, so_far, ahead in zip(self._arcs[value], self._so_far[value], self.ahead[value + 1], strict=True)
        ]
        ks, rs, bs, os = made
        k_best, r_best, b_best, o_best = best = [[NEVER] * _GIVEN for _ in _COLORS]
        for k, r, b, o, due in dues:
            total = due + ks[k] + rs[r] + bs[b] + os[o]
            if total > k_best[k]:
                k_best[k] = total
            if total > r_best[r]:
                r_best[r] = total
            if total > b_best[b]:
                b_best[b] = total
            if total > o_best[o]:
                o_best[o] = total
        self._paid[value] = [
            [total // _SHARES - own if total > HOPELESS else NEVER for total, own in zip(totals, owns, strict=True)]
            for totals, owns in zip(best, made, strict=True)
        ]

    def _forth(self, value: int) -> None:
        following = self._so_far[value + 1] = [[NEVER] * SHAPE_COUNT for _ in _COLORS]
        for arcs, so_far, paid, reached in zip(
            self._arcs[value], self._so_far[value], self._paid[value], following, strict=True
        ):
            for before, after, given, worth in arcs:
                total = so_far[before] + worth + paid[given]
                if total > reached[after]:
                    reached[after] = total

    def _back(self, value: int) -> None:
        here = self.ahead[value] = [[NEVER] * SHAPE_COUNT for _ in _COLORS]
        for arcs, following, paid, ahead in zip(
            self._arcs[value], self.ahead[value + 1], self._paid[value], here, strict=True
        ):
            for before, after, given, worth in arcs:
                total = worth + paid[given] + following[after]
                if total > ahead[before]:
                    ahead[before] = total


def _arcs(tails: Sequence[Tail], joker: int) -> Iterator[list[Arc]]:
    """By value what a color can do, from where it has nothing open."""
    shapes = {0}
    for tail in tails:
        arcs = tail.arcs(shapes, joker)
        yield arcs
        shapes = {after for _, after, _, _ in arcs}


@cache
def _dues(laid: Laid, joker: int) -> list[_Due]:
    """Of groups of the same tiles those with the fewest jokers."""
    found: dict[tuple[int, int], int] = {}
    for jokers, some in enumerate(laid):
        for low, high, _ in some:
            found.setdefault((low, high), -jokers * joker)
    return [(low // 3, low % 3, high // 3, high % 3, due) for (low, high), due in found.items()]


def _payable(dues: Sequence[_Due], arcs: Sequence[Sequence[Arc]]) -> list[_Due]:
    """Those of tiles that the colors can give."""
    ks, rs, bs, os = ({given for _, _, given, _ in some} for some in arcs)
    return [due for due in dues if due[0] in ks and due[1] in rs and due[2] in bs and due[3] in os]


def _profit(dues: Sequence[_Due], paid: Sequence[Sequence[int]]) -> int:
    """What the best groups make when they have paid for their tiles."""
    ks, rs, bs, os = paid
    best = NEVER
    for k, r, b, o, due in dues:
        profit = due - ks[k] - rs[r] - bs[b] - os[o]
        # What no color can give has no price.
        if profit > best and min(ks[k], rs[r], bs[b], os[o]) > HOPELESS:
            best = profit
    return best


def _by_given(arcs: Sequence[Arc], so_far: Sequence[int], ahead: Sequence[int]) -> list[int]:
    """What a color makes in all at most, by the tiles given to groups at a value, without the pay for these."""
    best = [NEVER] * _GIVEN
    for before, after, given, worth in arcs:
        total = so_far[before] + worth + ahead[after]
        if total > best[given]:
            best[given] = total
    return best
