"""The search for the best final table: A* over the values 1..13, free of joker rules.

It answers the plain problem: every tile of the table and any of the rack's are to lie in runs and groups, any
joker anywhere, with the greatest gain. A state holds the open runs of each color, the jokers used and the room
left for more: a joker that nothing needs is added to any set at the end, and any run has room for two.
The bound of a state adds up, color by color, the exact best of that color when it may join any group that the
tiles of its value allow; jokers are charged there in halves (two in a run, one for each tile of a group of two).

Without loss a joker lies in a run only where every tile of its kind lies in runs too (else they change places),
and begins a run only at 11 (of a run that ends below 13 it may as well lie at the upper end).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from engine.rummikub.solver.shapes import BEATS, DEAD, GROUPS, GROWN, MAX_OPEN, OPEN, SHAPE_COUNT, SHORT, Groups
from engine.rummikub.tiles import MAX_VALUE

NEVER: Final = -(1 << 60)
_VALUES: Final = MAX_VALUE
_LAST_START: Final = _VALUES - 3
_COLORS: Final = range(4)
_FORBIDDEN: Final = 99

Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Problem:
    """Counts by kind of tile (``Tile`` order, the joker last): ``need`` must be laid, ``spare`` may be.

    ``gain`` is what laying a spare tile of each kind is worth; every entry is positive.
    """

    need: tuple[int, ...]
    spare: tuple[int, ...]
    gain: tuple[int, ...]


class Step(NamedTuple):
    """What is done at one value: the groups laid, and per color the tiles and the jokers put into runs."""

    groups: Groups
    tiles: Four
    jokers: Four


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search. ``steps`` by value (None: no legal table reaches the floor), ``expanded`` the
    number of states looked at, ``proved`` whether it was not cut short.
    """

    gain: int
    steps: tuple[Step, ...] | None
    expanded: int
    proved: bool


_Way = tuple[int, int, int, int, int, int]
"""A way for a color at a value: tiles given to groups, tiles and jokers into runs, next shape, half jokers, spare laid."""


@cache
def _ways(need: int, spare: int, charges: tuple[int, ...], jokers: int) -> tuple[tuple[_Way, ...], ...]:
    """By shape before the value: what a color can do there."""
    most, result = need + spare, list[tuple[_Way, ...]]()
    for shape in range(SHAPE_COUNT):
        ways: list[_Way] = []
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
def _charges(others: tuple[int, int, int], halves: int) -> tuple[int, ...]:
    """What 0, 1, 2 tiles of a color cost in half jokers, at least, when given to groups beside these others."""
    total, kinds = sum(others), sum(n > 0 for n in others)
    one = 0 if kinds >= 2 else 1 if kinds else 4
    two = max(0, 4 - total) if total >= 2 else _FORBIDDEN
    return tuple(c for c in (0, one, two) if c <= halves)


@cache
def _groups_of(have: Four, jokers: int) -> tuple[Groups, ...]:
    return tuple(
        g for g in GROUPS if g.jokers <= jokers and all(t <= h for t, h in zip(g.taken, have, strict=True))
    )


