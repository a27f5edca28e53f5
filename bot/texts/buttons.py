"""What stands on the buttons of a table."""

from __future__ import annotations

from functools import cache

from bot.texts import Translator


@cache
def label(t: Translator, what: str) -> str:
    """The label of a table's button."""
    return {
        "rack": t("My rack"),
        "play": t("Play"),
        "draw": t("Draw"),
        "pass": t("Pass"),
        "board": t("Board"),
        "help": t("Help"),
        "again": t("Edit and send again"),
        "resign": t("Leave the game"),
        "stop": t("End the game"),
        "back": t("I'm back"),
        "resume": t("Resume"),
        "agree": t("Agree"),
        "end": t("Agree to end"),
    }[what]


@cache
def order(t: Translator, order: str) -> str:
    """The label of a way to sort a rack."""
    return {"color": t("By color"), "value": t("By value"), "sets": t("By sets")}[order]
