"""The search for the best final table: A* over the values 1..13, free of joker rules.

It answers the plain problem: every tile of the table and any of the rack's are to lie in runs and groups, any
joker anywhere, with the greatest gain. A state holds the open runs of each color, the jokers used and the room
left for more: a joker that nothing needs is added to any set at the end, and any run has room for two.

Without loss a joker lies in a run only where every tile of its kind lies in runs too (else they change places),
and begins a run only at 11 (of a run that ends below 13 it may as well lie at the upper end).
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from operator import itemgetter
from typing import Final, NamedTuple

from engine.rummikub.solver.lines import NEVER, VALUES, Bounds, Cell, Four, Laid, Option, best_sum, column
from engine.rummikub.solver.shapes import BEATS, SHAPE_COUNT, SHAPES, Groups

_ROWS: Final = range(0, 4 * VALUES, VALUES)
_BEATEN: Final = tuple(tuple(b for b in range(SHAPE_COUNT) if BEATS[a] >> b & 1) for a in range(SHAPE_COUNT))
"""By shape: the shapes that it is at least as good as."""
_OPEN: Final = tuple(sum(SHAPES[a]) + sum(SHAPES[b]) for a in range(SHAPE_COUNT) for b in range(SHAPE_COUNT))
"""Of two shapes of which one is at least as good as the other the better has more: it is looked at first."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Counts by kind of tile (``Tile`` order, the joker last): ``need`` must be laid, ``spare`` may be.

    ``gain`` is what laying a spare tile of each kind is worth; every entry is positive. ``room``: how many more
    jokers find a place in sets that are not part of the problem.
    """

    need: tuple[int, ...]
    spare: tuple[int, ...]
    gain: tuple[int, ...]
    room: int = 0


class Step(NamedTuple):
    """What is done at one value: the groups laid, and per color the tiles and the jokers put into runs."""

    groups: Groups
    tiles: Four
    jokers: Four


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search. ``steps`` by value (None: no legal table reaches the floor), ``added`` the jokers that
    no step uses and that are laid all the same, ``expanded`` the number of states looked at, ``proved`` whether the
    search was not cut short.
    """

    gain: int
    steps: tuple[Step, ...] | None
    added: int
    expanded: int
    proved: bool


_Move = tuple[Groups, Option, Option]
_Todo = list[tuple[int, Groups, list[Option], list[Option]]]
_State = tuple[int, int, int, int, int, int, int, "_Move | None", "_State | None", "_Todo | None"]
"""The key: minus the bound, then what breaks ties (deep states first, then few jokers, long runs, old ones); value
index, gain, the two pairs of shapes, jokers used, room, the move that led here and the state before; the moves still to
be made from here, the best last, for a state that was looked at before.
"""
_TIE: Final = 24
_KEY: Final = _TIE + 10
"""Bits of the key below its tie breakers, and below its bound."""
_RANK: Final = 7
"""Bits of the key of a move below its bound: the place of its groups in their order."""


def search(problem: Problem, *, floor: int = NEVER, budget: int = 1 << 30) -> Found:
    """The final table of greatest gain, or none that gains ``floor`` or more."""
    return Search(problem).run(floor=floor, budget=budget)


