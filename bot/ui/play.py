"""The windows in which moves are typed. They answer after a restart too: their custom ids hold all they need."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.sent import FIELD, move_of
from bot.texts import Translator
from bot.texts import answers as words
from engine.rummikub.lexing import MAX_LENGTH

_ID = re.compile(r"rk:move:(\d{1,15})", re.ASCII)
_LIFE = 15 * 60
"""Seconds after which discord.py forgets a window that was closed; the answer does not depend on it."""


def window(t: Translator, match_id: int, rack: str, refused: str) -> discord.ui.Modal:
    """The window of a play; ``rack``: the member's own tiles in the notation, ``refused``: what to begin with."""
    return field_window(t, f"rk:move:{match_id}", words.modal_title(t, match_id), rack, refused)


def field_window(t: Translator, custom_id: str, title: str, rack: str, begin: str = "") -> discord.ui.Modal:
    """A window with a field for sets."""
    modal = discord.ui.Modal(title=title, custom_id=custom_id, timeout=_LIFE)
    modal.add_item(discord.ui.TextDisplay(words.modal_rack(t, rack)))
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=FIELD,
        style=discord.TextStyle.paragraph,
        placeholder="r3-5; s2 k9",
        default=begin[:MAX_LENGTH] or None,
        max_length=MAX_LENGTH,
    )
    modal.add_item(discord.ui.Label(text=words.modal_field(t), description=words.modal_hint(t), component=field))
    return modal


def sent(interaction: discord.Interaction[Any]) -> tuple[int, str] | None:
    """The match and the text of a play that was sent; None for any other interaction."""
    found = field_sent(interaction, _ID)
    return None if found is None else (int(found[0][1]), found[1])


def field_sent(interaction: discord.Interaction[Any], custom_id: re.Pattern[str]) -> tuple[re.Match[str], str] | None:
    """What the custom id of a window that was sent says, and its text; None for any other interaction."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Mapping[str, Any] = interaction.data or {}
    found = custom_id.fullmatch(str(data.get("custom_id")))
    if found is None:
        return None
    return found, move_of(interaction)
