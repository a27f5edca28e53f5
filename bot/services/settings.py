"""What was chosen when a match was made, and what its players agreed on since."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

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
    """How often a seat asked for a hint in a round; ``turn``: in which turn of the match it did so last."""

    model_config = ConfigDict(frozen=True)

    round: int
    seat: int
    count: int
    turn: int


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
    note: str = ""
    """Why a lobby was closed: ``expired``, ``cancelled``, ``empty`` or ``unreachable``; empty while it is open."""

    @model_validator(mode="after")
    def _seats_within_rules(self) -> Self:
        if self.seats > self.ruleset.max_players:
            return self.model_copy(update={"seats": self.ruleset.max_players})
        return self

    def afresh(self, seats: int) -> Settings:
        """The same choices for a new match of so many seats."""
        return Settings(ruleset=self.ruleset, seats=seats, hints=self.hints, assist=self.assist)
