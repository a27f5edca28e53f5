"""Rummikub as one of the games that can be hosted."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from pydantic import ConfigDict, TypeAdapter

from engine.core.game import Game
from engine.rummikub.actions import Action
from engine.rummikub.events import Event
from engine.rummikub.match import MatchState, apply, new_match, player_view, public_view
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.views import PlayerView, PublicView

_ACTION: Final = TypeAdapter[Action](Action, config=ConfigDict(hide_input_in_errors=True))


class Rummikub:
    """The implementation of :class:`engine.core.game.Game`."""

    name = "rummikub"
    new = staticmethod(new_match)
    apply = staticmethod(apply)
    public_view = staticmethod(public_view)
    player_view = staticmethod(player_view)

    def deadline(self, state: MatchState) -> datetime | None:
        """When the turn under way is over."""
        return state.deadline

    def is_over(self, state: MatchState) -> bool:
        """Whether the match is over."""
        return state.phase == "over"

    def dump(self, state: MatchState) -> str:
        """The state as JSON, secrets included."""
        return state.model_dump_json()

    def load(self, text: str) -> MatchState:
        """The state of :meth:`dump`."""
        return MatchState.model_validate_json(text)

    def dump_action(self, action: Action) -> str:
        """An action as JSON."""
        return action.model_dump_json()

    def load_action(self, text: str) -> Action:
        """The action of :meth:`dump_action`."""
        return _ACTION.validate_json(text)


RUMMIKUB: Final[Game[Ruleset, MatchState, Action, Event, PublicView, PlayerView]] = Rummikub()
"""The game as services see it; a step it gives is always an :class:`engine.rummikub.match.Step`."""
