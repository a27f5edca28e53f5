"""Members in a lobby: a private list from which the host takes somebody out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.services.lobbies import must_lead
from bot.services.matches import Match
from bot.texts import clean_name, translator
from bot.texts import lobby as words
from bot.ui.answers import hold, put
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.desk import say
from bot.ui.member import member_of
from bot.ui.report import report_trouble
from engine.core.errors import Fault, IllegalAction

if TYPE_CHECKING:
    from bot.app import Interaction


async def show_members(interaction: Interaction, match: Match) -> None:
    """Ask privately whom to take out; :class:`IllegalAction` for who may not change the lobby."""
    if match.row.phase != "lobby":
        raise IllegalAction(Fault.of("lobby_closed", match=match.id))
    must_lead(match, member_of(interaction))
    others = [seat for seat in match.row.seats if seat.user_id is not None and seat.user_id != match.row.host_id]
    if not others:
        raise IllegalAction(Fault.of("host_stays", match=match.id))
    await hold(interaction)
    layout = LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(words.remove(translator(interaction.locale))))
    options = [discord.SelectOption(label=clean_name(seat.name), value=str(seat.user_id)) for seat in others]
    layout.add_item(row(MemberSelect(match.id, options)))
    await put(interaction, layout)


class MemberSelect(Lasting[discord.ui.Select[Any]], template=r"rk:remove:(?P<match>\d{1,15})"):
    """Takes a member out of a lobby."""

    def __init__(self, match_id: int, options: list[discord.SelectOption] | None = None) -> None:
        super().__init__(discord.ui.Select(custom_id=f"rk:remove:{match_id}", options=options or []))
        self.match_id = match_id

    async def pressed(self, interaction: Interaction) -> None:
        """Do it; a member who has left meanwhile is no error."""
        await hold(interaction, in_place=True)
        values: list[Any] = list((interaction.data or {}).get("values") or [])
        chosen = str(values[0]) if values else ""
        user_id = int(chosen) if chosen.isascii() and chosen.isdecimal() else 0
        await interaction.client.matches.remove_member(self.match_id, member_of(interaction), user_id)
        await say(interaction, words.removed(translator(interaction.locale)))
        await report_trouble(interaction, self.match_id)
