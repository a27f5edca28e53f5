"""Lanes as in :mod:`heirs`, but much smaller, by which no table seems worse than it is.

Of every touched set one tile is kept for nothing. A final set keeps more of it only if it is of its kind, and a joker
only if it shares a numbered tile with it. So it is left open which sets go on one of the other kind, and a node says
only of its runs which of the color's touched runs they go on, and what they lack to keep a joker.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from engine.rummikub.melds import MIN_SIZE
from engine.rummikub.solver.heirs import VALUES, Four, Laid, Lane, Step, Touched, of_no_set

_NONE: Final = -1
"""A run that goes on no run yet."""
_DONE: Final = -2
"""One that goes on none any more."""
_NEITHER, _TILE, _JOKER, _PAST = range(4)
"""What a run has of what it takes to keep a joker; the last where that is kept, or does not matter."""

_Run = tuple[int, int, int]
"""Of an open run: its length, three at most, the touched run that it goes on, and what it has to keep a joker."""
_BEGUN: Final = (0, _NONE, _NEITHER)
_Node = tuple[tuple[_Run, ...], int, int]
"""The open runs, the color's touched runs that are gone on and could be by others, and the jokers used."""
_Grown = tuple[_Run, int, int, int]
"""The run then, the bit of the touched run that it goes on from here, tiles kept of it, and jokers kept."""


def free(old: Touched) -> int:
    """So many tiles of a touched set are kept for nothing."""
    return max(1, old.jokers)


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
    """As :func:`heirs.lane`, in which tiles kept for nothing do not count."""
    maker = _Lane(color, [n + s for n, s in zip(need, spare, strict=True)], touched, jokers)
    nodes: dict[_Node, int] = {((), 0, 0): 0}
    lost, lost_at, found = [0], list[list[int]](), list[list[list[Step]]]()
    for value in range(VALUES):
        following: dict[_Node, int] = {}
        lost_then: list[int] = []
        layer: list[list[Step]] = []
        here, last = maker.counting[value], value == VALUES - 1
        low, high = need[value], need[value] + spare[value]
        gives = [[given for given in wanted[value] if low <= given + into <= high] for into in range(high + 1)]
        maker.go_to(value)
        for (runs, used, spent), before in zip(nodes, lost, strict=True):
            best: dict[tuple[int, int, int], tuple[int, _Order]] = {}
            for into, some, grown in maker.ways(runs, spent, gives):
                for after, bits, tiles, with_jokers, order in grown:
                    so_far = before + here - tiles
                    if bits & used or so_far > most:
                        continue
                    node = ((), 0, 0) if last else maker.node(after, used | bits, spent + some)
                    to = following.setdefault(node, len(following))
                    if to == len(lost_then):
                        lost_then.append(so_far)
                    elif so_far < lost_then[to]:
                        lost_then[to] = so_far
                    key, kept = (to, into, some), tiles + with_jokers
                    if key not in best or best[key][0] < kept:
                        best[key] = kept, order
            steps = [
                Step(to, given, kept, given + into - low, some, 0, 0, order)
                for (to, into, some), (kept, order) in best.items()
                for given in gives[into]
            ]
            layer.append(steps)
            at_most -= len(steps)
            if at_most < 0:
                return None
        found.append(layer)
        lost_at.append(lost)
        nodes, lost = following, lost_then
    ahead = [0] * len(nodes)
    for value in range(VALUES - 1, -1, -1):
        here, layer, fewest = maker.counting[value], found[value], list[int]()
        for node, (steps, before) in enumerate(zip(layer, lost_at[value], strict=True)):
            losses = [ahead[step.to] + (here - step.kept if step.kept < here else 0) for step in steps]
            layer[node] = [step for step, lost in zip(steps, losses, strict=True) if before + lost <= most]
            fewest.append(min(losses, default=most + 1))
        ahead = fewest
    return found


_Order = tuple[tuple[int, bool], ...]
_Way = tuple[tuple[_Run, ...], int, int, int, _Order]
"""Runs that are open then, touched runs that are gone on from here, tiles and jokers kept, ``runs`` as in a step."""


