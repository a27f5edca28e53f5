"""Where everything comes in that members do: it gets its correlation id, and scripts are slowed down."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.logs import follow
from bot.texts import translator
from bot.texts import trouble as words
from bot.trouble import tell

log = logging.getLogger(__name__)


async def admitted(interaction: discord.Interaction[Any]) -> bool:
    """Whether to do what an interaction asks for; where not, it has been answered."""
    follow(interaction)
    limits = interaction.client.limits
    if interaction.type is discord.InteractionType.autocomplete:
        if limits.types(interaction.user.id):
            return True
        await interaction.response.autocomplete([])
        return False
    verdict = limits.acts(interaction.user.id, interaction.channel_id)
    if verdict == "yes":
        return True
    if verdict == "no":
        log.info("a member is too fast")
        await tell(interaction, words.too_fast(translator(interaction.locale)))
    return False
