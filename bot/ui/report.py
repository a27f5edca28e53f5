"""After an action: where the match is shown, and what kept it from being shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.texts import trouble as words
from bot.trouble import Told

if TYPE_CHECKING:
    from bot.app import Interaction


def link(guild_id: int | None, channel_id: int, message_id: int | None) -> str:
    """The address of a message, or of its channel where there is none."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


async def link_to(interaction: Interaction, match_id: int) -> str:
    """The address of the message a match is shown in now."""
    row = (await interaction.client.matches.load(match_id)).row
    return link(row.guild_id, row.channel_id, row.message_id)


async def report_trouble(interaction: Interaction, match_id: int) -> None:
    """Wait until a match has been shown; raises :class:`Told` where it could not be.

    The interaction has been acknowledged before.
    """
    trouble = await interaction.client.publisher.settle(match_id)
    if trouble is not None:
        code, missing = trouble.code, trouble.missing
        raise Told(lambda t: words.cannot_show(t, code, missing)) from trouble
