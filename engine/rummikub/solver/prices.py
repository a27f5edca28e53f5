"""A bound for how many sets of the table can stay when the gain is to be reached.

The lanes share the groups and the jokers, nothing else. Let each lane be paid for the tiles that it gives to groups,
and pay for its jokers; and let it count for or against a table how far it is from the gain. Whatever the prices, what
the lanes and the groups of each value can do at best, each for itself, bounds what they can do together. Going through
the values forth and back, the prices at each value are set so that the bound falls as far as they let it; those of
jokers and of the gain follow what is asked for.
"""

# ruff: noqa: PLR1730 - where most of the time goes, max() of two numbers takes twice as long as this.

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from engine.rummikub.solver.lanes import MOST_GIVEN, VALUES, Four
from engine.rummikub.tiles import MIN_VALUE

NEVER: Final = -1e9
IMPOSSIBLE: Final = -1e6
"""What is worth less cannot be."""
_COLORS: Final = range(4)
_Reward = tuple[int, int, int, int, float]
"""Of groups at a value: the tiles of each color, and what they are worth."""
_GIVEN: Final = range(MOST_GIVEN + 1)
_ALMOST: Final = 1e-6
_FASTER: Final = 1.4
_SLOWER: Final = 0.6


class Arc(Protocol):
    """What a lane does at a value, see :class:`lanes.Arc`; ``kept`` may be sets or tiles."""

    @property
    def to(self) -> int: ...
    @property
    def given(self) -> int: ...
    @property
    def kept(self) -> int: ...
    @property
    def laid(self) -> int: ...
    @property
    def jokers(self) -> int: ...


class Laid(Protocol):
    """Groups at a value, see :class:`lanes.Laid`."""

    @property
    def taken(self) -> Four: ...
    @property
    def kept(self) -> int: ...
    @property
    def jokers(self) -> int: ...


_Lane = Sequence[Sequence[Sequence[Arc]]]


class _Price:
    """A price that goes up or down, faster where it keeps going the same way."""

    def __init__(self, now: float, step: float, *, least: float = 0.0) -> None:
        self.now = now
        self._step = step
        self._least = least
        self._last: int = 0

    def follow(self, wanted: int) -> bool:
        """Up where it is too low, which a positive number says, or down; whether it changed."""
        way: int = (wanted > 0) - (wanted < 0)
        if way and self._last:
            self._step *= _FASTER if way == self._last else _SLOWER
        before, self.now = self.now, max(self._least, self.now + way * self._step)
        self._last = way or self._last
        return self.now != before


