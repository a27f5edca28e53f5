"""Issue 4.7: ``rummikub-bot doctor`` names what hinders open games in Discord, and what to do about it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import discord
import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.app import RummikubBot
from bot.reach import Barrier, found
from bot.services.matches import Matches, Member
from bot.services.settings import Settings
from bot.upkeep import examine
from data import InUse, Store
from tests.bot.players import two
from tests.bot.support import World, new_bot


async def looked(world: World) -> list[Barrier]:
    return await found(world.bot, (await examine(world.database)).places)


@pytest.mark.asyncio
async def test_a_missing_permission_is_named_for_the_games_of_the_channel(world: World) -> None:
    number, *_ = await two(world)
    assert await looked(world) == []
    world.deny("attach_files")
    assert await looked(world) == [
        Barrier("lacking", world.guild.id, world.channel.id, (number,), ("attach_files",)),
    ]
    world.deny(None)
    assert await looked(world) == []


@pytest.mark.asyncio
async def test_a_thread_has_the_permissions_of_its_channel(world: World) -> None:
    await world.members[0].slash(world.channel, "rummikub start", thread=True)
    (thread,) = world.channel.threads
    assert await looked(world) == []
    world.deny("send_messages_in_threads")
    (barrier,) = await looked(world)
    assert (barrier.channel_id, barrier.missing) == (thread.id, ("send_messages_in_threads",))


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("path", "code", "expected"),
    [("/channels/*", 10003, "gone"), ("/channels/*", 50001, "gone"), ("/guilds/*", 10004, "left")],
)
async def test_what_is_gone_or_hidden_is_named(world: World, path: str, code: int, expected: str) -> None:
    await two(world)
    world.fault("GET", path, 404 if code < 50_000 else 403, code=code, times=None)
    (barrier,) = await looked(world)
    assert barrier.code == expected


@pytest.mark.asyncio
async def test_a_second_bot_on_the_same_file_is_refused(world: World) -> None:
    second = new_bot(world.database)
    with pytest.raises(InUse):
        await second.setup_hook()
    await second.close()
    await two(world)


# --- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "games.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUMMIKUB_DATABASE", str(path))
    monkeypatch.setenv("DISCORD_TOKEN", "a-token")

    async def a_lobby() -> None:
        store = await Store.open(path)
        matches = Matches(store, lambda: datetime.now(UTC), lambda _: None, lambda: "a seed")
        await matches.open_lobby(guild_id=1, channel_id=2, host=Member(1, "Anna"), settings=Settings())
        await store.close()

    asyncio.run(a_lobby())
    return path


def _says(monkeypatch: pytest.MonkeyPatch, outcome: list[Barrier] | Exception) -> Result:
    async def barriers(token: str, places: object) -> list[Barrier]:
        assert token == "a-token"
        assert places == {(1, 2): [1]}
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr("bot.reach.barriers", barriers)
    return CliRunner().invoke(app, ["doctor"])


@pytest.mark.usefixtures("doctor")
@pytest.mark.parametrize(
    ("outcome", "code", "words"),
    [
        ([], 0, ["may do what it must"]),
        ([Barrier("lacking", 1, 2, (1,), ("attach_files",))], 1, ["Channel 2 (#1)", "Attach Files", "Give its role"]),
        ([Barrier("gone", 1, 2, (1,))], 1, ["Channel 2 (#1)", "View Channel", "/rummikub end"]),
        ([Barrier("locked", 1, 2, (1,))], 1, ["Thread 2 (#1)", "moderator"]),
        ([Barrier("left", 1, 2, (1,))], 1, ["server 1", "invite it again"]),
        (discord.LoginFailure("no"), 1, ["refused the token"]),
        (aiohttp.ServerDisconnectedError(), 1, ["cannot be reached"]),
        (TimeoutError(), 1, ["cannot be reached", "TimeoutError"]),
    ],
)
def test_doctor_says_what_discord_says(
    monkeypatch: pytest.MonkeyPatch, outcome: list[Barrier] | Exception, code: int, words: list[str]
) -> None:
    result = _says(monkeypatch, outcome)
    assert result.exit_code == code, result.output
    assert all(word in result.stdout for word in words), result.stdout
    assert "a-token" not in result.output


def test_doctor_and_backup_work_beside_a_running_bot(doctor: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(f"{doctor}.lock", isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")  # as data.Claim does
        assert _says(monkeypatch, []).exit_code == 0
        assert CliRunner().invoke(app, ["backup", str(doctor.with_name("copy"))]).exit_code == 0

        async def start(self: RummikubBot, token: str, **_: object) -> None:
            await self.setup_hook()

        monkeypatch.setattr(RummikubBot, "start", start)
        monkeypatch.setattr("bot.logs.set_up", lambda *_, **__: None)
        refused = CliRunner().invoke(app, [])
    assert refused.exit_code == 2
    (line,) = refused.stderr.strip().splitlines()
    assert "Another bot plays with the games in" in line
