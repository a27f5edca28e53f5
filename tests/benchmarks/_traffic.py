"""Games with full boards, plays that come in by themselves, and what was measured meanwhile."""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time, thread_time

from bot.app import RummikubBot
from bot.services.match import Changed
from bot.services.settings import Settings
from data import Change, NewMatch, SeatRow
from engine.rummikub.match import new_match
from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.state import MatchState
from tests.benchmarks._discord import FIRST_CHANNEL, GUILD, Discord

POOL = "r1 b1 o1 k1"
"""Beyond the 106 tiles, so that the board is full and the round goes on as all rounds do but at their very end."""

_RACK = "k13 r13 b13 o13 J"
_RULES = Ruleset(turn_seconds=0)
_STEP = 0.005


@dataclass
class Game:
    """A running game of two; ``made``: how many of its ``moves``."""

    number: int
    channel: int
    players: tuple[int, int]
    made: int = 0

    @property
    def table(self) -> Table:
        """96 tiles in 32 sets, in each game in another order; not kept, so that the bot's memory weighs alone."""
        sets = [parse_meld(f"{color}{low}-{low + 2}") for color in "rrbbookk" for low in (1, 4, 7, 10)]
        random.Random(self.number).shuffle(sets)
        return Table.of(sets)

    @cached_property
    def moves(self) -> list[str]:
        """Eight plays that are legal one after the other, by seats in turn: the two of a color come one by one."""
        ends = {number: meld.tiles[0].color.letter for number, meld in self.table.items() if meld.tiles[-1].value == 12}
        return [f"s{number} {color}13" for number, color in sorted(ends.items(), key=lambda end: end[1])]


@dataclass
class Measured:
    """Seconds each; ``busy``: of the processor in all threads, ``loop``: in the event loop's own."""

    plays: int = 0
    wall: float = 0.0
    busy: float = 0.0
    loop: float = 0.0
    acknowledged: list[float] = field(default_factory=list)
    committed: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    posted: list[float] = field(default_factory=list)
    lag: list[float] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)


def _state(game: Game, bot: RummikubBot, pool: str) -> MatchState:
    state = new_match(_RULES, 2, str(game.number), bot.now()).state
    rack = {"rack": tuple(sorted(parse_tiles(_RACK))), "opened": True}
    seats = tuple(seat.model_copy(update=rack) for seat in state.seats)
    return state.model_copy(update={"seats": seats, "table": game.table, "pool": parse_tiles(pool), "on_turn": 0})


async def open_games(bot: RummikubBot, games: int, channels: int, pool: str = POOL, *, first: int = 0) -> list[Game]:
    """So many running games with full boards, spread over so many channels; ``first``: how many there are already."""
    opened: list[Game] = []
    settings = Settings(ruleset=_RULES, seats=2).model_dump_json()
    for n in range(first, first + games):
        players, channel = (1000 + 2 * n, 1001 + 2 * n), FIRST_CHANNEL + n % channels
        seats = tuple(SeatRow(seat, user, f"Member {user}") for seat, user in enumerate(players))
        row = await bot.store.create(
            NewMatch(
                game="rummikub",
                guild_id=GUILD,
                channel_id=channel,
                host_id=players[0],
                settings=settings,
                at=bot.now(),
                seats=seats,
            )
        )
        opened.append(game := Game(row.id, channel, players))
        assert game.moves, "made now, not while it is measured"
    await lay_anew(bot, opened, pool)
    return opened


async def lay_anew(bot: RummikubBot, games: Sequence[Game], pool: str = POOL) -> None:
    """Put all games back to where none of the moves was made."""
    for game in games:
        game.made = 0
        row = await bot.store.match(game.number)
        assert row is not None
        state = _state(game, bot, pool).model_dump_json()
        row = await bot.store.commit(
            Change(match_id=row.id, expected=row.revision, at=bot.now(), phase="playing", state=state)
        )
        await bot.store.shown(row.id, row.revision, row.message_id or 1)


