"""Hints in words: whether there is a play, which tiles go, the play itself; and what all are told of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from bot.texts import Translator, safe_name
from bot.texts.tiles import tiles_in_words
from engine.rummikub.judging import Accepted


def heading(t: Translator, number: int) -> str:
    """Which game the hint is for."""
    return t("Rummikub #{number} · hint", number=number)


@cache
def label(t: Translator, step: str) -> str:
    """What stands on the buttons: each leads to the next step."""
    return {
        "ask": t("Hint"),
        "tiles": t("Which tiles?"),
        "play": t("Show the play"),
        "send": t("Play it"),
    }[step]


def not_my_turn(t: Translator) -> str:
    """For all advice that is asked for too early."""
    return t("-# It is not your turn: this is for the table as it lies now, and it may change.")


def moved_on(t: Translator, *, over: bool) -> str:
    """The button belonged to a turn that is over; ``over``: and so is the game."""
    if over:
        return t("This hint is out of date: the game is over. It was not counted again.")
    return t("The game has moved on since this hint. Nothing was played, and nothing was counted.")


def exists(t: Translator, *, proved: bool) -> str:
    """Step one, where there is a play."""
    if proved:
        return t("**There is a play.** Look for it, or ask which of your tiles go.")
    return t("**There is a play.** The position is too large to look at everything, so there may be better ones.")


def none(t: Translator, *, proved: bool, empty: bool) -> str:
    """Where there is no play; ``empty``: the pool is, so that passing is all there is."""
    if not proved:
        return t("**I have found no play.** The position is too large to look at everything, so there may be one.")
    if empty:
        return t("**There is no play.** Nothing of your rack can be laid; pass.")
    return t("**There is no play.** Nothing of your rack can be laid; draw a tile.")


def which(t: Translator, play: Accepted) -> str:
    """Step two: the tiles."""
    return t.n(
        "**{n} of your tiles goes:** {tiles}. It is marked.",
        "**{n} of your tiles go:** {tiles}. They are marked.",
        len(play.placed),
        tiles=tiles_in_words(t, play.placed),
    )


def shown(t: Translator, play: Accepted) -> str:
    """Step three: the play."""
    return t("**The play:** `{play}`", play=play.text)


def count(t: Translator, used: int) -> str:
    """How many hints this player was given."""
    return t.n(
        "-# You were given {n} hint in this round; all are told when it ends.",
        "-# You were given {n} hints in this round; all are told when it ends.",
        used,
    )


def used(t: Translator, names: Sequence[str], by_seat: Mapping[int, int], shown: Mapping[int, int]) -> str:
    """What all are told at the end of a round; empty where nobody was given a hint.

    ``shown``: by seat, how many of the hints showed the play itself.
    """
    if not by_seat:
        return ""
    who = [
        f"{safe_name(names[seat])} {count}"
        + (" " + t("({shown} with the play shown)", shown=shown[seat]) if seat in shown else "")
        for seat, count in sorted(by_seat.items())
    ]
    return t("-# Hints used: {who}", who=", ".join(who))
