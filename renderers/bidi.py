"""Names in right-to-left scripts, laid out for a drawing library that knows neither direction nor joined letters.

Pillow can do this itself only where a system library is installed; a name must look the same everywhere.
"""

from __future__ import annotations

import itertools
import unicodedata
from functools import cache

_ISOLATED, _FINAL, _INITIAL, _MEDIAL = "<isolated>", "<final>", "<initial>", "<medial>"
_LAM = "\u0644"
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


def visual(text: str) -> str:
    """``text`` in the order in which its letters stand from left to right, Arabic letters in their joined forms."""
    if not any(unicodedata.bidirectional(ch) in {"R", "AL"} for ch in text):
        return text
    shaped = _join(text)
    levels = _levels(shaped)
    chars = [ch.translate(_MIRRORED) if level % 2 else ch for ch, level in zip(shaped, levels, strict=True)]
    for level in range(max(levels), 0, -1):
        start = 0
        for inside, part in itertools.groupby(levels, key=lambda one, least=level: one >= least):
            end = start + len(tuple(part))
            if inside:
                chars[start:end] = reversed(chars[start:end])
            start = end
    return "".join(chars)


def _levels(text: str) -> list[int]:
    """The embedding level of each letter: even reads from the left, odd from the right (Unicode annex 9, short)."""
    kinds = [_direction(ch) for ch in text]
    base = next((kind for kind in kinds if kind in {"L", "R"}), "L")
    strong = base
    for i, kind in enumerate(kinds):
        if kind == "number":
            kinds[i] = "L" if strong == "L" else "number"
        elif kind != "neutral":
            strong = kind
    at = 0
    for kind, part in itertools.groupby(kinds.copy()):
        end = at + len(tuple(part))
        if kind == "neutral":
            before = kinds[at - 1] if at else base
            after = kinds[end] if end < len(kinds) else base
            sides = {"R" if side == "number" else side for side in (before, after)}
            kinds[at:end] = [sides.pop() if len(sides) == 1 else base] * (end - at)
        at = end
    low = {"L": 0, "R": 1, "number": 2} if base == "L" else {"L": 2, "R": 1, "number": 2}
    return [low[kind] for kind in kinds]


def _direction(ch: str) -> str:
    kind = unicodedata.bidirectional(ch)
    return {"L": "L", "R": "R", "AL": "R", "EN": "number", "AN": "number"}.get(kind, "neutral")


@cache
def _forms() -> dict[str, dict[str, str]]:
    """Base letter, or lam and its alef, to its presentation forms."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFBFF), *range(0xFE80, 0xFEFD)):
        kind, *bases = unicodedata.decomposition(chr(code)).split() or [""]
        if kind in {_ISOLATED, _FINAL, _INITIAL, _MEDIAL}:
            base = "".join(chr(int(b, 16)) for b in bases)
            forms.setdefault(base, {}).setdefault(kind, chr(code))
    return forms


def _join(text: str) -> str:
    forms = _forms()
    letters: list[str] = []
    for ch in text:
        if letters and letters[-1] == _LAM and _LAM + ch in forms:
            letters[-1] += ch
        else:
            letters.append(ch)
    shaped: list[str] = []
    for i, letter in enumerate(letters):
        own = forms.get(letter, {})
        before = i > 0 and _INITIAL in forms.get(letters[i - 1], {}) and _FINAL in own
        after = _INITIAL in own and i + 1 < len(letters) and _FINAL in forms.get(letters[i + 1], {})
        kind = (_MEDIAL if after else _FINAL) if before else (_INITIAL if after else _ISOLATED)
        shaped.append(own.get(kind, letter))
    return "".join(shaped)
