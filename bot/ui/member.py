"""Who acts, read from an interaction."""

from __future__ import annotations

from typing import Any

import discord

from bot.services.matches import Member
from engine.core.errors import Fault, IllegalAction


def member_of(interaction: discord.Interaction[Any]) -> Member:
    """The member behind an interaction, a moderator by the rights they have in this channel.

    Raises :class:`IllegalAction` (``bot_member``) for a bot.
    """
    user = interaction.user
    if user.bot:
        raise IllegalAction(Fault.of("bot_member"))
    rights = interaction.permissions
    return Member(user.id, user.display_name, moderator=rights.manage_channels or rights.manage_messages)
