"""Tiles and sets in words, for people who listen to a picture rather than look at it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import groupby

from bot.texts import Translator
from engine.rummikub.melds import Kind, Meld, Table
from engine.rummikub.tiles import Color, Tile

ALT_LIMIT = 1024
"""Characters that Discord allows in the description of a picture."""


@cache
def color_name(t: Translator, color: Color) -> str:
    """The color as a word."""
    return {
        Color.BLACK: t("black"),
        Color.RED: t("red"),
        Color.BLUE: t("blue"),
        Color.ORANGE: t("orange"),
    }[color]


def tile_in_words(t: Translator, tile: Tile) -> str:
    """``red 5`` or ``joker``."""
    if tile.is_joker:
        return t("joker")
    return t("{color} {value}", color=color_name(t, tile.color), value=tile.value)


def tiles_in_words(t: Translator, tiles: Iterable[Tile]) -> str:
    """``black 1, 4; red 5; 2 jokers``: by color, then value, jokers last."""
    parts: list[str] = []
    for color, same in groupby(sorted(tiles), key=lambda tile: None if tile.is_joker else tile.color):
        kinds = list(same)
        if color is None:
            parts.append(t.n("{n} joker", "{n} jokers", len(kinds)))
        else:
            values = ", ".join(str(tile.value) for tile in kinds)
            parts.append(t("{color} {value}", color=color_name(t, color), value=values))
    return "; ".join(parts)


def count_in_words(t: Translator, tiles: int, points: int) -> str:
    """``3 tiles, 18 points``."""
    worth = t.n("{n} point", "{n} points", points)
    return t.n("{n} tile, {points}", "{n} tiles, {points}", tiles, points=worth)


def joker_in_words(t: Translator, role: Sequence[Tile]) -> str:
    """``a joker as red 5``, or ``a joker as 10`` where it stands for several colors."""
    if len(role) == 1:
        return t("a joker as {tile}", tile=tile_in_words(t, role[0]))
    return t("a joker as {tile}", tile=role[0].value)


@lru_cache(maxsize=4096)
def meld_in_words(t: Translator, meld: Meld) -> str:
    """``red 3 to 6, joker as 5`` or ``10: black, red, joker``."""
    real = next(tile for tile in meld.tiles if not tile.is_joker)
    if meld.kind is Kind.GROUP:
        members = [t("joker") if tile.is_joker else color_name(t, tile.color) for tile in meld.tiles]
        return t("{value}: {colors}", value=real.value, colors=", ".join(members))
    values = [min(role).value for role in meld.roles]
    words = t("{color} {low} to {high}", color=color_name(t, real.color), low=values[0], high=values[-1])
    jokers = [value for value, tile in zip(values, meld.tiles, strict=True) if tile.is_joker]
    for value in jokers:
        words += t(", joker as {value}", value=value)
    return words


def table_in_words(t: Translator, table: Table, limit: int) -> str:
    """The sets with their numbers, as many as fit into ``limit`` characters."""
    return joined(t, [f"s{number} {meld_in_words(t, meld)}" for number, meld in table.items()], limit)


def joined(t: Translator, parts: Sequence[str], limit: int) -> str:
    """The parts with ``. `` between; where they are too long, as many as fit and how many are left out."""
    text = ". ".join(parts)
    kept = len(parts)
    while len(text) > limit and kept:
        kept -= 1
        more = t.n("and {n} more", "and {n} more", len(parts) - kept)
        text = ". ".join([*parts[:kept], more])
    return text
