"""Names that members give themselves, and what else they type, made harmless."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\](){}#+\-:@/.!])")
_MARKS_PER_LETTER = 2
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_KEPT_INVISIBLE = frozenset("\u200d\ufe0f")  # they glue emoji together


@lru_cache(maxsize=1024)
def clean_name(name: str, limit: int = 32) -> str:
    """The name without invisible characters and towers of accents, at most ``limit`` characters, never empty.

    For pictures, logs and choices, where Discord reads no markdown.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name):
        category = unicodedata.category(char)
        if char in _KEPT_INVISIBLE:
            if kept and unicodedata.category(kept[-1]) in {"So", "Sk", "Mn"}:
                kept.append(char)
            continue
        if char.isspace():
            kept.append(" ")
            continue
        if category.startswith("C"):
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= _MARKS_PER_LETTER:
            kept.append(char)
    text = " ".join("".join(kept).split()).rstrip("\u200d")
    if len(text) > limit:
        text = text[: limit - 1].rstrip(" \u200d") + "…"
    return text or "?"


@lru_cache(maxsize=1024)
def safe_name(name: str, limit: int = 32) -> str:
    """``clean_name`` for a message: markdown, mentions, links and emoji codes show as typed and do nothing.

    A right-to-left name is isolated, so that it does not reorder the sentence around it.
    """
    text = clean_name(name, limit)
    return _isolated(_MARKDOWN.sub(r"\\\1", text).replace("@", "@\u200b"))


def quoted(text: str, limit: int, *, line_break: str = " ") -> str:
    """What a member typed, for between two backticks: one line of about ``limit`` characters that ends no quotation.

    A character that is not seen but does something, as one that turns the direction, is shown as a box.
    """
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    shown = shown.replace("`", "ˋ").replace("\r\n", "\n").replace("\n", line_break)
    shown = "".join("\ufffd" if unicodedata.category(char) in _UNSEEN else char for char in shown)
    return _isolated(shown.replace("@", "@\u200b")) or " "


def _isolated(text: str) -> str:
    """Kept from reordering what stands around it, where it runs from right to left."""
    if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in text):
        return f"\u2068{text}\u2069"
    return text
