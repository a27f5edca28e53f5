"""What was chosen when a match was made, and what its players agreed on since."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.rummikub.ruleset import Ruleset


class Assist(StrEnum):
    """What the bot does for a player who has picked tiles."""

    FULL = "full"
    """It lays them; and it suggests plays to who types."""
    CHECK = "check"
    """It tells whether they can be laid, and not how."""
    NONE = "none"


class HintsUsed(BaseModel):
    """How often a seat asked for a hint in a round; ``turn``: in which turn of the match it did so last.

    ``shown``: in how many turns the play was shown to it, and ``shown_in`` the last of them.
    """

    model_config = ConfigDict(frozen=True)

    round: int
    seat: int
    count: int
    turn: int
    shown: int = 0
    shown_in: int | None = None


class Handover(BaseModel):
    """A proposal: who is to play on in a seat whose player is away, a member or a computer of this level."""

    model_config = ConfigDict(frozen=True)

    seat: int
    user_id: int | None = None
    name: str = ""
    level: str | None = None
    votes: tuple[int, ...] = ()
    """Seats that agree."""
    accepted: bool = False
    """Whether the one who is to play on wants to; a computer always does."""
    moderator: int | None = None
    """The moderator who has decided it, so that votes do not matter."""
    asked_by: str = ""
    """The name of who proposed it, or of that moderator."""

    @property
    def who(self) -> tuple[int, int | None, str | None]:
        """What is proposed, whoever agrees to it."""
        return self.seat, self.user_id, self.level

    def with_votes(self, votes: tuple[int, ...], *, accepted: bool, moderator: int | None, name: str) -> Handover:
        """The same with more agreement, of somebody with this name."""
        return self.model_copy(
            update={
                "votes": tuple(sorted({*self.votes, *votes})),
                "accepted": self.accepted or accepted,
                "moderator": self.moderator or moderator,
                "asked_by": name if moderator and not self.moderator else self.asked_by,
            }
        )


class HandedOver(BaseModel):
    """A seat in which somebody else plays on: the member who sat there, and how it came about."""

    model_config = ConfigDict(frozen=True)

    seat: int
    user_id: int
    name: str
    why: Literal["away", "left", "waited"]
    """``waited``: the others had, without a clock, for as long as anybody has to."""
    asked_by: str
    moderator: bool
    """Whether who asked for it decided it alone."""

    def without(self, user_id: int, names: Collection[str]) -> HandedOver:
        """Without the name and id of a member who had these ``names`` in the match."""
        own = {"user_id": 0, "name": ""} if self.user_id == user_id else {}
        return self.model_copy(update=own | ({"asked_by": ""} if self.asked_by in names else {}))


class Settings(BaseModel):
    """Stored beside the state of a match, as JSON."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    ruleset: Ruleset = Ruleset()
    seats: Annotated[int, Field(ge=2, le=6)] = 4
    """The lobby starts by itself when so many have joined."""
    hints: bool = True
    """Whether players may ask for hints; how often they did is told at the end of a round."""
    assist: Assist = Assist.FULL
    hints_used: tuple[HintsUsed, ...] = ()
    end_votes: tuple[int, ...] = ()
    """Seats that want to end the match now; it ends when all who still play agree."""
    handover: Handover | None = None
    handed_over: tuple[HandedOver, ...] = ()
    """As long as the match goes on: nothing of a match that is over may name who is not in its seats."""
    barred: tuple[int, ...] = ()
    """Members whom the host has removed from the lobby; forgotten when it begins or closes."""
    note: str = ""
    """Why a lobby was closed: ``expired``, ``cancelled``, ``empty`` or ``unreachable``; empty while it is open.
    ``deserted`` where a match was closed because nobody came back to it."""

    @model_validator(mode="after")
    def _seats_within_rules(self) -> Self:
        if self.seats > self.ruleset.max_players:
            return self.model_copy(update={"seats": self.ruleset.max_players})
        return self

    def afresh(self, seats: int) -> Settings:
        """The same choices for a new match of so many seats."""
        return Settings(ruleset=self.ruleset, seats=seats, hints=self.hints, assist=self.assist)
