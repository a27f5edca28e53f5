"""The playground as its user meets it: a process that serves a page until it is told to stop."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import aiohttp
import discord
import pytest

from bot import typed
from bot.config import Config
from bot.playground import Playground
from bot.services.matches import Match, Member
from bot.services.settings import Settings
from engine.rummikub.actions import Resign
from tests.bot.support import buttons_of


@contextmanager
def _playground(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running process and the address it printed."""
    command = [sys.executable, "-m", "bot", "playground", *arguments]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("RUMMIKUB_", "DISCORD_"))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", process.stdout.readline())
        try:
            assert found, process.stderr and process.stderr.read()
            yield process, found[0]
        finally:
            process.kill()


@pytest.mark.parametrize(("ask", "kept"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_it_serves_its_page_and_stops_in_order(tmp_path: Path, ask: signal.Signals, kept: bool) -> None:
    database = tmp_path / "games.sqlite3"
    with _playground(*(["--database", str(database)] if kept else [])) as (process, url):
        with urlopen(url) as page:
            assert b"<html" in page.read()
        process.send_signal(ask)
        told, errors = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert database.exists() == kept
    stopped = f"The games are kept in {database}." if kept else "are gone: --database FILE keeps them."
    assert told.splitlines()[-1].startswith("Stopped. ")
    assert told.endswith(f"{stopped}\n")


def test_a_file_it_cannot_use_is_one_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("dear diary")
    command = [sys.executable, "-m", "bot", "playground", "--database", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert str(file) in result.stderr
    assert "--database" in result.stderr
    assert "RUMMIKUB_DATABASE" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.asyncio
async def test_ids_are_the_same_in_every_run_so_that_kept_games_go_on() -> None:
    one, other = (Playground(Config(database=None), print) for _ in range(2))
    assert one.channel.id == other.channel.id
    assert [m.id for m in one.members] == [m.id for m in other.members]
    assert len(one.members) >= 4


@asynccontextmanager
async def _running(database: Path | None) -> AsyncIterator[tuple[Playground, str]]:
    """A playground in this process, and its address."""
    address: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    playground = Playground(Config(database=database), address.set_result)
    running = asyncio.create_task(playground.run())
    try:
        async with asyncio.timeout(120):
            yield playground, await address
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@pytest.mark.asyncio
async def test_kept_games_are_on_the_table_again(tmp_path: Path) -> None:
    async with _running(tmp_path / "games.sqlite3") as (playground, _):
        host = Member(playground.members[0].id, "Anna")
        match = await playground.bot.matches.open_lobby(
            guild_id=playground.guild.id, channel_id=playground.channel.id, host=host, settings=Settings()
        )
        await playground.bot.publisher.settle(match.id)
        (lobby,) = playground.channel.history()
    async with _running(tmp_path / "games.sqlite3") as (playground, _):
        (again,) = playground.channel.history()
        assert buttons_of(again) == buttons_of(lobby)
        row = await playground.bot.store.match(match.id)
        assert row is not None
        assert row.message_id == again.id


@pytest.mark.asyncio
async def test_a_kept_game_in_a_thread_is_there_again_and_goes_on(tmp_path: Path) -> None:
    async with _running(tmp_path / "games.sqlite3") as (playground, address), _browser(address) as session:
        tab = await _Tab.opened(session, playground.members[0].id)
        await tab.run("rummikub start", thread=True)
        (number,) = [row.id for row in await playground.bot.store.open_matches(playground.guild.id)]
        await playground.bot.matches.join(number, Member(playground.members[1].id, "Ben"))
        before = await playground.bot.matches.begin(number, Member(playground.members[0].id, "Anna"))
        await playground.bot.publisher.settle(number)
        (thread,) = playground.channel.threads
        board = thread.history()[-1]
    async with _running(tmp_path / "games.sqlite3") as (playground, address), _browser(address) as session:
        (again,) = playground.channel.threads
        assert (again.id, again.name) == (thread.id, thread.name)
        (shown,) = again.history()
        assert buttons_of(shown) == buttons_of(board)
        for member in playground.members[:2]:
            tab = await _Tab.opened(session, member.id)
            await tab.act("send_message", content=f"#{number}")
            await tab.press("Draw")
        after = await playground.bot.store.match(number)
        assert after is not None
        assert after.channel_id == thread.id
        assert after.revision > before.row.revision


@pytest.mark.asyncio
async def test_a_game_that_was_over_in_a_thread_still_has_its_record(tmp_path: Path) -> None:
    async with _running(tmp_path / "games.sqlite3") as (playground, address), _browser(address) as session:
        chloe = playground.members[2]
        tab = await _Tab.opened(session, chloe.id)
        await tab.run("rummikub start", thread=True, computers="1")
        (row,) = await playground.bot.store.open_matches(playground.guild.id)
        await playground.bot.matches.submit(row.id, Member(chloe.id, "Chloé"), Resign())
    async with _running(tmp_path / "games.sqlite3") as (playground, address), _browser(address) as session:
        await playground.bot.store.erase_member(chloe.id)
        for member in playground.members[1:3]:
            tab = await _Tab.opened(session, member.id)
            await tab.act("send_message", content=f"/rummikub record game:{row.id}")
            assert await tab.shows(f"The record of game #{row.id}")


@pytest.mark.asyncio
async def test_commands_are_there_with_a_file_of_an_earlier_run(tmp_path: Path) -> None:
    for _ in range(2):
        async with _running(tmp_path / "games.sqlite3") as (playground, _):
            assert [command.name for command in await playground.bot.tree.fetch_commands()] == ["rummikub"]


@asynccontextmanager
async def _browser(address: str) -> AsyncIterator[aiohttp.ClientSession]:
    base, _, capability = address.partition("#")
    async with aiohttp.ClientSession(base, headers={"X-Simcord-Capability": capability}) as session:
        yield session


class _Tab:
    """One open page, spoken to as its script does."""

    def __init__(self, session: aiohttp.ClientSession, state: dict[str, Any]) -> None:
        self._session = session
        self._context = {"X-Simcord-Context": state["context"]["id"]}
        self._sequence = 0
        self._first = state

    @classmethod
    async def opened(cls, session: aiohttp.ClientSession, viewer: int) -> _Tab:
        async with session.post("/api/pages", json={"viewer_id": str(viewer)}) as answer:
            return cls(session, await answer.json())

    async def shows(self, text: str) -> bool:
        return text in await self.text()

    async def text(self) -> str:
        async with self._session.get("/api/state", headers=self._context) as answer:
            return await answer.text()

    async def press(self, label: str) -> dict[str, Any]:
        messages = json.loads(await self.text())["messages"]
        found = [(n, c["control_key"]) for n in messages for c in _within(messages[n]) if c.get("label") == label]
        message, key = found[-1]
        return await self.act("click", target_id=message, control_key=key)

    async def lists(self) -> dict[str, str]:
        """What each list sets, and the key by which the page knows it."""
        return {name: key for _, name, key in await self._lists()}

    async def choose(self, name: str, value: str) -> dict[str, Any]:
        message, key = next((message, key) for message, found, key in await self._lists() if found == name)
        return await self.act("select", target_id=message, control_key=key, values=[value])

    async def _lists(self) -> list[tuple[str, str, str]]:
        messages = json.loads(await self.text())["messages"]
        selects = [(n, c) for n in messages for c in _within(messages[n]) if c.get("type") == 3]
        return [
            (n, re.sub(r"rk:(?:opt:\d+:\w+:)?(\w+).*", r"\1", c["custom_id"]), c["control_key"]) for n, c in selects
        ]

    async def time(self) -> datetime:
        """The time as of which the page tells times."""
        async with self._session.get("/api/state", headers=self._context) as answer:
            return datetime.fromisoformat(_found(await answer.json(), "presentationTime"))

    async def run(self, command: str, **options: str | bool) -> dict[str, Any]:
        """Run a command as it stood when the tab was opened, which is always out of date."""
        async with self._session.get("/api/commands", headers=self._context) as answer:
            entry = next(e for e in (await answer.json())["entries"] if e["invocation"] == command)
        chosen = {"command_id": entry["commandId"], "path": entry["path"], "options": options}
        return await self.act("run_command", **chosen, schema_fingerprint=entry["schemaFingerprint"])

    async def act(self, kind: str, **extra: Any) -> dict[str, Any]:
        self._sequence += 1
        body = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"r{self._sequence}",
            "generation": self._first["context"]["generation"],
            "bot_generation": self._first["botGeneration"],
            "published_revision": self._first["publishedRevision"],
            "kind": kind,
            **extra,
        }
        async with self._session.post("/api/action", json=body, headers=self._context) as answer:
            result = await answer.json()
        async with self._session.get("/api/state", headers=self._context) as answer:
            self._first["context"] = (await answer.json())["context"]
        return result


@pytest.mark.asyncio
async def test_two_tabs_lose_no_click_and_see_what_the_bot_posts_by_itself() -> None:
    async with _running(None) as (playground, address):
        began = playground.env.now()
        async with _browser(address) as session:
            tabs = [await _Tab.opened(session, member.id) for member in playground.members[:2]]
            for number in range(3):
                results = await asyncio.gather(*(tab.run("rummikub help") for tab in tabs))
                assert [(r["rejected"], r["acknowledgement"]) for r in results] == 2 * [(False, "acknowledged")]
                text = f"the bot says {number}"
                await playground.bot.get_partial_messageable(playground.channel.id).send(text)
                for tab in tabs:
                    while not await tab.shows(text):  # noqa: ASYNC110 - the page asks again and again, too
                        await asyncio.sleep(0.05)
        assert playground.env.now() > began


@pytest.mark.asyncio
async def test_a_page_tells_times_as_of_now() -> None:
    """What closes in thirty minutes says thirty, however long nothing has happened on the page."""
    async with _running(None) as (playground, address), _browser(address) as session:
        tab = await _Tab.opened(session, playground.members[0].id)
        await playground.env.advance_time(120)
        pressed = playground.env.now()
        await tab.run("rummikub help")
        assert await tab.time() >= pressed


@pytest.mark.asyncio
async def test_a_tab_can_go_to_a_game_in_a_thread_and_come_back() -> None:
    async with _running(None) as (playground, address):
        channel = playground.bot.get_channel(playground.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send("out here")
        thread = await channel.create_thread(name="a game", type=discord.ChannelType.public_thread)
        await thread.send("in there")
        host = Member(playground.members[0].id, "Anna")
        match = await playground.bot.matches.open_lobby(
            guild_id=playground.guild.id, channel_id=thread.id, host=host, settings=Settings()
        )
        async with _browser(address) as session:
            for way, text in (
                (f"#{match.id}", "in there"),
                ("#0", "out here"),
                (f"#{match.id}", "in there"),
                ("#99", "There is no game #99"),
            ):
                tab = await _Tab.opened(session, playground.members[0].id)
                assert not (await tab.act("send_message", content=way))["rejected"]
                assert await tab.shows(text)


@pytest.mark.asyncio
async def test_commands_typed_as_text_are_run_by_who_typed_them() -> None:
    async with _running(None) as (playground, address), _browser(address) as session:
        anna, ben = [await _Tab.opened(session, member.id) for member in playground.members[:2]]
        await anna.act("send_message", content="/rummikub start ruleset:Spanish seats:2 thread:true")
        await ben.act("send_message", content=" /rummikub start computers:1  level:hard ")
        mine, other = sorted(await playground.bot.store.open_matches(playground.guild.id), key=lambda row: row.id)
        assert (mine.host_id, mine.phase) == (playground.members[0].id, "lobby")
        assert mine.channel_id != playground.channel.id
        assert Match.read(mine).settings.ruleset.name == "spanish"
        assert (other.host_id, other.phase) == (playground.members[1].id, "playing")
        await anna.act("send_message", content="/rummikub stats member:@Dmitri")
        assert await anna.shows("## Dmitri")
        assert not any("/rummikub" in message.content for message in playground.channel.history())


@pytest.mark.asyncio
async def test_the_page_takes_no_list_for_the_one_that_stood_in_its_place() -> None:
    """Else it shows what was chosen there before, in place of what is set."""
    async with _running(None) as (playground, address), _browser(address) as session:
        tab = await _Tab.opened(session, playground.members[0].id)
        await tab.run("rummikub start", more_options=True)
        table = await tab.lists()
        assert not (await tab.choose("match_rounds", "2"))["rejected"]
        chosen = await tab.lists()
        assert chosen.keys() == table.keys()
        assert [name for name in table if chosen[name] != table[name]] == ["match_rounds"]
        await tab.choose("topic", "penalties")
        penalties = await tab.lists()
        assert not set(chosen.values()) & {key for name, key in penalties.items() if "penalty" in name}
        await tab.choose("misplay_penalty", "2")
        (row,) = await playground.bot.store.open_matches(playground.guild.id)
        rules = Match.read(row).settings.ruleset
        assert (rules.match_rounds, rules.misplay_penalty) == (2, 2)


def test_a_typed_value_ends_where_the_next_option_begins() -> None:
    play = {
        "options": [
            {"name": "move", "type": "string", "choices": []},
            {"name": "game", "type": "integer", "choices": []},
        ]
    }
    for text in ("move:s1 r3; r3-5 = J game:12", "game:12  move: s1 r3; r3-5 = J"):
        assert typed.options(text, play, {}) == {"move": "s1 r3; r3-5 = J", "game": "12"}
    for text, code in (("r3-5 game:12", "stray"), ("move: game:12", "value"), ("move:r3 move:r4", "twice")):
        with pytest.raises(typed.Misfit) as wrong:
            typed.options(text, play, {})
        assert wrong.value.code == code


START = "So this command is typed: `/rummikub start ruleset:"
PLAY = "So this command is typed: `/rummikub play move:… game:…`"


@pytest.mark.asyncio
async def test_what_cannot_be_run_is_answered_to_who_typed_it() -> None:
    """What is wrong is named, with what there is in its place, and the line is there again to be copied."""
    async with _running(None) as (playground, address), _browser(address) as session:
        anna, ben = [await _Tab.opened(session, member.id) for member in playground.members[:2]]
        for line, *hints in (
            ("/rummikub", "There is no such command.\n"),
            ("/rummikub dance", "There is no such command.\n"),
            ("/rummikub strat computers:2", "Did you mean `/rummikub start`?"),
            ("/rummikub play", "`move:` is missing. It takes text", PLAY),
            ("/rummikub play r3-5", "`r3-5` belongs to no option", PLAY),
            ("/rummikub start level:hopeless", "`level:` does not take `hopeless`", "`easy`, `medium`, `hard`", START),
            ("/rummikub start level:hrad", "Did you mean `level:hard`?"),
            ("/rummikub start seats:two", "`seats:` does not take `two`. It takes a whole number from 2 to 6."),
            ("/rummikub start seats:99", "`seats:` does not take `99`. It takes a whole number from 2 to 6."),
            ("/rummikub start seats:-3", "`seats:` does not take `-3`."),
            ("/rummikub start seats:", "Nothing stands behind `seats:`. It takes a whole number from 2 to 6."),
            ("/rummikub start turn_time:20", "one of these: `0` (No limit), `30` (30 seconds), `60` (1 minute), "),
            ("/rummikub start more_options:rounds=2", "does not take `rounds=2`. It takes `yes` or `no`."),
            ("/rummikub start ruleset:basque levle:hard", "no option `levle:`. Did you mean `level:`?"),
            ("/rummikub start seets:2", "There is no option `seets:`. Did you mean `seats:`?"),
            ("/rummikub start seats:2 seats:3", "`seats:` is there more than once."),
            ("/rummikub stats member:Nobody", "a member's name: `Anna`, `Ben`", "`/rummikub stats member:…`"),
            ("/rummikub help me", "`me` belongs to no option", "So this command is typed: `/rummikub help`"),
        ):
            result = await anna.act("send_message", content=line)
            assert (result["rejected"], result["settlement"]) == (False, "settled")
            told = [*playground.channel.history(viewer=playground.members[0])][-1].content
            assert all(hint in told for hint in (*hints, f"You typed: `{line}`")), told
            assert await anna.shows(f"You typed: `{line}`")
            assert not await ben.shows("You typed")
        commands = re.findall(r"`(/rummikub \w+)`", await _told(anna, playground, "/rummikub"))
        assert len(commands) > 10
        assert commands == sorted(commands)
        told = await _told(anna, playground, f"/rummikub start seats:{'`@everyone ' * 150}")
        assert len(told) < 1_000
        assert told.count("`") % 2 == 0
        assert "@everyone" not in told


async def _told(tab: _Tab, playground: Playground, line: str) -> str:
    """What the first member is told in answer to a line."""
    assert not (await tab.act("send_message", content=line))["rejected"]
    return [*playground.channel.history(viewer=playground.members[0])][-1].content


def _within(state: Any) -> Iterator[dict[str, Any]]:
    """All objects in a part of a page's state."""
    if isinstance(state, dict):
        yield state
    for part in state.values() if isinstance(state, dict) else state if isinstance(state, list) else ():
        yield from _within(part)


def _found(state: Any, key: str) -> Any:
    """The value of a key, wherever in a page's state it is."""
    return next(part[key] for part in _within(state) if key in part)
