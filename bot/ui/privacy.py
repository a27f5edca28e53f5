"""What is kept about a member: told, handed out as a file, and erased, always privately."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import discord
from discord import ButtonStyle

from bot.texts import Translator, translator
from bot.texts import privacy as words
from bot.ui.answers import hand_over, hold, reply
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.desk import say

if TYPE_CHECKING:
    from bot.app import Interaction

What = Literal["export", "erase", "confirm"]


class PrivacyButton(Lasting[discord.ui.Button[Any]], template=r"rk:privacy:(?P<what>export|erase|confirm)"):
    """Asks for one's own data, or for their end. Whoever presses it gets their own."""

    def __init__(self, what: What, label: str = "?") -> None:
        style = ButtonStyle.secondary if what == "export" else ButtonStyle.danger
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"rk:privacy:{what}"))
        self.what: What = what

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("What", match["what"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Do it."""
        t = translator(interaction.locale)
        match self.what:
            case "export":
                await hold(interaction)
                await _export(interaction, t)
            case "erase":
                await hold(interaction, in_place=True)
                await say(interaction, words.confirm(t), row(_button(t, "confirm")))
            case "confirm":
                await hold(interaction, in_place=True)
                await interaction.client.matches.forget_former(interaction.user.id)
                still_open = await interaction.client.store.erase_member(interaction.user.id)
                await say(interaction, words.erased(t, still_open))


async def show_privacy(interaction: Interaction) -> None:
    """Tell what is kept, with the ways to get it and to have it erased."""
    t = translator(interaction.locale)
    layout = LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(words.about(t)))
    layout.add_item(row(_button(t, "export"), _button(t, "erase")))
    await reply(interaction, layout)


async def _export(interaction: Interaction, t: Translator) -> None:
    member = interaction.user.id
    found = await interaction.client.store.export_member(member)
    lost = await interaction.client.matches.seats_lost(member)
    found["seats_lost"] = [{"match_id": number, **gone.model_dump()} for number, gone in lost]
    text = json.dumps(found, ensure_ascii=False, indent=1)
    await hand_over(interaction, words.exported(t), "rummikub.json", text)


def _button(t: Translator, what: What) -> PrivacyButton:
    return PrivacyButton(what, words.label(t, what))
