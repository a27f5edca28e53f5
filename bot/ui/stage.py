"""The stage: shows matches in their channels with the bot's own messages. What it gets is public."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import discord

from bot.services.match import PublicMatch
from bot.services.publisher import CannotShow, News
from bot.texts import Translator, absence, translator
from bot.trouble import UNREACHABLE
from bot.ui import lobby, result, rights, table
from bot.ui.base import LayoutView
from bot.ui.pictures import Picture
from engine.rummikub.events import RoundEnded, TakenOver

if TYPE_CHECKING:
    from bot.app import RummikubBot

log = logging.getLogger(__name__)

_AT_ONCE = 2
"""Tables that are made ready at the same time; one is drawn while the other is put into words."""
_GONE = frozenset({10003, 10004})
"""Unknown channel, unknown server."""
_NO_MESSAGE = 10008
_FINAL = frozenset({_NO_MESSAGE, 30046})
"""Codes of a message that can be edited no more: it is gone, or was edited too often."""
_FORBIDDEN = frozenset({50001, 50013})
_ARCHIVED = 50083
PATIENCE = 60.0
"""Seconds for all that is asked of Discord to show one thing, its own retries included."""

Place = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
_PLACES = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel, discord.Thread)


@dataclass(frozen=True)
class _Pinged:
    """Who may be pinged. discord.py sends the id as it is here; Discord's document wants text, not a number."""

    id: str


