"""What can be done at each value so that tiles of touched sets stay together.

A final set may *go on* a touched set, at most one, and each is gone on by at most one: what the two have in common is
not moved. As in :mod:`lanes` a lane is one color, value by value, and what lies in groups at a value is shared by the
four lanes. A node says of every open run which set it goes on, and which of the color's touched runs are gone on by
now. Nothing is left out as of no use: any table may be the one that moves the fewest tiles.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Kind, Meld
from engine.rummikub.tiles import COPIES, JOKER, MAX_VALUE, Color

VALUES: Final = MAX_VALUE
Four = tuple[int, int, int, int]
_NONE: Final = -1
"""A run that goes on no set yet."""
_DONE: Final = -2
"""A run that goes on a set of which nothing more can come."""


class Step(NamedTuple):
    """What a lane does at a value.

    ``to``: the node that follows; ``given``: tiles in groups; ``kept``: tiles that are not moved; ``laid``: rack tiles;
    ``jokers``: those in runs. ``marks``: bits of the touched sets that are gone on from here, as far as others could go
    on them too; ``asks``: of how many groups it is said that they go on a run. ``runs``: for each open run the place of
    its run at the node before (-1: it begins) and whether a joker is put in.
    """

    to: int
    given: int
    kept: int
    laid: int
    jokers: int
    marks: int
    asks: int
    runs: tuple[tuple[int, bool], ...]


class Laid(NamedTuple):
    """Groups at a value: tiles taken of each color and jokers, ``kept`` and ``marks`` as in a step, the colors of
    groups that go on no group, and all groups as colors and number of jokers.
    """

    taken: Four
    jokers: int
    kept: int
    marks: int
    free: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]


class Touched(NamedTuple):
    """A touched set: its bit, the color of a run (-1: a group), the values at which it has numbered tiles (of a group
    the colors), its value if a group, and its jokers.
    """

    bit: int
    color: int
    reals: frozenset[int]
    value: int
    jokers: int

    @classmethod
    def of(cls, bit: int, meld: Meld) -> Touched:
        """The set as it was."""
        tiles = [tile for tile in meld.tiles if tile != JOKER]
        if meld.kind is Kind.RUN:
            return cls(bit, tiles[0].color, frozenset(t.value - 1 for t in tiles), -1, meld.jokers)
        return cls(bit, -1, frozenset(int(t.color) for t in tiles), tiles[0].value - 1, meld.jokers)


_Run = tuple[int, int, int]
"""Of an open run: its length, three at most, the set it goes on, and jokers: those that it has while it goes on none,
else those that it could still have in common with its set.
"""
_Node = tuple[tuple[_Run, ...], int, int]
"""The open runs, the color's touched runs that are gone on and could be by others, and the jokers used."""
Lane = list[list[list[Step]]]


