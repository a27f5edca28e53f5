"""The bot as a whole: errors end kindly and privately, and Discord is told the commands once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
import pytest
from discord import app_commands
from simcord import InteractionResult

from bot.texts import Translator
from bot.trouble import Told
from data import DiskFull
from tests.bot.support import World, private, text_of


async def _run(world: World, callback: Callable[[discord.Interaction], Awaitable[None]]) -> InteractionResult:
    """Run a command that does this, in place of ``/rummikub help``."""

    @app_commands.command(name="help", description="stands in")
    async def stands_in(interaction: discord.Interaction) -> None:
        await callback(interaction)

    world.bot.rummikub.remove_command("help")
    world.bot.rummikub.add_command(stands_in)
    return await world.members[0].slash(world.channel, "rummikub help")


async def _raise(world: World, error: Exception) -> InteractionResult:
    async def fail(interaction: discord.Interaction) -> None:
        raise error

    return await _run(world, fail)


async def _greet(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("hello")


@pytest.mark.asyncio
async def test_our_own_fault_is_told_privately_with_an_id_that_is_in_the_log(world: World) -> None:
    text = text_of(private(await _raise(world, ZeroDivisionError("secret detail"))))
    assert "secret" not in text
    (record,) = world.forgive()
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError
    assert vars(record)["correlation"] in text


@pytest.mark.asyncio
async def test_what_only_needs_saying_is_no_error(world: World) -> None:
    def say(t: Translator) -> str:
        return t("Not now.")

    assert text_of(private(await _raise(world, Told(say)))) == "Not now."


@pytest.mark.asyncio
async def test_a_full_disk_is_told_to_the_member_and_to_the_log(world: World) -> None:
    text = text_of(private(await _raise(world, DiskFull(path="/secret/place"))))
    assert "does not count" in text
    assert "secret" not in text
    assert len(world.forgive()) == 1


@pytest.mark.asyncio
@pytest.mark.parametrize("code", [10062, 10015, 40060, 50027])
async def test_an_expired_interaction_is_logged_and_nothing_more(world: World, code: int) -> None:
    world.fault("POST", "/interactions/*/*/callback", 404, code=code)
    answer = await _run(world, _greet)
    assert not answer.acknowledged
    assert str(code) in world.logged()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("status", "code", "word"),
    [(503, 0, "Nothing is lost"), (429, 0, "Nothing is lost"), (403, 50013, "Attach Files"), (404, 10003, "not there")],
)
async def test_what_discord_refuses_is_told_kindly(world: World, status: int, code: int, word: str) -> None:
    world.fault("POST", "/interactions/*/*/callback", status, code=code)
    assert word in text_of(private(await _run(world, _greet)))


@pytest.mark.asyncio
async def test_an_answer_that_is_lost_too_breaks_nothing(world: World) -> None:
    world.fault("POST", "/interactions/*/*/callback", 503, times=2)
    assert not (await _run(world, _greet)).acknowledged
    assert (await _run(world, _greet)).acknowledged


def _syncs(world: World) -> int:
    return sum(s.method == "PUT" and s.path.endswith("/commands") for s in world.sent())


@pytest.mark.asyncio
async def test_commands_are_synced_once_and_again_only_when_they_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _syncs(world) == 1
    await world.restart()
    assert _syncs(world) == 1
    monkeypatch.setattr("bot.app.EXTENSIONS", ("bot.commands.help",))
    await world.restart()
    assert _syncs(world) == 2


@pytest.mark.asyncio
async def test_a_sync_that_failed_is_tried_again_at_the_next_start(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.EXTENSIONS", ("bot.commands.help",))
    world.fault("PUT", "/applications/*/commands", 500)
    await world.restart()
    assert len(world.forgive()) == 1
    await world.restart()
    assert _syncs(world) == 3


@pytest.mark.asyncio
async def test_the_bot_asks_for_no_privileged_intent(world: World) -> None:
    intents = world.bot.intents
    assert not any((intents.members, intents.presences, intents.message_content))