class DiscordStage:
    """Implements :class:`bot.services.publisher.Stage`."""

    def __init__(self, bot: RummikubBot) -> None:
        self._bot = bot
        # Who has played and waits for the rack comes before the channels when many play at once.
        self._composing = asyncio.Semaphore(_AT_ONCE)

    async def post(self, news: News, nonce: str) -> int:
        """Post what the match is now: lobby, table or result; results of rounds before it as messages of their own."""
        async with _patiently():
            place = await self._place(news.match)
            t = _language(place)
            for event in news.events:
                if isinstance(event, RoundEnded) and not _is_last(news, event):
                    layout, pictures = await result.round_result(self._bot.painter, t, news.match, event, news.events)
                    await self._send(place, layout, pictures, f"{nonce}-r{event.result.number}")
            layout, pictures = await self._current(t, news)
            return (await self._send(place, layout, pictures, nonce, _ping(news))).id

    async def update(self, news: News, message_id: int, nonce: str) -> int:
        """Show the match where it stands already; a new message where that one is gone. Pings nobody."""
        async with _patiently():
            place = await self._place(news.match)
            layout, pictures = await self._current(_language(place), news)
            try:
                await place.get_partial_message(message_id).edit(
                    view=layout,
                    attachments=[picture.file() for picture in pictures],
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            except discord.HTTPException as error:
                if error.code not in _FINAL:
                    raise
                message_id = (await self._send(place, layout, pictures, nonce)).id
            return message_id

    async def shrink(self, news: News, message_id: int) -> None:
        """Leave of an older message the account of what was played on it."""
        async with _patiently():
            place = await self._place(news.match)
            layout = table.shrunk(_language(place), news.match, news.events)
            try:
                await place.get_partial_message(message_id).edit(
                    view=layout, attachments=[], allowed_mentions=discord.AllowedMentions.none()
                )
            except discord.HTTPException as error:
                if error.code not in _FINAL:
                    raise

    async def remind(self, match: PublicMatch, nonce: str) -> int:
        """Ping the player on turn with the time that is left."""
        async with _patiently():
            place = await self._place(match)
            view = match.view
            user_id = None if view is None or view.on_turn is None else match.seats[view.on_turn].user_id
            if view is None or view.deadline is None or user_id is None:
                raise ValueError("there is nobody to remind")
            layout = LayoutView(timeout=None)
            words = absence.reminder(_language(place), match.id, user_id, view.deadline)
            layout.add_item(discord.ui.TextDisplay(words))
            return (await self._send(place, layout, [], nonce, _only(user_id))).id

    async def withdraw(self, match: PublicMatch, message_id: int) -> None:
        """Delete a message of the bot."""
        async with _patiently():
            place = await self._place(match)
            try:
                await place.get_partial_message(message_id).delete()
            except discord.HTTPException as error:
                if error.code != _NO_MESSAGE:
                    raise

    async def stands(self, match: PublicMatch, message_id: int) -> bool:
        """Whether the message is there; where the bot may not look, it is."""
        async with _patiently():
            place = await self._place(match)
            try:
                await place.fetch_message(message_id)
            except discord.HTTPException as error:
                if error.code in _FORBIDDEN:
                    return True
                if error.code != _NO_MESSAGE:
                    raise
                return False
            return True

    # --- what is shown ---------------------------------------------------------------------------------------

    async def _current(self, t: Translator, news: News) -> tuple[discord.ui.LayoutView, list[Picture]]:
        match, view = news.match, news.match.view
        if view is None:
            return lobby.lobby(t, match), []
        async with self._composing:
            if view.phase == "over":
                return await result.match_result(
                    self._bot.painter, t, match, view, news.events, moderator=news.moderator
                )
            picture = await table.board(self._bot.painter, t, match.names, view)
            return table.table(t, match, view, news.events, picture, moderator=news.moderator), [picture]

    # --- where -----------------------------------------------------------------------------------------------

    async def _place(self, match: PublicMatch) -> Place:
        """The channel or thread of the match, writable: an archived thread is opened again."""
        channel_id = match.channel_id
        place = self._bot.get_channel(channel_id) or await self._bot.fetch_channel(channel_id)
        if not isinstance(place, _PLACES):
            raise CannotShow("gone")
        me = cast("discord.Member | None", place.guild.me)
        if me is None:  # a session at the gateway has just begun, and has not told of the server yet
            raise CannotShow("unavailable")
        allowed = place.permissions_for(me)
        if missing := rights.missing(allowed, thread=isinstance(place, discord.Thread)):
            raise CannotShow("forbidden", missing)
        if isinstance(place, discord.Thread) and place.archived:
            if place.locked and not allowed.manage_threads:
                raise CannotShow("archived")
            await place.edit(archived=False)
        return place

    async def _send(
        self,
        place: Place,
        layout: discord.ui.LayoutView,
        pictures: list[Picture],
        nonce: str,
        mentions: discord.AllowedMentions | None = None,
    ) -> discord.Message:
        return await place.send(
            view=layout,
            files=[picture.file() for picture in pictures],
            nonce=nonce,
            allowed_mentions=mentions or discord.AllowedMentions.none(),
        )


def _ping(news: News) -> discord.AllowedMentions:
    """Who is pinged, once each: the player on turn, not for what others do meanwhile, and who has lost a seat."""
    view = news.match.view
    if view is None:
        return discord.AllowedMentions.none()
    users: list[int | None] = []
    if view.on_turn is not None and not view.seats[view.on_turn].away and view.turn != news.shown_turn:
        users.append(news.match.seats[view.on_turn].user_id)
    for event in news.events:
        gone = news.match.before(event.seat) if isinstance(event, TakenOver) else None
        users += [gone.user_id] if gone is not None and gone.why != "left" else []
    return _only(*(user_id for user_id in users if user_id is not None))


def _only(*user_ids: int) -> discord.AllowedMentions:
    if not user_ids:
        return discord.AllowedMentions.none()
    pinged = [cast("discord.abc.Snowflake", _Pinged(str(user_id))) for user_id in dict.fromkeys(user_ids)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=pinged)


def _is_last(news: News, event: RoundEnded) -> bool:
    """Whether this round is told together with the end of the match."""
    view = news.match.view
    return view is not None and view.phase == "over" and event.result.number == len(view.results)


def _language(place: Place) -> Translator:
    return translator(place.guild.preferred_locale)


@asynccontextmanager
async def _patiently() -> AsyncIterator[None]:
    """Waits for Discord for so long and no longer, and turns what it answers into what the publisher understands."""
    try:
        async with asyncio.timeout(PATIENCE):
            yield
    except discord.HTTPException as error:
        if error.code in _GONE or error.status == 404:
            raise CannotShow("gone") from error
        if error.code == _ARCHIVED:
            raise CannotShow("archived") from error
        if error.code in _FORBIDDEN or error.status == 403:
            raise CannotShow("forbidden") from error
        if error.status == 429 or error.status >= 500:
            raise CannotShow("unavailable") from error
        raise
    except UNREACHABLE as error:
        raise CannotShow("unavailable") from error
