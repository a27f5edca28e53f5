"""What every button, select, view and modal of the bot shares: a correlation id, and errors that end in one place.

discord.py only logs what a ``DynamicItem`` raises; here the member is told.
"""

from __future__ import annotations

import re
from typing import Any, Generic, Self, TypeVar

import discord

from bot.entrance import admitted
from bot.trouble import answer

ItemT = TypeVar("ItemT", bound="discord.ui.Item[Any]")


class Lasting(discord.ui.DynamicItem[ItemT], Generic[ItemT], template=r"(?!)"):
    """A button or select that works for ever: its custom id holds all it needs, and nothing secret.

    Subclasses give ``template=`` and ``pressed``, and ``read`` where the groups of the template are not simply the
    integers to construct them with; an extension registers the class with ``bot.add_dynamic_items``.

    Show them in views that are made anew for every message and hold nothing that is not lasting: discord.py
    forgets their class when such an item is taken out of a view that is sent again, or when a mixed view stops.
    """

    def __init_subclass__(cls, *, template: str, **kwargs: Any) -> None:
        # Only ASCII digits are numbers: what was made up by hand is no button of ours.
        super().__init_subclass__(template=re.compile(template, re.ASCII), **kwargs)

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The item of a custom id; must not fail."""
        ids: list[Any] = [int(group) for group in match.groups()]
        return cls(*ids)

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - discord.py's signature
        item: discord.ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],
        /,
    ) -> Self:
        """Called by discord.py."""
        return cls.read(match)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """What happens on a click; may raise."""
        raise NotImplementedError

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Called by discord.py before the callback."""
        return await admitted(interaction)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Called by discord.py."""
        try:
            await self.pressed(interaction)
        except Exception as error:  # noqa: BLE001 - told and logged there
            await answer(interaction, error)


class _Answering:
    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        return await admitted(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: Exception, *_: Any) -> None:
        await answer(interaction, error)


class Modal(_Answering, discord.ui.Modal):
    """A modal whose errors are told to the member."""


class LayoutView(_Answering, discord.ui.LayoutView):
    """A Components V2 view whose errors are told to the member."""


def row(*items: discord.ui.Item[Any]) -> discord.ui.ActionRow[Any]:
    """The items beside each other: up to five buttons (four fit a phone) or one select."""
    line: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    for item in items:
        line.add_item(item)
    return line
