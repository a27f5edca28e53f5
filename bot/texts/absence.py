"""Players who are not there in words: what happens to their seats, and who plays on."""

from __future__ import annotations

from bot.texts import Translator
from engine.rummikub.events import Absence, CameBack, Skipped, TakenOver, WentAway


def told(t: Translator, name: str, event: Absence) -> str:
    """What the channel reads of a seat; ``name`` is safe."""
    match event:
        case WentAway():
            return t("**{name}** has missed two turns in a row and is away.", name=name)
        case Skipped(count=0):
            return t("**{name}** is away and passes.", name=name)
        case Skipped():
            return t("**{name}** is away and draws a tile.", name=name)
        case CameBack():
            return t("**{name}** is back.", name=name)
        case TakenOver():
            return t("**{name}** plays on in this seat, with its tiles and points.", name=name)
