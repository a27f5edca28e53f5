"""What can be done at a table. Plain data that is stored in the action log as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Action(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Play(_Action):
    """Lay tiles: ``text`` is a play in the notation, as typed or in its explicit form."""

    type: Literal["play"] = "play"
    text: str


class Draw(_Action):
    """Draw one tile and end the turn (rule 3.1)."""

    type: Literal["draw"] = "draw"


class Pass(_Action):
    """End the turn without a play; only with an empty pool (rule 3.5)."""

    type: Literal["pass"] = "pass"


class Resign(_Action):
    """Leave the match: the rack stays out of play and counts at the end. Possible out of turn."""

    type: Literal["resign"] = "resign"


class Timeout(_Action):
    """The time of turn ``turn`` is up (rule 6.2), or its seat is away.

    ``begun``: a staged draft existed; ``there``: whoever sits there did something in that turn, so it is not missed.
    """

    type: Literal["timeout"] = "timeout"
    turn: int
    begun: bool = False
    there: bool = False


class Stop(_Action):
    """End the match now, by agreement or by a moderator; the round under way is not scored."""

    type: Literal["stop"] = "stop"


class Stuck(_Action):
    """It is proved that nobody can play with the empty pool, and the round ends (rule 7.2, last sentence).

    Nobody's own action: whoever hosts the match proves it and submits this.
    """

    type: Literal["stuck"] = "stuck"


class Back(_Action):
    """Whoever was away is at the table again. Possible out of turn; a turn of their own under way begins anew."""

    type: Literal["back"] = "back"


class HandOver(_Action):
    """Somebody else plays on in this seat, with its rack and its points; also in one that was left in this round.

    Nobody's own action: whoever hosts the match knows who sits where.
    """

    type: Literal["hand_over"] = "hand_over"


Action = Annotated[Play | Draw | Pass | Resign | Timeout | Stop | Stuck | Back | HandOver, Field(discriminator="type")]
