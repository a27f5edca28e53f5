"""The bot: everything is put together here, once, and nothing is global."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands import EXTENSIONS
from bot.config import Config
from bot.entrance import admitted
from bot.painter import Painter, Studio
from bot.services.advice import Advice
from bot.services.clock import SOONEST, TurnClock
from bot.services.limits import Limits
from bot.services.match import Changed
from bot.services.matches import Matches
from bot.services.publisher import Publisher
from bot.services.reminders import Reminders
from bot.services.staging import Staging
from bot.texts.commands import CommandWords
from bot.trouble import UNREACHABLE, answer
from bot.ui.ask import Questions
from bot.ui.desk import Desk
from bot.ui.stage import DiscordStage
from bot.ui.suggest import Suggestions
from data import Claim, Store

log = logging.getLogger(__name__)

THINK_THREADS = 2
CATCH_UP = 60.0
"""Seconds between two attempts to show what could not be shown."""

LONGEST_PAUSE = timedelta(seconds=32)
"""Between attempts to look at the deadlines while the disk fails."""

LONGEST_WAIT = 30.0
"""Seconds that a request waits where Discord asks it to; for longer it fails, and the publisher tries again."""

SYNC_PATIENCE = 60.0
"""Seconds in which the commands are told to Discord, or the bot goes on without."""

Interaction: TypeAlias = "discord.Interaction[RummikubBot]"


class Tree(app_commands.CommandTree["RummikubBot"]):
    """The slash commands; whatever one of them raises ends in ``bot.trouble``."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Called by discord.py before every command."""
        return await admitted(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Called by discord.py."""
        await answer(interaction, error)


class RummikubBot(commands.Bot):
    """One connected bot. ``setup_hook`` builds what it works with, ``close`` ends it.

    ``now`` is the only clock anything in the bot reads, ``new_seed`` its only source of chance.
    """

    store: Store
    matches: Matches
    publisher: Publisher
    reminders: Reminders
    advice: Advice
    staging: Staging

    def __init__(
        self,
        config: Config,
        *,
        now: Callable[[], datetime] = discord.utils.utcnow,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(16),
        painter: Painter | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        self.config = config
        self.now = now
        self.limits = Limits(now)
        self.questions = Questions()
        self.desk = Desk(self)
        self.suggestions = Suggestions()
        self.painter = painter or Studio()
        self.thinkers = ThreadPoolExecutor(THINK_THREADS, thread_name_prefix="think")
        self.rummikub = app_commands.Group(
            name="rummikub", description="Play Rummikub in this channel", guild_only=True
        )
        self._new_seed = new_seed
        self._loops: list[asyncio.Task[None]] = []
        self._stirred = False
        self._claim: Claim | None = None

    async def setup_hook(self) -> None:
        """Called by discord.py after login, before the gateway. Raises :class:`data.StoreError`."""
        if self.config.database is not None:
            self._claim = await asyncio.to_thread(Claim.on, self.config.database)
        self.store = await Store.open(self.config.database)
        self.matches = Matches(self.store, self.now, self._changed, self._new_seed, self.thinkers)
        stage = DiscordStage(self)
        self.reminders = Reminders(self.store, lambda: self.matches, stage, self.now)
        self.publisher = Publisher(self.store, lambda: self.matches, stage, self.reminders.shown)
        self.advice = Advice(self.store, self.matches, self.thinkers)
        self.staging = Staging(self.store, self.matches, self.now)
        self._clock = TurnClock(self.store, self.matches, self.reminders, self.now)
        await self.tree.set_translator(CommandWords())
        self.tree.add_command(self.rummikub)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands()
        self._loops = [asyncio.create_task(self._watch()), asyncio.create_task(self._catch_up())]

    async def on_guild_join(self, _: discord.Guild, /) -> None:
        """Invited, perhaps again: go on with the games there."""
        await self.publisher.catch_up(at_once=True)

    async def on_message(self, message: discord.Message, /) -> None:
        """The bot reads no messages."""

    async def close(self) -> None:
        """Stop what runs, finish what is being written and let go of the store; safe to repeat."""
        if self.is_closed():
            return
        for loop in self._loops:
            loop.cancel()
        await asyncio.gather(*self._loops, return_exceptions=True)
        if hasattr(self, "publisher"):
            await self.publisher.close()
            await self.reminders.close()
        await super().close()
        if hasattr(self, "store"):
            await self.store.close()
        if self._claim is not None:
            self._claim.release()
        await self.painter.close()
        self.thinkers.shutdown(wait=False, cancel_futures=True)

    def _changed(self, change: Changed) -> None:
        """A match changed, and so perhaps the next deadline."""
        self.publisher.changed(change.match.id, change)
        self._stirred = True
        if self._clock.is_sooner(change.match.row):
            self.dispatch("deadline")

    # Neither loop is one of discord.ext.tasks: those count by the computer's clock, so that one set back makes them
    # sleep, and run once for each time that they missed.

    async def _watch(self) -> None:
        """Fire the deadlines that have passed, and sleep until the next, for ever."""
        await self.wait_until_ready()
        pause = SOONEST
        while True:
            self._stirred = False
            try:
                wait = await self._clock.tick()
                pause = SOONEST
            except Exception:
                log.exception("the deadlines could not be looked at")
                wait, pause = pause, min(2 * pause, LONGEST_PAUSE)
            if not self._stirred:
                with contextlib.suppress(TimeoutError):
                    await self.wait_for("deadline", timeout=wait.total_seconds())

    async def _catch_up(self) -> None:
        """Show what could not be shown before, first of all what happened before the bot stopped."""
        await self.wait_until_ready()
        while True:
            try:
                await self.publisher.catch_up()
            except Exception:
                log.exception("what is unshown could not be looked for")
            await asyncio.sleep(CATCH_UP)

    async def _sync_commands(self) -> None:
        """Tell Discord of the commands, only when they changed since it was told last."""
        payload = [await c.get_translated_payload(self.tree, CommandWords()) for c in self.tree.get_commands()]
        known = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        fingerprint = hashlib.sha256(known.encode()).hexdigest()
        if await self.store.meta("commands") == fingerprint:
            return
        try:
            async with asyncio.timeout(SYNC_PATIENCE):
                await self.tree.sync()
        except (discord.HTTPException, *UNREACHABLE):
            log.exception("the commands could not be synced; the next start tries again")
        else:
            await self.store.set_meta("commands", fingerprint)
            log.info("commands synced")
