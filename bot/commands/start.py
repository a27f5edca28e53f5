"""``/rummikub start``: open a lobby."""

from __future__ import annotations

import asyncio
import logging

import discord
from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.services.options import DAY, HOUR, MINUTE, PRESET, SEATS, changed
from bot.services.settings import Settings
from bot.texts import Translator, clean_name, translator, trouble
from bot.texts import computers as computer_words
from bot.texts import lobby as words
from bot.trouble import PATIENCE, UNREACHABLE, Told
from bot.ui import rights
from bot.ui.answers import hold, put
from bot.ui.computers import AddButton, RemoveSelect
from bot.ui.desk import say
from bot.ui.lobby import LobbyButton, RematchButton
from bot.ui.member import member_of
from bot.ui.members import MemberSelect
from bot.ui.options import OptionSelect, TopicSelect, chooser, on_interaction
from bot.ui.report import link_to, report_trouble

log = logging.getLogger(__name__)

WEEK_IN_MINUTES = 10_080
"""How long a quiet thread stays in the channel list."""


@app_commands.command(name="start", description="Open a game that others can join")
@app_commands.describe(
    ruleset="Which rules to play by (without: the official ones)",
    seats="How many may play (without: four)",
    turn_time="Time for each turn (without: as the rules say)",
    computers="How many computers play (without seats: you alone against them)",
    level="How well the computers play (without: medium)",
    thread="Play in a thread of its own",
    more_options="Choose every rule by yourself before you start",
)
@app_commands.choices(
    ruleset=[
        app_commands.Choice(name="Official: the leaflet in the box, one minute a turn", value="official"),
        app_commands.Choice(name="Basque: up to six, locked jokers, four rounds", value="basque"),
        app_commands.Choice(name="Lithuanian: as official, without a clock", value="lithuanian"),
        app_commands.Choice(name="Spanish: jokers must be replaced, no clock", value="spanish"),
    ]
)
@app_commands.choices(
    turn_time=[
        app_commands.Choice(name="No limit", value=0),
        app_commands.Choice(name="30 seconds", value=30),
        app_commands.Choice(name="1 minute", value=MINUTE),
        app_commands.Choice(name="90 seconds", value=90),
        app_commands.Choice(name="2 minutes", value=2 * MINUTE),
        app_commands.Choice(name="3 minutes", value=3 * MINUTE),
        app_commands.Choice(name="5 minutes", value=5 * MINUTE),
        app_commands.Choice(name="10 minutes", value=10 * MINUTE),
        app_commands.Choice(name="1 hour", value=HOUR),
        app_commands.Choice(name="12 hours", value=12 * HOUR),
        app_commands.Choice(name="1 day", value=DAY),
        app_commands.Choice(name="3 days", value=3 * DAY),
    ],
)
@app_commands.choices(
    level=[
        app_commands.Choice(name="Easy: plays from its rack and overlooks things", value="easy"),
        app_commands.Choice(name="Medium: also adds to the table", value="medium"),
        app_commands.Choice(name="Hard: sees every move", value="hard"),
    ]
)
async def start(  # noqa: PLR0917 - options of the command
    interaction: Interaction,
    ruleset: str = "official",
    seats: app_commands.Range[int, 2, 6] | None = None,
    turn_time: int | None = None,
    computers: app_commands.Range[int, 1, 5] = 0,
    level: str = "medium",
    thread: bool = False,  # noqa: FBT001 - an option of the command
    more_options: bool = False,  # noqa: FBT001
) -> None:
    """Open a lobby here or in a new thread; nothing is made where the bot could not show it.

    With computers in all other seats the match begins at once, unless its rules are still to be chosen.
    """
    host = member_of(interaction)
    here = interaction.channel
    lacking = rights.missing(interaction.app_permissions, thread=isinstance(here, discord.Thread))
    if lacking:
        raise Told(lambda t: trouble.no_access(t, trouble.permissions(lacking)))
    settings = changed(Settings(), PRESET, ruleset)
    if seats is not None or computers:
        settings = changed(settings, SEATS, str(max(seats or 0, computers + 1)))
    if turn_time is not None:
        settings = changed(settings, "turn_seconds", str(turn_time))
    await hold(interaction)
    t = translator(interaction.locale)
    channel_id, said = here.id if here is not None else 0, words.opened(t)
    made: discord.Thread | None = None
    await interaction.client.matches.must_have_room(interaction.guild_id, channel_id, host)
    if thread:
        made, said = await _thread(interaction, t)
        channel_id = made.id if made is not None else channel_id
    match = await interaction.client.matches.open_lobby(
        guild_id=interaction.guild_id or 0,
        channel_id=channel_id,
        host=host,
        settings=settings,
        levels=[level] * computers,
    )
    hindered = await interaction.client.publisher.settle(match.id)
    if hindered is not None:
        await interaction.client.matches.close_lobby(match.id, "unreachable")
        code, names = hindered.code, hindered.missing
        raise Told(lambda t: trouble.cannot_open(t, code, names)) from hindered
    if computers + 1 == settings.seats and not more_options:
        await interaction.client.matches.begin(match.id, host)
        await report_trouble(interaction, match.id)
        said = computer_words.begun(t, await link_to(interaction, match.id))
    if more_options:
        await put(interaction, chooser(t, match.id, match.settings))
    else:
        await say(interaction, said)


async def _thread(interaction: Interaction, t: Translator) -> tuple[discord.Thread | None, str]:
    """A new thread for the game, or none; and what to tell the host."""
    here = interaction.channel
    if isinstance(here, discord.Thread):
        return None, words.already_thread(t)
    if not isinstance(here, discord.TextChannel):
        return None, words.no_thread(t, "")
    lacking = rights.missing_for_new_thread(interaction.app_permissions)
    if lacking:
        return None, words.no_thread(t, trouble.permissions(lacking))
    try:
        async with asyncio.timeout(PATIENCE):
            made = await here.create_thread(
                name=words.thread_name(translator(interaction.guild_locale), clean_name(interaction.user.display_name)),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=WEEK_IN_MINUTES,
            )
    except (discord.HTTPException, *UNREACHABLE) as error:
        log.warning("no thread could be made: %s %s", type(error).__name__, getattr(error, "code", ""))
        return None, words.no_thread(t, "")
    return made, words.opened_in_thread(t, made.mention)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    bot.rummikub.add_command(start)
    bot.add_dynamic_items(LobbyButton, RematchButton, AddButton, RemoveSelect, MemberSelect, OptionSelect, TopicSelect)
    bot.add_listener(on_interaction, "on_interaction")
