"""Which game a command means: the number given, the only one it can be, or the one chosen when asked.

For other commands::

    @app_commands.command(name="draw")
    @app_commands.autocomplete(game=choices())
    async def draw(interaction: Interaction, game: int | None = None) -> None:
        await with_game(interaction, game, _draw)

where ``_draw(interaction, match)`` acknowledges the interaction it is given with ``hold``: it is the command's own,
which is acknowledged already, or the answer to the question, which is not.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.services.matches import Match
from bot.texts import games as words
from bot.texts import translator, trouble
from bot.trouble import Told
from bot.ui.answers import hold
from bot.ui.ask import Answer
from bot.ui.member import must_find, sees
from data import MatchRow, Phase
from engine.core.errors import Fault, IllegalAction

log = logging.getLogger(__name__)

Then = Callable[[Interaction, Match], Awaitable[None]]
MOST = 25
"""Discord's limit for choices and options."""


async def with_game(
    interaction: Interaction,
    number: int | None,
    then: Then,
    *,
    phases: tuple[Phase, ...] = ("playing",),
    seated: bool = True,
) -> None:
    """Acknowledge, and do ``then`` with the match that is meant, asking privately where it could be several.

    ``phases``: what matches are looked for, the first phase before the second; of matches that are over the
    latest is meant. ``seated``: only matches the member plays in; otherwise these come first. Raises
    :class:`IllegalAction` (``no_game``; ``unknown_match``, ``not_seated`` for a number; ``seat_gone``).
    """
    await hold(interaction)
    if number is not None:
        match = await must_find(interaction, await interaction.client.matches.load(number))
        if seated and match.seat_of(interaction.user.id) is None:
            raise match.stranger(interaction.user.id)
        await then(interaction, match)
        return
    found = await _meant(interaction, phases, seated=seated)
    if seated and "playing" in phases and all(match.row.phase == "over" for match in found):
        await _must_not_have_lost_seat(interaction)
    if not found:
        waiting = [] if not seated or "lobby" in phases else await _meant(interaction, ("lobby",), seated=True)
        over = phases == ("over",)
        raise IllegalAction(Fault.of("no_game", seated=seated, over=over, lobby=waiting[0].id if waiting else None))
    if len(found) == 1:
        await then(interaction, found[0])
        return

    offered = {str(match.id): match.id for match in found[:MOST]}

    async def chosen(click: Interaction, value: str) -> None:
        if value not in offered:
            raise Told(trouble.out_of_date)
        await then(click, await click.client.matches.load(offered[value]))

    t = translator(interaction.locale)
    options = [
        discord.SelectOption(label=words.label(t, match, interaction.user.id), value=str(match.id))
        for match in found[:MOST]
    ]
    await interaction.client.questions.ask(interaction, words.which(t), options, chosen, hint=words.choose(t))


def choices(
    *, phases: tuple[Phase, ...] = ("playing",), seated: bool = True
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[int]]]]:
    """Autocomplete for the option ``game``: the matches of this server that can be meant, this channel's first."""

    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        t = translator(interaction.locale)
        try:
            known: dict[int, Match] = {}
            for phase in phases:
                for group in await _groups(interaction, phase, seated=seated):
                    known |= {row.id: Match.read(row) for row in group if row.id not in known}
            labels = {number: words.label(t, match, interaction.user.id) for number, match in known.items()}
        except Exception:
            log.exception("the games could not be listed")
            return []
        wanted = current.casefold().strip()
        fitting = [(n, text) for n, text in labels.items() if wanted in text.casefold()]
        return [app_commands.Choice(name=text, value=n) for n, text in fitting[:MOST]]

    return complete


async def _meant(interaction: Interaction, phases: tuple[Phase, ...], *, seated: bool) -> list[Match]:
    """All matches that fit equally well, nearest first."""
    for phase in phases:
        for group in await _groups(interaction, phase, seated=seated):
            if group:
                rows = [max(group, key=lambda row: row.id)] if phase == "over" else group
                return [Match.read(row) for row in rows]
    return []


async def _must_not_have_lost_seat(interaction: Interaction) -> None:
    """Raises ``seat_gone`` where somebody plays on in the member's seat in this channel."""
    me, here = interaction.user.id, interaction.channel_id or 0
    for row in await interaction.client.store.matches_in_channel(here, phases=("playing",)):
        match = Match.read(row)
        if any(gone.user_id == me for gone in match.settings.handed_over):
            raise match.stranger(me)


async def _groups(interaction: Interaction, phase: Phase, *, seated: bool) -> list[list[MatchRow]]:
    """Matches of this phase: mine in this channel, all in this channel, mine in this server, all in this server."""
    store, guild_id, here = interaction.client.store, interaction.guild_id, interaction.channel_id
    if guild_id is None:
        return []
    mine = await store.matches_of(interaction.user.id, guild_id, phases=(phase,))
    near = [row for row in mine if row.channel_id == here]
    if seated:
        return [near, mine]
    there = [] if here is None else list(await store.matches_in_channel(here, phases=(phase,)))
    everywhere = [row for row in await store.open_matches(guild_id) if row.phase == phase and sees(interaction, row)]
    return [near, there, list(mine), everywhere]


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.add_dynamic_items(Answer)
