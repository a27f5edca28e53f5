"""What the solver tells a player on request: hints, and how picked tiles can be laid.

It is asked about what the player sees, and answers within a budget of the solver's.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

import engine.rummikub.solver.disturbing  # noqa: F401 -- at the start, not while the first player waits
from bot.services.matches import Match, Matches
from bot.services.picking import held
from bot.services.settings import Assist, HintsUsed, Settings
from bot.services.thoughts import Thoughts
from data import Store
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.hints import hint
from engine.rummikub.judging import Accepted
from engine.rummikub.solver import largest_part, nobody_can_play, placeable
from engine.rummikub.tiles import Tile
from engine.rummikub.views import PlayerView
from engine.rummikub.wording import worded

WAYS = 5
"""So many ways to lay the same tiles are offered."""


@dataclass(frozen=True)
class Tip:
    """The best play of a rack, or none; ``proved``: that no play lays more tiles, or that there is none."""

    play: Accepted | None = field(repr=False)
    proved: bool


@dataclass(frozen=True)
class Ways:
    """How some tiles of a rack can be laid.

    ``ways``: all of them and nothing else, the least disturbing first. Where there is none, ``part``: as many of
    them as possible; ``proved``: that really no more of them can.
    """

    ways: tuple[Accepted, ...] = field(repr=False)
    part: Accepted | None = field(repr=False)
    proved: bool


class Advice:
    """Advises players. Every call may raise :class:`IllegalAction`: ``unknown_match``, ``not_begun``,
    ``not_seated``, ``round_over``; ``no_hints`` or ``no_picking`` where the table plays without.
    """

    def __init__(self, store: Store, matches: Matches, executor: Executor) -> None:
        self._store = store
        self._matches = matches
        self._thoughts = Thoughts(executor)

    async def hint(
        self, match_id: int, user_id: int, *, turn: int | None = None, shown: bool = False
    ) -> tuple[Match, Tip]:
        """The best play against the present table, as if it were this player's turn, and the match as it is then.

        Counts as one hint, however often it is asked for in a turn. ``shown``: the player is shown the play itself,
        which is counted too. Nothing is counted where ``turn`` is given and over: that is ``out_of_date``.
        """
        match, player = await self._playing(match_id, user_id)
        if turn is not None and turn != player.public.turn:
            raise IllegalAction(Fault.of("out_of_date", match=match_id))
        if not match.settings.hints:
            raise IllegalAction(Fault.of("no_hints"))
        key = (match.id, match.row.revision, player.seat)
        found = await asyncio.shield(self._thoughts.ask(key, tip, player))
        return await self._count(match, player, shown=shown and found.play is not None), found

    async def ways(self, match_id: int, user_id: int, tiles: tuple[Tile, ...]) -> tuple[Match, Ways]:
        """How these tiles can be laid, those of them that are still on the rack."""
        match, player = await self.picking(match_id, user_id)
        tiles = held(tiles, player.rack)
        key = (match.id, match.row.revision, player.seat, tiles)
        return match, await asyncio.shield(self._thoughts.ask(key, ways, player, tiles))

    async def picking(self, match_id: int, user_id: int) -> tuple[Match, PlayerView]:
        """The match and what this player sees of it, where tiles may be picked."""
        match, player = await self._playing(match_id, user_id)
        if match.settings.assist is Assist.NONE:
            raise IllegalAction(Fault.of("no_picking"))
        return match, player

    async def _playing(self, match_id: int, user_id: int) -> tuple[Match, PlayerView]:
        match = await self._matches.load(match_id)
        player = match.player(user_id)
        self._matches.use(match, user_id)
        if player.public.phase == "over":
            raise IllegalAction(Fault.of("round_over"))
        if player.public.seats[player.seat].resigned:
            raise IllegalAction(Fault.of("not_seated", match=match_id))
        return match, player

    async def _count(self, asked: Match, player: PlayerView, *, shown: bool) -> Match:
        """Write a hint down, without a new revision: the table looks as before."""
        async with self._matches.locked(asked.id) as match:
            settings = counted(match.settings, player, shown=shown)
            if settings != match.settings:
                await self._store.keep_settings(match.id, settings.model_dump_json(), expected=match.row.revision)
        return replace(asked, settings=settings)


def counted(settings: Settings, player: PlayerView, *, shown: bool = False) -> Settings:
    """The settings after this player was given a hint, and ``shown`` the play; each counts once in a turn."""
    view, seat = player.public, player.seat
    before = next((used for used in settings.hints_used if (used.round, used.seat) == (view.round, seat)), None)
    used = before or HintsUsed(round=view.round, seat=seat, count=0, turn=-1)
    if used.turn != view.turn:
        used = used.model_copy(update={"count": used.count + 1, "turn": view.turn})
    if shown and used.shown_in != view.turn:
        used = used.model_copy(update={"shown": used.shown + 1, "shown_in": view.turn})
    if used == before:
        return settings
    others = (other for other in settings.hints_used if other is not before)
    return settings.model_copy(update={"hints_used": (*others, used)})


def hints_used(settings: Settings, round_number: int) -> dict[int, int]:
    """How many hints each seat was given in a round, of those that were given any."""
    return {used.seat: used.count for used in settings.hints_used if used.round == round_number}


def plays_shown(settings: Settings, round_number: int) -> dict[int, int]:
    """With how many of its hints each seat was shown the play in a round, of those that were shown any."""
    return {used.seat: used.shown for used in settings.hints_used if used.round == round_number and used.shown}


def tip(player: PlayerView) -> Tip:
    """What a hint knows."""
    found = hint(player)
    if found is None:
        return Tip(None, _none(player, player.rack))
    return Tip(_judged(player, found.play), found.proved)


def ways(player: PlayerView, tiles: tuple[Tile, ...]) -> Ways:
    """The ways to lay exactly these tiles; where there is none, the most of them that can be laid."""
    view = player.public
    opened = view.seats[player.seat].opened
    found = placeable(table=view.table, tiles=tiles, ruleset=view.ruleset, opened=opened, limit=WAYS)
    if found:
        return Ways(tuple(_judged(player, each.play) for each in found), None, proved=True)
    part = largest_part(table=view.table, tiles=tiles, ruleset=view.ruleset, opened=opened)
    if part is None:
        return Ways((), None, _none(player, tiles))
    # The same question as when this part is sent, so that it is laid as it was shown.
    again = placeable(table=view.table, tiles=part.placed, ruleset=view.ruleset, opened=opened, limit=WAYS)
    play = _judged(player, (again or (part,))[0].play)
    return Ways((play,), None, proved=True) if play.placed == tiles else Ways((), play, part.proved)


def _judged(player: PlayerView, play: str) -> Accepted:
    view = player.public
    opened = view.seats[player.seat].opened
    return worded(play, table=view.table, rack=player.rack, ruleset=view.ruleset, opened=opened)


def _none(player: PlayerView, tiles: tuple[Tile, ...]) -> bool:
    """Whether it is proved that none of these tiles can be laid."""
    view = player.public
    opened = view.seats[player.seat].opened
    return nobody_can_play(table=view.table, seats=[(tiles, opened)], ruleset=view.ruleset)
