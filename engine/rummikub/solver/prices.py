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
from functools import cached_property
from typing import Final, Protocol

from engine.rummikub.solver.lanes import VALUES, Four, Layer
from engine.rummikub.tiles import MIN_VALUE

NEVER: Final = -1e9
IMPOSSIBLE: Final = -1e6
"""What is worth less cannot be."""
_COLORS: Final = range(4)
_Reward = tuple[int, int, int, int, float]
"""Of groups at a value: the tiles of each color, and what they are worth."""
_Kind = tuple[int, int, int, int]
"""What matters of an arc beside where it leads: tiles given to groups, what is kept, tiles laid and jokers."""
_Arcs = list[list[tuple[int, int]]]
"""By node where each arc leads, and its kind."""
_ALMOST: Final = 1e-6
_FASTER: Final = 1.4
_SLOWER: Final = 0.6


class Arc(Protocol):
    """What a lane does at a value and where it leads, see :class:`lanes.Doing`; ``kept`` may be sets or tiles."""

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


_Lane = Sequence[Sequence[Sequence[Arc]]] | Sequence[Layer]


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

    ``lanes`` give no other numbers of tiles to groups than the ``groups`` of the value take. ``tiles``, ``points``: how
    many numbered tiles of the rack are to be laid, and the sum of their values; ``jokers``: all there are; ``scale``:
    about what a tile laid costs in what is kept; ``useful``: see there, where it is known.
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
        useful: Sequence[Useful] = (),
    ) -> None:
        self._groups = groups
        self._tiles = tiles
        self._points = points
        self._jokers = jokers
        self.joker = _Price(1.6 * scale, 0.5 * scale)
        self._tile = _Price(1.4 * scale, 0.4 * scale, least=0.3)
        self._point = _Price(0.05 * scale, 0.03 * scale)
        self._useful = useful or [Useful(here) for here in groups]
        self.paid = [[[0.0] * here.given for here in self._useful] for _ in _COLORS]
        """By color and value what a lane gets for the tiles given to groups, none and more."""
        layers = [[_by_kind(layer) for layer in lane] for lane in lanes]
        self.ahead: list[list[list[float]]] = [[[]] * VALUES + [[0.0] * _ends(lane[-1][0])] for lane in layers]
        """By color, value and node the most that the lane makes from there on."""
        self._so_far: list[list[list[float]]] = [[[0.0]] * (VALUES + 1) for _ in _COLORS]
        self._arcs = [[arcs for arcs, _ in lane] for lane in layers]
        self._kinds = [[kinds for _, kinds in lane] for lane in layers]
        self._worth: list[list[list[tuple[float, int]]]] = [[[]] * VALUES for _ in _COLORS]
        """By color, value and kind of arc what it is worth but what is paid for tiles given to groups, and these."""
        self._made: list[list[list[float]]] = [[[]] * VALUES for _ in _COLORS]
        """The same with what is paid."""
        self._set()

    def _set(self) -> None:
        """What the arcs and the groups are worth at these prices. The bound is known after a sweep."""
        tile, point, joker = self._tile.now, self._point.now, self.joker.now
        for color in _COLORS:
            for value, kinds in enumerate(self._kinds[color]):
                laying = tile + point * (value + MIN_VALUE)
                self._worth[color][value] = [
                    (kept + laying * laid - joker * jokers, given) for given, kept, laid, jokers in kinds
                ]
                self._pay(color, value)
        self._rewards = [
            [(one, two, kept - joker * jokers) for one, two, kept, jokers in here.groups] for here in self._useful
        ]
        self.__dict__.pop("worth", None)
        self.__dict__.pop("rewards", None)
        for color in _COLORS:
            for value in reversed(range(VALUES)):
                self._back(color, value)

    def _pay(self, color: int, value: int) -> None:
        paid = self.paid[color][value]
        self._made[color][value] = [worth + paid[given] for worth, given in self._worth[color][value]]

    @cached_property
    def worth(self) -> list[list[list[list[tuple[int, int, float]]]]]:
        """The arcs of the lanes: where they lead, the tiles given to groups, and what they are worth."""
        return [
            [
                [[(to, worth[kind][1], worth[kind][0]) for to, kind in arcs] for arcs in layer]
                for layer, worth in zip(*lane, strict=True)
            ]
            for lane in zip(self._arcs, self._worth, strict=True)
        ]

    @cached_property
    def rewards(self) -> list[list[_Reward]]:
        """By value and groups the tiles taken, and what the groups are worth."""
        joker = self.joker.now
        return [[(*g.taken, g.kept - joker * g.jokers) for g in groups] for groups in self._groups]

    def profit(self, value: int, groups: _Reward) -> float:
        """What groups are worth less what is paid for their tiles; after a sweep nothing for the best."""
        k, r, b, o, reward = groups
        ks, rs, bs, os = (paid[value] for paid in self.paid)
        price = ks[k] + rs[r] + bs[b] + os[o]
        return reward - price if min(ks[k], rs[r], bs[b], os[o]) > IMPOSSIBLE else NEVER

    def losses(self, color: int, value: int, node: int) -> list[float]:
        """By how much each arc from a node makes less than the best; after a sweep."""
        most, made, ahead = self.ahead[color][value][node], self._made[color][value], self.ahead[color][value + 1]
        return [most - made[kind] - ahead[to] for to, kind in self._arcs[color][value][node]]

    def losses_in_groups(self, value: int) -> list[float]:
        """By how much each choice of groups is worth less than what is paid for its tiles; after a sweep."""
        joker = self.joker.now
        ks, rs, bs, os = ([-NEVER if p <= IMPOSSIBLE else p for p in paid[value]] for paid in self.paid)
        losses: list[float] = []
        for groups in self._groups[value]:
            k, r, b, o = groups.taken
            losses.append(ks[k] + rs[r] + bs[b] + os[o] + joker * groups.jokers - groups.kept)
        return losses

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
        useful = self._useful[value]
        ks, rs, bs, os = made = [self._by_given(color, value, useful.given) for color in _COLORS]
        ones, twos = [ks[k] + rs[r] for k, r in useful.ones], [bs[b] + os[o] for b, o in useful.twos]
        most_by_one, most_by_two = [NEVER] * len(ones), [NEVER] * len(twos)
        for one, two, reward in self._rewards[value]:
            total = reward + ones[one] + twos[two]
            if total > most_by_one[one]:
                most_by_one[one] = total
            if total > most_by_two[two]:
                most_by_two[two] = total
        best = k_best, r_best, b_best, o_best = [[NEVER] * useful.given for _ in _COLORS]
        for (k, r), total in zip(useful.ones, most_by_one, strict=True):
            if total > k_best[k]:
                k_best[k] = total
            if total > r_best[r]:
                r_best[r] = total
        for (b, o), total in zip(useful.twos, most_by_two, strict=True):
            if total > b_best[b]:
                b_best[b] = total
            if total > o_best[o]:
                o_best[o] = total
        for color in _COLORS:
            self.paid[color][value] = [
                total / 4 - own if total > IMPOSSIBLE else NEVER
                for total, own in zip(best[color], made[color], strict=True)
            ]
            self._pay(color, value)

    def _by_given(self, color: int, value: int, size: int) -> list[float]:
        """The most that a lane makes in all, by the tiles given to groups at a value, without what is paid for them."""
        ahead, worth = self.ahead[color][value + 1], self._worth[color][value]
        most = [NEVER] * len(worth)
        for so_far, arcs in zip(self._so_far[color][value], self._arcs[color][value], strict=True):
            for to, kind in arcs:
                total = so_far + ahead[to]
                if total > most[kind]:
                    most[kind] = total
        best = [NEVER] * size
        for total, (own, given) in zip(most, worth, strict=True):
            if total + own > best[given]:
                best[given] = total + own
        return best

    def _forth(self, color: int, value: int) -> None:
        made = self._made[color][value]
        reached = [NEVER] * len(self.ahead[color][value + 1])
        for so_far, arcs in zip(self._so_far[color][value], self._arcs[color][value], strict=True):
            for to, kind in arcs:
                total = so_far + made[kind]
                if total > reached[to]:
                    reached[to] = total
        self._so_far[color][value + 1] = reached

    def _back(self, color: int, value: int) -> None:
        made, following = self._made[color][value], self.ahead[color][value + 1]
        ahead: list[float] = []
        for arcs in self._arcs[color][value]:
            best = NEVER
            for to, kind in arcs:
                total = made[kind] + following[to]
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
                made, ahead = self._made[color][value], self.ahead[color][value + 1]
                arcs = self._arcs[color][value][node]
                worth = [made[kind] + ahead[to] for to, kind in arcs]
                node, kind = arcs[worth.index(max(worth))]
                gives_here, _, laid, used = self._kinds[color][value][kind]
                jokers += used
                tiles += laid
                points += laid * (value + MIN_VALUE)
                gives.append(gives_here)
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
        useful = self._useful[value]
        ks, rs, bs, os = (paid[value] for paid in self.paid)
        ones, twos = [ks[k] + rs[r] for k, r in useful.ones], [bs[b] + os[o] for b, o in useful.twos]
        alike, found = -1, 0
        for i in [i for i, (a, z, reward) in enumerate(self._rewards[value]) if reward - ones[a] - twos[z] >= -_ALMOST]:
            one, two, _, jokers = useful.groups[i]
            taken = (*useful.ones[one], *useful.twos[two])
            here = sum(g == t for g, t in zip(given, taken, strict=True))
            if here > alike or (here == alike and jokers > found):
                alike, found = here, jokers
        return found


