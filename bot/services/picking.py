"""Tiles picked from a rack: how they are written into a button, and how a rack is cut into lists to pick from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.rummikub.tiles import COPIES, MAX_VALUE, TILES, Color, Tile

MOST = 25
"""Tiles in one list: Discord's limit for a select."""
_MIDDLE = (MAX_VALUE + 1) // 2
_RADIX = COPIES + 1


def encode(tiles: Iterable[Tile]) -> str:
    """Tiles as at most 21 hexadecimal digits: how many there are of each kind, whatever else is on the rack."""
    counts = Counter(tiles)
    number = 0
    for kind in reversed(TILES):
        number = number * _RADIX + min(counts[kind], COPIES)
    return f"{number:x}"


def decode(code: str) -> tuple[Tile, ...]:
    """The tiles of :func:`encode`, sorted; digits that mean nothing are none."""
    number = int(code, 16)
    found: list[Tile] = []
    for kind in TILES:
        number, count = divmod(number, _RADIX)
        found += [kind] * count
    return tuple(found)


def held(tiles: Iterable[Tile], rack: Iterable[Tile]) -> tuple[Tile, ...]:
    """Those of the tiles that are on the rack, sorted."""
    return tuple(sorted((Counter(tiles) & Counter(rack)).elements()))


@dataclass(frozen=True)
class Group:
    """A part of a rack that fits one list. ``key``: ``a`` for the whole rack, else the letter of a color and, where
    there are too many of it, ``l`` or ``h`` for its low or high values; ``j`` for the jokers.
    """

    key: str
    tiles: tuple[Tile, ...] = field(repr=False)


def groups(rack: Sequence[Tile]) -> tuple[Group, ...]:
    """The lists of a rack, none of them empty."""
    if len(rack) <= MOST:
        return (Group("a", tuple(sorted(rack))),) if rack else ()
    keys = [color.letter for color in Color]
    whole = [Group(key, of_group(key, rack)) for key in keys]
    cut = [
        part
        for group in whole
        for part in (
            [group]
            if len(group.tiles) <= MOST
            else [Group(group.key + half, of_group(group.key + half, rack)) for half in "lh"]
        )
    ]
    return tuple(group for group in (*cut, Group("j", of_group("j", rack))) if group.tiles)


def of_group(key: str, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Those of the tiles that belong to the group of this key, sorted."""
    return tuple(sorted(tile for tile in tiles if _belongs(key, tile)))


def _belongs(key: str, tile: Tile) -> bool:
    if key == "a":
        return True
    if tile.is_joker:
        return key == "j"
    if tile.color.letter != key[0]:
        return False
    return len(key) == 1 or (tile.value <= _MIDDLE) == (key[1] == "l")


def picked(group: str, others: Iterable[Tile], chosen: Iterable[Tile]) -> tuple[Tile, ...]:
    """What is picked after the list of a group was changed: ``others`` were picked before, ``chosen`` are now."""
    outside = [tile for tile in others if not _belongs(group, tile)]
    return tuple(sorted([*outside, *of_group(group, chosen)]))
