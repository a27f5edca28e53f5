"""The real bot in a local Discord in the browser, for trying it out with nobody but yourself.

SimCord plays Discord. Its clock stands still between actions, and its page shows what the bot posts by itself only
when told to look again; the driver here makes time run like real time and keeps every open page up to date without
losing a click. All access to SimCord's inner parts is in this module; ``tests/bot/test_playground.py`` holds it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import struct
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import simcord
import simcord.preview._action_plans
import simcord.preview._component_projection
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models.message import EPHEMERAL_FLAG
from simcord.backend.serializers import user_payload
from simcord.enums import ComponentType, InteractionType, MessageType
from simcord.preview._commands import build_catalog

from bot import typed
from bot.app import RummikubBot
from bot.config import Config
from bot.services.matches import Match
from bot.services.publisher import CannotShow, News
from bot.texts import clean_name, lobby, translator
from bot.texts import playground as words
from bot.trouble import declined
from bot.ui.stage import DiscordStage

log = logging.getLogger(__name__)

TICK = 0.25
"""Seconds between two looks at the clock and at what the bot has posted."""
AGAIN = 10.0
"""Seconds after which the page is told anew how much time is left, for nothing counts down there by itself."""
NAMES = ("Anna", "Ben", "Chloé", "Dmitri", "Eleni", "Farid", "Grace", "Hana", "Ines", "João")
COLORS = ((198, 60, 52), (38, 98, 166), (219, 136, 30), (60, 60, 66), (66, 138, 82), (130, 78, 160))
LEAST_MEMBERS = 4
_GAME = re.compile(r"#(\d{1,9})", re.ASCII)


class PortTaken(Exception):
    """The port asked for is in use."""


class Playground:
    """A local server "Game night" with a channel and members; the first owns the server and may moderate.

    Ids are the same in every run, so that games kept in a database file go on. ``ready`` gets the page's address.
    """

    def __init__(
        self, config: Config, ready: Callable[[str], None], *, members: int = LEAST_MEMBERS, port: int = 0
    ) -> None:
        self._ready = ready
        self.bot = _Bot(config, self._bring_threads_back)
        self.env = simcord.Env(self.bot, check_errors=False, settle_timeout=30)
        users = [self.env.create_user(_handle(n), global_name=_name(n), avatar=f"face{n}") for n in range(members)]
        self.guild = self.env.create_guild("Game night", owner=users[0])
        self.channel = self.guild.create_text_channel("rummikub", topic="Type /rummikub start to begin a game")
        self.members = [self.guild.add_member(user) for user in users]
        app = self.env.backend.bot_user
        app.name, app.avatar = "Rummikub", f"face{members}"
        self._faces = {
            f"{CDN_BASE}/avatars/{user.id}/face{n}.png": (f"face{n}.png", _face(n))
            for n, user in enumerate([*users, app])
        }
        self._port = port

    async def run(self) -> None:
        """Serve until cancelled. Raises PortTaken, and StoreError where the database file cannot be used."""
        # World building happened at SimCord's fixed first instant, which keeps the ids; time runs from here on.
        self.env.backend.clock._epoch = datetime.now(UTC)  # noqa: SLF001
        self.env._record_error = self._record  # type: ignore[method-assign]  # noqa: SLF001
        self.env._schedule_timer = _no_timer  # noqa: SLF001 - only the ticker fires the bot's timers
        try:
            await self.env.start()
            # The local Discord begins without commands, whatever the database file remembers of an earlier one.
            await self.bot.tree.sync()
            await self._show_tables()
            async with self._open_page() as preview:
                driver = _Driver(self.env, preview, self.bot)
                ticker = asyncio.create_task(driver.tick_for_ever())
                try:
                    self._ready(preview.url)
                    await preview.wait_closed()
                finally:
                    ticker.cancel()
                    with suppress(asyncio.CancelledError):
                        await ticker
        finally:
            await self.bot.close()
            await self.env.shutdown()

    def _record(self, error: BaseException) -> None:
        """Let the page show our own faults as failures, and not what a member was kindly told."""
        if not declined(error):
            simcord.Env._record_error(self.env, error)  # noqa: SLF001

    async def _bring_threads_back(self) -> None:
        """Make the threads of kept games anew, with their ids, before the bot is told what the server has.

        Those of games that are over too, else nobody could be known to see them; the channel shows the others only.
        """
        backend, store = self.env.backend, self.bot.store
        opened = await store.open_matches(self.guild.id)
        for row in sorted([*await store.finished_matches(self.guild.id), *opened], key=lambda row: row.id):
            if row.channel_id in backend.channels:
                continue
            host = next((seat.name for seat in row.seats if seat.user_id == row.host_id), NAMES[0])
            name, owner = lobby.thread_name(translator(), clean_name(host)), backend.bot_user.id
            backend.create_thread(self.channel.id, name, owner, message_id=row.channel_id, broadcast=False)
            if row in opened:
                backend.create_system_message(
                    self.channel.id, MessageType.THREAD_CREATED, owner, target_channel_id=row.channel_id
                )

    async def _show_tables(self) -> None:
        """Post the tables of the database file anew, since the local Discord begins empty each time."""
        stage, store = DiscordStage(self.bot), self.bot.store
        for row in sorted(await store.open_matches(self.guild.id), key=lambda row: row.id):
            if row.message_id is None:
                continue
            news = News(Match.read(row).public, ())
            try:
                message_id = await stage.update(news, row.message_id, f"again-{row.id}")
            except CannotShow:
                log.warning("match %d cannot be shown", row.id)
            else:
                await store.shown(row.id, row.revision, message_id)

    @asynccontextmanager
    async def _open_page(self) -> AsyncIterator[simcord.Preview]:
        preview = self.env.preview(
            self.channel, viewers=self.members, layout="channel", assets=self._faces, port=self._port
        )
        try:
            await preview.__aenter__()
        except simcord.SetupError as failed:
            if isinstance(failed.__cause__, OSError):
                raise PortTaken from failed
            raise
        try:
            with _lists_known_by_what_they_offer():
                yield preview
        finally:
            await preview.close()


@contextmanager
def _lists_known_by_what_they_offer() -> Iterator[None]:
    """Make the page take a list that offers something else, or has something else chosen, for another list.

    By itself it knows a list by its place in the message, and goes on showing there what was chosen in it before.
    """
    plans: Any = simcord.preview._action_plans  # noqa: SLF001
    projection: Any = simcord.preview._component_projection  # noqa: SLF001
    plain, projected = plans._component_key, projection._control_key  # noqa: SLF001

    def marked(key: str | None, component: Mapping[str, Any]) -> str | None:
        if key is None or component["type"] != ComponentType.STRING_SELECT:
            return key
        offered = [(option["value"], bool(option.get("default"))) for option in component.get("options", ())]
        return f"{key}:{zlib.crc32(repr((component.get('custom_id'), offered)).encode())}"

    plans._component_key = lambda component, path, message: marked(plain(component, path, message), component)  # noqa: SLF001
    projection._control_key = lambda scope, component, path: marked(projected(scope, component, path), component)  # noqa: SLF001
    try:
        yield
    finally:
        plans._component_key, projection._control_key = plain, projected  # noqa: SLF001


class _Bot(RummikubBot):
    """The real bot, and what is to be done when its store is open and its connection is not."""

    def __init__(self, config: Config, opened: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._opened = opened

    async def setup_hook(self) -> None:
        await super().setup_hook()
        await self._opened()


class _Driver:
    """Time and news for the page. One lock, because SimCord does one thing at a time."""

    def __init__(self, env: simcord.Env, preview: simcord.Preview, bot: RummikubBot) -> None:
        self._env = env
        self._bot = bot
        self._preview = preview
        self._lock = asyncio.Lock()
        self._home = preview.channel
        self._act = preview._action  # noqa: SLF001
        preview._action = self._action  # type: ignore[method-assign]  # noqa: SLF001
        self._seen = self._world()

    async def tick_for_ever(self) -> None:
        before = shown = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                now = time.monotonic()
                passed, before = now - before, now
                try:
                    await self._env.advance_time(passed)
                    if self._world() != self._seen or now - shown > AGAIN:
                        await self._preview.refresh()
                        self._seen, shown = self._world(), now
                except TimeoutError:
                    log.warning("the bot was busy for longer than the playground waits")
                except Exception:
                    log.exception("a tick of the playground failed")

    def _world(self) -> tuple[int, int]:
        return len(self._env.http_requests), len(self._env.backend.transcript)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._lock:
            page = self._preview._get_page(context_id)  # noqa: SLF001
            otherwise = ""
            if isinstance(body, dict) and body.get("sequence") == page.last_sequence + 1:
                # A refresh between looking and clicking would otherwise drop the click without a word.
                body = {**body, "published_revision": page.revision}
                if body.get("kind") == "send_message":
                    meant, otherwise = await self._meant(page, str(body.get("content")).replace("\u200b", "").strip())
                    body |= meant
            # Else times would be told as of the last refresh.
            self._preview._advance_presentation_time()  # noqa: SLF001
            self._preview.channel = next(p for p in self._places() if p.id == page.channel_id)
            result = await self._act(context_id, body)
            if result["rejected"] and otherwise:
                result = await self._act(context_id, {**body, **self._told(page, otherwise)})
            return result

    def _places(self) -> list[simcord.ChannelHandle]:
        return [self._home, *self._home.threads]

    async def _meant(self, page: Any, text: str) -> tuple[dict[str, Any], str]:
        """What a message does that is none, and what to say where that is refused.

        ``#7`` leads to where game 7 is played and ``#0`` to the channel, for SimCord's page shows one channel only and
        has no way to another. A command that was typed to its end is run: the page would post it.
        """
        if found := _GAME.fullmatch(text):
            if (place := await self._place_of(int(found[1]))) is None:
                return self._told(page, words.no_game(translator(), int(found[1]))), ""
            page.channel_id = place.id
            return {"kind": "viewer", "viewer_id": str(page.viewer.id)}, ""
        if text.split()[:1] != [f"/{self._bot.rummikub.name}"]:
            return {}, ""
        entries = build_catalog(self._preview, page)["entries"]
        t = translator()
        if (found := typed.named(text, entries)) is None:
            known, nearest = [entry["invocation"] for entry in entries], typed.nearest_command(text, entries)
            return self._told(page, words.no_command(t, text, known, nearest)), ""
        entry, rest = found
        people = {_name(n): str(viewer.id) for n, viewer in enumerate(self._preview.viewers)}
        usage = words.usage(t, entry["invocation"], typed.choices(entry))
        try:
            options = typed.options(rest, entry, people)
        except typed.Misfit as wrong:
            return self._told(page, f"{words.misfit(t, wrong, text, people)}\n{usage}"), ""
        command = {"command_id": entry["commandId"], "path": entry["path"], "options": options}
        return {"kind": "run_command", **command, "schema_fingerprint": entry["schemaFingerprint"]}, usage

    async def _place_of(self, number: int) -> simcord.ChannelHandle | None:
        """Where a game is played; for 0 the channel."""
        row = await self._bot.store.match(number) if number else None
        wanted = row.channel_id if row is not None else None if number else self._home.id
        return next((place for place in self._places() if place.id == wanted), None)

    def _told(self, page: Any, text: str) -> dict[str, Any]:
        """Say something to who looks at a page, and to nobody else; what the page does then."""
        backend = self._env.backend
        asked = {
            "id": str(backend.snowflake()),
            "type": int(InteractionType.MESSAGE_COMPONENT),
            "user": user_payload(backend.users[page.viewer.id]),
            "authorizing_integration_owners": {},
        }
        backend.create_message(
            page.channel_id,
            backend.bot_user.id,
            text,
            flags=EPHEMERAL_FLAG,
            interaction_metadata=asked,
            broadcast=False,
        )
        return {"kind": "refresh"}


def _no_timer(record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
    pass


def _handle(n: int) -> str:
    return f"member{n + 1}"


def _name(n: int) -> str:
    return NAMES[n] if n < len(NAMES) else f"Guest {n + 1}"


def _face(n: int) -> bytes:
    """A small picture for member ``n``: a mirrored pattern of blocks in one color, as a PNG file."""
    color, bits, block = COLORS[n % len(COLORS)], zlib.crc32(_name(n).encode()), 16
    cells = [[bits >> (3 * y + min(x, 4 - x)) & 1 for x in range(5)] for y in range(5)]
    lines = b""
    for y in range(-1, 6):
        row = bytearray()
        for x in range(-1, 6):
            filled = 0 <= x < 5 and 0 <= y < 5 and cells[y][x]
            row += bytes(color if filled else (240, 234, 218)) * block
        lines += (b"\0" + row) * block
    header = struct.pack(">IIBBBBB", 7 * block, 7 * block, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
