"""Tables and plays for measuring: random but reproducible, as crowded as a table gets."""

from __future__ import annotations

import random
from collections import Counter

from engine.rummikub.melds import Meld, Table, group, run
from engine.rummikub.notation import format_meld
from engine.rummikub.tiles import COPIES, DECK, JOKER, Color, Tile, without


def some_meld(rng: random.Random, tiles: Counter[Tile]) -> Meld | None:
    """A random set of these tiles, with a joker at times; None where the first try finds none."""
    color, value = Color(rng.randrange(4)), rng.randint(1, 13)
    if rng.random() < 0.5:
        found = [Tile.of(c, value) for c in rng.sample(list(Color), 4) if tiles[Tile.of(c, value)]]
        if len(found) == 4 and rng.random() < 0.5:
            found.pop()
        if len(found) == 2 and tiles[JOKER]:
            found.append(JOKER)
        return group(found) if len(found) >= 3 else None
    size = rng.choice((3, 3, 3, 4, 5, 6, 8))
    if value + size > 14:
        return None
    gaps = [v for v in range(value, value + size) if not tiles[Tile.of(color, v)]]
    if len(gaps) > tiles[JOKER] or len(gaps) > 1:
        return None
    return run(color, value, size, gaps)


def full_table(rng: random.Random) -> tuple[Table, tuple[Tile, ...]]:
    """A table of almost all tiles, both jokers among them, and all the others as one rack."""
    while True:
        tiles = Counter(dict.fromkeys(DECK, COPIES))
        melds: list[Meld] = []
        for _ in range(1500):
            meld = some_meld(rng, tiles)
            if meld is not None:
                melds.append(meld)
                tiles.subtract(meld.tiles)
        if not tiles[JOKER] and len(melds) >= 24:
            table = Table.of(melds)
            return table, tuple(sorted(without(DECK, table.tiles)))


def some_play(rng: random.Random, table: Table, rack: tuple[Tile, ...]) -> str:
    """A play of one to four sets that may be legal: new sets of any tiles, and sets that rack tiles are added to."""
    parts: list[str] = []
    tiles = Counter([*table.tiles, *rack])
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.4:
            number = rng.choice(list(table))
            parts.append(f"s{number} {rng.choice(rack)}")
        else:
            meld = some_meld(rng, tiles)
            if meld is not None:
                tiles.subtract(meld.tiles)
                parts.append(format_meld(meld))
    return "; ".join(parts) or f"s1 {rack[0]}"
