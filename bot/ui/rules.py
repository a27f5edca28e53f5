"""The rules of a game, shown privately."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.services.matches import Match
from bot.services.settings import Settings
from bot.texts import Translator, translator
from bot.texts import rules as words
from bot.ui.answers import hold, put
from bot.ui.base import LayoutView
from engine.rummikub.ruleset import Ruleset

if TYPE_CHECKING:
    from bot.app import Interaction

PAPER = discord.Color(0xE9DFC6)


def rules(
    t: Translator, match_id: int | None, ruleset: Ruleset, settings: Settings | None = None, note: str = ""
) -> discord.ui.LayoutView:
    """All rules of a game; without a number and its settings, of a ruleset. ``note``: why they are shown."""
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=PAPER)
    if note:
        box.add_item(discord.ui.TextDisplay(note))
    box.add_item(discord.ui.TextDisplay(words.heading(t, match_id, ruleset)))
    for section in words.sections(t, ruleset):
        box.add_item(discord.ui.TextDisplay(section))
    if settings is not None:
        box.add_item(discord.ui.TextDisplay(words.aids(t, settings)))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    return layout


async def show_rules(interaction: Interaction, match: Match, note: str = "") -> None:
    """Answer privately with the rules of a game, under a ``note`` on why."""
    t = translator(interaction.locale)
    await hold(interaction)
    interaction.client.publisher.look(match.id)
    interaction.client.matches.use(match, interaction.user.id)
    await put(interaction, rules(t, match.id, match.settings.ruleset, match.settings, note))
