"""The search for the best final table: A* over the values 1..13, free of joker rules.

It answers the plain problem: every tile of the table and any of the rack's are to lie in runs and groups, any
joker anywhere, with the greatest gain. A state holds the open runs of each color, the jokers used and the room
left for more: a joker that nothing needs is added to any set at the end, and any run has room for two.

Without loss a joker lies in a run only where every tile of its kind lies in runs too (else they change places),
and begins a run only at 11 (of a run that ends below 13 it may as well lie at the upper end).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Final, NamedTuple

from engine.rummikub.solver.closed import Closed
from engine.rummikub.solver.lines import (
    HOPELESS,
    NEVER,
    VALUES,
    Bounds,
    Cell,
    Four,
    Laid,
    Option,
    best_sum,
    column,
    joined,
)
from engine.rummikub.solver.shapes import GROUPS, SHAPE_COUNT, SHAPES, Groups
from engine.rummikub.solver.tight import Tight, Whole

_ROWS: Final = range(0, 4 * VALUES, VALUES)
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


_Move = tuple[Groups, Option, Option, Option, Option]
_State = tuple[int, int, int, int, int, int, int, "_Move | None", "_State | None", list[int] | None]
"""The key: minus the bound, then what breaks ties (deep states first, then few jokers, long runs, old ones); value
index, gain, the two pairs of shapes, jokers used, room, the move that led here and the state before; the groups still
to be laid from here, the best last, for a state that was looked at before.
"""
_TIE: Final = 24
_KEY: Final = _TIE + 10
"""Bits of the key below its tie breakers, and below its bound."""
_PLACE: Final = 7
"""Bits of the groups still to be laid below their bound: their place in GROUPS."""
_PLACES: Final = (1 << _PLACE) - 1
_PATIENCE: Final = 30
"""So many states are looked at before a tighter bound is worth its time; after twice as many more, and again each time
that all these have about doubled, it is made tighter still.
"""


def search(problem: Problem, *, floor: int = NEVER, budget: int = 1 << 30) -> Found:
    """The final table of greatest gain, or none that gains ``floor`` or more."""
    return Search(problem).run(floor=floor, budget=budget)


class Search:
    """One problem with its bounds, which searches in like positions may share."""

    def __init__(self, problem: Problem, bounds: Bounds | None = None) -> None:
        need, spare, gain = problem.need, problem.spare, problem.gain
        self._problem = problem
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
        self._tails = list(zip(k, r, b, o, strict=True))
        self._pairs = list(zip(bounds.pairs(k, r), bounds.pairs(b, o), strict=True))
        self._extra = self._worth * spare[-1]
        self._room = problem.room
        self._tile = sum(gain[:-1]) // len(gain[:-1])

    @property
    def bound(self) -> int:
        """What no final table gains more than."""
        k, r, b, o = (tail.ahead(0) for tail in self._tails[0])
        return best_sum(joined(k, r), joined(b, o), 2 * self._jokers) + self._extra

    @cached_property
    def _whole(self) -> list[Whole]:
        """By value, the spare tiles from there on."""
        spare, gain = self._problem.spare, self._problem.gain
        tiles = [gain[-1]] * spare[-1]
        found = [Whole(tiles)]
        for value in reversed(range(VALUES)):
            for row in _ROWS:
                tiles += [gain[row + value]] * spare[row + value]
            found.append(Whole(tiles))
        found.reverse()
        return found

    @property
    def _price(self) -> int:
        """The price of a joker: what the last one gains by the first bound, but of 5/4 to two tiles.

        The tighter bound leans on it: with another price it is often above the first one.
        """
        k, r, b, o = (tail.ahead(0) for tail in self._tails[0])
        low, high, halves = joined(k, r), joined(b, o), 2 * self._jokers
        last = best_sum(low, high, halves) - best_sum(low, high, halves - 2) if halves else 0
        return max(self._tile * 5 // 4, min(last, 2 * self._tile))

    def run(self, *, floor: int, budget: int) -> Found:
        """See :func:`search`."""
        full, need, worth, extra = self._jokers, self._need, self._worth, self._extra
        best: _State | None = None
        best_gain = max(floor - 1, HOPELESS)
        expanded, order, deepest = 0, 0, -1
        heap: list[_State] = [(-self.bound << _KEY, 0, 0, 0, 0, 0, min(2, self._room), None, None, None)]
        seen: list[dict[int, int]] = [{} for _ in range(VALUES + 1)]
        closed = [Closed() for _ in range(VALUES)]
        tight: Tight | None = None
        low_peaks = high_peaks = list[int]()
        whole = list[Whole]()
        k_tight = r_tight = b_tight = o_tight = list[int]()
        ahead_tight, patience, joker = 0, _PATIENCE, 0
        while heap:
            if expanded == patience:
                patience += patience + _PATIENCE
                if tight is None:
                    joker = self._price
                    tight = Tight(self._tails, self._groups, joker)
                    whole = self._whole
                tight.sweep()
            state = heappop(heap)
            key, at, gain, low, high, used, room, way, before, todo = state
            limit = -(key >> _KEY)
            if best_gain >= limit:
                break
            if todo is None:
                if tight is not None:
                    # Those that wait since before the last sweep have a bound that may be too high.
                    bound = extra + joker * (full - used) + tight.bound(at, low, high)
                    bound = gain + whole[at].most(bound)
                    if bound < limit:
                        if bound > best_gain:
                            heappush(heap, (key + (limit - bound << _KEY), *state[1:]))
                        continue
                placed = min(full, used + room)
                if closed[at].beats(low, high, gain, used, placed):
                    continue
                if expanded >= budget:
                    return _found(best, expanded, proved=False)
                expanded += 1
                closed[at].add(low, high, gain, used, placed)
            k, r, b, o = self._tails[at]
            shape, other = divmod(low, SHAPE_COUNT)
            k_peaks, k_ways = k.made[shape] or k.options(shape)
            r_peaks, r_ways = r.made[other] or r.options(other)
            shape, other = divmod(high, SHAPE_COUNT)
            b_peaks, b_ways = b.made[shape] or b.options(shape)
            o_peaks, o_ways = o.made[other] or o.options(other)
            if todo is None:
                todo = list[int]()
                base = gain + extra
                left = full - used
                if tight is not None:
                    low_peaks, high_peaks = tight.peaks(at, 0, low), tight.peaks(at, 2, high)
                for laid in self._groups[at]:
                    # Written out: four times as fast as comprehensions.
                    x, y, z = k_peaks[left]
                    u, v, w = r_peaks[left]
                    u, v, w = base + u, base + v, base + w
                    lows = x + u, x + v, x + w, y + u, y + v, y + w, z + u, z + v, z + w
                    x, y, z = b_peaks[left]
                    u, v, w = o_peaks[left]
                    highs = x + u, x + v, x + w, y + u, y + v, y + w, z + u, z + v, z + w
                    if tight is None:
                        todo += [
                            (bound << _PLACE) + place
                            for low_given, high_given, place in laid
                            if (bound := lows[low_given] + highs[high_given]) > best_gain
                        ]
                    else:
                        more = base + joker * left + tight.groups[at + 1]
                        tight_lows = [more + pair for pair in low_peaks]
                        todo += [
                            ((min(tighter, bound)) << _PLACE) + place
                            for low_given, high_given, place in laid
                            if (bound := lows[low_given] + highs[high_given]) > best_gain
                            and (tighter := tight_lows[low_given] + high_peaks[high_given]) > best_gain
                        ]
                    if not left:
                        break
                    left -= 1
                todo.sort()
            following, last = seen[at + 1], at == VALUES - 1
            if tight is not None:
                k_tight, r_tight, b_tight, o_tight = tight.ahead[at + 1]
                ahead_tight = extra + tight.groups[at + 1]
            low_pairs, high_pairs = self._pairs[at + 1]
            # Where the search goes straight down, the first way on is enough for now.
            straight, deepest, enough = at > deepest, max(at, deepest), False
            while todo and todo[-1] >> _PLACE >= limit and not enough:
                groups = GROUPS[todo.pop() & _PLACES]
                spent_here, places_here = used + groups.jokers, min(2, room + groups.room)
                given_k, given_r, given_b, given_o = groups.taken
                for one in k_ways[given_k]:
                    one_jokers, one_gain, one_next, one_ahead, _ = one
                    one_jokers += spent_here
                    one_gain += gain
                    for two in r_ways[given_r]:
                        two_jokers, two_gain, two_next, two_ahead, _ = two
                        two_jokers += one_jokers
                        if two_jokers > full:
                            continue
                        two_gain += one_gain
                        two_next += one_next * SHAPE_COUNT
                        for three in b_ways[given_b]:
                            three_jokers, three_gain, three_next, three_ahead, _ = three
                            three_jokers += two_jokers
                            if three_jokers > full:
                                continue
                            three_gain += two_gain
                            three_next *= SHAPE_COUNT
                            for four in o_ways[given_o]:
                                spent, total, four_next, four_ahead, _ = four
                                spent += three_jokers
                                if spent > full:
                                    continue
                                total += three_gain
                                four_next += three_next
                                places = 2 if two_next or four_next else places_here
                                if last:
                                    added = min(full - spent, places)
                                    total += worth * (spent + added - need)
                                    if spent + added >= need and total > best_gain:
                                        best_gain = total
                                        move = groups, one, two, three, four
                                        best = (0, VALUES, total, 0, 0, added, 0, move, state, None)
                                    continue
                                h = 2 * (full - spent)
                                bound = total + extra + one_ahead[h] + two_ahead[h] + three_ahead[h] + four_ahead[h]
                                if bound <= best_gain:
                                    continue
                                shapes = (two_next * 100 + four_next) * 9 + spent * 3 + places
                                if following.get(shapes, NEVER) >= total:
                                    continue
                                following[shapes] = total
                                if h and tight is None:
                                    pair = low_pairs.get(two_next)
                                    if pair is None:
                                        pair = low_pairs[two_next] = joined(one_ahead, two_ahead)
                                    other_pair = high_pairs.get(four_next)
                                    if other_pair is None:
                                        other_pair = high_pairs[four_next] = joined(three_ahead, four_ahead)
                                    bound = total + extra + best_sum(pair, other_pair, h)
                                    if bound <= best_gain:
                                        continue
                                if tight is not None:
                                    limited = ahead_tight + joker * (full - spent)
                                    limited += k_tight[one[2]] + r_tight[two[2]] + b_tight[three[2]] + o_tight[four[2]]
                                    limited = total + whole[at + 1].most(limited)
                                    if limited <= best_gain:
                                        continue
                                    bound = min(bound, limited)
                                enough = enough or (straight and bound == limit)
                                order += 1
                                tie = 64 * (VALUES - at) + 4 * spent - _OPEN[two_next] - _OPEN[four_next]
                                child = (-bound << _KEY) + (tie << _TIE) + order
                                move = groups, one, two, three, four
                                heappush(
                                    heap,
                                    (child, at + 1, total, two_next, four_next, spent, places, move, state, None),
                                )
            if todo and todo[-1] >> _PLACE > best_gain:
                again = key + (limit - (todo[-1] >> _PLACE) << _KEY)
                heappush(heap, (again, at, gain, low, high, used, room, way, before, todo))
        return _found(best, expanded, proved=True)


def _found(state: _State | None, expanded: int, *, proved: bool) -> Found:
    if state is None:
        return Found(NEVER, None, 0, expanded, proved)
    gain, added = state[2], state[5]
    steps: list[Step] = []
    while state is not None and state[7] is not None:
        groups, k, r, b, o = state[7]
        steps.append(Step(groups, (k[4], r[4], b[4], o[4]), (k[0], r[0], b[0], o[0])))
        state = state[8]
    return Found(gain, tuple(reversed(steps)), added, expanded, proved)
