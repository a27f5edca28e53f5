"""How often members may ask something of the bot: more than anybody's fingers want, and less than a script's.

Token buckets in memory: each holds ``burst`` requests and gets ``rate`` new ones a second. A restart fills them all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from data.recent import Recent

Verdict = Literal["yes", "no", "silence"]
"""``silence``: no, and it has been said often enough."""

REMEMBERED: Final = 10_000
"""Members and channels remembered; the ones that were quiet for the longest are forgotten first."""


@dataclass(frozen=True)
class Limit:
    """So many at once, and so many a second in the long run."""

    burst: float
    rate: float


MEMBER: Final = Limit(20, 2)
"""Clicks and commands of one member."""
TYPING: Final = Limit(40, 8)
"""Lists that Discord asks for while one member types."""
CHANNEL: Final = Limit(80, 15)
"""Clicks and commands of all members in a channel: several tables, all busy."""
TOLD: Final = Limit(3, 0.2)
"""Answers to one member that it is too fast."""


class Limits:
    """Counts. ``now`` may jump: back, it counts as standing still."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._buckets = Recent[Hashable, tuple[float, datetime]](REMEMBERED)

    def acts(self, member: int, channel: int | None) -> Verdict:
        """A click or command of a member in a channel."""
        if self._take(("member", member), MEMBER) and self._take(("channel", channel), CHANNEL):
            return "yes"
        return "no" if self._take(("told", member), TOLD) else "silence"

    def types(self, member: int) -> bool:
        """A list is wanted while a member types."""
        return self._take(("typing", member), TYPING)

    def _take(self, key: Hashable, limit: Limit) -> bool:
        now = self._now()
        left, since = self._buckets.get(key) or (limit.burst, now)
        left = min(limit.burst, left + max(0.0, (now - since).total_seconds()) * limit.rate)
        self._buckets.keep(key, (left - 1 if left >= 1 else left, now))
        return left >= 1
