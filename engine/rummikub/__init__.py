"""The rules of Rummikub. ``RUMMIKUB`` is the game as :class:`engine.core.game.Game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.rummikub.game import RUMMIKUB

__all__ = ["RUMMIKUB"]


def __getattr__(name: str) -> Any:
    """Loaded when asked for: who only judges or solves need not wait for the rest."""
    if name != "RUMMIKUB":
        raise AttributeError(name)
    from engine.rummikub.game import RUMMIKUB as GAME  # noqa: PLC0415

    return GAME
