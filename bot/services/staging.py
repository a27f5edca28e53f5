"""Drafts: plays that a member puts together step by step before sending them.

They are kept in the store, so a restart loses nothing; a draft is what rule 6.2 calls a play begun. There is one
only on the own turn, and it goes with the end of that turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.services.matches import Match, Matches
from data import Store
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.judging import Accepted, Refused, judge
from engine.rummikub.lexing import SetName
from engine.rummikub.notation import Part, PlayText, format_play, parse_play
from engine.rummikub.reading import Item, meant, possible
from engine.rummikub.tiles import JOKER, Tile
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
        return merged(self.steps, (*self.player.public.table.tiles, *self.player.rack))

    @property
    def unfinished(self) -> bool:
        """Whether there is a new set that is none yet."""
        return any(map(_unfinished, parse_play(self.play).parts)) if self.steps else False

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
    ``round_over``, those of :meth:`Match.waits`; ``out_of_date`` where ``turn`` is given and over.
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
            self._matches.use(match, user_id)
            if not player.my_turn:
                raise match.waits(seat)
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


def merged(steps: Iterable[str], tiles: Iterable[Tile]) -> str:
    """The steps as one play; ``tiles``: all that there are to lay.

    Parts of different steps that name the same set become one part, which has the tiles of both, for a play names a
    set only once. A new set is named by its tiles: a later step that holds them all takes its place, unless it was a
    set already and the tiles are there twice; and one that is no set by itself goes on with a new set where the two
    can belong together. All other parts stay as they are, in their order.
    """
    have = Counter(tiles)
    parts: list[Part] = []
    for step in steps:
        before = len(parts)
        for part in parse_play(step).parts:
            if any(isinstance(word, SetName) for word in part):
                before -= _join_named(parts, part, before)
            elif (i := _gone_on_with(parts[:before], part, have)) is None:
                parts.append(part)
            else:
                parts[i] = part if _holds(part, parts[i]) else (*parts[i], *part)
    return format_play(PlayText(tuple(parts)))


def _join_named(parts: list[Part], part: Part, before: int) -> int:
    """Add a part to those that name a set which it names too; how many of the first ``before`` went into others."""
    same = [i for i, other in enumerate(parts) if _named(part) & _named(other)]
    if not same:
        parts.append(part)
        return 0
    first, *others = same
    joined = [word for i in same for word in parts[i]]
    known = frozenset[int]().union(*(_named(parts[i]) for i in same))
    joined += [word for word in part if not isinstance(word, SetName) or word.number not in known]
    parts[first] = tuple(joined)
    for i in reversed(others):
        del parts[i]
    return sum(i < before for i in others)


def _named(part: Part) -> frozenset[int]:
    return frozenset(word.number for word in part if isinstance(word, SetName))


def _gone_on_with(parts: Sequence[Part], part: Part, have: Counter[Tile]) -> int | None:
    """The new set that a part goes on with, the last one where there are several."""
    return next((i for i in reversed(range(len(parts))) if _goes_on_with(parts[i], part, have)), None)


def _goes_on_with(earlier: Part, part: Part, have: Counter[Tile]) -> bool:
    if _named(earlier):
        return False
    both = (*earlier, *part)
    if _holds(part, earlier):
        return _unfinished(earlier) or bool(_counts(both) - have)
    return _unfinished(part) and (_could_be_one(both) if _unfinished(earlier) else bool(meant(_items(both))))


def _unfinished(part: Part) -> bool:
    """Whether a part is a new set that is none yet."""
    return not _named(part) and not meant(_items(part))


def _holds(part: Part, other: Part) -> bool:
    return not _counts(other) - _counts(part)


def _counts(part: Part) -> Counter[Tile]:
    return Counter(item.tile for item in _items(part))


def _could_be_one(part: Part) -> bool:
    """Whether these tiles are a set, or are with one more."""
    return bool(possible(_items(part)) or possible([*_items(part), Item(JOKER)]))


def _items(part: Part) -> list[Item]:
    slots = [word for word in part if not isinstance(word, SetName)]
    return [Item(slot.tile, None if slot.role is None else frozenset({slot.role})) for slot in slots]