class _Lane:
    """What can be done in one color, value by value."""

    def __init__(self, color: int, have: Sequence[int], touched: Sequence[Touched], jokers: int) -> None:
        own = [old for old in touched if old.color == color]
        self._have = [*have, 0, 0, 0]
        self._jokers = jokers
        self._own = own
        self._first = [min(old.reals) for old in own]
        self._last = [max(old.reals) for old in own]
        bearing = [
            old for old in touched if old.jokers and jokers and color in ((old.color,) if old.color >= 0 else old.reals)
        ]
        self._twice = any(old.jokers > 1 for old in bearing)
        self._bearing = [
            any(value in old.reals if old.color == color else old.value == value for old in bearing)
            for value in range(VALUES)
        ]
        self._to_come = [any(self._bearing[value + 1 :]) for value in range(VALUES)]
        ends = list(zip(self._first, self._last, strict=True))
        self._lasting = [sum([1 << i for i, (_, last) in enumerate(ends) if last > v]) for v in range(VALUES)]
        self._later = [sum([1 << i for i, (first, _) in enumerate(ends) if first > v]) for v in range(VALUES)]
        beside = [value for old, first in zip(own, self._first, strict=True) for value in old.reals if value != first]
        self.counting = [beside.count(value) for value in range(VALUES)]
        """By value how many touched runs have a tile of it beside their first."""

    def go_to(self, value: int) -> None:
        """Be asked about this value from now on."""
        self._value = value
        next_to, after_that = self._have[value + 1 : value + 3]
        self._next_to = next_to
        self._missing = (not next_to) + (not after_that) if value <= VALUES - MIN_SIZE else MIN_SIZE
        self._known: dict[tuple[_Run, bool], list[_Grown]] = {}
        self._ways: dict[tuple[tuple[_Run, ...], tuple[int, ...], tuple[int, ...]], list[_Way]] = {}

    def node(self, runs: tuple[_Run, ...], used: int, spent: int) -> _Node:
        """What matters after the value."""
        if self._later[self._value] and not self._later[self._value] & ~used:
            runs = tuple([(length, _DONE if label == _NONE else label, has) for length, label, has in runs])
        if spent == self._jokers and spent:
            runs = tuple([(length, label, _PAST if has == _TILE else has) for length, label, has in runs])
        return runs, used & self._lasting[self._value], spent

    def ways(
        self, runs: tuple[_Run, ...], spent: int, gives: Sequence[Sequence[int]]
    ) -> list[tuple[int, int, list[_Way]]]:
        """What can be done with the open runs: tiles and jokers in runs, and how they then are."""
        left, high, next_to, missing = self._jokers - spent, len(gives) - 1, self._next_to, self._missing
        short = ones = 0
        for length, _, _ in runs:
            if length < MIN_SIZE:
                short += 1
                ones += length == 1
        if short > high + left or ones > next_to + left:
            return []
        most = next_to + left - ones if missing <= left else 0
        found: list[tuple[int, int, list[_Way]]] = []
        for places, ends in _going_on(runs, short):
            for begun in range(min(most, high + left - len(places)) + 1):
                if begun and any(self._joins(runs[i]) for i in ends):
                    break
                all_places = places + (-1,) * begun
                slots = len(all_places)
                for some in range(max(0, slots - high), min(left, slots) + 1):
                    if ones + begun > next_to + left - some or (begun and missing > left - some):
                        break
                    if not gives[slots - some]:
                        continue
                    found += [
                        (slots - some, some, self._together(runs, all_places, at))
                        for at in itertools.combinations(range(slots), some)
                    ]
        return found

    def _joins(self, run: _Run) -> bool:
        """Whether instead of its end and the beginning of another it can as well go on."""
        return run[1] == _NONE and (run[2] != _PAST or not (self._bearing[self._value] or self._to_come[self._value]))

    def _together(self, runs: tuple[_Run, ...], places: tuple[int, ...], jokers: tuple[int, ...]) -> list[_Way]:
        """Every choice of the touched runs that they go on."""
        key = (runs, places, jokers)
        known = self._ways.get(key)
        if known is not None:
            return known
        if len(places) == 1:
            grown = self._grown(runs[places[0]] if places[0] >= 0 else _BEGUN, is_joker=bool(jokers))
            alone = ((places[0], bool(jokers)),)
            found = self._ways[key] = [((run,), bit, tiles, kept, alone) for run, bit, tiles, kept in grown]
            return found
        ways: list[tuple[tuple[tuple[_Run, tuple[int, bool]], ...], int, int, int]] = [((), 0, 0, 0)]
        for i, place in enumerate(places):
            is_joker = i in jokers
            tile = place, is_joker
            grown = self._grown(runs[place] if place >= 0 else _BEGUN, is_joker=is_joker)
            ways = [
                ((*done, (run, tile)), taken | bit, tiles + more, kept + held)
                for done, taken, tiles, kept in ways
                for run, bit, more, held in grown
                if not taken & bit
            ]
        found = self._ways[key] = []
        for done, taken, tiles, kept in ways:
            after = sorted(done) if len(done) > 1 else done
            found.append((tuple([run for run, _ in after]), taken, tiles, kept, tuple([tile for _, tile in after])))
        return found

    def _grown(self, run: _Run, *, is_joker: bool) -> list[_Grown]:
        """The run with a tile or a joker more, by what it may go on."""
        key = (run, is_joker)
        found = self._known.get(key)
        if found is None:
            value, (length, label, has) = self._value, run
            longer = min(length + 1, MIN_SIZE)
            tiles = int(label >= 0 and not is_joker and value in self._own[label].reals)
            found = self._known[key] = self._held((longer, label, has), 0, tiles, is_joker=is_joker)
            if label == _NONE:
                for i, (first, last) in enumerate(zip(self._first, self._last, strict=True)):
                    if value < last and (first == value or (not length and first < value)):
                        now = (longer, i, has if self._own[i].jokers else _PAST)
                        found += self._held(now, 1 << i, 0, is_joker=is_joker)
        return found

    def _held(self, run: _Run, bit: int, tiles: int, *, is_joker: bool) -> list[_Grown]:
        """What matters of the run, and whether it keeps a joker."""
        value, (length, label, has) = self._value, run
        after = _DONE if (value >= self._last[label] if label >= 0 else not self._later[value]) else label
        if has == _PAST or not self._jokers:
            return [((length, after, _PAST), bit, tiles, 0)]
        tile = has == _TILE or label >= 0 or (not is_joker and self._bearing[value])
        if tile and (is_joker or has == _JOKER):
            kept = ((length, _DONE if after == _NONE else after, _TILE if self._twice else _PAST), bit, tiles, 1)
            # It may still go on a run instead, and keep the joker of that.
            return [kept, ((length, _NONE, _JOKER), bit, tiles, 0)] if after == _NONE else [kept]
        if tile:
            has = _TILE
        elif not self._to_come[value]:
            has = _PAST
        elif is_joker:
            has = _JOKER
        return [((length, after, has), bit, tiles, 0)]


