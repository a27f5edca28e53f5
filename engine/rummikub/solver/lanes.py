"""What can be done at each value when sets of the table may stay as they are.

A *lane* is one color, value by value: a node is its open runs that are new and which of the table's runs stay and
go on; an arc is what happens at the value between two nodes. What lies in groups at a value, new ones and those of
the table that stay, is shared by the four lanes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.rummikub.melds import Meld
from engine.rummikub.solver.shapes import DEAD, GROUPS, GROWN, MAX_OPEN, OPEN, SHAPE_COUNT, SHORT, Groups
from engine.rummikub.tiles import COPIES, JOKER, MAX_VALUE, Color

VALUES: Final = MAX_VALUE
MOST_GIVEN: Final = 2 * COPIES
"""Tiles of a kind in groups: two, and two that stand in for jokers."""
_LAST_START: Final = VALUES - 3
_NOTHING, _BEGIN, _BEGIN_WITH_JOKER, _BRIDGE = range(4)

Four = tuple[int, int, int, int]


class Doing(NamedTuple):
    """What a lane does at a value, wherever it leads.

    ``given``: tiles in groups; ``kept``: how many runs of the table begin and stay, ``stay`` their bits; ``laid``: rack
    tiles; ``jokers``: those of new runs here and of the runs that begin and stay. Of new runs ``tiles`` and ``used``,
    numbered tiles and jokers; ``goes_on``: whether one is open after it.
    """

    given: int
    kept: int
    stay: int
    laid: int
    jokers: int
    tiles: int
    used: int
    goes_on: bool


class Layer(NamedTuple):
    """A lane at a value: by node its arcs, each the node that follows and the place of what is done in ``kinds``."""

    arcs: list[list[tuple[int, int]]]
    kinds: list[Doing]


Lane = list[Layer]
"""By value; the first node is where nothing is open."""


class Laid(NamedTuple):
    """Groups at a value: tiles taken of each color and jokers, those of the table that stay (how many, and the bits of
    their places among those of the value), and the new ones with places where one more joker could be added.
    """

    taken: Four
    jokers: int
    kept: int
    stay: int
    room: int
    groups: Groups


class Staying(NamedTuple):
    """A set of the table that may stay, with its bit."""

    bit: int
    meld: Meld


def lane(
    need: Sequence[int],
    spare: Sequence[int],
    runs: Sequence[Staying],
    *,
    grouped: Sequence[int],
    wanted: Sequence[Collection[int]],
    jokers: int,
) -> Lane:
    """One color. By value: ``need`` and ``spare``, the tiles of the table and the rack, ``grouped``, how many groups of
    the table hold this color, and ``wanted``, how many tiles groups can take. ``runs``: the table's; ``jokers``: all
    there are.
    """
    filled = [n + s > 0 for n, s in zip(need, spare, strict=True)] + [False] * 3
    starting: list[list[int]] = [[] for _ in range(VALUES)]
    going_on, real = [0] * (VALUES + 1), [0] * VALUES
    for i, (_, meld) in enumerate(runs):
        first = next(t.value - 1 - place for place, t in enumerate(meld.tiles) if t != JOKER)
        starting[first].append(i)
        for value, tile in enumerate(meld.tiles, start=first):
            going_on[value] |= 1 << i
            real[value] |= (tile != JOKER) << i
    held = [meld.jokers for _, meld in runs]
    nodes: dict[tuple[int, int], int] = {(0, 0): 0}
    found: Lane = []
    for value in range(VALUES):
        one, two, three = filled[value + 1 : value + 4]
        there = (
            True,
            one + two + jokers >= 2 and (one or two or three),
            value == _LAST_START and one and two,
            (jokers > 0 and one) or (jokers > 1 and two),
        )
        """By what a way takes."""
        last = value == VALUES - 1
        choices = [
            (len(some), sum(1 << i for i in some), sum(runs[i].bit for i in some), sum(held[i] for i in some))
            for some in _subsets(starting[value], [meld for _, meld in runs])
        ]
        following: dict[tuple[int, int], int] = {}
        kinds: dict[tuple[int, int, int, int, int, int, int, bool], int] = {}  # as in Doing, which takes longer to make
        layer: list[list[tuple[int, int]]] = []
        for staying, shape in nodes:
            arcs: list[tuple[int, int]] = []
            for kept, more, bits, with_them in choices:
                if with_them > jokers:
                    continue
                now = staying | more
                left = need[value] - (now & real[value]).bit_count()
                stay_on = now & going_on[value + 1]
                ways = _ways(left, spare[value], grouped[value], jokers)[shape]
                for given, tiles, used, shape_next, laid, takes in ways:
                    if not there[takes] or given not in wanted[value] or used + with_them > jokers:
                        continue
                    if last and SHORT[shape_next]:
                        continue
                    after = stay_on, 0 if last else shape_next
                    kind = given, kept, bits, laid, used + with_them, tiles, used, shape_next > 0
                    arcs.append((following.setdefault(after, len(following)), kinds.setdefault(kind, len(kinds))))
            layer.append(arcs)
        found.append(Layer(layer, [Doing(*kind) for kind in kinds]))
        nodes = following
    return _alive(found, len(nodes))


def _alive(found: Lane, ends: int) -> Lane:
    """Without the arcs that lead nowhere."""
    alive = [True] * ends
    for value in range(VALUES - 1, -1, -1):
        layer = found[value]
        if not all(alive):
            layer.arcs[:] = [[arc for arc in arcs if alive[arc[0]]] for arcs in layer.arcs]
        alive = [bool(arcs) for arcs in layer.arcs]
    return found


def _subsets(indices: Sequence[int], melds: Sequence[Meld]) -> list[tuple[int, ...]]:
    """The subsets; of equal melds the first ones."""
    return [
        some
        for size in range(len(indices) + 1)
        for some in combinations(indices, size)
        if not any(melds[i] == melds[j] and j not in some for i in some for j in indices if j < i)
    ]


_Way = tuple[int, int, int, int, int, int]
"""Tiles given to groups, tiles and jokers put into new runs, the shape that follows, rack tiles laid, what it takes."""


@cache
def _ways(need: int, spare: int, grouped: int, jokers: int) -> tuple[tuple[_Way, ...], ...]:
    """By shape what can be done with the tiles that are not in runs that stay.

    As in :mod:`lines`, but a joker may lie in a run while tiles of its kind lie in groups that stay: those do not
    change places.
    """
    most, result = need + spare, list[tuple[_Way, ...]]()
    for shape in range(SHAPE_COUNT):
        ways: list[_Way] = []
        for given in range(min(MOST_GIVEN, most) + 1):
            low = max(need, given, given + SHORT[shape], min(most, given + OPEN[shape]))
            for laid in range(low, most + 1):
                into = laid - given
                if into <= MAX_OPEN and (following := GROWN[shape][into]) != DEAD:
                    ways.append((given, into, 0, following, laid - need, _BEGIN if into > OPEN[shape] else _NOTHING))
        for given in range(min(grouped, most) + 1):
            into = most - given
            for used in range(1, min(jokers, MAX_OPEN - into) + 1):
                if (following := GROWN[shape][into + used]) != DEAD:
                    begins = into + used > OPEN[shape]
                    if used > SHORT[shape]:
                        takes = _BEGIN_WITH_JOKER if begins else _BRIDGE
                    else:
                        takes = _BEGIN if begins else _NOTHING
                    ways.append((given, into, used, following, spare, takes))
        result.append(tuple(ways))
    return tuple(result)


def in_groups(have: Four, groups: tuple[Meld, ...], jokers: int) -> list[Laid]:
    """The groups that can lie at a value, those of no use beside others left out; ``groups``: the table's."""
    best: dict[tuple[Four, int], list[tuple[int, int, int, Groups]]] = {}
    for stay in _subsets(range(len(groups)), groups):
        colors = [tile.color for i in stay for tile in groups[i].tiles if tile != JOKER]
        k, r, b, o = (colors.count(color) for color in Color)
        used, kept, bits = sum(groups[i].jokers for i in stay), len(stay), sum(1 << i for i in stay)
        for new in _fitting((have[0] - k, have[1] - r, have[2] - b, have[3] - o), jokers - used):
            k_new, r_new, b_new, o_new = new.taken
            room = new.room if jokers else 0
            known = best.setdefault(((k + k_new, r + r_new, b + b_new, o + o_new), used + new.jokers), [])
            if not any(n >= kept and x >= room for n, _, x, _ in known):
                known[:] = [way for way in known if way[0] > kept or way[2] > room]
                known.append((kept, bits, room, new))
    return [Laid(taken, used, *way) for (taken, used), ways in best.items() for way in ways]


@lru_cache(maxsize=4096)
def _fitting(have: Four, jokers: int) -> list[Groups]:
    """The groups for which there are tiles and jokers."""
    k, r, b, o = have
    return [
        new
        for new in GROUPS
        if new.jokers <= jokers and new.taken[0] <= k and new.taken[1] <= r and new.taken[2] <= b and new.taken[3] <= o
    ]
