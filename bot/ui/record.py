"""The record of a match that is over, as a file for whoever asks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.services.matches import Match
from bot.services.replay import record_of
from bot.texts import Translator, clean_name, translator
from bot.texts import fairness as words
from bot.ui.answers import hand_over, hold
from bot.ui.base import Lasting
from bot.ui.member import must_see

if TYPE_CHECKING:
    from bot.app import Interaction


class RecordButton(Lasting[discord.ui.Button[Any]], template=r"rk:record:(?P<match>\d{1,15})"):
    """Gives the record."""

    def __init__(self, match_id: int, label: str = "?") -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"rk:record:{match_id}"))
        self.match_id = match_id

    async def pressed(self, interaction: Interaction) -> None:
        """Answer privately with the file."""
        await hold(interaction)
        await show_record(interaction, must_see(interaction, await interaction.client.matches.load(self.match_id)))


def record_button(t: Translator, match_id: int) -> RecordButton:
    """The button for the message that ends a match."""
    return RecordButton(match_id, words.record_label(t))


async def show_record(interaction: Interaction, match: Match) -> None:
    """Answer what was held with the file; raises what :func:`record_of` does."""
    log = await interaction.client.store.log(match.id)
    names = [clean_name(name) for name in match.names]
    loop = asyncio.get_running_loop()
    text = await loop.run_in_executor(interaction.client.thinkers, record_of, match, log, names)
    told = words.record(translator(interaction.locale), match.id)
    await hand_over(interaction, told, f"rummikub-{match.id}.txt", text)
