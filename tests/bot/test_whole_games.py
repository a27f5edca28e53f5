"""Whole games through Discord's surface; no tile of a rack reaches anybody else (issue 2, points 10 and 16)."""

from __future__ import annotations

import dataclasses
import io
import re
import typing
from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from typing import Any

import discord
import pytest
from simcord import MemberActor

import renderers
from bot.services.matches import Match
from bot.services.publisher import News
from bot.texts import translator
from bot.texts.tiles import tiles_in_words
from engine.rummikub.match import MatchState, SeatState
from engine.rummikub.notation import format_tiles
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import Tile
from engine.rummikub.views import PlayerView
from tests.bot.players import arrange, on_turn, seat_all, table_of, take_turn
from tests.bot.support import World, buttons_of, text_of

Rack = tuple[Tile, ...]
FEW = 4
"""Racks of fewer tiles are no secret one could recognize in a text."""
COMPUTER = 0
"""Whose racks those of computers are: nobody's who could see them."""
TILES_IN_A_ROW = re.compile(r"\b(?:[krbo](?:1[0-3]|[1-9]) ){3}")


class Secrets:
    """What each member alone may see: the racks they held, and the private pictures drawn."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.racks: dict[int, set[Rack]] = defaultdict(set)
        self.revealed: set[Rack] = set()
        self.rack_pictures: dict[bytes, set[Rack]] = defaultdict(set)
        self.readings: set[bytes] = set()
        draw_rack, draw_reading = renderers.Rack.png, renderers.Reading.png

        def rack_png(rack: renderers.Rack) -> bytes:
            png = draw_rack(rack)
            self.rack_pictures[png].add(tuple(rack.tiles))
            return png

        def reading_png(reading: renderers.Reading) -> bytes:
            png = draw_reading(reading)
            self.readings.add(png)
            return png

        monkeypatch.setattr(renderers.Rack, "png", rack_png)
        monkeypatch.setattr(renderers.Reading, "png", reading_png)

    def note(self, match: Match) -> None:
        """Remember what everybody holds, and what a round that is over has revealed."""
        assert match.state is not None
        for row, seat in zip(match.row.seats, match.state.seats, strict=True):
            self.racks[row.user_id or COMPUTER].add(seat.rack)
        self.revealed |= set(chain.from_iterable(result.racks for result in match.view.results))

    def of_others(self, member_id: int | None) -> set[Rack]:
        """Racks that this member must not see; None: anybody in the channel."""
        own = set() if member_id is None else self.racks[member_id]
        return set(chain.from_iterable(self.racks.values())) - own - self.revealed


def scan(world: World, secrets: Secrets) -> int:
    """Look through all that was ever sent and logged; the number of private pictures that were sent."""
    t = translator("en")
    words = {r: (format_tiles(r), tiles_in_words(t, r)) for r in secrets.of_others(None) if len(r) >= FEW}
    seen = 0
    for sent in world.sent():
        hidden = secrets.of_others(sent.audience)
        for rack in hidden & words.keys():
            assert not any(text in sent.text for text in words[rack]), (sent.method, sent.path)
        for file in sent.files:
            if file in secrets.rack_pictures:
                assert sent.audience is not None, "a rack in public"
                assert secrets.rack_pictures[file] & secrets.racks[sent.audience], "somebody else's rack"
                seen += 1
            elif file in secrets.readings:
                assert sent.audience is not None, "a refused play in public"
                seen += 1
        if sent.audience is None:
            assert "Your rack" not in sent.text
            assert "You drew" not in sent.text
            assert "reading.png" not in sent.text
    logged = world.logged()
    assert not TILES_IN_A_ROW.search(logged)
    assert not any(text in logged for pair in words.values() for text in pair)
    return seen


def fits_into_messages(world: World) -> None:
    """Discord's limits: 40 components, 4,000 characters, 1,024 for a description, 100 for a custom id."""
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        body = body.get("data") or body
        if not body.get("flags", 0) & 1 << 15:
            continue
        parts = list(_components(body["components"]))
        assert len(parts) <= 40
        assert sum(len(part.get("content", "")) for part in parts) <= 4_000
        for part in parts:
            assert len(part.get("custom_id", "")) <= 100
            assert all(len(item.get("description") or "") <= 1_024 for item in part.get("items", ()))
            if part["type"] == 1:
                assert len(part["components"]) <= 4, "more than four buttons do not fit beside each other on a phone"