def lane(
    color: int,
    need: Sequence[int],
    spare: Sequence[int],
    touched: Sequence[Touched],
    *,
    wanted: Sequence[Collection[int]],
    jokers: int,
    most: int,
    at_most: int,
) -> Lane | None:
    """One color, as :func:`lanes.lane`; ``most``: so many tiles may be moved. None if it has more steps than
    ``at_most``.
    """
    maker = _Lane(color, [n + s for n, s in zip(need, spare, strict=True)], touched, jokers)
    nodes: dict[_Node, int] = {((), 0, 0): 0}
    moved, before_all = [0], list[list[int]]()
    found: Lane = []
    for value in range(VALUES):
        following: dict[_Node, int] = {}
        moved_then: list[int] = []
        layer: list[list[Step]] = []
        here, last = maker.in_runs(value), value == VALUES - 1
        low, high = need[value], need[value] + spare[value]
        for node, before in zip(nodes, moved, strict=True):
            runs, _, spent = node
            best: dict[tuple[int, int, int, int, int, int], Step] = {}
            short = sum(run[0] < MIN_SIZE for run in runs)
            can_begin = maker.can_begin(value, jokers - spent)
            for into in range(high + 1):
                gives = [given for given in wanted[value] if low <= given + into <= high]
                if not gives or (into > len(runs) and not can_begin):
                    continue
                for some in range(max(0, short - into), jokers - spent + 1):
                    if into + some > len(runs) and not can_begin:
                        break
                    for after, used, kept, marks, order in maker.ways(value, node, into, some):
                        if last and any(run[0] < MIN_SIZE for run in after):
                            continue
                        for given in gives:
                            for alive, more, mark, asks in maker.asked(value, used, given, marks):
                                so_far = before + max(0, here - kept - more)
                                if so_far > most:
                                    continue
                                to = following.setdefault(
                                    ((), 0, 0) if last else (after, alive, spent + some), len(following)
                                )
                                if to == len(moved_then):
                                    moved_then.append(so_far)
                                elif so_far < moved_then[to]:
                                    moved_then[to] = so_far
                                key = (to, given, given + into, some, marks | mark, asks)
                                if key not in best or best[key].kept < kept + more:
                                    laid = given + into - low
                                    best[key] = Step(to, given, kept + more, laid, some, marks | mark, asks, order)
            layer.append(list(best.values()))
            at_most -= len(best)
            if at_most < 0:
                return None
        found.append(layer)
        before_all.append(moved)
        nodes, moved = following, moved_then
    ahead = [0] * len(nodes)
    for value in range(VALUES - 1, -1, -1):
        here, so_far = maker.in_runs(value), before_all[value]
        found[value] = [
            [step for step in steps if before + max(0, here - step.kept) + ahead[step.to] <= most]
            for before, steps in zip(so_far, found[value], strict=True)
        ]
        ahead = [min((max(0, here - s.kept) + ahead[s.to] for s in steps), default=most + 1) for steps in found[value]]
    return found


_Way = tuple[tuple[_Run, ...], int, int, int, tuple[tuple[int, bool], ...]]
"""Runs that are open then, the color's touched runs that are gone on, tiles kept, marks, and ``runs`` as in a step."""


