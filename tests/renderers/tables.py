"""Tables and pictures that the tests of the renderers share."""

from __future__ import annotations

import random
from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from engine.rummikub.melds import Meld, Table, group, run
from engine.rummikub.tiles import JOKER, Color, Tile
from renderers import BoardLabels, Name, Player
from renderers.palette import Paint

LABELS = BoardLabels(pool="Pool", empty="The table is empty", laid="laid", moved="moved")
NAMES = (
    "Ane",
    "Jonas",
    "Maximiliane von der Wiesenhütte zu Hohenlohe",
    "שלום עולם",
    "محمد علي 12",
    "🎉🔥 Zoë 🎉",
)
CALLED = tuple(Name(name, f"Player {seat}") for seat, name in enumerate(NAMES, start=1))


def players(count: int) -> list[Player]:
    return [Player(CALLED[i], 14 - i, on_turn=i == 1, opened=i % 2 == 0, resigned=i == 3) for i in range(count)]


def full_table() -> Table:
    """All 106 tiles in 35 sets, both jokers with a role."""
    runs = [run(color, start, 3) for color in Color for start in (1, 4, 7)]
    orange = [run(Color.ORANGE, start, 3) for start in (1, 4, 7)]
    three = [Color.BLACK, Color.RED, Color.BLUE]
    groups = [group(Tile.of(color, value) for color in three) for value in (*range(1, 14), 10, 11, 12, 13)]
    high = [run(Color.ORANGE, 10, 4), run(Color.ORANGE, 10, 3, [12]), run(Color.ORANGE, 11, 3, [11])]
    return Table.of([*runs, *groups, *orange, *high])


def some_table(rng: random.Random, sets: int) -> Table:
    """So many sets (at most 29) of one deck in random order."""
    melds: list[Meld] = [group(Tile.of(color, value) for color in Color) for value in range(1, 14)]
    melds += [run(color, start, 4 if start == 10 else 3) for color in Color for start in (1, 4, 7, 10)]
    return Table.of(rng.sample(melds, sets))


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def pixels(image: Image.Image, *paints: Paint) -> int:
    """How many pixels of a picture have exactly one of these colors."""
    counts = image.convert("RGB").getcolors(1 << 24) or []
    wanted = {paint.value for paint in paints}
    return sum(count for count, color in counts if color in wanted)


def tiles_of(text: str) -> tuple[Tile, ...]:
    return tuple(JOKER if t == "J" else Tile.of("krbo".index(t[0]), int(t[1:])) for t in text.split())


def sizes_of(table: Table) -> Sequence[int]:
    return [len(meld.tiles) for meld in table.values()]
