"""The bot: everything is put together here, once, and nothing is global."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands import EXTENSIONS
from bot.config import Config
from bot.logs import follow
from bot.texts.commands import CommandWords
from bot.trouble import answer
from bot.ui.ask import Questions

log = logging.getLogger(__name__)

RENDER_THREADS = 2

Interaction: TypeAlias = "discord.Interaction[RummikubBot]"


class Tree(app_commands.CommandTree["RummikubBot"]):
    """The slash commands; whatever one of them raises ends in ``bot.trouble``."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Everything the command does carries the interaction's correlation id."""
        follow(interaction)
        return True

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Called by discord.py."""
        await answer(interaction, error)


class RummikubBot(commands.Bot):
    """One connected bot. ``setup_hook`` builds what it works with, ``close`` ends it.

    ``now`` is the only clock anything in the bot reads.
    """

    def __init__(self, config: Config, *, now: Callable[[], datetime] = discord.utils.utcnow) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.config = config
        self.now = now
        self.questions = Questions()
        self.renderers = ThreadPoolExecutor(RENDER_THREADS, thread_name_prefix="render")
        self.rummikub = app_commands.Group(
            name="rummikub", description="Play Rummikub in this channel", guild_only=True
        )

    async def setup_hook(self) -> None:
        """Called by discord.py after login, before the gateway."""
        await self.tree.set_translator(CommandWords())
        self.tree.add_command(self.rummikub)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self._sync_commands()

    async def on_message(self, message: discord.Message, /) -> None:
        """There are no commands in messages; the bot does not read them."""

    async def close(self) -> None:
        """Stop what runs and let go of the store; safe to repeat."""
        await super().close()
        self.renderers.shutdown(wait=False, cancel_futures=True)

    async def _sync_commands(self) -> None:
        """Tell Discord of the commands, only when they changed since it was told last."""
        payload = [await c.get_translated_payload(self.tree, CommandWords()) for c in self.tree.get_commands()]
        known = json.dumps([self.application_id, payload], sort_keys=True, default=str)
        fingerprint = hashlib.sha256(known.encode()).hexdigest()
        log.info("commands %s", fingerprint[:8])
        await self.tree.sync()
