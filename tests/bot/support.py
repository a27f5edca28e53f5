"""A running bot in a simulated Discord. All access of the tests to SimCord's inner parts is in this
file and in ``seams.py``.

Recipe (fixture ``world`` from ``conftest.py``; every test function needs ``@pytest.mark.asyncio``)::

    @pytest.mark.asyncio
    async def test_joining_twice(world: World) -> None:
        anna, ben, *_ = world.members
        await anna.slash(world.channel, "rummikub start", seats=2)   # options by name; choices by value
        lobby = world.latest()                                       # the lowest public message of the channel
        assert "Anna" in text_of(lobby)                              # content and every Components V2 text
        answer = await ben.click(lobby, label="Join")                # or custom_id=…
        answer = await anna.click(lobby, label="Join")
        assert answer.ephemeral and "already" in text_of(private(answer))

    await anna.slash(ch, "rummikub play", move="r3-5")
    choices = await anna.autocomplete(ch, "rummikub play", "move", "r3")      # [{"name", "value"}]
    shown = await anna.click(table, label="Play")                             # shown.modal is the raw modal
    answer = await anna.submit_modal(shown, {custom_id_of_field: "r3-5"})     # values by custom id
    answer = await anna.select(message, ["casual"], custom_id=…)
    private(answer).attachments; buttons_of(message) -> {label: custom_id}; disabled_of(message)

``world.forge(anna, "rk:draw:7:1", message=…)`` sends a click with a custom id made up by hand.
``world.latest(channel)``, ``world.messages(channel)`` (public, oldest first), ``channel.threads``.
``world.sees(member)`` is every text ever sent that this member could read, for leak tests.

Time stands still: ``await world.advance(60)`` (timers, deadlines); ``world.now()``. Never ``asyncio.sleep`` for it.
Restart as after a crash: ``await world.restart()`` (same database file, new bot; old buttons must work).

Two at once: inside ``async with world.at_once():`` every click or command is delivered before the bot worked on
any of them, and its fake network yields; look at the answers after the block.

Faults: ``world.fault("POST", "/channels/*/messages", 500)`` (``code=50013``, ``times=…``; paths are fnmatch
patterns as in shared/simcord.md); ``world.lost("POST", "/channels/*/messages")`` does the request and loses the
answer; ``with world.speaking("de"):`` sets the locale of interactions.

At the end of a test no error may stand in the log (level ERROR or above) or in SimCord's list, except after
``world.forgive()``, which returns the records and clears them. Refusals told to the member are not errors.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord import interactions as simcord_interactions
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import InteractionType, OverwriteType
from simcord.http import router

from bot.app import CATCH_UP, RummikubBot
from bot.config import Config
from bot.logs import with_correlation
from bot.painter import Painter, Threads
from bot.services.limits import Limits, Verdict
from tests.bot.seams import intercepted

# Every action of an actor waits for the bot in steps of this many seconds; SimCord's own is 0.05.
simcord.Env._settle_internal.__kwdefaults__ |= {"idle": 0.002}  # pyright: ignore[reportOperatorIssue]

NAMES = ("Anna", "Ben", "Chloé", "Dmitri")
EPHEMERAL = 64

Message = discord.Message | ResponseMessage


@dataclass(frozen=True)
class Sent:
    """One request of the bot: its body as text, and who can read it (``None``: everybody in the channel)."""

    method: str
    path: str
    audience: int | None
    text: str
    files: tuple[bytes, ...] = ()


@dataclass
class World:
    """A server with a channel and four members, and the bot in it."""

    env: simcord.Env
    database: Path
    guild: simcord.GuildHandle
    channel: ChannelHandle
    members: list[MemberActor]
    records: list[logging.LogRecord] = field(default_factory=list)
    files: dict[int, tuple[bytes, ...]] = field(default_factory=dict)
    """What was attached, by the number of the request."""

    @property
    def bot(self) -> RummikubBot:
        """The bot that runs now."""
        assert isinstance(self.env.bot, RummikubBot)
        return self.env.bot

    def now(self) -> datetime:
        """The simulated time, as the bot reads it."""
        return self.env.now()

    def member(self, name: str, **options: Any) -> MemberActor:
        """One more member of the server."""
        user = self.env.create_user(f"user{len(self.env.backend.users)}", global_name=name, **options)
        return self.guild.add_member(user)

    def moderator(self, name: str = "Mod") -> MemberActor:
        """One more member, who may manage channels and messages."""
        role = self.guild.create_role(
            "mods", permissions=discord.Permissions(manage_messages=True, manage_channels=True)
        )
        user = self.env.create_user("moderator", global_name=name)
        return self.guild.add_member(user, roles=[role])

    def deny(self, permission: str | None) -> None:
        """Take one permission from the bot in the channel; None gives it back."""
        lacking = discord.Permissions(**{permission: True}) if permission else discord.Permissions.none()
        me = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, 0, lacking.value)
        self.env.backend.set_overwrite(self.channel.id, me)

    async def forge(
        self,
        member: MemberActor,
        custom_id: str,
        *,
        message: Message | None = None,
        values: list[str] | None = None,
        typed: str | None = None,
        channel: ChannelHandle | None = None,
    ) -> InteractionResult:
        """Send what no client sends: a click on a button, a choice of a select (``values``) or a window (``typed``)
        with any custom id, on a message that the member perhaps cannot see.
        """
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        kind, extra, source = InteractionType.MESSAGE_COMPONENT, {}, None
        if values is not None:
            data["values"] = values
        if typed is not None:
            kind = InteractionType.MODAL_SUBMIT
            field = {"type": 4, "id": 3, "custom_id": "move", "value": typed}
            data = {"custom_id": custom_id, "components": [{"type": 18, "id": 2, "component": field}]}
        else:
            on: Any = message or self.latest(channel)
            stored = self.env.backend.get_message(
                on.channel.id if isinstance(on, discord.Message) else on.channel_id, on.id
            )
            source = stored.id
            part = {"type": data["component_type"], "id": 2, "custom_id": custom_id, "label": "?", "style": 1}
            shown = dict(serializers.message_payload(self.env.backend, stored))
            # discord.py looks for the component in the message that came with the click.
            extra = {"message": shown | {"components": [{"type": 1, "id": 1, "components": [part | {"options": []}]}]}}
        return await _dispatch_actor_interaction(
            member, kind, channel or self.channel, data, extra=extra, source_message_id=source
        )

    # --- what is to be seen --------------------------------------------------------------------------------

    def messages(self, channel: ChannelHandle | None = None) -> list[discord.Message]:
        """The public messages of the bot in a channel or thread, oldest first."""
        return [m for m in (channel or self.channel).history() if not m.flags.ephemeral and m.author.bot]

    def latest(self, channel: ChannelHandle | None = None) -> discord.Message:
        """The lowest public message of the bot."""
        return self.messages(channel)[-1]

    def sent(self) -> list[Sent]:
        """Every request the bot has made since the world began."""
        return [
            Sent(
                r.method,
                r.path,
                self._audience(r.path, r.json),
                json.dumps(r.json, ensure_ascii=False),
                self.files.get(number, ()),
            )
            for number, r in enumerate(self.env.http_requests)
        ]

    def sees(self, member: MemberActor) -> str:
        """All text that this member could ever read: public posts, every version of them, and own answers."""
        return "\n".join(s.text for s in self.sent() if s.audience in (None, member.id))

    def logged(self) -> str:
        """All that was logged, as it would be written."""
        return "\n".join(
            logging.Formatter("%(name)s [%(correlation)s] %(message)s").format(record) for record in self.records
        )

    def _audience(self, path: str, body: Any) -> int | None:
        backend = self.env.backend
        if found := re.match(r"/interactions/(\d+)/", path):
            interaction = backend.interactions[int(found[1])]
            if body["type"] in (8, 9):  # autocomplete, modal
                return interaction.user_id
            private_now = bool((body.get("data") or {}).get("flags", 0) & EPHEMERAL)
            return interaction.user_id if private_now or self._source_is_private(interaction, body) else None
        if found := re.match(r"/webhooks/\d+/([^/]+)", path):
            interaction = backend.interactions[backend.interaction_tokens[found[1]]]
            if path.endswith("/@original"):
                return interaction.user_id if self._is_private(interaction.channel_id, interaction.message_id) else None
            if found := re.search(r"/messages/(\d+)$", path):
                return interaction.user_id if self._is_private(interaction.channel_id, int(found[1])) else None
            return interaction.user_id if (body or {}).get("flags", 0) & EPHEMERAL else None
        return None

    def _source_is_private(self, interaction: Any, body: Any) -> bool:
        return body["type"] in (6, 7) and self._is_private(interaction.channel_id, interaction.source_message_id)

    def _is_private(self, channel_id: int, message_id: int | None) -> bool:
        message = self.env.backend.messages.get(channel_id, {}).get(message_id or 0)
        return message is not None and bool(message.flags & EPHEMERAL)

    # --- time, restarts, races, faults ---------------------------------------------------------------------

    async def advance(self, seconds: float) -> None:
        """Let time go by, and everything happen that was due."""
        await self.env.advance_time(seconds)

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do now."""
        await self.env.settle(idle=0.002)

    async def restart(self) -> None:
        """The process dies and starts again with what the database file holds; Discord stays as it is."""
        old = self.bot
        await self.env.settle(idle=0.002)
        await old.close()
        await self.env.restart_bot(new_bot(self.database))

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[None]:
        """All that the members do inside reaches the bot before it could work on any of it."""

        async def not_yet(*_: Any, **__: Any) -> None:
            return None

        with _slow_network():
            self.env._settle_internal = not_yet
            try:
                yield
            finally:
                del self.env._settle_internal
            await self.settle()

    async def reconnecting(self) -> None:
        """A new session at Discord's gateway begins; what the servers are like has not been told yet."""
        users = {"user": dict(serializers.user_payload(self.env.backend.bot_user))}
        self.env.backend.emit(
            "READY",
            users
            | {
                "v": 10,
                "guilds": [{"id": str(self.guild.id), "unavailable": True}],
                "session_id": "another",
                "resume_gateway_url": "wss://nowhere.invalid",
                "shard": [0, 1],
                "application": {"id": str(self.env.backend.application_id), "flags": 0},
            },
        )
        await self.settle()

    async def kicked(self) -> None:
        """The bot is thrown out of the server."""
        self.fault("*", "/channels/*", 403, code=50001, times=None)
        self.fault("*", "/guilds/*", 403, code=50001, times=None)
        self.env.backend.emit("GUILD_DELETE", {"id": str(self.guild.id)})
        await self.settle()

    async def told_of_the_server(self) -> None:
        """Discord tells what the server is like: after ``reconnecting``, or because the bot was invited."""
        self.heal()
        backend = self.env.backend
        told = dict(serializers.guild_create_payload(backend, backend.guilds[self.guild.id]))
        if self.bot.get_guild(self.guild.id) is None:
            told.pop("unavailable", None)  # by this discord.py knows an invitation
        backend.emit("GUILD_CREATE", told)
        await self.settle()

    def fault(self, method: str, path: str, status: int, *, code: int = 0, times: int | None = 1) -> None:
        """Let Discord refuse matching requests; nothing is done then."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def heal(self) -> None:
        """Let Discord be well again."""
        self.env.backend.faults.clear()

    @contextmanager
    def lost(self, method: str, path: str, *, times: int = 1) -> Iterator[None]:
        """Let Discord do matching requests, and the answer be lost on the way."""
        left = times

        async def matches(asked: str, asked_path: str) -> bool:
            return asked == method and fnmatch(asked_path, path)

        def lose(matched: bool) -> None:
            nonlocal left
            if left and matched:
                left -= 1
                raise OSError("the connection was lost")

        with intercepted(matches, lose):
            yield

    @contextmanager
    def speaking(self, locale: str) -> Iterator[None]:
        """Let all members use Discord in this language."""
        original = simcord_interactions.base_payload

        def in_language(*args: Any, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
            record, payload = original(*args, **kwargs)
            return record, payload | {"locale": locale, "guild_locale": locale}

        simcord_interactions.base_payload = in_language
        try:
            yield
        finally:
            simcord_interactions.base_payload = original

    def forgive(self) -> list[logging.LogRecord]:
        """The errors logged so far; they no longer fail the test."""
        errors = [record for record in self.records if record.levelno >= logging.ERROR]
        self.records[:] = [record for record in self.records if record.levelno < logging.ERROR]
        return errors


@contextmanager
def _attachments(kept: dict[int, tuple[bytes, ...]]) -> Iterator[None]:
    """Keep what is attached to each request."""
    original = router.dispatch

    def dispatch(backend: Any, *args: Any, files: list[discord.File] | None = None, **kwargs: Any) -> Any:
        kept[len(backend.http_requests)] = tuple(_bytes_of(file) for file in files or ())
        return original(backend, *args, files=files, **kwargs)

    router.dispatch = dispatch
    try:
        yield
    finally:
        router.dispatch = original


def _bytes_of(file: discord.File) -> bytes:
    file.fp.seek(0)
    found = file.fp.read()
    file.fp.seek(0)
    return found


@contextmanager
def _slow_network() -> Iterator[None]:
    async def pause(method: str, path: str) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    with intercepted(pause):
        yield


class _Records(logging.Handler):
    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.DEBUG)
        self.records = records
        self.addFilter(with_correlation)

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(("asyncio", "aiosqlite", "simcord")) or record.levelno >= logging.ERROR:
            self.records.append(record)


class NoLimits(Limits):
    """Lets everything pass: in tests a member does in no time what takes an evening."""

    def acts(self, member: int, channel: int | None) -> Verdict:
        return "yes"

    def types(self, member: int) -> bool:
        return True


def new_bot(database: Path, painter: Painter | None = None) -> RummikubBot:
    """A bot on this file that has not started yet. Without a ``painter`` it draws in a thread: no process a test."""
    bot = RummikubBot(Config(discord_token=None, database=database), painter=painter or Threads())
    bot.limits = NoLimits(bot.now)
    return bot


@asynccontextmanager
async def running_world(
    database: Path, *, begins: datetime | None = None, painter: Painter | None = None
) -> AsyncIterator[World]:
    """A started world; on leaving, the bot is stopped and errors that nobody forgave fail.

    ``begins``: the simulated time at the start, for a file that has lived already. Members and channels are the same.
    """
    records: list[logging.LogRecord] = []
    handler, root = _Records(records), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    env = simcord.Env(new_bot(database, painter), check_errors=False)
    users = [env.create_user(name.lower(), global_name=name) for name in NAMES]
    guild = env.create_guild("Game night")
    channel = guild.create_text_channel("rummikub")
    world = World(env, database, guild, channel, [guild.add_member(user) for user in users], records)
    # Other processes may want the machine too; but what sleeps for less than this is waited for.
    env.settle_timeout = CATCH_UP / 2
    if begins is not None:
        env.backend.clock._epoch = begins
    await env.start()
    try:
        with _attachments(world.files):
            yield world
    finally:
        await world.bot.close()
        await env.shutdown()
        root.removeHandler(handler)
        root.setLevel(level)
    errors = [logging.Formatter().format(record) for record in world.forgive()]
    assert not errors, "\n".join(errors)


# --- reading messages ----------------------------------------------------------------------------------------


def private(result: InteractionResult) -> ResponseMessage:
    """The last answer to this interaction; it must be one that only its member sees."""
    message = (result.followups or [result.response])[-1]
    assert message is not None, "there was no answer"
    assert message.ephemeral, "the answer was public"
    return message


def components_of(message: Message) -> Iterator[dict[str, Any]]:
    """Every component of a message, at any depth, as raw data."""
    raw = message.components
    stack: list[Any] = [c if isinstance(c, dict) else c.to_dict() for c in reversed(raw)]
    while stack:
        component = stack.pop()
        yield component
        inside = [*component.get("components", ()), component.get("accessory"), component.get("component")]
        stack.extend(c for c in reversed(inside) if c)


def text_of(message: Message) -> str:
    """What is to be read: content and texts of every component, a line each."""
    return "\n".join([message.content, *(c["content"] for c in components_of(message) if c["type"] == 10)]).strip()


def buttons_of(message: Message) -> dict[str, str]:
    """Label to custom id, of the buttons that can be pressed."""
    return {c["label"]: c["custom_id"] for c in components_of(message) if c["type"] == 2 and not c.get("disabled")}


def disabled_of(message: Message) -> set[str]:
    """Labels of the buttons that cannot be pressed."""
    return {c["label"] for c in components_of(message) if c["type"] == 2 and c.get("disabled")}