@lru_cache(maxsize=4096)
def _going_on(runs: tuple[_Run, ...], short: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The places of the open runs that go on and of those that end, the short ones first; of like runs the first."""
    seen = set[tuple[_Run, ...]]()
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    long = range(short, len(runs))
    for more in range(len(long) + 1):
        for some in itertools.combinations(long, more):
            if (alike := tuple([runs[i] for i in some])) not in seen:
                seen.add(alike)
                found.append(((*range(short), *some), tuple([i for i in long if i not in some])))
    return found


def in_groups(have: Four, value: int, touched: Sequence[Touched], jokers: int) -> list[Laid]:
    """As :func:`heirs.in_groups`."""
    groups = tuple(old.reals for old in touched if old.value == value)
    bearing = tuple(
        old.reals if old.value == value else frozenset((old.color,))
        for old in touched
        if old.jokers and jokers and (old.value == value or (old.color >= 0 and value in old.reals))
    )
    return _in_groups(have, groups, bearing, jokers)


@lru_cache(maxsize=4096)
def _in_groups(
    have: Four, homes: tuple[frozenset[int], ...], bearing: tuple[frozenset[int], ...], jokers: int
) -> list[Laid]:
    best: dict[tuple[Four, int], Laid] = {}
    for alone in of_no_set(have, jokers):
        kept = _kept(tuple([colors for colors, _ in alone.groups]), homes) if homes else 0
        if bearing and alone.jokers:
            kept += sum(n for colors, n in alone.groups if any(not reals.isdisjoint(colors) for reals in bearing))
        key = (alone.taken, alone.jokers)
        if key not in best or best[key].kept < kept:
            best[key] = alone._replace(kept=kept)
    return list(best.values())


def _kept(groups: tuple[tuple[int, ...], ...], homes: tuple[frozenset[int], ...]) -> int:
    """The most tiles beside the first that these groups keep of those."""
    if not homes:
        return 0
    first, *others = homes
    most = _kept(groups, tuple(others))
    for i, colors in enumerate(groups):
        if (common := len(first.intersection(colors))) > 1:
            most = max(most, common - 1 + _kept(groups[:i] + groups[i + 1 :], tuple(others)))
    return most
