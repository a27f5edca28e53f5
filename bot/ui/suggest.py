"""Autocomplete for a move: plays that are legal now, best first. They tell of a rack, so only its owner gets them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from discord import app_commands

from bot.services.matches import Match
from bot.services.settings import Assist
from bot.services.thoughts import Thoughts
from engine.rummikub.solver.suggestions import suggestions
from engine.rummikub.views import PlayerView

if TYPE_CHECKING:
    from bot.app import Interaction

log = logging.getLogger(__name__)

PATIENCE = 0.9
"""Seconds after which nothing is offered; Discord waits for three."""
MOST = 25
LONGEST = 100


class Suggestions:
    """What there is to suggest in the positions that were asked for last."""

    def __init__(self) -> None:
        self._thoughts = Thoughts()

    async def complete(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Called by discord.py for the option ``move``. Never raises."""
        try:
            match = await _meant(interaction)
            player = match.player(interaction.user.id) if match is not None else None
            if match is None or player is None or not player.my_turn or match.settings.assist is not Assist.FULL:
                return []
            interaction.client.matches.use(match, interaction.user.id)
            key = (match.id, match.row.revision, player.seat)
            found = self._thoughts.ask(key, _suggest, player)
            done, _ = await asyncio.wait({found}, timeout=PATIENCE)
            plays = found.result() if done else ()
        except Exception:
            log.exception("nothing could be suggested")
            return []
        wanted = _plain(current)
        fitting = [play for play in plays if wanted in _plain(play) and len(play) <= LONGEST]
        return [app_commands.Choice(name=play, value=play) for play in fitting[:MOST]]


def _suggest(player: PlayerView) -> tuple[str, ...]:
    view = player.public
    opened = view.seats[player.seat].opened
    return suggestions(table=view.table, rack=player.rack, ruleset=view.ruleset, opened=opened, limit=4 * MOST)


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


async def _meant(interaction: Interaction) -> Match | None:
    """The game of the option, or the one the member is on turn in: in this channel first, then in the server."""
    bot, user_id = interaction.client, interaction.user.id
    number = interaction.namespace.game
    if isinstance(number, int):
        row = await bot.store.match(number)
        match = None if row is None or row.phase != "playing" else Match.read(row)
        return match if match is not None and match.seat_of(user_id) is not None else None
    if interaction.guild_id is None:
        return None
    rows = await bot.store.matches_of(user_id, interaction.guild_id, phases=("playing",))
    matches = [Match.read(row) for row in rows]
    near = [match for match in matches if match.row.channel_id == interaction.channel_id]
    mine = [match for match in near or matches if match.player(user_id).my_turn]
    return mine[0] if mine else None
