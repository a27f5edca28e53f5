"""Picking tiles from the rack, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bot.texts import Translator
from bot.texts.tiles import color_name, tile_in_words, tiles_in_words
from engine.rummikub.judging import Accepted
from engine.rummikub.tiles import Color, Tile


def heading(t: Translator, number: int) -> str:
    """Which game the tiles are picked for."""
    return t("Rummikub #{number} · pick tiles", number=number)


@cache
def label(t: Translator, what: str, tiles: int = 0) -> str:
    """What stands on the buttons; ``tiles``: how many are picked."""
    return {
        "open": t("Pick tiles"),
        "change": t("Change tiles"),
        "clear": t("Pick anew"),
        "show": t.n("Lay it", "Lay them", tiles),
        "check": t.n("Can it be laid?", "Can they be laid?", tiles),
        "way": t("Other way"),
        "send": t("Play it"),
    }[what]


def ask(t: Translator, *, check: bool) -> str:
    """Before anything is picked; ``check``: only whether they can be laid is told."""
    if check:
        return t("Pick the tiles you want to lay, and I tell you whether they can be laid together.")
    return t("Pick the tiles you want to lay, and I show how they can be laid.")


def picked(t: Translator, tiles: Sequence[Tile]) -> str:
    """What is picked."""
    return t.n(
        "**{n} tile picked:** {tiles}", "**{n} tiles picked:** {tiles}", len(tiles), tiles=tiles_in_words(t, tiles)
    )


def group(t: Translator, key: str) -> str:
    """Over a list, while nothing in it is picked; ``key`` as in :class:`bot.services.picking.Group`."""
    if key == "a":
        return t("Your tiles")
    if key == "j":
        return t("Jokers")
    name = color_name(t, next(color for color in Color if color.letter == key[0]))
    name = name[:1].upper() + name[1:]
    if key.endswith("l"):
        return t("{color}, low", color=name)
    if key.endswith("h"):
        return t("{color}, high", color=name)
    return name


def option(t: Translator, tile: Tile, copy: int) -> str:
    """A tile of a list; ``copy``: 1 or 2, for equal ones."""
    if copy == 1:
        return tile_in_words(t, tile)
    return t("{tile}, the second", tile=tile_in_words(t, tile))


def way(t: Translator, tiles: int, number: int, count: int) -> str:
    """So many picked tiles can all be laid: this is one way of ``count``."""
    if count == 1:
        return t.n("**It can be laid:**", "**They can be laid:**", tiles)
    return t.n(
        "**It can be laid,** way {number} of {count}:",
        "**They can be laid,** way {number} of {count}:",
        tiles,
        number=number,
        count=count,
    )


def play(t: Translator, play: Accepted) -> str:
    """The play, and what of the table it moves."""
    moved = sum(move.source is not None for move in play.moves)
    words = f"`{play.text}`"
    if moved:
        words += " · " + t.n("{n} tile of the table moves", "{n} tiles of the table move", moved)
    return words


def part(t: Translator, tiles: Sequence[Tile], *, proved: bool) -> str:
    """Not all of them can be laid, but these."""
    shown = tiles_in_words(t, tiles)
    if not proved:
        return t("**I have found no way to lay them all.** This is the most I have found: {tiles}", tiles=shown)
    return t("**They cannot all be laid.** This is the most of them that can: {tiles}", tiles=shown)


def none(t: Translator, tiles: int, *, proved: bool) -> str:
    """None of so many picked tiles can be laid."""
    if not proved:
        return t.n(
            "**I have found no way to lay it.**",
            "**I have found no way to lay any of them.**",
            tiles,
        )
    return t.n("**It cannot be laid now.**", "**None of them can be laid now.**", tiles)


def checked(t: Translator, tiles: int, *, fit: bool, proved: bool) -> str:
    """Where no more than that is told of so many picked tiles."""
    if fit:
        return t.n(
            "**It can be laid.** How, you find out yourself at this table.",
            "**They can be laid.** How, you find out yourself at this table.",
            tiles,
        )
    if not proved:
        return t.n("**I have found no way to lay it.**", "**I have found no way to lay them all.**", tiles)
    return t.n("**It cannot be laid now.**", "**They cannot all be laid together.**", tiles)