def _by_kind(layer: Layer | Sequence[Sequence[Arc]]) -> tuple[_Arcs, list[_Kind]]:
    """The arcs of a lane at a value, with their kinds by number, and the kinds."""
    if isinstance(layer, Layer):
        return layer.arcs, [(kind.given, kind.kept, kind.laid, kind.jokers) for kind in layer.kinds]
    kinds: dict[_Kind, int] = {}
    arcs = [
        [(arc.to, kinds.setdefault((arc.given, arc.kept, arc.laid, arc.jokers), len(kinds))) for arc in here]
        for here in layer
    ]
    return arcs, list(kinds)


class Useful:
    """The groups at a value; of those that take the same tiles without those that keep no more and use no fewer jokers.

    ``given``: a lane gives fewer tiles; ``gives``: by color how many it can. ``ones``, ``twos``: what the first two
    lanes can give together, and the others; ``groups``: which of these they are, what is kept, and jokers.
    """

    def __init__(self, groups: Sequence[Laid]) -> None:
        best: dict[Four, list[tuple[int, int]]] = {}
        for laid in groups:
            kept, jokers = laid.kept, laid.jokers
            known = best.setdefault(laid.taken, [])
            if not any(n >= kept and m <= jokers for n, m in known):
                known[:] = [(n, m) for n, m in known if n > kept or m < jokers]
                known.append((kept, jokers))
        ones: dict[tuple[int, int], int] = {}
        twos: dict[tuple[int, int], int] = {}
        self.groups = [
            (ones.setdefault(taken[:2], len(ones)), twos.setdefault(taken[2:], len(twos)), kept, jokers)
            for taken, ways in best.items()
            for kept, jokers in ways
        ]
        self.ones, self.twos = list(ones), list(twos)
        self.gives = [{taken[color] for taken in best} for color in _COLORS]
        self.given = max((n for taken in best for n in taken), default=0) + 1


def _ends(arcs: _Arcs) -> int:
    return 1 + max((to for here in arcs for to, _ in here), default=0)
