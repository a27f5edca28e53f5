"""Scripted players: they play what the engine suggests and draw otherwise, through the surface of Discord."""

from __future__ import annotations

import re
from collections.abc import Mapping

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

from bot.services.matches import Match
from data import Change
from engine.rummikub.notation import parse_position, parse_tiles
from engine.rummikub.solver.suggestions import suggestions
from engine.rummikub.tiles import Tile
from tests.bot.support import NAMES, World, components_of

Message = discord.Message | ResponseMessage


async def seat_all(
    world: World,
    members: list[MemberActor],
    *,
    channel: ChannelHandle | None = None,
    seed: str | None = None,
    **options: object,
) -> int:
    """Open a lobby by the first member and let the others join; the number of the match, which has begun.

    ``seed`` decides what everybody is dealt.
    """
    if seed is not None:
        world.bot.matches._new_seed = lambda: seed
    host, *others = members
    await host.slash(channel or world.channel, "rummikub start", seats=len(members), **options)
    lobby = world.latest(channel)
    for member in others:
        await member.click(lobby, label="Join")
    assert host.guild is not None
    return max(row.id for row in await world.bot.store.open_matches(host.guild.id))


async def on_turn(world: World, members: list[MemberActor], match_id: int) -> tuple[Match, MemberActor | None]:
    """The match as it stands, and whose turn it is; None when it is over."""
    match = await world.bot.matches.load(match_id)
    seat = match.view.on_turn
    if seat is None:
        return match, None
    return match, next(member for member in members if member.id == match.row.seats[seat].user_id)


def table_of(world: World, match: Match) -> discord.Message:
    """The message in which a match is shown now."""
    channel = next(c for c in (world.channel, *world.channel.threads) if c.id == match.row.channel_id)
    return next(m for m in reversed(world.messages(channel)) if m.id == match.row.message_id)


def best(match: Match, member: MemberActor) -> str | None:
    """The best play that is suggested to a member."""
    player = match.player(member.id)
    view = player.public
    found = suggestions(
        table=view.table, rack=player.rack, ruleset=view.ruleset, opened=view.seats[player.seat].opened, limit=1
    )
    return found[0] if found else None


async def take_turn(
    world: World, members: list[MemberActor], match_id: int
) -> tuple[MemberActor, InteractionResult] | None:
    """One turn, by the window of the table's Play button, or its Draw or Pass button; None when the match is over."""
    match, member = await on_turn(world, members, match_id)
    if member is None:
        return None
    table = table_of(world, match)
    move = best(match, member)
    if move is None:
        return member, await member.click(table, label="Draw" if match.view.pool else "Pass")
    window = await member.click(table, label="Play")
    return member, await member.submit_modal(window, {"move": move})


async def play_out(world: World, members: list[MemberActor], match_id: int, *, most: int = 400) -> Match:
    """Play a match to its end."""
    for _ in range(most):
        if await take_turn(world, members, match_id) is None:
            return await world.bot.matches.load(match_id)
    raise AssertionError("the match does not end")


async def arrange(
    world: World,
    match_id: int,
    *,
    seat_of: MemberActor | None = None,
    rack: str | None = None,
    opened: bool | None = None,
    table: str | None = None,
    pool: str | None = None,
    rules: Mapping[str, object] | None = None,
) -> None:
    """Lay the table, the pool and one member's rack as the notation says, and show it. Tiles need not add up."""
    match = await world.bot.matches.load(match_id)
    state = match.state
    assert state is not None
    changes: dict[str, object] = {}
    if table is not None:
        changes["table"] = parse_position(f"{table} / ").table
    if pool is not None:
        changes["pool"] = parse_tiles(pool)
    if rules is not None:
        changes["ruleset"] = state.ruleset.model_copy(update=dict(rules))
    if seat_of is not None:
        number = match.seat_of(seat_of.id)
        seat: dict[str, object] = {}
        if rack is not None:
            seat["rack"] = tuple(sorted(parse_tiles(rack)))
        if opened is not None:
            seat["opened"] = opened
        changes["seats"] = tuple(s.model_copy(update=seat) if i == number else s for i, s in enumerate(state.seats))
    await world.bot.store.commit(
        Change(
            match_id=match_id,
            expected=match.row.revision,
            at=world.now(),
            state=state.model_copy(update=changes).model_dump_json(),
        )
    )
    world.bot.publisher.changed(match_id)
    await world.bot.publisher.settle(match_id)


def pictures(message: Message) -> dict[str, str]:
    """The pictures of a message: file name to description."""
    shown = [item for c in components_of(message) if c["type"] == 12 for item in c["items"]]
    return {re.sub(r".*/", "", item["media"]["url"]): item["description"] for item in shown}


async def two(world: World, **options: object) -> tuple[int, MemberActor, MemberActor]:
    """A match of two: its number, who is on turn, and the other."""
    members = world.members[:2]
    number = await seat_all(world, members, **options)  # pyright: ignore[reportArgumentType]
    _, first = await on_turn(world, members, number)
    assert first is not None
    return number, first, next(m for m in members if m is not first)


def called(world: World, member: MemberActor) -> str:
    """The name by which one of the world's members is shown."""
    return NAMES[world.members.index(member)]


async def table(world: World, number: int) -> discord.Message:
    """The message in which the match with this number is shown now."""
    return table_of(world, await world.bot.matches.load(number))


async def rack_of(world: World, number: int, member: MemberActor) -> tuple[Tile, ...]:
    """What a member holds."""
    return (await world.bot.matches.load(number)).player(member.id).rack


async def send(world: World, number: int, member: MemberActor, move: str) -> InteractionResult:
    """Type a move into the window of the Play button."""
    window = await member.click(await table(world, number), label="Play")
    return await member.submit_modal(window, {"move": move})