async def play(
    bot: RummikubBot, discord: Discord, games: Sequence[Game], *, rate: float, plays: int, together: int = 1
) -> Measured:
    """Let ``plays`` plays come in, ``rate`` a second on average, at random moments, ``together`` at each.

    Every game gets one in turn; half of them by the window, half by the command.
    """
    chance, found = random.Random(7), Measured(plays=plays)
    sent: list[tuple[int, Game]] = []
    before = {channel: len(times) for channel, times in discord.posted.items()}
    commits: dict[int, list[float]] = {}
    turns = cycle(games)
    with _watched(bot, found, commits):
        sampler = asyncio.create_task(_sample(found.lag))
        begun, busy, own = perf_counter(), process_time(), thread_time()
        due = begun
        for n in range(plays):
            if n % together == 0:
                due += chance.expovariate(rate / together)
                await asyncio.sleep(max(0.0, due - perf_counter()))
            sent.append(_one(bot, discord, next(turns), n))
        games_played = list(dict.fromkeys(game.number for _, game in sent))
        while len(discord.answered.keys() & {number for number, _ in sent}) < plays:
            await asyncio.sleep(0.01)
            if perf_counter() - due > 30:
                found.trouble.append("not every play was answered")
                break
        await asyncio.gather(*map(bot.publisher.settle, games_played))
        found.wall, found.busy, found.loop = perf_counter() - begun, process_time() - busy, thread_time() - own
        sampler.cancel()
    _collect(found, discord, sent, before, commits)
    await _check(bot, games, found)
    return found


def _one(bot: RummikubBot, discord: Discord, game: Game, n: int) -> tuple[int, Game]:
    player, text = game.players[game.made % 2], game.moves[game.made]
    game.made += 1
    way = discord.window if n % 2 else discord.command
    return way(bot, game.channel, player, game.number, text), game


def _collect(
    found: Measured,
    discord: Discord,
    sent: Sequence[tuple[int, Game]],
    before: dict[int, int],
    commits: dict[int, list[float]],
) -> None:
    made: dict[int, int] = {}
    for number, game in sent:
        came, nth = discord.sent[number], made.get(game.number, 0)
        made[game.number] = nth + 1
        if number in discord.acknowledged:
            found.acknowledged.append(discord.acknowledged[number] - came)
        if number in discord.answered:
            found.answered.append(discord.answered[number] - came)
        if nth < len(commits.get(game.number, ())):
            found.committed.append(commits[game.number][nth] - came)
    for number, game in sent:
        posts = discord.posted.get(game.channel, [])
        nth = before.get(game.channel, 0)
        later = next((at for at in posts[nth:] if at >= discord.sent[number]), None)
        if later is not None:
            found.posted.append(later - discord.sent[number])


async def _check(bot: RummikubBot, games: Sequence[Game], found: Measured) -> None:
    """Every play that came in counts once, and is what its channel has been shown."""
    for game in games:
        match = await bot.matches.load(game.number)
        laid = sum(len(meld.tiles) for meld in match.view.table.values())
        if laid != 96 + game.made:
            found.trouble.append(f"game {game.number}: {game.made} plays came, {laid - 96} count")
        if match.row.shown_revision != match.row.revision:
            found.trouble.append(f"game {game.number} was not shown")


async def _sample(lag: list[float]) -> None:
    while True:
        before = perf_counter()
        await asyncio.sleep(_STEP)
        lag.append(perf_counter() - before - _STEP)


@contextmanager
def _watched(bot: RummikubBot, found: Measured, commits: dict[int, list[float]]) -> Iterator[None]:
    """Notes when matches change, and what is logged as trouble."""
    original = bot.publisher.changed

    def changed(match_id: int, change: Changed | None = None) -> None:
        commits.setdefault(match_id, []).append(perf_counter())
        original(match_id, change)

    class Trouble(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.trouble.append(record.getMessage())

    handler = Trouble(logging.WARNING)
    bot.publisher.changed = changed  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        bot.publisher.changed = original  # type: ignore[method-assign]
        logging.getLogger().removeHandler(handler)


def line(name: str, seconds: Sequence[float], goals: tuple[float | None, float] | None = None) -> str:
    """Median, 99th percentile and maximum in milliseconds, beside the goals for the first two."""
    cuts = quantiles(seconds, n=100)
    text = f"{name:<28} p50 {cuts[49] * 1e3:7.2f}   p99 {cuts[98] * 1e3:7.2f}   most {max(seconds) * 1e3:7.1f} ms"
    return text if goals is None else f"{text}   (goals: {' and '.join(f'{g:g}' for g in goals if g is not None)})"


def effort(found: Measured) -> list[str]:
    """What the plays took of the processor, and what went wrong."""
    busy, loop = found.busy / found.plays * 1e3, found.loop / found.plays * 1e3
    told = f"{'processor for a play':<28} {busy:.1f} ms, of them {loop:.1f} in the loop"
    return [told, *(f"TROUBLE {text}" for text in found.trouble[:5])]


def memory() -> float:
    """What the bot and the process that draws for it hold of the machine's memory now, in MB.

    What both share, as programs and libraries, counts once.
    """
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
    kilobytes = 0
    for process in ("self", *children):
        rows = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        kilobytes += next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
    return kilobytes * 1024 / 1e6
