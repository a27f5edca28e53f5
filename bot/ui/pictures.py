"""Pictures with their descriptions, drawn away from the event loop."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any

import discord


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


async def drawn(executor: Executor, name: str, alt: str, draw: Callable[[], bytes]) -> Picture:
    """The picture that ``draw`` makes in a thread of ``executor``."""
    return Picture(name, await asyncio.get_running_loop().run_in_executor(executor, draw), alt)
