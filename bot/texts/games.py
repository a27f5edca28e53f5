"""How a match is named, and the question which one is meant."""

from __future__ import annotations

from bot.services.matches import Match
from bot.texts import Translator, clean_name

LABEL = 100
"""Discord's limit for a choice's label."""


def label(t: Translator, match: Match, user_id: int) -> str:
    """A match in one plain line of at most 100 characters: ``#12 Ane, Jonas · your turn``."""
    status = _status(t, match, user_id)
    room = LABEL - len(f"#{match.id} · {status}")
    each = max(3, min(20, room // max(1, len(match.names)) - 2))
    return f"#{match.id} {t(', ').join(clean_name(n, each) for n in match.names)} · {status}"[:LABEL]


def _status(t: Translator, match: Match, user_id: int) -> str:
    if match.row.phase == "lobby":
        return t("waiting for players")
    if match.row.phase != "playing":
        return t("over")
    if match.public.paused:
        return t("paused")
    turn = match.view.on_turn
    if turn is None:
        return t("over")
    if turn == match.seat_of(user_id):
        return t("your turn")
    return t("{name}'s turn", name=clean_name(match.names[turn], 16))


def choose(t: Translator) -> str:
    """In the list of the games there are."""
    return t("Choose a game …")


def which(t: Translator) -> str:
    """The question when a command could mean several games."""
    return t("**Which game do you mean?** There are several here. (The option `game:` of the command says it at once.)")
