"""How a play would leave the table, in words."""

from __future__ import annotations

from bot.texts import Translator
from bot.texts.tiles import ALT_LIMIT, table_in_words, tiles_in_words
from engine.rummikub.judging import Accepted


def after_alt(t: Translator, play: Accepted) -> str:
    """The picture of the table after a play."""
    laid = t("Laid: {tiles}.", tiles=tiles_in_words(t, play.placed))
    head = t("The table as it would be.")
    room = ALT_LIMIT - len(head) - len(laid) - 3
    return f"{head} {table_in_words(t, play.table, room)}. {laid}"[:ALT_LIMIT]
