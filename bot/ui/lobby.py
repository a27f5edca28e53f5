"""A lobby: its message, what its buttons do, and the rematch that opens one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import discord
from discord import ButtonStyle

from bot.services.match import humans
from bot.services.matches import Match, PublicMatch
from bot.texts import Translator, translator
from bot.texts import lobby as words
from bot.ui.answers import hold, note
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.computers import show_computers
from bot.ui.desk import say
from bot.ui.member import member_of, must_see
from bot.ui.members import show_members
from bot.ui.options import show_options
from bot.ui.report import link_to, report_trouble
from bot.ui.rules import show_rules

if TYPE_CHECKING:
    from bot.app import Interaction

What = Literal["join", "leave", "start", "remove", "computers", "rules", "options", "cancel"]
ROWS: tuple[tuple[What, ...], ...] = (("join", "leave", "start", "remove"), ("computers", "rules", "options", "cancel"))
_STYLES: dict[What, ButtonStyle] = {
    "join": ButtonStyle.success,
    "start": ButtonStyle.primary,
    "cancel": ButtonStyle.danger,
}
OAK = discord.Color(0xB98A4E)


def lobby(t: Translator, match: PublicMatch) -> discord.ui.LayoutView:
    """A lobby as everybody sees it: open, or what stays of one that came to nothing."""
    layout = LayoutView(timeout=None)
    if match.phase == "cancelled":
        layout.add_item(discord.ui.TextDisplay(words.closed(t, match)))
        return layout
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=OAK)
    box.add_item(discord.ui.TextDisplay(words.heading(t, match)))
    box.add_item(discord.ui.TextDisplay(words.seats(t, match)))
    box.add_item(discord.ui.Separator())
    box.add_item(discord.ui.TextDisplay(words.rules(t, match)))
    box.add_item(discord.ui.TextDisplay(words.what_next(t, match)))
    box.add_item(discord.ui.Separator())
    for line in ROWS:
        shown: list[What] = [what for what in line if what != "remove" or humans(match.seats) > 1]
        box.add_item(row(*(LobbyButton(what, match.id, words.label(t, what)) for what in shown)))
    layout.add_item(box)
    return layout


class LobbyButton(
    Lasting[discord.ui.Button[Any]],
    template=r"rk:lobby:(?P<what>join|leave|start|remove|computers|rules|options|cancel):(?P<match>\d{1,15})",
):
    """A button of a lobby."""

    def __init__(self, what: What, match_id: int, label: str = "?") -> None:
        style = _STYLES.get(what, ButtonStyle.secondary)
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"rk:lobby:{what}:{match_id}"))
        self.what: What = what
        self.match_id = match_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("What", match["what"]), int(match["match"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Do it. The lobby's message changes by itself; only what is not seen there is answered."""
        async with interaction.client.matches.locked(self.match_id) as lobby:  # clicks count in the order they come in
            must_see(interaction, lobby)
        match self.what:
            case "rules":
                await show_rules(interaction, lobby)
            case "remove":
                await show_members(interaction, lobby)
            case "computers":
                await show_computers(interaction, lobby)
            case "options":
                await show_options(interaction, lobby)
            case _:
                await note(interaction)
                await self._change(interaction, self.what)
                await report_trouble(interaction, self.match_id)

    async def _change(self, interaction: Interaction, what: Literal["join", "leave", "start", "cancel"]) -> Match:
        matches, member = interaction.client.matches, member_of(interaction)
        do = {"join": matches.join, "leave": matches.leave_lobby, "start": matches.begin, "cancel": matches.cancel}
        return await do[what](self.match_id, member)


class RematchButton(Lasting[discord.ui.Button[Any]], template=r"rk:rematch:(?P<match>\d{1,15})"):
    """Opens a lobby in which the players of a match that is over are seated again."""

    def __init__(self, match_id: int, label: str = "?") -> None:
        super().__init__(discord.ui.Button(label=label, style=ButtonStyle.success, custom_id=f"rk:rematch:{match_id}"))
        self.match_id = match_id

    async def pressed(self, interaction: Interaction) -> None:
        """Open it and say where it is."""
        await hold(interaction)
        match = await interaction.client.matches.rematch(self.match_id, member_of(interaction))
        await report_trouble(interaction, match.id)
        t = translator(interaction.locale)
        await say(interaction, words.rematch_opened(t, await link_to(interaction, match.id)))


def rematch(t: Translator, match_id: int) -> RematchButton:
    """The button for the message that ends a match."""
    return RematchButton(match_id, words.label(t, "rematch"))
