"""The buttons of a table, public and private: each holds a match and a turn, and nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, Self, cast, get_args

import discord
from discord import ButtonStyle

from bot.texts import Translator
from bot.texts import buttons as words
from bot.ui.base import Lasting, row
from data import RackOrder

if TYPE_CHECKING:
    from bot.app import Interaction

What = Literal[
    "rack", "play", "draw", "pass", "board", "help", "again", "resign", "stop", "back", "resume", "agree", "end"
]
"""What a click asks for. ``again``: edit a refused play; ``resign``, ``stop``: yes, leave or end the game; ``back``,
``resume``: the member is here again; ``agree``: to the proposal of who plays on in a seat; ``end``: to
the end that others want."""

ANY_TURN = 0
"""The turn of a button that means whatever turn is under way when it is pressed."""

_STYLES: dict[What, ButtonStyle] = {
    "rack": ButtonStyle.primary,
    "play": ButtonStyle.success,
    "again": ButtonStyle.success,
    "resign": ButtonStyle.danger,
    "stop": ButtonStyle.danger,
    "back": ButtonStyle.success,
    "resume": ButtonStyle.success,
    "agree": ButtonStyle.success,
    "end": ButtonStyle.danger,
}
_ORDERS: tuple[RackOrder, ...] = ("color", "value", "sets")


class TableButton(
    Lasting[discord.ui.Button[Any]],
    template=rf"rk:(?P<what>{'|'.join(get_args(What))}):(?P<match>\d{{1,15}}):(?P<turn>\d{{1,9}})",
):
    """A button that asks something of a table, on behalf of whoever presses it."""

    def __init__(self, what: What, match_id: int, turn: int, label: str = "?") -> None:
        style = _STYLES.get(what, ButtonStyle.secondary)
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"rk:{what}:{match_id}:{turn}"))
        self.what: What = what
        self.match_id = match_id
        self.turn = turn

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("What", match["what"]), int(match["match"]), int(match["turn"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Ask the desk."""
        await interaction.client.desk.press(interaction, self.what, self.match_id, self.turn)


class OrderButton(
    Lasting[discord.ui.Button[Any]], template=r"rk:order:(?P<order>color|value|sets):(?P<match>\d{1,15})"
):
    """Sorts the own rack another way, from now on."""

    def __init__(self, order: RackOrder, match_id: int, label: str = "?", *, chosen: bool = False) -> None:
        style = ButtonStyle.primary if chosen else ButtonStyle.secondary
        super().__init__(
            discord.ui.Button(label=label, style=style, custom_id=f"rk:order:{order}:{match_id}", disabled=chosen)
        )
        self.order: RackOrder = order
        self.match_id = match_id

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("RackOrder", match["order"]), int(match["match"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Ask the desk."""
        await interaction.client.desk.sort(interaction, self.match_id, self.order)


def button(t: Translator, match_id: int, turn: int, what: What) -> TableButton:
    """A button with its words."""
    return TableButton(what, match_id, turn, words.label(t, what))


def buttons(t: Translator, match_id: int, turn: int, *what: What) -> discord.ui.ActionRow[Any]:
    """These buttons beside each other."""
    return row(*(button(t, match_id, turn, each) for each in what))


def orders(t: Translator, match_id: int, chosen: RackOrder) -> discord.ui.ActionRow[Any]:
    """The ways to sort a rack, the present one marked."""
    return row(*(OrderButton(order, match_id, words.order(t, order), chosen=order == chosen) for order in _ORDERS))
