"""Why a play was refused: every fault in words, and a picture of how the play was read."""

from __future__ import annotations

import discord

from bot.painter import Painter
from bot.services.matches import PublicMatch
from bot.texts import Translator, faults
from bot.texts import answers as words
from bot.texts import table as table_words
from bot.ui.base import LayoutView
from bot.ui.pictures import Picture
from bot.ui.preview import reading
from bot.ui.rack import rack, ways_on
from data import RackOrder
from engine.rummikub.judging import Refused
from engine.rummikub.views import PlayerView

CLAY = discord.Color(0xB5473C)


async def refusal(
    painter: Painter,
    t: Translator,
    match: PublicMatch,
    player: PlayerView,
    *,
    text: str,
    refused: Refused,
    order: RackOrder,
    punished: int | None = None,
) -> tuple[discord.ui.LayoutView, list[Picture]]:
    """The private answer. ``punished``: so many tiles were drawn for it, and the turn is over (rule 3.4)."""
    pictures: list[Picture] = []
    head = words.refused(t) if punished is None else words.punished(t, punished)
    lines = [f"### {head}", *(f"- {line}" for line in faults.explain_all(t, refused.faults))]
    box = discord.ui.Container[discord.ui.LayoutView](accent_color=CLAY)
    box.add_item(discord.ui.TextDisplay("\n".join(lines)))
    foot = [words.written(t, text)]
    if punished is None and player.public.deadline is not None:
        foot.append(table_words.time_left(t, player.public.deadline))
    box.add_item(discord.ui.TextDisplay("\n".join(foot)))
    if refused.understood is not None:
        pictures.append(await reading(painter, t, refused.understood))
        box.add_item(pictures[-1].gallery())
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    if player.rack:
        pictures.append(await rack(painter, t, player, order))
        layout.add_item(pictures[-1].gallery())
    layout.add_item(ways_on(t, match, player, *(("again",) if punished is None else ())))
    return layout, pictures
