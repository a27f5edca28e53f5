"""What is left of a table set after a play took tiles from it (notation.md, "A play")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.rummikub.melds import MIN_SIZE, Kind, Meld
from engine.rummikub.reading import Item, possible
from engine.rummikub.tiles import JOKER


@dataclass(frozen=True, slots=True)
class Leftover:
    """The sets into which the rest falls, and the tiles that are loose.

    ``melds``: each with, for its tiles, their indices in the old set; ``loose``: stretches of such indices.
    """

    melds: tuple[tuple[Meld, tuple[int, ...]], ...]
    loose: tuple[tuple[int, ...], ...] = ()


@lru_cache(maxsize=4096)
def leftover(meld: Meld, taken: int) -> Leftover:
    """What is left of ``meld`` without the tiles whose bits are set in ``taken``.

    Jokers keep their role; where that leaves loose tiles but the rest is exactly one set in exactly one way,
    that is meant.
    """
    kept = [i for i in range(len(meld.tiles)) if not taken >> i & 1]
    melds: list[tuple[Meld, tuple[int, ...]]] = []
    loose: list[tuple[int, ...]] = []
    for stretch in _stretches(kept) if meld.kind is Kind.RUN else [kept]:
        tiles = tuple(meld.tiles[i] for i in stretch)
        if len(stretch) >= MIN_SIZE and any(tile != JOKER for tile in tiles):
            melds.append((Meld(meld.kind, tiles), tuple(stretch)))
        elif stretch:
            loose.append(tuple(stretch))
    if loose and any(meld.tiles[i] == JOKER for i in kept):
        readings = possible([Item(meld.tiles[i]) for i in kept])
        if len(readings) == 1:
            places = readings[0].places
            order = sorted(range(len(kept)), key=places.__getitem__)
            return Leftover(((readings[0].meld, tuple(kept[i] for i in order)),))
    return Leftover(tuple(melds), tuple(loose))


def can_hold(meld: Meld, taken: int, undecided: int) -> bool:
    """Whether the rest may still be without loose tiles, some choice of the ``undecided`` tiles being taken too.

    May say yes where a joker floats; never says no wrongly.
    """
    if _may_stay(meld.kind is Kind.RUN, len(meld.tiles), taken, undecided):
        return True
    if not meld.jokers:
        return False
    if not undecided:
        return not leftover(meld, taken).loose
    return any(tile == JOKER and not taken >> i & 1 for i, tile in enumerate(meld.tiles))


@lru_cache(maxsize=16384)
def _may_stay(is_run: bool, size: int, taken: int, undecided: int) -> bool:  # noqa: FBT001 -- a key, not a switch
    """Whether every stretch that is too short to be a set may be taken as a whole."""
    kept = [i for i in range(size) if not taken >> i & 1]
    fixed = ~(taken | undecided)
    stretches = _stretches(kept) if is_run else [kept]
    return all(len(s) >= MIN_SIZE or not any(fixed >> i & 1 for i in s) for s in stretches)


def _stretches(indices: list[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for i in indices:
        if found and found[-1][-1] == i - 1:
            found[-1].append(i)
        else:
            found.append([i])
    return found
