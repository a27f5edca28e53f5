"""Drafts: plays that a member puts together step by step before sending them.

They are kept in the store, so a restart loses nothing; a draft is what rule 6.2 calls a play begun. There is one
only on the own turn, and it goes with the end of that turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from bot.services.matches import Match, Matches
from data import Store
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.judging import Accepted, Refused, judge
from engine.rummikub.lexing import SetName
from engine.rummikub.notation import Part, PlayText, format_play, parse_play
from engine.rummikub.views import PlayerView

_LINE = "\n"


@dataclass(frozen=True)
class Staged:
    """A member's draft in a match: its ``steps`` as they were added; none where there is no draft."""

    match: Match
    player: PlayerView
    steps: tuple[str, ...] = field(repr=False)

    @property
    def play(self) -> str:
        """All steps as one play; empty without steps."""
        return merged(self.steps)

    def judged(self) -> Accepted | Refused | None:
        """What the play so far would come to; None without steps."""
        if not self.steps:
            return None
        view = self.player.public
        try:
            return judge(
                self.play,
                table=view.table,
                rack=self.player.rack,
                ruleset=view.ruleset,
                opened=view.seats[self.player.seat].opened,
            )
        except Refused as refused:
            return refused


class Staging:
    """Keeps drafts. Every call may raise :class:`IllegalAction`: ``unknown_match``, ``not_begun``, ``not_seated``,
    ``round_over``, ``not_your_turn``; ``out_of_date`` where ``turn`` is given and over.
    """

    def __init__(self, store: Store, matches: Matches, now: Callable[[], datetime]) -> None:
        self._store = store
        self._matches = matches
        self._now = now

    async def show(self, match_id: int, user_id: int, turn: int | None = None) -> Staged:
        """The draft as it is."""
        return await self._change(match_id, user_id, turn, lambda steps: steps)

    async def add(self, match_id: int, user_id: int, text: str, turn: int | None = None) -> Staged:
        """Add a step; raises also what is wrong with a text that cannot be read or names a set that is not there.

        Whether the play is legal does not matter yet.
        """
        step = "; ".join(line for line in text.splitlines() if line.strip())
        parse_play(step)
        return await self._change(match_id, user_id, turn, lambda steps: (*steps, step))

    async def take_back(self, match_id: int, user_id: int, turn: int | None = None) -> Staged:
        """Take the last step back."""
        return await self._change(match_id, user_id, turn, lambda steps: steps[:-1])

    async def reset(self, match_id: int, user_id: int, turn: int | None = None) -> Staged:
        """Take all steps back."""
        return await self._change(match_id, user_id, turn, lambda _: ())

    async def _change(
        self,
        match_id: int,
        user_id: int,
        turn: int | None,
        change: Callable[[tuple[str, ...]], tuple[str, ...]],
    ) -> Staged:
        async with self._matches.locked(match_id) as match:
            player = match.player(user_id)
            view, seat = player.public, player.seat
            if view.phase == "over":
                raise IllegalAction(Fault.of("round_over"))
            if not player.my_turn:
                raise IllegalAction(Fault.of("not_your_turn"))
            if turn is not None and turn != view.turn:
                raise IllegalAction(Fault.of("out_of_date", match=match_id))
            row = await self._store.draft(match_id, seat, "staged")
            before = tuple(row.text.split(_LINE)) if row is not None else ()
            after = Staged(match, player, change(before))
            if after.steps == before:
                return after
            if not after.steps:
                await self._store.drop_drafts(match_id, seat, "staged")
                return after
            judged = after.judged()
            if isinstance(judged, Refused) and judged.understood is None and len(after.steps) > len(before):
                raise judged
            await self._store.put_draft(match_id, seat, "staged", _LINE.join(after.steps), at=self._now())
            return after


def merged(steps: Iterable[str]) -> str:
    """The steps as one play. Parts of different steps that name the same set become one part, which has the tiles of
    both, for a play names a set only once; all other parts stay as they are, in their order.
    """
    parts: list[list[Part]] = []
    for part in (part for step in steps for part in parse_play(step).parts):
        same = [pieces for pieces in parts if any(_named(part) & _named(piece) for piece in pieces)]
        if not same:
            parts.append([part])
            continue
        first, *others = same
        for other in others:
            first += other
            parts.remove(other)
        known = frozenset[int]().union(*map(_named, first))
        first.append(tuple(word for word in part if not isinstance(word, SetName) or word.number not in known))
    return format_play(PlayText(tuple(tuple(word for piece in pieces for word in piece) for pieces in parts)))


def _named(part: Part) -> frozenset[int]:
    return frozenset(word.number for word in part if isinstance(word, SetName))
