"""What members type into windows and commands, read from interactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import discord

FIELD = "move"
"""The field of a window in which a move or a part of one is typed."""
_OPTIONS = frozenset({"move", "add"})
"""The same in commands."""


def move_of(interaction: discord.Interaction[Any]) -> str:
    """The move, or the part of one, that was typed; empty in any other interaction."""
    data: Mapping[str, Any] = interaction.data or {}
    match interaction.type:
        case discord.InteractionType.modal_submit:
            return next((text for name, text in _fields(data.get("components") or ()) if name == FIELD), "")
        case discord.InteractionType.application_command:
            return next((text for name, text in _options(data.get("options") or ()) if name in _OPTIONS), "")
        case _:
            return ""


def _fields(components: Any) -> Iterator[tuple[str, str]]:
    for component in components:
        if "value" in component:
            yield component.get("custom_id", ""), str(component["value"])
        inner = component.get("component")
        yield from _fields([*component.get("components", ()), *([inner] if inner else ())])


def _options(options: Any) -> Iterator[tuple[str, str]]:
    for option in options:
        if "value" in option:
            yield option["name"], str(option["value"])
        yield from _options(option.get("options") or ())
