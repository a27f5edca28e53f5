"""What runs and groups of one value look like to the search: small tables, built once at import.

The search goes through the values 1..13. What matters of a color's runs is how many of them are open and
whether each has one, two, or three and more tiles; a *shape* is such a multiset, by its index in SHAPES. No more than
two runs of a color need overlap: where a joker makes a third, their ends can be exchanged so that it is free.
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

from engine.rummikub.tiles import COPIES

MAX_OPEN: Final = 2
DEAD: Final = -1

SHAPES: Final[tuple[tuple[int, ...], ...]] = tuple(
    shape for size in range(MAX_OPEN + 1) for shape in itertools.combinations_with_replacement(range(1, 4), size)
)
SHAPE_COUNT: Final = len(SHAPES)
_INDEX: Final = {shape: i for i, shape in enumerate(SHAPES)}

SHORT: Final = tuple(sum(length < 3 for length in shape) for shape in SHAPES)
"""By shape: how many of its runs need another tile."""
OPEN: Final = tuple(len(shape) for shape in SHAPES)


def _grown(shape: tuple[int, ...], tiles: int) -> int:
    """The shape after ``tiles`` tiles of the next value: short runs first, then long ones, then new runs."""
    if tiles < sum(length < 3 for length in shape):
        return DEAD
    kept = [min(length + 1, 3) for length in shape[:tiles]]
    return _INDEX[tuple(sorted(kept + [1] * (tiles - len(kept))))]


GROWN: Final = tuple(tuple(_grown(shape, tiles) for tiles in range(MAX_OPEN + 1)) for shape in SHAPES)
"""``GROWN[shape][tiles]``: the next shape, or DEAD where a short run is left."""


def _beats(better: tuple[int, ...], worse: tuple[int, ...]) -> bool:
    """Whether every future of ``worse`` is one of ``better``: a longer open run serves wherever a shorter does,
    and one of three may as well have ended.
    """
    spare = list(better)
    for length in sorted(worse, reverse=True):
        fit = next((have for have in spare if have >= length), None)
        if fit is None:
            return False
        spare.remove(fit)
    return all(length == 3 for length in spare)


BEATS: Final = tuple(sum(1 << i for i, worse in enumerate(SHAPES) if _beats(better, worse)) for better in SHAPES)
"""By shape: the bits of the shapes that it is at least as good as."""


class Groups(NamedTuple):
    """Groups of one value laid together: tiles taken of each color, jokers in them, and places where one more
    joker could be added.
    """

    taken: tuple[int, int, int, int]
    jokers: int
    room: int
    parts: tuple[tuple[int, ...], ...]
    """Each group as its colors; a group of fewer than three colors is filled up to three with jokers."""


def _all_groups() -> tuple[Groups, ...]:
    single = [part for size in (1, 2, 3, 4) for part in itertools.combinations(range(4), size)]
    jokers_in = [max(0, 3 - len(part)) for part in single]
    best: dict[tuple[tuple[int, int, int, int], int], Groups] = {}
    # What is too much for some groups is so with more of them: those are not gone on with.
    some: list[tuple[int, Groups]] = [(0, Groups((0, 0, 0, 0), 0, 0, ()))]
    while some:
        for _, groups in some:
            key = groups.taken, groups.jokers
            if key not in best or groups.room > best[key].room:
                best[key] = groups
        some = [
            (place, Groups((k, r, b, o), jokers, room + (len(single[place]) < 4), (*parts, single[place])))
            for first, (taken, used, room, parts) in some
            for place in range(first, len(single))
            if (jokers := used + jokers_in[place]) <= COPIES
            for k, r, b, o in [[n + (color in single[place]) for color, n in enumerate(taken)]]
            if max(k, r, b, o) <= COPIES
        ]
    # More jokers for the same tiles are worth it only where they make a place for a joker that has none.
    return tuple(
        g
        for g in best.values()
        if not any(
            (other := best.get((g.taken, fewer))) is not None
            and min(2, other.room + fewer) >= min(2, g.room + g.jokers)
            for fewer in range(g.jokers)
        )
    )


GROUPS: Final = _all_groups()[::-1]
"""No group last: of groups that promise the same the last are laid first."""
