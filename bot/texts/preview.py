"""How a play would leave the table, in words."""

from __future__ import annotations

from bot.texts import Translator
from bot.texts.tiles import ALT_LIMIT, joined, table_in_words, tiles_in_words
from engine.rummikub.judging import Accepted
from engine.rummikub.tiles import Tile

MOVED_LIMIT = 300
"""Characters for the moved tiles; the table and what was laid need the others."""


def laid_label(t: Translator) -> str:
    """In the legend of the picture: a tile from the rack."""
    return t("from your rack")


def moved_label(t: Translator) -> str:
    """In the legend of the picture: a tile that changed its set."""
    return t("moved on the table")


def after_alt(t: Translator, play: Accepted) -> str:
    """The picture of the table after a play."""
    told = [t("Laid: {tiles}.", tiles=tiles_in_words(t, play.placed))]
    if moved := _moved(t, play):
        told.append(t("Moved on the table: {tiles}.", tiles=moved))
    head, tail = t("The table as it would be."), " ".join(told)
    room = ALT_LIMIT - len(head) - len(tail) - 3
    return f"{head} {table_in_words(t, play.table, room)}. {tail}"[:ALT_LIMIT]


def _moved(t: Translator, play: Accepted) -> str:
    """The tiles of the table that changed their set, with the set in which each ends."""
    by_target: dict[int, list[Tile]] = {}
    for move in play.moves:
        if move.source is not None:
            by_target.setdefault(move.target, []).append(move.tile)
    parts = [f"{tiles_in_words(t, tiles)} → s{number}" for number, tiles in sorted(by_target.items())]
    return joined(t, parts, MOVED_LIMIT)