def _components(components: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    for component in components:
        yield component
        yield from _components(component.get("components", []))


async def careless(world: World, members: list[MemberActor], number: int, turn: int) -> None:
    """What people do besides: look at racks and boards, try what is not allowed, click out of turn."""
    match, player = await on_turn(world, members, number)
    if player is None:
        return
    others = [member for member in members if member is not player]
    shown = table_of(world, match)
    match turn % 5:
        case 0:
            await others[0].click(shown, label="My rack")
        case 1:
            window = await player.click(shown, label="Play")
            rack = match.player(player.id).rack
            await player.submit_modal(window, {"move": format_tiles(rack[:5])})
        case 2:
            await others[-1].click(shown, label="Draw" if match.view.pool else "Pass")
            await player.autocomplete(world.channel, "rummikub play", "move", "")
        case 3:
            await others[0].slash(world.channel, "rummikub play", move="k1 k2 k3", game=number)
        case _:
            await others[-1].click(shown, label="Board")
            await player.slash(world.channel, "rummikub play", move="rack?", game=number)


async def play_and_watch(
    world: World,
    members: list[MemberActor],
    number: int,
    secrets: Secrets,
    *,
    restart_at: int | None = None,
    pool: int = 106,
) -> Match:
    """Play a match to its end. ``pool``: at most so many tiles are left to draw from, for a game that is over soon."""
    for turn in range(400):
        match = await world.bot.matches.load(number)
        if match.view.pool > pool:
            assert match.state is not None
            await arrange(world, number, pool=format_tiles(match.state.pool[:pool]))
        secrets.note(match)
        await careless(world, members, number, turn)
        if turn == restart_at:
            await world.restart()
        if await take_turn(world, members, number) is None:
            return match
    raise AssertionError("the match does not end")


@pytest.mark.asyncio
async def test_three_play_a_whole_game_and_nobody_sees_anothers_tiles(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = Secrets(monkeypatch)
    members = world.members[:3]
    number = await seat_all(world, members, ruleset="spanish", seed="seed340")
    match = await play_and_watch(world, members, number, secrets)
    assert match.view.results
    assert "wins the game!" in text_of(world.latest())
    assert "Rematch" in buttons_of(world.latest())
    assert scan(world, secrets) > len(members)
    fits_into_messages(world)


@pytest.mark.asyncio
async def test_rounds_go_on_by_themselves_across_a_restart(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = Secrets(monkeypatch)
    members = world.members[:2]
    number = await seat_all(world, members, seed="rounds")
    await arrange(world, number, rules={"match_rounds": 2})
    match = await play_and_watch(world, members, number, secrets, restart_at=3, pool=8)
    assert [result.number for result in match.view.results] == [1, 2]
    story = [text_of(message) for message in world.messages()]
    assert sum("racks.png" in str(message.attachments) for message in world.messages()) == 2
    assert any("Round 2 begins" in text for text in story)
    assert "in all" in story[-1]
    scan(world, secrets)
    fits_into_messages(world)


@pytest.mark.asyncio
async def test_the_scan_finds_what_leaks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = Secrets(monkeypatch)
    members = world.members[:2]
    number = await seat_all(world, members)
    match, player = await on_turn(world, members, number)
    assert player is not None
    secrets.note(match)
    await player.click(table_of(world, match), label="My rack")
    assert scan(world, secrets) == 1
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    secret = match.player(player.id).rack
    await channel.send(f"psst: {format_tiles(secret)}")
    with pytest.raises(AssertionError):
        scan(world, secrets)
    world.env.http_requests.pop()
    await channel.send(file=discord.File(io.BytesIO(next(iter(secrets.rack_pictures))), "x.png"))
    with pytest.raises(AssertionError, match="in public"):
        scan(world, secrets)


def test_what_the_stage_gets_can_hold_no_secret() -> None:
    """The types alone keep states and racks from the channel (design.md, "Secrets are a matter of types")."""
    reached: set[Any] = set()
    waiting: list[Any] = [News]
    while waiting:
        kind = waiting.pop()
        if kind in reached:
            continue
        reached.add(kind)
        waiting += typing.get_args(kind)
        if dataclasses.is_dataclass(kind):
            waiting += typing.get_type_hints(kind, localns={"Ruleset": Ruleset}).values()
    names = {getattr(kind, "__name__", "") for kind in reached}
    assert {"PublicMatch", "PublicView", "Played"} <= names
    assert not {MatchState, SeatState, PlayerView} & reached
