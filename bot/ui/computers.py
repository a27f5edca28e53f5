"""Computers for a lobby: a private panel in which the host seats them and lets them go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.services.lobbies import must_lead
from bot.services.matches import Match, PublicMatch
from bot.texts import Translator, clean_name, translator
from bot.texts import computers as words
from bot.ui.answers import hold, put, reply
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.desk import say
from bot.ui.member import member_of
from bot.ui.report import link_to, report_trouble
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.computers import LEVELS

if TYPE_CHECKING:
    from bot.app import Interaction


def panel(t: Translator, match: PublicMatch) -> discord.ui.LayoutView:
    """What the host sees: the levels, and the computers seated."""
    layout = LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(words.panel(t, match)))
    full = len(match.seats) >= match.settings.seats
    layout.add_item(row(*(AddButton(level, match.id, words.add(t, level), full=full) for level in LEVELS)))
    options = [
        discord.SelectOption(
            label=clean_name(name), description=words.level(t, seat.computer)[: words.LABEL], value=seat.name
        )
        for seat, name in zip(match.seats, match.names, strict=True)
        if seat.computer
    ]
    if options:
        layout.add_item(row(RemoveSelect(match.id, options, words.remove(t))))
    return layout


async def show_computers(interaction: Interaction, match: Match) -> None:
    """Answer privately with the panel; :class:`IllegalAction` for who may not change the lobby."""
    if match.row.phase != "lobby":
        raise IllegalAction(Fault.of("lobby_closed", match=match.id))
    must_lead(match, member_of(interaction))
    await reply(interaction, panel(translator(interaction.locale), match.public))


class AddButton(
    Lasting[discord.ui.Button[Any]], template=rf"rk:computer:(?P<level>{'|'.join(LEVELS)}):(?P<match>\d{{1,15}})"
):
    """Seats one more computer."""

    def __init__(self, level: str, match_id: int, label: str = "?", *, full: bool = False) -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"rk:computer:{level}:{match_id}", disabled=full))
        self.level = level
        self.match_id = match_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(match["level"], int(match["match"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Seat it; where it took the last seat, say that the game has begun."""
        await hold(interaction, in_place=True)
        match = await interaction.client.matches.add_computer(self.match_id, member_of(interaction), self.level)
        await _answer(interaction, match)


class RemoveSelect(Lasting[discord.ui.Select[Any]], template=r"rk:uncomputer:(?P<match>\d{1,15})"):
    """Lets a computer go."""

    def __init__(
        self, match_id: int, options: list[discord.SelectOption] | None = None, placeholder: str = "?"
    ) -> None:
        super().__init__(
            discord.ui.Select(custom_id=f"rk:uncomputer:{match_id}", options=options or [], placeholder=placeholder)
        )
        self.match_id = match_id

    async def pressed(self, interaction: Interaction) -> None:
        """Let it go."""
        await hold(interaction, in_place=True)
        picked: Any = (interaction.data or {}).get("values") or [""]
        match = await interaction.client.matches.remove_computer(self.match_id, member_of(interaction), str(picked[0]))
        await _answer(interaction, match)


async def _answer(interaction: Interaction, match: Match) -> None:
    t = translator(interaction.locale)
    if match.row.phase == "lobby":
        await put(interaction, panel(t, match.public))
        await report_trouble(interaction, match.id)
    else:
        await report_trouble(interaction, match.id)
        await say(interaction, words.begun(t, await link_to(interaction, match.id)))
