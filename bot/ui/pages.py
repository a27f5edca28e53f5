"""Lists that are longer than a message: games of a server and its leaderboard, turned by buttons."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import discord

from bot.services.matches import Match
from bot.texts import Translator, translator
from bot.texts import standings as words
from bot.ui.answers import hold, put
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.member import sees
from bot.ui.report import link
from data import Standing

if TYPE_CHECKING:
    from bot.app import Interaction

What = Literal["games", "leaders"]
GAMES_PER_PAGE = 8
LEADERS_PER_PAGE = 10


class PageButton(Lasting[discord.ui.Button[Any]], template=r"rk:page:(?P<what>games|leaders):(?P<page>\d{1,4})"):
    """Shows a page of a list, counted from 0, in place of the one it stands under."""

    def __init__(self, what: What, page: int, label: str = "?") -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"rk:page:{what}:{page}"))
        self.what: What = what
        self.page = page

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("What", match["what"]), int(match["page"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Turn the page."""
        await hold(interaction, in_place=True)
        await put(interaction, await page_of(interaction, self.what, self.page))


async def page_of(interaction: Interaction, what: What, page: int) -> discord.ui.LayoutView:
    """A page of a list of this server, as this member reads it."""
    t = translator(interaction.locale)
    store, guild_id = interaction.client.store, interaction.guild_id or 0
    if what == "games":
        rows = [row for row in await store.open_matches(guild_id) if sees(interaction, row)]
        here = [row for row in rows if row.channel_id == interaction.channel_id]
        others = [row for row in rows if row.channel_id != interaction.channel_id]
        start = page * GAMES_PER_PAGE
        shown = [Match.read(each) for each in (*here, *others)[start : start + GAMES_PER_PAGE]]
        return games(t, shown, interaction.user.id, page=page, count=len(rows))
    start = page * LEADERS_PER_PAGE
    found = await store.leaderboard(guild_id, limit=LEADERS_PER_PAGE + 1, offset=start)
    server = interaction.guild.name if interaction.guild is not None else ""
    return leaders(t, server, found[:LEADERS_PER_PAGE], page=page, more=len(found) > LEADERS_PER_PAGE)


def games(t: Translator, shown: list[Match], user_id: int, *, page: int, count: int) -> discord.ui.LayoutView:
    """A page of the open games of a server."""
    lines = [
        words.game(t, match, link(match.row.guild_id, match.row.channel_id, match.row.message_id), user_id)
        for match in shown
    ]
    pages = -(-count // GAMES_PER_PAGE)
    if pages > 1:
        lines.append(words.page_of(t, page + 1, pages))
    return _list(t, "games", words.games_heading(t, count), lines or [words.no_games(t)], page, more=page + 1 < pages)


def leaders(t: Translator, server: str, shown: list[Standing], *, page: int, more: bool) -> discord.ui.LayoutView:
    """A page of the leaderboard of a server."""
    first = page * LEADERS_PER_PAGE + 1
    lines = ["\n".join(words.line(t, place, standing) for place, standing in enumerate(shown, first))] if shown else []
    lines.append(words.leaderboard_hint(t) if shown or page else words.leaderboard_empty(t))
    return _list(t, "leaders", words.leaderboard_heading(t, server), lines, page, more=more)


def _list(t: Translator, what: What, heading: str, lines: list[str], page: int, *, more: bool) -> discord.ui.LayoutView:
    box: discord.ui.Container[Any] = discord.ui.Container()
    for text in (heading, *lines):
        box.add_item(discord.ui.TextDisplay(text))
    turn = [
        *([PageButton(what, page - 1, words.newer(t))] if page else []),
        *([PageButton(what, page + 1, words.older(t))] if more else []),
    ]
    if turn:
        box.add_item(row(*turn))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    return layout
