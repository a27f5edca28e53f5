"""One small game from the lobby to the rematch, in steps that come out the same whenever they are taken.

Two members and a computer, two rounds: the first is over when the pool is empty, which illegal plays and a turn
that is missed bring about soon; the second is ended by consent.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from simcord import InteractionResult, MemberActor

from bot.services.matches import Match, Member
from bot.services.replay import is_sound
from engine.rummikub.notation import format_tiles
from engine.rummikub.ruleset import PoolEmpty
from tests.bot.players import best, on_turn, table_of
from tests.bot.support import World, buttons_of, private, text_of

SEED = "faults"
RULES = {
    "turn_seconds": 1800,
    "opening_points": 0,
    "match_rounds": 2,
    "pool_empty": PoolEmpty.END_AT_ONCE,
    "misplay_penalty": 10,
    "timeout_penalty_idle": 10,
}


@dataclass
class Game:
    """The game as it goes on in a world."""

    world: World
    answers: list[InteractionResult] = field(default_factory=list)
    """Of the step under way."""

    def __post_init__(self) -> None:
        self.anna, self.ben = self.world.members[:2]
        self.world.bot.matches._new_seed = lambda: SEED

    # --- what there is ---------------------------------------------------------------------------------------

    def facts(self) -> list[Any]:
        """All that counts, as it stands in the file: games, seats, votes, drafts and every action, in order."""
        with closing(sqlite3.connect(self.world.database)) as file:

            def rows(statement: str, *values: object) -> list[tuple[Any, ...]]:
                return file.execute(statement, values).fetchall()

            return [
                (
                    phase,
                    json.loads(settings)["end_votes"],
                    rows("SELECT seat, user_id, computer FROM seats WHERE match_id = ? ORDER BY seat", match),
                    rows("SELECT seat, text FROM drafts WHERE match_id = ? AND kind = 'staged'", match),
                    rows("SELECT seat, user_id, action FROM log WHERE match_id = ? ORDER BY revision, number", match),
                )
                for match, phase, settings in rows(
                    "SELECT id, phase, settings FROM matches WHERE phase != 'cancelled' ORDER BY id"
                )
            ]

    @property
    def number(self) -> int:
        """The latest match."""
        with closing(sqlite3.connect(self.world.database)) as file:
            return file.execute("SELECT max(id) FROM matches").fetchone()[0]

    async def match(self) -> Match:
        return await self.world.bot.matches.load(self.number)

    async def player(self) -> MemberActor:
        """The member on turn."""
        _, member = await on_turn(self.world, [self.anna, self.ben], self.number)
        assert member is not None, "nobody is on turn"
        return member

    async def sound(self) -> bool:
        """Whether every match is what its log leads to."""
        store = self.world.bot.store
        found = [await self.world.bot.matches.load(n) for n in range(1, self.number + 1)]
        return all([is_sound(match, await store.log(match.id)) for match in found if match.state is not None])

    async def trouble_to_see(self) -> str | None:
        """What is wrong with what the channel shows."""
        match = await self.match()
        lowest = self.world.latest()
        if match.row.phase == "cancelled":
            return None
        if match.row.shown_revision != match.row.revision:
            return "it is not shown"
        if lowest.id != match.row.message_id:
            return "the game is not the lowest message"
        needed = {"lobby": {"Join"}, "playing": {"My rack", "Board"}, "over": {"Rematch"}}[match.row.phase]
        return None if needed <= set(buttons_of(lowest)) else "its buttons are missing"

    # --- the steps -------------------------------------------------------------------------------------------

    async def steps(self) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """The steps, the next one when the one before has been taken."""
        for step in (self.start, self.join, self.rack, self.refused, self.hint, self.draw, self.time_up):
            yield step
        for step in (self.command, self.window, self.stage, self.send):
            yield step
        while (await self.match()).view.round == 1:
            yield self.misplay
        for step in (self.vote, self.vote, self.rematch, self.cancel):
            yield step

    def _did(self, answer: InteractionResult) -> InteractionResult:
        self.answers.append(answer)
        return answer

    async def start(self) -> None:
        """Open the lobby with one computer."""
        options: dict[str, Any] = {"seats": 3, "computers": 1, "level": "easy"}
        self._did(await self.anna.slash(self.world.channel, "rummikub start", **options))

    async def choose(self) -> None:
        """Rules that make it short; no step of a member."""
        await self.world.bot.matches.configure(
            self.number,
            Member(self.anna.id, "Anna"),
            lambda s: s.model_copy(update={"ruleset": s.ruleset.model_copy(update=RULES)}),
        )
        await self.world.settle()

    async def join(self) -> None:
        """Take the last seat, by which the match begins."""
        self._did(await self.ben.click(self.world.latest(), label="Join"))

    async def rack(self) -> None:
        member = await self.player()
        self._did(await member.click(table_of(self.world, await self.match()), label="My rack"))

    async def hint(self) -> None:
        member = await self.player()
        self._did(await member.slash(self.world.channel, "rummikub hint", game=self.number))

    async def refused(self) -> None:
        await self._type("k1 q1")

    async def misplay(self) -> None:
        """An illegal play, which costs ten tiles (rule 3.4)."""
        match, member = await self.match(), await self.player()
        await self._type(format_tiles(match.player(member.id).rack[:2]))

    async def draw(self) -> None:
        match, member = await self.match(), await self.player()
        self._did(await member.click(table_of(self.world, match), label="Draw" if match.view.pool else "Pass"))

    async def stage(self) -> None:
        """Draft the best play."""
        member = await self.player()
        match = await self.match()
        move = best(match, member) or format_tiles(match.player(member.id).rack[:3])
        self._did(await member.slash(self.world.channel, "rummikub draft", add=move, game=self.number))

    async def send(self) -> None:
        """Send the draft."""
        member = await self.player()
        shown = self._did(await member.slash(self.world.channel, "rummikub draft", game=self.number))
        if shown.response is not None and "Send" in buttons_of(shown.response):
            self._did(await member.click(private(shown), label="Send"))

    async def command(self) -> None:
        """The best play, by command; draw where there is none."""
        member = await self.player()
        move = best(await self.match(), member) or "draw"
        self._did(await member.slash(self.world.channel, "rummikub play", move=move, game=self.number))

    async def window(self) -> None:
        """The best play, by window; draw where there is none."""
        await self._type(best(await self.match(), await self.player()) or "draw")

    async def time_up(self) -> None:
        """Nobody does anything: the reminder, and then the end of the turn."""
        due = (await self.match()).row.deadline
        assert due is not None
        await self.world.advance((due - self.world.now()).total_seconds() + 2)

    async def vote(self) -> None:
        """One of the two who has not yet votes for the end."""
        voter = self.anna if not (await self.match()).settings.end_votes else self.ben
        asked = self._did(await voter.slash(self.world.channel, "rummikub end", game=self.number))
        shown = buttons_of(asked.response) if asked.response is not None else {}
        label = next((name for name in shown if "end" in name.lower()), None)
        if label is not None:
            self._did(await voter.click(private(asked), label=label))

    async def rematch(self) -> None:
        self._did(await self.ben.click(self.world.latest(), label="Rematch"))

    async def cancel(self) -> None:
        self._did(await self.ben.click(self.world.latest(), label="Cancel game"))

    async def _type(self, move: str) -> None:
        member = await self.player()
        window = self._did(await member.click(table_of(self.world, await self.match()), label="Play"))
        if window.modal is not None:
            self._did(await member.submit_modal(window, {"move": move}))


def said(answer: InteractionResult) -> str:
    """All that was answered."""
    return "\n".join(text_of(message) for message in [answer.response, *answer.followups] if message is not None)
