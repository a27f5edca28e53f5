"""Pictures with their descriptions, drawn away from the event loop."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.painter import Painter
from bot.texts import Translator, clean_name
from bot.texts.table import unnamed
from renderers import Name, Subject


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


def called(t: Translator, names: Sequence[str]) -> tuple[Name, ...]:
    """The players' names by seat for a picture; one in a script that cannot be drawn gives way to the seat's number."""
    return tuple(Name(clean_name(name), unnamed(t, seat + 1)) for seat, name in enumerate(names))


async def drawn(painter: Painter, name: str, alt: str, subject: Subject) -> Picture:
    """The picture of ``subject``."""
    return Picture(name, await painter.paint(subject), alt)
