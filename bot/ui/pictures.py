"""Pictures with their descriptions, drawn away from the event loop."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.texts import Translator, clean_name
from bot.texts.table import unnamed
from renderers import drawable


@dataclass(frozen=True)
class Picture:
    """A picture ready to be attached: its file name, its bytes and its description. What it shows may be secret."""

    name: str
    png: bytes = field(repr=False)
    alt: str = field(repr=False)

    def file(self) -> discord.File:
        """The attachment; a new one for every attempt to send it."""
        return discord.File(io.BytesIO(self.png), filename=self.name, description=self.alt)

    def gallery(self) -> discord.ui.MediaGallery[Any]:
        """Where the picture stands in a message."""
        return discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt))


def readable(t: Translator, names: Sequence[str]) -> list[str]:
    """The players' names by seat for a picture. One in a script that cannot be drawn gives way to the seat's number.

    Looks into fonts, so it belongs into a thread.
    """
    clean = [clean_name(name) for name in names]
    return [name if drawable(name) else unnamed(t, seat + 1) for seat, name in enumerate(clean)]


async def drawn(executor: Executor, name: str, alt: str, draw: Callable[[], bytes]) -> Picture:
    """The picture that ``draw`` makes in a thread of ``executor``."""
    return Picture(name, await asyncio.get_running_loop().run_in_executor(executor, draw), alt)
