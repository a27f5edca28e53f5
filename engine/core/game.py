"""What any turn game offers to those who host it. Nothing here knows tiles, cards or rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from engine.core.errors import IllegalAction

State = TypeVar("State")
StateOut_co = TypeVar("StateOut_co", covariant=True)
EventOut_co = TypeVar("EventOut_co", covariant=True)
Rules_contra = TypeVar("Rules_contra", contravariant=True)
Act = TypeVar("Act")
Public_co = TypeVar("Public_co", covariant=True)
Private_co = TypeVar("Private_co", covariant=True)


@dataclass(frozen=True)
class Step(Generic[StateOut_co, EventOut_co]):
    """The state after an action and what the action led to, in order."""

    state: StateOut_co
    events: tuple[EventOut_co, ...]
    refused: IllegalAction | None = None
    """Why the action was refused, where a refusal has consequences by the rules of the game."""


class Game(Protocol[Rules_contra, State, Act, EventOut_co, Public_co, Private_co]):
    """A turn game as pure functions over an immutable state. Times are timezone-aware and handed in.

    ``dump`` and ``load`` are inverse; ``load`` and its kin raise :class:`ValueError` for text that is not
    theirs, without quoting it.
    """

    @property
    def name(self) -> str:
        """The name under which matches of this game are stored."""
        ...

    def new(self, ruleset: Rules_contra, seats: int, seed: str, now: datetime) -> Step[State, EventOut_co]:
        """Begin a match; :class:`ValueError` for a number of seats the ruleset does not allow."""
        ...

    def apply(self, state: State, seat: int, action: Act, now: datetime) -> Step[State, EventOut_co]:
        """The state after this seat's action; :class:`IllegalAction` where it is not allowed."""
        ...

    def public_view(self, state: State) -> Public_co:
        """What everybody may see."""
        ...

    def player_view(self, state: State, seat: int) -> Private_co:
        """What one seat may see."""
        ...

    def deadline(self, state: State) -> datetime | None:
        """When the turn under way is over; None without a limit or when the match is over."""
        ...

    def is_over(self, state: State) -> bool:
        """Whether the match is over."""
        ...

    def dump(self, state: State) -> str:
        """The state as JSON."""
        ...

    def load(self, text: str) -> State:
        """The state of :meth:`dump`."""
        ...

    def dump_action(self, action: Act) -> str:
        """An action as JSON."""
        ...

    def load_action(self, text: str) -> Act:
        """The action of :meth:`dump_action`."""
        ...
