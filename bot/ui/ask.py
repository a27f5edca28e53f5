"""A private question with a few answers, put in the middle of a command.

What goes on after the answer cannot stand in a custom id, so it is kept in memory, and only so long as Discord
lets the command be answered. An older question, or one from before a restart, says that it is out of date.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.texts import trouble
from bot.trouble import PATIENCE, UNREACHABLE, Told
from bot.ui.answers import put
from bot.ui.base import Lasting, LayoutView, row
from data.recent import Recent

if TYPE_CHECKING:
    from bot.app import Interaction

KEPT = 1_000
"""So many open questions are remembered; the oldest go first."""

Answered = Callable[["Interaction", str], Awaitable[None]]


@dataclass(frozen=True)
class _Open:
    asked: Interaction
    then: Answered


class Questions:
    """The questions of one bot that still wait for their answer."""

    def __init__(self) -> None:
        self._open = Recent[str, _Open](KEPT)

    async def ask(
        self,
        interaction: Interaction,
        question: str,
        options: Sequence[discord.SelectOption],
        then: Answered,
        *,
        hint: str,
    ) -> None:
        """Ask privately, as the answer to ``interaction``, which is held; ``then`` gets the click and what was chosen.

        ``hint`` stands in the list before anything is chosen. ``then`` must acknowledge the click itself; the
        question goes away when it has. At most 25 options.
        """
        key = secrets.token_hex(8)
        self._open.keep(key, _Open(interaction, then))
        view = LayoutView(timeout=None)
        view.add_item(discord.ui.TextDisplay(question))
        view.add_item(row(Answer(key, options, hint)))
        await put(interaction, view)

    def take(self, key: str) -> _Open | None:
        """The question with this key, which is answered by that; None when it is out of date."""
        question = self._open.get(key)
        self._open.forget(key)
        return question


class Answer(Lasting[discord.ui.Select[Any]], template=r"rk:ask:(?P<key>[0-9a-f]{16})"):
    """The select under a question."""

    def __init__(self, key: str, options: Sequence[discord.SelectOption] = (), hint: str | None = None) -> None:
        super().__init__(discord.ui.Select(custom_id=f"rk:ask:{key}", options=list(options), placeholder=hint))
        self.key = key

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The select of a custom id."""
        return cls(match["key"])

    async def pressed(self, interaction: Interaction) -> None:
        """Go on with what was asked for."""
        values = (interaction.data or {}).get("values") or []
        question = interaction.client.questions.take(self.key) if values else None
        if question is None:
            raise Told(trouble.out_of_date)
        try:
            await question.then(interaction, values[0])
        finally:
            with contextlib.suppress(discord.HTTPException, *UNREACHABLE):
                async with asyncio.timeout(PATIENCE):
                    await question.asked.delete_original_response()
