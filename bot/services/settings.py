"""What was chosen when a match was made, and what its players agreed on since."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.rummikub.ruleset import Ruleset


class Settings(BaseModel):
    """Stored beside the state of a match, as JSON."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    ruleset: Ruleset = Ruleset()
    seats: Annotated[int, Field(ge=2, le=6)] = 4
    """The lobby starts by itself when so many have joined."""
    end_votes: tuple[int, ...] = ()
    """Seats that want to end the match now; it ends when all who still play agree."""
    note: str = ""
    """Why a lobby was closed: ``expired``, ``cancelled``, ``empty`` or ``unreachable``; empty while it is open."""

    @model_validator(mode="after")
    def _seats_within_rules(self) -> Self:
        if self.seats > self.ruleset.max_players:
            return self.model_copy(update={"seats": self.ruleset.max_players})
        return self