class _Lane:
    """What can be done in one color, node by node."""

    def __init__(self, color: int, have: Sequence[int], touched: Sequence[Touched], jokers: int) -> None:
        self._have = [*have, 0, 0, 0]
        self._touched = touched
        self._jokers = jokers
        self._with_jokers = [i for i, old in enumerate(touched) if old.jokers] if jokers else []
        self._runs_at = [
            [i for i, old in enumerate(touched) if old.color == color and value in old.reals] for value in range(VALUES)
        ]
        self._groups_at = [
            [i for i, old in enumerate(touched) if old.value == value and color in old.reals] for value in range(VALUES)
        ]
        self._last = {i: max(old.reals) for i, old in enumerate(touched) if old.color == color}
        self._first = {i: min(old.reals) for i, old in enumerate(touched) if old.color == color}
        after = self._last if jokers else self._first
        self._bearing = sum(touched[i].bit for i in self._with_jokers)
        self._alive = [self._bits(i for i, last in self._last.items() if last > v) for v in range(VALUES)]
        self._ahead = [self._bits(i for i, end in after.items() if end > v) for v in range(VALUES)]
        self._later = [self._bits(i for here in self._groups_at[v + 1 :] for i in here) for v in range(VALUES)]
        self._known: dict[tuple[int, _Run, int, bool, bool], list[tuple[_Run, int, int, int]]] = {}

    def _bits(self, some: Iterable[int]) -> int:
        found = 0
        for i in some:
            found |= self._touched[i].bit
        return found

    def can_begin(self, value: int, jokers: int) -> bool:
        """Whether a run can begin at a value."""
        return value <= VALUES - MIN_SIZE and (not self._have[value + 1]) + (not self._have[value + 2]) <= jokers

    def in_runs(self, value: int) -> int:
        """How many touched runs have a tile of this value."""
        return len(self._runs_at[value])

    def ways(self, value: int, node: _Node, into: int, jokers: int) -> Iterator[_Way]:
        """What can be done with so many tiles and jokers in runs; for tiles in groups see :meth:`asked`."""
        runs, used, spent = node
        slots = into + jokers
        short = [i for i, (length, _, _) in enumerate(runs) if length < MIN_SIZE]
        long = [i for i, (length, _, _) in enumerate(runs) if length == MIN_SIZE]
        more_jokers = self._jokers - spent - jokers
        room = self._have[value + 1] + more_jokers - sum(runs[i][0] == 1 for i in short)
        if room < 0:
            return
        can_begin = self.can_begin(value, more_jokers)
        homes = bool(long) and self._homes(value, used)
        for more in range(min(len(long), slots - len(short)) + 1):
            begun = slots - len(short) - more
            if begun and (not can_begin or begun > room):
                continue
            for some in itertools.combinations(long, more):
                # A run that ends here and one that begins are one, unless each goes on a set of its own.
                if (
                    begun
                    and more < len(long)
                    and not (homes and all(runs[i][1] != _NONE for i in long if i not in some))
                ):
                    continue
                places = [*sorted((*short, *some)), *([-1] * begun)]
                for at in itertools.combinations(range(slots), jokers):
                    tiles = [(place, i in at) for i, place in enumerate(places)]
                    yield from self._labelled(value, runs, used, tiles, spent + jokers)

    def _homes(self, value: int, used: int) -> bool:
        """Whether there are sets that a run from this value on could go on."""
        return bool(
            self._with_jokers
            or self._groups_at[value]
            or self._later[value]
            or any(last >= value and not self._touched[i].bit & used for i, last in self._last.items())
        )

    def _labelled(
        self, value: int, runs: tuple[_Run, ...], used: int, tiles: list[tuple[int, bool]], spent: int
    ) -> Iterator[_Way]:
        """Every choice of the sets that runs go on."""
        found: list[tuple[tuple[tuple[_Run, tuple[int, bool]], ...], int, int, int]] = [((), used, 0, 0)]
        for tile in tiles:
            place, is_joker = tile
            run = runs[place] if place >= 0 else (0, _NONE, 0)
            found = [
                ((*done, (after, tile)), taken, kept + more, marks | mark)
                for done, before, kept, marks in found
                for after, taken, more, mark in self._grown(value, run, before, begins=place < 0, is_joker=is_joker)
                if not marks & mark
            ]
        more = spent < self._jokers
        for done, taken, kept, marks in found:
            order = [(self._mattering(value, run, taken, more=more), tile) for run, tile in done]
            if len(order) > 1:
                order.sort()
            yield tuple([run for run, _ in order]), taken, kept, marks, tuple([tile for _, tile in order])

    def asked(self, value: int, used: int, given: int, marks: int) -> Iterator[tuple[int, int, int, int]]:
        """Of the touched runs with a tile of this value some are gone on by groups: those that could be gone on by
        others, tiles kept, marks, and how many these are.
        """
        yield used & self._alive[value], 0, 0, 0
        free = [self._touched[i] for i in self._runs_at[value] if not self._touched[i].bit & used] if given else []
        for size in range(1, min(given, len(free)) + 1):
            for some in itertools.combinations(free, size):
                bits = sum(old.bit for old in some)
                if not marks & bits & self._bearing:
                    kept = size + sum(min(old.jokers, self._jokers) for old in some)
                    yield (used | bits) & self._alive[value], kept, bits & self._bearing, size

    def _grown(
        self, value: int, run: _Run, used: int, *, begins: bool, is_joker: bool
    ) -> list[tuple[_Run, int, int, int]]:
        """The run with a tile more, the runs that are gone on, tiles kept and marks."""
        key = (value, run, used, begins, is_joker)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = list(self._growing(value, run, used, begins=begins, is_joker=is_joker))
        return found

    def _growing(
        self, value: int, run: _Run, used: int, *, begins: bool, is_joker: bool
    ) -> Iterator[tuple[_Run, int, int, int]]:
        length, label, jokers = run
        length = min(length + 1, MIN_SIZE)
        if label == _DONE:
            yield (length, _DONE, 0), used, 0, 0
            return
        if label != _NONE:
            if is_joker:
                kept, left = min(1, jokers), max(0, jokers - 1)
            else:
                kept, left = int(label in self._runs_at[value]), jokers
            yield (length, self._still(label, left, value), left), used, kept, 0
            return
        jokers = min(COPIES, jokers + is_joker) if self._with_jokers else 0
        yield (length, _NONE, jokers), used, 0, 0
        if is_joker:
            choices = self._with_jokers
        else:
            first = begins or self._jokers
            choices = [i for i in self._runs_at[value] if first or self._first[i] == value] + self._groups_at[value]
        for i in choices:
            old = self._touched[i]
            if old.bit & used:
                continue
            both = min(jokers, old.jokers)
            left = old.jokers - both if self._jokers else 0
            mark = old.bit if old.jokers or i not in self._last else 0
            after = length, self._still(i, left, value), left
            yield after, used | (old.bit if i in self._last else 0), both + (not is_joker), mark

    def _mattering(self, value: int, run: _Run, used: int, *, more: bool) -> _Run:
        """What of the run matters after this value; ``more``: whether there are more jokers."""
        length, label, jokers = run
        if label == _NONE:
            ahead = (self._ahead[value] & ~used) | self._later[value]
            if not ahead and not (more and self._with_jokers):
                return length, _DONE, 0
            return run if not jokers or more or ahead & self._bearing else (length, _NONE, 0)
        return run if more or label == _DONE else (length, self._still(label, 0, value), 0)

    def _still(self, label: int, left: int, value: int) -> int:
        return label if left or self._last.get(label, -1) > value else _DONE


