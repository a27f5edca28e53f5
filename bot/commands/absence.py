"""``/rummikub replace`` and ``reminders``: for players who are not there, and so that they are."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace as changed

import discord
from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.commands.which import choices, with_game
from bot.services.match import Match, Member
from bot.texts import absence as words
from bot.texts import clean_name, translator
from bot.trouble import Told
from bot.ui.answers import hold
from bot.ui.desk import say
from bot.ui.member import member_at, must_see
from engine.core.errors import Fault, IllegalAction

log = logging.getLogger(__name__)

_SEAT = re.compile(r"(?P<match>[0-9]{1,15}):(?P<seat>[0-9])")
"""What a choice of ``player`` stands for."""


async def seats(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete: the seats that may be handed over, in the game that is named or in this channel."""
    t = translator(interaction.locale)
    found: list[app_commands.Choice[str]] = []
    try:
        for match in await _offered(interaction):
            for seat in interaction.client.matches.replaceable(match):
                label = words.seat_option(t, match.id, match.names[seat])
                if current.casefold().strip() in label.casefold():
                    found.append(app_commands.Choice(name=label, value=f"{match.id}:{seat}"))
    except IllegalAction:
        return []
    except Exception:
        log.exception("the seats could not be listed")
    return found[:25]


async def _offered(interaction: Interaction) -> list[Match]:
    """The game of the option, if the member may know of it, or those in this channel."""
    number = interaction.namespace.game
    if isinstance(number, int):
        return [must_see(interaction, await interaction.client.matches.load(number))]
    here = interaction.channel_id or 0
    return [Match.read(row) for row in await interaction.client.store.matches_in_channel(here, ("playing",))]


@app_commands.command(
    name="replace", description="Somebody else plays on for a player who is away, if the others agree"
)
@app_commands.describe(
    player="Whose seat (without: the only one it can be)",
    member="Who plays on (without: a computer, or you if you are not in the game)",
    level="How well the computer plays (without: medium)",
    game="Which game (without: the one in this channel)",
)
@app_commands.autocomplete(player=seats)
@app_commands.autocomplete(game=choices(seated=False))
@app_commands.choices(
    level=[
        app_commands.Choice(name="Easy computer", value="easy"),
        app_commands.Choice(name="Medium computer", value="medium"),
        app_commands.Choice(name="Hard computer", value="hard"),
    ]
)
async def replace(
    interaction: Interaction,
    player: str | None = None,
    member: discord.Member | None = None,
    level: str | None = None,
    game: int | None = None,
) -> None:
    """Propose who plays on in a seat."""
    chosen = _SEAT.fullmatch(player or "")
    if member is not None and member.bot:
        raise IllegalAction(Fault.of("bot_member"))

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        me = member_at(click, match.row.channel_id)
        free = click.client.matches.replaceable(match)
        here = chosen is not None and int(chosen["match"]) == match.id
        seat = int(chosen["seat"]) if chosen is not None and here else _meant(match, free, player)
        newcomer = None if member is None else Member(member.id, member.display_name)
        if newcomer is None and level is None and match.seat_of(me.id) is None:
            newcomer = me
        done = await click.client.matches.hand_over(match.id, me, seat, newcomer=newcomer, level=level or "medium")
        await click.client.desk.seat_decided(click, done)

    number = int(chosen["match"]) if game is None and chosen is not None else game
    await with_game(interaction, number, then, seated=False)


def _meant(match: Match, free: Sequence[int], typed: str | None) -> int:
    """The seat with the name that was typed, or the only one."""
    wanted = (typed or "").casefold().strip()
    fitting = [seat for seat in free if wanted in clean_name(match.names[seat]).casefold()]
    if not fitting:
        raise IllegalAction(Fault.of("seat_not_free", match=match.id))
    if len(fitting) > 1:
        raise Told(lambda t: words.which_seat(t, [match.names[seat] for seat in fitting]))
    return fitting[0]


@app_commands.command(name="reminders", description="Whether you are reminded before the time for your turn is up")
@app_commands.describe(switch="On or off, for all your games")
@app_commands.choices(switch=[app_commands.Choice(name="On", value="on"), app_commands.Choice(name="Off", value="off")])
async def reminders(interaction: Interaction, switch: str) -> None:
    """Keep it as a preference of the member."""
    await hold(interaction)
    store, on = interaction.client.store, switch == "on"
    chosen = await store.preferences(interaction.user.id)
    await store.set_preferences(interaction.user.id, changed(chosen, reminders=on))
    await say(interaction, words.reminders(translator(interaction.locale), on=on))


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(replace)
    bot.rummikub.add_command(reminders)
