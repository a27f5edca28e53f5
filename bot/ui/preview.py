"""Pictures of a play for its player alone: how it would leave the table, or how it was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.painter import Painter
from bot.texts import Translator, answers
from bot.texts.preview import after_alt
from bot.ui.pictures import Picture, drawn
from bot.ui.table import board_labels
from engine.rummikub.judging import Accepted
from engine.rummikub.understanding import Understanding
from renderers import Board, Reading, ReadingLabels


async def preview(painter: Painter, t: Translator, play: Accepted) -> Picture:
    """The table after the play: tiles of the rack marked, and those of the table that changed their set."""
    moved = moved_tiles(play)
    labels = board_labels(t)
    return await drawn(
        painter,
        "after.png",
        after_alt(t, play),
        Board(play.table, (), 0, labels, dict(play.marks), moved),
    )


def moved_tiles(play: Accepted) -> Mapping[int, tuple[int, ...]]:
    """For each set of the table after a play, the indices of the tiles that came from another set."""
    found: dict[int, tuple[int, ...]] = {}
    for number, meld in play.table.items():
        arrived = Counter(move.tile for move in play.moves if move.source is not None and move.target == number)
        places: list[int] = []
        for place, tile in enumerate(meld.tiles):
            if arrived[tile] and place not in play.marks.get(number, ()):
                arrived[tile] -= 1
                places.append(place)
        if places:
            found[number] = tuple(places)
    return found


async def reading(painter: Painter, t: Translator, understood: Understanding) -> Picture:
    """How a play that is not legal was read."""
    labels = ReadingLabels(new=answers.new_label(t), loose=answers.loose_label(t), missing=answers.missing_label(t))
    alt = answers.understanding_alt(t, understood)
    return await drawn(painter, "reading.png", alt, Reading(understood, labels))
