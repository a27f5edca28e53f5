"""Drafts in words: plays put together step by step."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Translator, quoted
from bot.texts.options import said
from bot.texts.tiles import count_in_words
from engine.rummikub.judging import Accepted
from engine.rummikub.ruleset import Ruleset

STEPS_SHOWN = 12
STEP_LENGTH = 120
MOVE_LENGTH = 600


def heading(t: Translator, number: int) -> str:
    """Which game the draft is for."""
    return t("Rummikub #{number} · your draft", number=number)


def label(t: Translator, what: str) -> str:
    """What stands on the buttons."""
    return {
        "show": t("Draft"),
        "add": t("Add"),
        "back": t("Take back"),
        "reset": t("Reset"),
        "send": t("Send"),
    }[what]


def empty(t: Translator) -> str:
    """No step yet."""
    return t(
        "Nothing is drafted. **Add** sets one after the other, look at the picture, and **Send** them as one move. "
        "Nobody sees it before."
    )


def steps(t: Translator, texts: Sequence[str]) -> str:
    """The steps, numbered; of many the last."""
    first = max(0, len(texts) - STEPS_SHOWN)
    lines = [f"{number}. `{quoted(text, STEP_LENGTH)}`" for number, text in enumerate(texts[first:], first + 1)]
    if first:
        lines.insert(0, t.n("… {n} step before", "… {n} steps before", first))
    return "\n".join(lines)


def go_on(t: Translator) -> str:
    """How to go on with a new set that is none yet."""
    return t(
        "-# A new set is not finished: **Add** its next tiles, or the whole set anew, which takes its place. "
        "A set of the table goes on by its number (`s1 r7`)."
    )


def as_one(t: Translator, play: str) -> str:
    """Several steps as the one move that is sent."""
    shown = play if len(play) <= MOVE_LENGTH else play[: MOVE_LENGTH - 1] + "…"
    return t("As one move: `{play}`", play=shown)


def legal(t: Translator, play: Accepted) -> str:
    """It can be sent as it is."""
    laid = count_in_words(t, len(play.placed), play.points)
    return t("**Right as it is:** {laid}. Send it, or add more.", laid=laid)


def not_yet(t: Translator, ruleset: Ruleset) -> str:
    """It cannot be sent as it is; what is wrong follows."""
    if not ruleset.misplay_penalty:
        return t("**Not right yet:**")
    return t(
        "**Not right yet;** sent like this, it {penalty}:", penalty=said(t, "misplay_penalty", ruleset.misplay_penalty)
    )


def begun(t: Translator, ruleset: Ruleset) -> str:
    """Rule 6.2: what a draft means when time is up, for a turn that has a time; empty where it makes no difference."""
    started, idle = ruleset.timeout_penalty_started, ruleset.timeout_penalty_idle
    if started == idle:
        return ""
    return t(
        "-# Your play is begun: whoever lets time run out now {penalty}.",
        penalty=said(t, "timeout_penalty_started", started),
    )


def rest_alt(t: Translator, count: int, tiles: str) -> str:
    """The picture of what is left on the rack."""
    return t.n("Not in the draft, {n} tile: {tiles}.", "Not in the draft, {n} tiles: {tiles}.", count, tiles=tiles)


def window_title(t: Translator, number: int) -> str:
    """At most 45 characters."""
    return t("Add to your draft in game #{number}", number=number)[:45]
