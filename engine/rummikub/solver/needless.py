"""What a play does for nothing: sets of the table that are laid anew from their own tiles, such as two groups that only
exchange a tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from engine.rummikub.melds import Meld
from engine.rummikub.tiles import Tile

_STEPS: Final = 500
"""Choices that are tried; real tables need a few dozen."""


def without_needless(before: Iterable[Meld], melds: Sequence[Meld]) -> tuple[Meld, ...]:
    """The final table ``melds`` with the sets that were laid anew for nothing put back as they lay ``before``.

    Such are some sets of ``before`` whose tiles, and no others, make up some of the final sets.
    """
    result = list(melds)
    old, new = Counter(before), Counter(melds)
    gone, come = list((old - new).elements()), list((new - old).elements())
    while (found := _balanced(gone, come)) is not None:
        back, away = found
        for meld in away:
            result.remove(meld)
            come.remove(meld)
        for meld in back:
            result.append(meld)
            gone.remove(meld)
    return tuple(result)


def _balanced(gone: Sequence[Meld], come: Sequence[Meld]) -> tuple[list[Meld], list[Meld]] | None:
    """Some of the sets that are gone and some that have come that are made of the same tiles."""
    steps = _STEPS
    sides = [Counter(meld.tiles) for meld in (*gone, *come)]
    signs = [1] * len(gone) + [-1] * len(come)
    for first in range(len(gone)):
        # Those before the first were tried already, with all that could go with them.
        open_: list[tuple[frozenset[int], Counter[Tile]]] = [(frozenset({first}), sides[first])]
        seen: set[frozenset[int]] = set()
        while open_:
            chosen, missing = open_.pop()
            kind = next((tile for tile, count in missing.items() if count), None)
            if kind is None:
                return _split(chosen, gone, come)
            steps -= 1
            if steps < 0:
                return None
            wanted = -1 if missing[kind] > 0 else 1
            for i, tiles in enumerate(sides):
                if signs[i] == wanted and tiles[kind] and i not in chosen and not (wanted == 1 and i < first):
                    more = chosen | {i}
                    if more not in seen:
                        seen.add(more)
                        left = missing.copy()
                        for tile, count in tiles.items():
                            left[tile] += wanted * count
                        open_.append((more, left))
    return None


def _split(chosen: Iterable[int], gone: Sequence[Meld], come: Sequence[Meld]) -> tuple[list[Meld], list[Meld]]:
    places = sorted(chosen)
    return (
        [gone[i] for i in places if i < len(gone)],
        [come[i - len(gone)] for i in places if i >= len(gone)],
    )