class Search:
    """One problem with its bounds, which searches in like positions may share."""

    def __init__(self, problem: Problem, bounds: Bounds | None = None) -> None:
        need, spare, gain = problem.need, problem.spare, problem.gain
        self._need, self._worth = need[-1], gain[-1]
        self._jokers = need[-1] + spare[-1]
        self._groups: list[Laid] = []
        rows: list[list[Cell]] = [[], [], [], []]
        for key in zip(*(counts[start : start + VALUES] for counts in (need, spare) for start in _ROWS), strict=True):
            cells, groups = column(key[:4], key[4:], self._jokers)
            self._groups.append(groups)
            for row, cell in zip(rows, cells, strict=True):
                row.append(cell)
        bounds = bounds or Bounds()
        k, r, b, o = (bounds.tails(row, gain[s : s + VALUES]) for row, s in zip(rows, _ROWS, strict=True))
        self._low, self._high = bounds.pairs(k, r), bounds.pairs(b, o)
        self._extra = self._worth * spare[-1]
        self._room = problem.room

    @property
    def bound(self) -> int:
        """What no final table gains more than."""
        return best_sum(self._low[0].ahead(0), self._high[0].ahead(0), 2 * self._jokers) + self._extra

    def run(self, *, floor: int, budget: int) -> Found:
        """See :func:`search`."""
        full, need, worth, extra = self._jokers, self._need, self._worth, self._extra
        best: _State | None = None
        best_gain = floor - 1
        expanded = order = 0
        heap: list[_State] = [(-self.bound << _KEY, 0, 0, 0, 0, 0, min(2, self._room), None, None, None)]
        seen: list[dict[int, int]] = [{} for _ in range(VALUES + 1)]
        closed = [_Closed() for _ in range(VALUES)]
        while heap:
            state = heappop(heap)
            key, at, gain, low, high, used, room, move, before, todo = state
            limit = -(key >> _KEY)
            if best_gain >= limit:
                break
            if todo is None:
                if closed[at].beats(low, high, gain, used, room):
                    continue
                if expanded >= budget:
                    return _found(best, expanded, proved=False)
                expanded += 1
                closed[at].add(low, high, gain, used, room)
                todo = self._todo(at, gain + extra, low, high, full - used)
            following = seen[at + 1]
            while todo and todo[-1][0] >> _RANK >= limit:
                _, groups, lows, highs = todo.pop()
                spent_here, places_here = used + groups.jokers, min(2, room + groups.room)
                for one in lows:
                    one_jokers, one_gain, one_next, one_ahead, _, _ = one
                    for two in highs:
                        two_jokers, two_gain, two_next, two_ahead, _, _ = two
                        spent = spent_here + one_jokers + two_jokers
                        if spent > full:
                            continue
                        total = gain + one_gain + two_gain
                        places = 2 if one_next or two_next else places_here
                        shapes = (one_next * 100 + two_next) * 9 + spent * 3 + places
                        if following.get(shapes, NEVER) >= total:
                            continue
                        following[shapes] = total
                        if at == VALUES - 1:
                            added = min(full - spent, places)
                            total += worth * (spent + added - need)
                            if spent + added >= need and total > best_gain:
                                best_gain = total
                                best = (0, VALUES, total, 0, 0, added, 0, (groups, one, two), state, None)
                            continue
                        if full:
                            bound = total + extra + best_sum(one_ahead, two_ahead, 2 * (full - spent))
                        else:
                            bound = total + one_ahead[0] + two_ahead[0]
                        if bound > best_gain:
                            order += 1
                            tie = 64 * (VALUES - at) + 4 * spent - _OPEN[one_next] - _OPEN[two_next]
                            child = (-bound << _KEY) + (tie << _TIE) + order
                            way = (groups, one, two)
                            heappush(heap, (child, at + 1, total, one_next, two_next, spent, places, way, state, None))
            if todo and todo[-1][0] >> _RANK > best_gain:
                order += 1
                again = (-(todo[-1][0] >> _RANK) << _KEY) + order
                heappush(heap, (again, at, gain, low, high, used, room, move, before, todo))
        return _found(best, expanded, proved=True)

    def _todo(self, at: int, base: int, low: int, high: int, left: int) -> _Todo:
        """The groups that can be laid at a value, with the bound of what follows; the best last."""
        lows, highs = self._low[at], self._high[at]
        low_made, high_made, high_key = lows.made, highs.made, high * 9
        todo: _Todo = []
        for given, laid in self._groups[at].items():
            ahead, options = low_made.get(low * 9 + given) or lows.options(low, given)
            if not options:
                continue
            for other, jokers, rank, groups in laid:
                if jokers <= left:
                    ahead_other, others = high_made.get(high_key + other) or highs.options(high, other)
                    if others:
                        bound = base + best_sum(ahead, ahead_other, 2 * (left - jokers))
                        if bound > NEVER // 2:
                            todo.append(((bound << _RANK) + rank, groups, options, others))
        todo.sort(key=itemgetter(0))
        return todo


class _Closed:
    """The states of one value that were looked at, to pass over those that are no better than one of them."""

    __slots__ = ("_by_shape", "_states")

    def __init__(self) -> None:
        self._states: list[tuple[int, int, int]] = []
        # By color and shape: the bits of the states whose shape of that color is at least as good.
        self._by_shape = [[0] * SHAPE_COUNT for _ in range(4)]

    def add(self, low: int, high: int, gain: int, used: int, room: int) -> None:
        bit = 1 << len(self._states)
        self._states.append((gain, used, room))
        shapes = (low // SHAPE_COUNT, low % SHAPE_COUNT, high // SHAPE_COUNT, high % SHAPE_COUNT)
        for beaten, shape in zip(self._by_shape, shapes, strict=True):
            for worse in _BEATEN[shape]:
                beaten[worse] |= bit

    def beats(self, low: int, high: int, gain: int, used: int, room: int) -> bool:
        if not self._states:
            return False
        k, r, b, o = self._by_shape
        bits = k[low // SHAPE_COUNT] & r[low % SHAPE_COUNT] & b[high // SHAPE_COUNT] & o[high % SHAPE_COUNT]
        while bits:
            top = bits.bit_length() - 1
            g, j, x = self._states[top]
            if g >= gain and j <= used and x >= room:
                return True
            bits ^= 1 << top
        return False


def _found(state: _State | None, expanded: int, *, proved: bool) -> Found:
    if state is None:
        return Found(NEVER, None, 0, expanded, proved)
    gain, added = state[2], state[5]
    steps: list[Step] = []
    while state is not None and state[7] is not None:
        groups, (*_, k, r), (*_, b, o) = state[7]
        steps.append(Step(groups, (k[1], r[1], b[1], o[1]), (k[2], r[2], b[2], o[2])))
        state = state[8]
    return Found(gain, tuple(reversed(steps)), added, expanded, proved)
