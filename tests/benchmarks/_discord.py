"""A Discord that answers every request at once and remembers when each came: what is measured is the bot alone.

All access to discord.py's inner parts that the benchmarks need is in this file.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

import discord
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.app import RummikubBot
from bot.config import Config
from bot.loop import spare

GUILD, BOT, FIRST_CHANNEL = 1 << 40, 2 << 40, 3 << 40
_NOON = "2026-01-01T12:00:00+00:00"
_USER = {"discriminator": "0", "avatar": None, "global_name": None}


class Discord:
    """What came, by what it was for; times are of :func:`time.perf_counter`."""

    def __init__(self) -> None:
        self.sent: dict[int, float] = {}
        """Interaction -> when it was sent."""
        self.acknowledged: dict[int, float] = {}
        self.answered: dict[int, float] = {}
        self.posted: dict[int, list[float]] = {}
        """Channel -> when messages with pictures came."""
        self.bytes = 0
        """Of all pictures that came."""
        self._ids = count(1 << 50)
        self._channel_of: dict[str, int] = {}

    async def request(self, route: Any, *, files: Any = None, **_: Any) -> Any:
        """What a request of the bot is answered with."""
        now = perf_counter()
        await asyncio.sleep(0)  # what comes through a socket comes in another round of the loop at the soonest
        self.bytes += sum(len(file.fp.getbuffer()) for file in files or ())
        parts = route.url.split("/v10/")[-1].split("?")[0].split("/")
        match route.method, *parts:
            case "POST", "interactions", number, _, "callback":
                self.acknowledged[int(number)] = now
                return {"interaction": {"id": number, "type": 2}}
            case "PATCH", "webhooks", _, token, "messages", "@original":
                self.answered[int(token)] = now
                return self._message(self._channel_of[token], ephemeral=True)
            case "POST", "channels", channel, "messages":
                if files:
                    self.posted.setdefault(int(channel), []).append(now)
                return self._message(int(channel))
            case "PATCH", "channels", channel, "messages", message:
                return self._message(int(channel), int(message))
            case _:
                raise AssertionError(f"nobody expected {route.method} {'/'.join(parts)}")

    def _message(self, channel: int, number: int | None = None, *, ephemeral: bool = False) -> dict[str, Any]:
        return {
            "id": str(number or next(self._ids)),
            "channel_id": str(channel),
            "author": {"id": str(BOT), "username": "Rummikub", "bot": True, **_USER},
            "content": "",
            "timestamp": _NOON,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": 64 if ephemeral else 0,
            "components": [],
        }

    def send(self, bot: RummikubBot, kind: int, channel: int, user: int, data: dict[str, Any]) -> int:
        """Let a member do something; the number of the interaction."""
        number = next(self._ids)
        self._channel_of[str(number)] = channel
        rights = str(discord.Permissions.all_channel().value)
        payload = {
            "id": str(number),
            "application_id": str(BOT),
            "type": kind,
            "token": str(number),
            "version": 1,
            "guild_id": str(GUILD),
            "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
            "channel_id": str(channel),
            "channel": {"id": str(channel), "type": 0, "name": "rummikub", "permissions": rights},
            "member": {
                "user": {"id": str(user), "username": f"m{user}", **_USER},
                "roles": [],
                "joined_at": _NOON,
                "permissions": rights,
                "deaf": False,
                "mute": False,
                "flags": 0,
            },
            "locale": "en-US",
            "guild_locale": "en-US",
            "app_permissions": rights,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "attachment_size_limit": 1 << 23,
            "data": data,
        }
        text = json.dumps(payload)
        self.sent[number] = perf_counter()
        bot._connection.parse_interaction_create(json.loads(text))
        return number

    def window(self, bot: RummikubBot, channel: int, user: int, match: int, text: str) -> int:
        """Send the window of a play."""
        field = {"type": 4, "id": 3, "custom_id": "move", "value": text}
        components = [{"type": 18, "id": 2, "component": field}]
        return self.send(bot, 5, channel, user, {"custom_id": f"rk:move:{match}", "components": components})

    def command(self, bot: RummikubBot, channel: int, user: int, match: int, text: str) -> int:
        """Type ``/rummikub play``."""
        options = [{"type": 3, "name": "move", "value": text}, {"type": 4, "name": "game", "value": match}]
        play = {"type": 1, "name": "play", "options": options}
        return self.send(bot, 2, channel, user, {"id": "1", "name": "rummikub", "type": 1, "options": [play]})


@contextmanager
def _instead_of_the_network(discord_: Discord) -> Iterator[None]:
    async def http(_: Any, route: Any, **options: Any) -> Any:
        return await discord_.request(route, **options)

    async def webhook(_: Any, route: Any, session: Any, **options: Any) -> Any:
        return await discord_.request(route, **options)

    originals = HTTPClient.request, AsyncWebhookAdapter.request
    HTTPClient.request, AsyncWebhookAdapter.request = http, webhook  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        HTTPClient.request, AsyncWebhookAdapter.request = originals  # type: ignore[method-assign]


@asynccontextmanager
async def connected(database: Path, channels: int) -> AsyncIterator[tuple[RummikubBot, Discord]]:
    """A bot on a real file in a server with so many channels, from ``FIRST_CHANNEL`` on."""
    # A bot in service has a file already, and no need of Alembic.
    code = f"import asyncio, pathlib; from data import Store; asyncio.run(Store.open(pathlib.Path({str(database)!r})))"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: ASYNC221 (nothing else runs yet)
    there = Discord()
    bot = RummikubBot(Config(discord_token=None, database=database))
    state = bot._connection
    with _instead_of_the_network(there):
        await bot._async_setup_hook()
        state.user = discord.ClientUser(state=state, data={"id": str(BOT), "username": "Rummikub", **_USER})  # type: ignore[typeddict-item]
        state.application_id = BOT
        bot._sync_commands = _nothing  # type: ignore[method-assign]
        await bot.setup_hook()
        state.parse_guild_create(_guild(channels))  # type: ignore[arg-type]
        bot._ready.set()
        try:
            spare()  # as the command line does
            yield bot, there
        finally:
            await bot.close()


async def _nothing() -> None:
    return None


def _guild(channels: int) -> dict[str, Any]:
    everyone = {
        "id": str(GUILD),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(discord.Permissions.all_channel().value),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    me = {"user": {"id": str(BOT), "username": "Rummikub", "bot": True, **_USER}, "roles": [], "joined_at": _NOON}
    rooms = [
        {"id": str(FIRST_CHANNEL + n), "type": 0, "name": f"table-{n}", "position": n, "permission_overwrites": []}
        for n in range(channels)
    ]
    return {
        "id": str(GUILD),
        "name": "Game night",
        "owner_id": "1",
        "member_count": 5,
        "roles": [everyone],
        "members": [me | {"deaf": False, "mute": False, "flags": 0}],
        "channels": rooms,
        "threads": [],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "premium_tier": 0,
        "nsfw_level": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "system_channel_flags": 0,
        "afk_timeout": 0,
        "region": "",
    }