def in_groups(have: Four, value: int, homes: Sequence[Touched], jokers: int) -> list[Laid]:
    """The groups that can lie at a value, by what they go on, those of no use beside others left out; ``homes``: the
    touched sets that they can go on.
    """
    if not homes:
        return of_no_set(have, jokers)
    best: dict[tuple[Four, int], list[Laid]] = {}
    for alone in of_no_set(have, jokers):
        known = best.setdefault((alone.taken, alone.jokers), [])
        for kept, marks, free in _going_on(alone.groups, value, homes):
            laid = alone._replace(kept=kept, marks=marks, free=free)
            if not any(_serves(other, laid) for other in known):
                known[:] = [other for other in known if not _serves(laid, other)]
                known.append(laid)
    return [laid for some in best.values() for laid in some]


@lru_cache(maxsize=4096)
def of_no_set(have: Four, jokers: int) -> list[Laid]:
    """The groups for which there are tiles and jokers."""
    return [laid for laid in _all_groups() if laid.jokers <= jokers and not any(map(int.__gt__, laid.taken, have))]


def _serves(one: Laid, other: Laid) -> bool:
    if one.kept < other.kept or one.marks & ~other.marks:
        return False
    return all(one.free.count(colors) >= other.free.count(colors) for colors in other.free)


_Going = tuple[int, int, tuple[tuple[int, ...], ...]]


def _going_on(
    groups: tuple[tuple[tuple[int, ...], int], ...], value: int, homes: Sequence[Touched]
) -> Iterator[_Going]:
    """What is kept, marks and free groups, for every choice of sets that these groups go on."""
    if not groups:
        yield 0, 0, ()
        return
    (colors, jokers), *others = groups
    for kept, marks, free in _going_on(tuple(others), value, homes):
        yield kept, marks, (colors, *free)
        for old in homes:
            if old.bit & marks:
                continue
            common = min(jokers, old.jokers)
            if old.value == value:
                common += len(old.reals.intersection(colors))
            if common:
                yield kept + common, marks | old.bit, free


@cache
def _all_groups() -> list[Laid]:
    """Every choice of groups of one value that two tiles of each color and two jokers make."""
    single = [
        (colors, jokers)
        for size in range(1, MAX_GROUP + 1)
        for colors in itertools.combinations(range(len(Color)), size)
        for jokers in range(max(0, MIN_SIZE - size), min(COPIES, MAX_GROUP - size) + 1)
    ]
    found: list[Laid] = []
    for count in range(4):
        for groups in itertools.combinations_with_replacement(single, count):
            k, r, b, o = (sum(color in colors for colors, _ in groups) for color in Color)
            jokers = sum(n for _, n in groups)
            if max(k, r, b, o, jokers) <= COPIES:
                found.append(Laid((k, r, b, o), jokers, 0, 0, tuple(colors for colors, _ in groups), groups))
    return found
