"""The bot as a whole: it starts, answers privately, ends errors kindly and tells Discord its commands once."""

from __future__ import annotations

import discord
import pytest
from discord import app_commands

from bot.texts import Translator
from bot.trouble import Told
from tests.bot.support import World, private, text_of


@pytest.mark.asyncio
async def test_help_is_private(world: World) -> None:
    anna = world.members[0]
    answer = await anna.slash(world.channel, "rummikub help")
    assert "/rummikub start" in text_of(private(answer))


def _failing(world: World, error: Exception) -> None:
    @app_commands.command(name="fail", description="fails")
    async def fail(interaction: discord.Interaction) -> None:
        raise error

    world.bot.rummikub.remove_command("help")
    fail.name = "help"
    world.bot.rummikub.add_command(fail)


@pytest.mark.asyncio
async def test_our_own_fault_is_told_privately_with_an_id_that_is_in_the_log(world: World) -> None:
    _failing(world, ZeroDivisionError("secret detail"))
    answer = await world.members[0].slash(world.channel, "rummikub help")
    text = text_of(private(answer))
    assert "secret" not in text
    (record,) = world.forgive()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


@pytest.mark.asyncio
async def test_what_only_needs_saying_is_no_error(world: World) -> None:
    def say(t: Translator) -> str:
        return t("Not now.")

    _failing(world, Told(say))
    assert text_of(private(await world.members[0].slash(world.channel, "rummikub help"))) == "Not now."


@pytest.mark.asyncio
@pytest.mark.parametrize("code", [10062, 10015, 40060])
async def test_an_expired_interaction_is_logged_and_nothing_more(world: World, code: int) -> None:
    world.fault("POST", "/interactions/*/*/callback", 404, code=code)
    answer = await world.members[0].slash(world.channel, "rummikub help")
    assert not answer.acknowledged
    assert str(code) in world.logged()


@pytest.mark.asyncio
async def test_discord_being_busy_is_told_kindly(world: World) -> None:
    world.fault("POST", "/interactions/*/*/callback", 503)
    answer = await world.members[0].slash(world.channel, "rummikub help")
    assert "Nothing is lost" in text_of(private(answer))