class _Line:
    """One color: for a value and the shape before it the options by tiles given to groups, and the best gain from
    there on, by half jokers spent.
    """

    __slots__ = ("_ahead", "_gain", "_halves", "_have", "_ways", "options")

    def __init__(self, have: tuple[int, ...], gain: tuple[int, ...], ways: list[tuple[tuple[_Way, ...], ...]], jokers: int) -> None:
        self._have = have
        self._gain = gain
        self._ways = ways
        self._halves = 2 * jokers
        self._ahead: list[list[list[int] | None]] = [[None] * SHAPE_COUNT for _ in range(_VALUES)]
        self.options: list[list[list[list[tuple[int, int, int, int]]]]] = [[[]] * SHAPE_COUNT for _ in range(_VALUES)]
        end, dead = [0] * (self._halves + 1), [NEVER] * (self._halves + 1)
        self._ahead.append([dead if SHORT[shape] else end for shape in range(SHAPE_COUNT)])

    def ahead(self, at: int, shape: int) -> list[int]:
        """The most this color gains from value index ``at`` on, by half jokers at most spent."""
        known = self._ahead[at][shape]
        if known is not None:
            return known
        gain, halves = self._gain[at], self._halves
        best = [NEVER] * (halves + 1)
        options: list[list[tuple[int, int, int, int]]] = [[], [], []]
        for given, tiles, jokers, following, price, more in self._ways[at][shape]:
            if jokers > SHORT[shape] and not (
                at == _LAST_START if tiles + jokers > OPEN[shape] else self._bridges(at)
            ):
                continue
            rest = self._ahead[at + 1][following] or self.ahead(at + 1, following)
            if rest[-1] == NEVER:
                continue
            value = gain * more
            options[given].append((tiles, jokers, following, value))
            if halves:
                for spent in range(price, halves + 1):
                    if value + rest[spent - price] > best[spent]:
                        best[spent] = value + rest[spent - price]
            elif value + rest[0] > best[0]:
                best[0] = value + rest[0]
        self._ahead[at][shape] = best
        self.options[at][shape] = options
        return best

    def after(self, at: int) -> list[list[int] | None]:
        """The gains ahead of what follows value index ``at``, by shape; None where no option leads to a shape."""
        return self._ahead[at + 1]

    def _bridges(self, at: int) -> bool:
        """Whether a joker on a long run at this value may lead to a tile beyond it."""
        return any(self._have[at + 1 : at + 1 + self._halves // 2])


def search(problem: Problem, *, floor: int = NEVER, budget: int = 1 << 30) -> Found:
    """The final table of greatest gain, or none that gains ``floor`` or more."""
    return _Search(problem).run(floor, budget)


_State = tuple[int, int, int, bool, int, int, Four, int, int, Step | None, "_State | None"]
"""Minus the bound, then what breaks ties (deep states first, then few jokers, then old ones), whether the bound is
exact; value index, gain, shapes, jokers used, room, and the step that led here from the state before.
"""


class _Search:
    def __init__(self, problem: Problem) -> None:
        need, spare, gain = problem.need, problem.spare, problem.gain
        self.joker_need, self.joker_gain = need[-1], gain[-1]
        self.jokers = jokers = need[-1] + spare[-1]
        halves = 2 * jokers
        have = list(map(int.__add__, need, spare))
        rows = [slice(c * _VALUES, (c + 1) * _VALUES) for c in _COLORS]
        columns = list(zip(*(have[row] for row in rows), strict=True))
        self.groups = [_groups_of(column, jokers) for column in columns]
        self.lines: list[_Line] = []
        for color, row in enumerate(rows):
            ways = [
                _ways(n, s, _charges(column[:color] + column[color + 1 :], halves), jokers)
                for n, s, column in zip(need[row], spare[row], columns, strict=True)
            ]
            self.lines.append(_Line(tuple(have[row]), gain[row], ways, jokers))
        self._pairs: dict[int, list[int]] = {}

    def run(self, floor: int, budget: int) -> Found:
        lines, full = self.lines, self.jokers
        need, worth = self.joker_need, self.joker_gain
        extra = worth * (full - need)
        bound = self._bound(0, (0, 0, 0, 0), full) + extra
        best: _State | None = None
        best_gain = floor - 1
        expanded = order = 0
        heap: list[_State] = []
        if bound > best_gain:
            heap.append((-bound, 0, 0, True, 0, 0, (0, 0, 0, 0), 0, 0, None, None))
        seen: list[dict[int, int]] = [{} for _ in range(_VALUES + 1)]
        closed: list[list[tuple[int, int, int, int]]] = [[] for _ in range(_VALUES + 1)]
        while heap:
            state = heappop(heap)
            minus, tie, number, exact, at, gain, shapes, used, room, step, before = state
            if best_gain >= -minus:
                break
            left = full - used
            if not exact:
                bound = gain + self._bound(at, shapes, left) + extra
                if bound < -minus:
                    if bound > best_gain:
                        heappush(heap, (-bound, tie, number, True, at, gain, shapes, used, room, step, before))
                    continue
            s0, s1, s2, s3 = shapes
            mine = 1 << s0 | 1 << s1 + 10 | 1 << s2 + 20 | 1 << s3 + 30
            level = closed[at]
            for beaten, g, j, r in level:
                if mine & beaten == mine and g >= gain and j <= used and r >= room:
                    break
            else:
                level.append((BEATS[s0] | BEATS[s1] << 10 | BEATS[s2] << 20 | BEATS[s3] << 30, gain, used, room))
                if expanded >= budget:
                    return Found(best[5] if best else NEVER, _steps(best), expanded, proved=False)
                expanded += 1
                o0, o1, o2, o3 = (line.options[at][shape] for line, shape in zip(lines, shapes, strict=True))
                following = seen[at + 1]
                a0, a1, a2, a3 = (line.after(at) for line in lines)
                for groups in self.groups[at]:
                    (t0, t1, t2, t3), in_groups, more, _ = groups
                    if in_groups > left:
                        continue
                    for n0, j0, w0, v0 in o0[t0]:
                        for n1, j1, w1, v1 in o1[t1]:
                            for n2, j2, w2, v2 in o2[t2]:
                                for n3, j3, w3, v3 in o3[t3]:
                                    spent = used + in_groups + j0 + j1 + j2 + j3
                                    if spent > full:
                                        continue
                                    total = gain + v0 + v1 + v2 + v3
                                    places = 2 if w0 or w1 or w2 or w3 else min(2, room + more)
                                    key = (((w0 * 10 + w1) * 10 + w2) * 10 + w3) * 9 + spent * 3 + places
                                    if following.get(key, NEVER) >= total:
                                        continue
                                    following[key] = total
                                    q = 2 * (full - spent)
                                    bound = total + a0[w0][q] + a1[w1][q] + a2[w2][q] + a3[w3][q] + extra
                                    if bound <= best_gain:
                                        continue
                                    if at == _VALUES - 1:
                                        laid = spent + min(full - spent, places)
                                        total += worth * (laid - need)
                                        if laid < need or total <= best_gain:
                                            continue
                                    order += 1
                                    child: _State = (
                                        -min(bound, -minus), 3 * (_VALUES - at) + spent, order, not full, at + 1, total,
                                        (w0, w1, w2, w3), spent, places,
                                        Step(groups, (n0, n1, n2, n3), (j0, j1, j2, j3)), state,
                                    )
                                    if at == _VALUES - 1:
                                        best, best_gain = child, total
                                    else:
                                        heappush(heap, child)
        return Found(best[5] if best else NEVER, _steps(best), expanded, proved=True)

    def _bound(self, at: int, shapes: Four, jokers: int) -> int:
        a, b, c, d = shapes
        l0, l1, l2, l3 = self.lines
        if not self.jokers:
            return l0.ahead(at, a)[0] + l1.ahead(at, b)[0] + l2.ahead(at, c)[0] + l3.ahead(at, d)[0]
        first, second = self._pair(0, at, a, b), self._pair(2, at, c, d)
        halves = 2 * jokers
        return max(first[i] + second[halves - i] for i in range(halves + 1))

    def _pair(self, color: int, at: int, a: int, b: int) -> list[int]:
        key = ((color * _VALUES + at) * SHAPE_COUNT + a) * SHAPE_COUNT + b
        known = self._pairs.get(key)
        if known is None:
            first, second = self.lines[color].ahead(at, a), self.lines[color + 1].ahead(at, b)
            known = [max(first[i] + second[q - i] for i in range(q + 1)) for q in range(len(first))]
            self._pairs[key] = known
        return known


def _steps(state: _State | None) -> tuple[Step, ...] | None:
    if state is None:
        return None
    steps: list[Step] = []
    while state is not None and state[9] is not None:
        steps.append(state[9])
        state = state[10]
    return tuple(reversed(steps))
