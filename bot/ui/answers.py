"""Private answers: seen by one member only, from the first byte on."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.trouble import UNREACHABLE
from bot.ui.pictures import Picture

PAUSE = 1.0
"""Seconds before what Discord could not take is tried once more."""
PATIENCE = 20.0
"""Seconds for one attempt."""
_ACKNOWLEDGED = 40060


async def hold(interaction: discord.Interaction[Any], *, in_place: bool = False) -> None:
    """Acknowledge privately; ``put`` answers. ``in_place``: in the member's own private message that was clicked.

    Does nothing where the interaction is acknowledged already.
    """
    if interaction.response.is_done():
        return
    own = in_place and interaction.message is not None and interaction.message.flags.ephemeral
    try:
        if own:
            await _twice(interaction.response.defer)
        else:
            await _twice(lambda: interaction.response.defer(ephemeral=True, thinking=True))
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise


async def put(
    interaction: discord.Interaction[Any], layout: discord.ui.LayoutView, pictures: Sequence[Picture] = ()
) -> None:
    """Answer what was held; an answer in place takes the place of the message clicked."""
    await _twice(
        lambda: interaction.edit_original_response(
            view=layout, attachments=[p.file() for p in pictures], allowed_mentions=discord.AllowedMentions.none()
        )
    )


async def reply(interaction: discord.Interaction[Any], layout: discord.ui.LayoutView) -> None:
    """Answer privately what was not held."""
    await _twice(lambda: interaction.response.send_message(view=layout, ephemeral=True))


async def open_window(interaction: discord.Interaction[Any], window: discord.ui.Modal) -> None:
    """Answer what was not held with a window."""
    await _twice(lambda: interaction.response.send_modal(window))


async def note(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge a click that is answered by what it changes."""
    await _twice(interaction.response.defer)


async def hand_over(interaction: discord.Interaction[Any], text: str, name: str, content: str) -> None:
    """Answer what was held with a file of text."""
    await _twice(
        lambda: interaction.edit_original_response(
            content=text, attachments=[discord.File(io.BytesIO(content.encode()), name)]
        )
    )


async def _twice(attempt: Callable[[], Awaitable[Any]]) -> None:
    """Do it, and once more where Discord or the way to it failed just now."""
    try:
        async with asyncio.timeout(PATIENCE):
            await attempt()
    except discord.HTTPException as error:
        if error.status != 429 and error.status < 500:
            raise
    except UNREACHABLE:
        pass
    else:
        return
    await asyncio.sleep(PAUSE)
    async with asyncio.timeout(PATIENCE):
        await attempt()