class Prices:
    """The bound and what it is made of.

    ``tiles``, ``points``: how many numbered tiles of the rack are to be laid, and the sum of their values; ``jokers``:
    all there are; ``scale``: about what a tile laid costs in what is kept.
    """

    def __init__(
        self,
        lanes: Sequence[_Lane],
        groups: Sequence[Sequence[Laid]],
        *,
        tiles: int,
        points: int,
        jokers: int,
        scale: float = 1.0,
    ) -> None:
        self._lanes = lanes
        self._groups = groups
        self._tiles = tiles
        self._points = points
        self._jokers = jokers
        self.joker = _Price(1.6 * scale, 0.5 * scale)
        self._tile = _Price(1.4 * scale, 0.4 * scale, least=0.3)
        self._point = _Price(0.05 * scale, 0.03 * scale)
        self.paid = [[[0.0] * len(_GIVEN) for _ in range(VALUES)] for _ in _COLORS]
        """By color and value what a lane gets for the tiles given to groups, none and more."""
        self.ahead: list[list[list[float]]] = [[[]] * VALUES + [[0.0] * _ends(lane)] for lane in lanes]
        """By color, value and node the most that the lane makes from there on."""
        self._so_far: list[list[list[float]]] = [[[0.0]] * (VALUES + 1) for _ in _COLORS]
        terms = [
            [
                [[(arc.to, arc.given, arc.kept, arc.laid, arc.jokers) for arc in arcs] for arcs in layer]
                for layer in lane
            ]
            for lane in lanes
        ]
        self.worth = [
            [[[(to, given, float(kept)) for to, given, kept, _, _ in arcs] for arcs in layer] for layer in lane]
            for lane in terms
        ]
        """The arcs of the lanes: where they lead, the tiles given to groups, and what they are worth."""
        self._terms = [
            {
                value: layer
                for value, layer in enumerate(lane)
                if any(laid or held for arcs in layer for _, _, _, laid, held in arcs)
            }
            for lane in terms
        ]
        """The same where prices matter: how many sets stay, tiles laid and jokers."""
        self._set()

    def _set(self) -> None:
        """What the arcs and the groups are worth at these prices. The bound is known after a sweep."""
        tile, point, joker = self._tile.now, self._point.now, self.joker.now
        for worth, terms in zip(self.worth, self._terms, strict=True):
            for value, layer in terms.items():
                laying = tile + point * (value + MIN_VALUE)
                worth[value] = [
                    [(to, given, kept + laying * laid - joker * jokers) for to, given, kept, laid, jokers in arcs]
                    for arcs in layer
                ]
        self.rewards: list[list[_Reward]] = [
            [(*g.taken, g.kept - joker * g.jokers) for g in groups] for groups in self._groups
        ]
        for color in _COLORS:
            for value in reversed(range(VALUES)):
                self._back(color, value)

    def profit(self, value: int, groups: _Reward) -> float:
        """What groups are worth less what is paid for their tiles; after a sweep nothing for the best."""
        k, r, b, o, reward = groups
        ks, rs, bs, os = (paid[value] for paid in self.paid)
        price = ks[k] + rs[r] + bs[b] + os[o]
        return reward - price if min(ks[k], rs[r], bs[b], os[o]) > IMPOSSIBLE else NEVER

    def bound(self) -> float:
        """More sets cannot stay."""
        ahead = sum(lane[0][0] for lane in self.ahead)
        due = self._tile.now * self._tiles + self._point.now * self._points
        return ahead + self.joker.now * self._jokers - due

    def sweep(self) -> None:
        """Set the prices of the tiles in groups anew, value by value, forth and back."""
        for value in range(VALUES):
            if len(self._groups[value]) > 1:
                self._agree(value)
            for color in _COLORS:
                self._forth(color, value)
        for value in reversed(range(VALUES)):
            if len(self._groups[value]) > 1:
                self._agree(value)
            for color in _COLORS:
                self._back(color, value)

    def _agree(self, value: int) -> None:
        """The prices at a value by which the bound is the least, the other prices being what they are."""
        ks, rs, bs, os = (self._by_given(color, value) for color in _COLORS)
        k_best, r_best, b_best, o_best = ([NEVER] * len(_GIVEN) for _ in _COLORS)
        for k, r, b, o, reward in self.rewards[value]:
            total = reward + ks[k] + rs[r] + bs[b] + os[o]
            if total > k_best[k]:
                k_best[k] = total
            if total > r_best[r]:
                r_best[r] = total
            if total > b_best[b]:
                b_best[b] = total
            if total > o_best[o]:
                o_best[o] = total
        for paid, made, best in zip(self.paid, (ks, rs, bs, os), (k_best, r_best, b_best, o_best), strict=True):
            paid[value] = [best[g] / 4 - made[g] if best[g] > IMPOSSIBLE else NEVER for g in _GIVEN]

    def _by_given(self, color: int, value: int) -> list[float]:
        """The most that a lane makes in all, by the tiles given to groups at a value, without what is paid for them."""
        ahead = self.ahead[color][value + 1]
        best = [NEVER] * len(_GIVEN)
        for so_far, arcs in zip(self._so_far[color][value], self.worth[color][value], strict=True):
            for to, given, worth in arcs:
                total = so_far + worth + ahead[to]
                if total > best[given]:
                    best[given] = total
        return best

    def _forth(self, color: int, value: int) -> None:
        paid = self.paid[color][value]
        reached = [NEVER] * len(self.ahead[color][value + 1])
        for so_far, arcs in zip(self._so_far[color][value], self.worth[color][value], strict=True):
            for to, given, worth in arcs:
                total = so_far + worth + paid[given]
                if total > reached[to]:
                    reached[to] = total
        self._so_far[color][value + 1] = reached

    def _back(self, color: int, value: int) -> None:
        paid, following = self.paid[color][value], self.ahead[color][value + 1]
        ahead: list[float] = []
        for arcs in self.worth[color][value]:
            best = NEVER
            for to, given, worth in arcs:
                total = worth + paid[given] + following[to]
                if total > best:
                    best = total
            ahead.append(best)
        self.ahead[color][value] = ahead

    def follow(self) -> None:
        """Raise or lower the prices of jokers and of the gain by what the lanes and the groups ask for at these."""
        jokers = tiles = points = 0
        given: list[list[int]] = []
        for color in _COLORS:
            node, gives = 0, list[int]()
            for value in range(VALUES):
                paid, ahead = self.paid[color][value], self.ahead[color][value + 1]
                worth = [worth + paid[given] + ahead[to] for to, given, worth in self.worth[color][value][node]]
                arc = self._lanes[color][value][node][worth.index(max(worth))]
                jokers += arc.jokers
                tiles += arc.laid
                points += arc.laid * (value + MIN_VALUE)
                gives.append(arc.given)
                node = arc.to
            given.append(gives)
        changed = False
        if self._jokers:
            for value, (k, r, b, o) in enumerate(zip(*given, strict=True)):
                jokers += self._in_groups(value, (k, r, b, o))
            changed = self.joker.follow(jokers - self._jokers)
        changed = self._tile.follow(self._tiles - tiles) or changed
        if self._point.follow(self._points - points) or changed:
            self._set()

    def _in_groups(self, value: int, given: Four) -> int:
        """The jokers in the best groups of a value, of equally good ones in those most like what is given."""
        ks, rs, bs, os = (paid[value] for paid in self.paid)
        alike, found = -1, 0
        for (k, r, b, o, reward), groups in zip(self.rewards[value], self._groups[value], strict=True):
            if reward - ks[k] - rs[r] - bs[b] - os[o] >= -_ALMOST:
                here = sum(g == t for g, t in zip(given, groups.taken, strict=True))
                if here > alike or (here == alike and groups.jokers > found):
                    alike, found = here, groups.jokers
        return found


def _ends(lane: _Lane) -> int:
    return 1 + max((arc.to for arcs in lane[-1] for arc in arcs), default=0)
