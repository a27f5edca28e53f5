"""The tile picker: lists over the own rack, and how what was picked can be laid. Nothing has to be typed.

What is picked stands in the buttons' ids, so it survives a restart and no two messages get in each other's way.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import discord
from discord import ButtonStyle

from bot.services.advice import Ways
from bot.services.matches import Match
from bot.services.picking import Group, decode, encode, groups, held, of_group, picked
from bot.services.settings import Assist
from bot.texts import Translator, answers, translator
from bot.texts import hints as hint_words
from bot.texts import picking as words
from bot.texts import table as table_words
from bot.texts.tiles import tiles_in_words
from bot.ui.answers import hold, put
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.buttons import ANY_TURN, button
from bot.ui.pictures import Picture, drawn
from bot.ui.preview import preview
from data import RackOrder
from engine.rummikub.actions import Play
from engine.rummikub.judging import Accepted
from engine.rummikub.notation import parse_tiles
from engine.rummikub.tiles import Color, Tile
from engine.rummikub.views import PlayerView
from renderers import Rack

if TYPE_CHECKING:
    from bot.app import Interaction

What = Literal["open", "show", "send"]
TEAL = discord.Color(0x2E8B8B)
_SQUARES = {Color.BLACK: "⬛", Color.RED: "🟥", Color.BLUE: "🟦", Color.ORANGE: "🟧"}
_JOKER = "🃏"
_CODE = r"[0-9a-f]{1,22}"


class PickButton(
    Lasting[discord.ui.Button[Any]],
    template=rf"rk:pick:(?P<what>open|show|send):(?P<match>\d{{1,15}}):(?P<turn>\d{{1,9}}):(?P<way>\d):(?P<code>{_CODE})",
):
    """``open``: pick, with these tiles picked already; ``show``: the ``way``-th way to lay them; ``send``: lay them."""

    def __init__(
        self,
        what: What,
        match_id: int,
        tiles: tuple[Tile, ...] = (),
        *,
        way: int = 0,
        turn: int = ANY_TURN,
        label: str = "?",
        style: ButtonStyle = ButtonStyle.secondary,
    ) -> None:
        custom_id = f"rk:pick:{what}:{match_id}:{turn}:{way}:{encode(tiles)}"
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=custom_id))
        self.what: What = what
        self.match_id = match_id
        self.tiles = tiles
        self.way = way
        self.turn = turn

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        what, tiles = cast("What", match["what"]), decode(match["code"])
        return cls(what, int(match["match"]), tiles, way=int(match["way"]), turn=int(match["turn"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Show it, or send the play."""
        await hold(interaction, in_place=True)
        if self.what == "open":
            await show_picker(interaction, self.match_id, self.tiles)
        else:
            await show_ways(interaction, self.match_id, self.tiles, self.way, self.turn, send=self.what == "send")


class PickSelect(
    Lasting[discord.ui.Select[Any]],
    template=rf"rk:list:(?P<match>\d{{1,15}}):(?P<group>[akrboj][lh]?):(?P<code>{_CODE})",
):
    """A list over a part of the rack; its id holds all that was picked when it was shown."""

    def __init__(
        self,
        match_id: int,
        group: str,
        tiles: tuple[Tile, ...],
        options: list[discord.SelectOption] | None = None,
        label: str | None = None,
    ) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id=f"rk:list:{match_id}:{group}:{encode(tiles)}",
                placeholder=label,
                min_values=0,
                max_values=max(1, len(options or ())),
                options=options or [],
            )
        )
        self.match_id = match_id
        self.group = group
        self.tiles = tiles

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The select of a custom id."""
        return cls(int(match["match"]), match["group"], decode(match["code"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Take what was picked; where one list holds the whole rack, show at once how it can be laid."""
        await hold(interaction, in_place=True)
        data: Any = interaction.data or {}
        chosen = [tile for value in data.get("values") or () for tile in parse_tiles(value.partition(".")[0])]
        tiles = picked(self.group, self.tiles, chosen)
        if self.group == "a" and tiles:
            await show_ways(interaction, self.match_id, tiles)
        else:
            await show_picker(interaction, self.match_id, tiles)


def pick_button(t: Translator, match_id: int) -> PickButton:
    """The button under a rack."""
    return PickButton("open", match_id, label=words.label(t, "open"))


# --- picking -------------------------------------------------------------------------------------------------


async def show_picker(interaction: Interaction, match_id: int, tiles: tuple[Tile, ...] = ()) -> None:
    """Answer what was held with the lists over the rack."""
    client = interaction.client
    match, player = await client.advice.picking(match_id, interaction.user.id)
    t = translator(interaction.locale)
    tiles = held(tiles, player.rack)
    order = (await client.store.preferences(interaction.user.id)).rack_order
    picture = await _rack(interaction, t, player, order, tiles)
    await put(interaction, chooser(t, match, player, tiles, picture), [picture])


def chooser(
    t: Translator, match: Match, player: PlayerView, tiles: tuple[Tile, ...], picture: Picture
) -> discord.ui.LayoutView:
    """The rack with what is picked marked, and the lists."""
    check = match.settings.assist is Assist.CHECK
    lines = [f"-# {words.heading(t, match.id)}", words.picked(t, tiles) if tiles else words.ask(t, check=check)]
    lines += _when(t, player) if player.my_turn else []
    lists = [
        PickSelect(match.id, each.key, tiles, _options(t, each, tiles), _label(t, each, tiles))
        for each in groups(player.rack)
    ]
    ways_on: list[discord.ui.Item[Any]] = []
    if tiles:
        go = words.label(t, "check" if check else "show", len(tiles))
        ways_on.append(PickButton("show", match.id, tiles, label=go, style=ButtonStyle.success))
        ways_on.append(PickButton("open", match.id, label=words.label(t, "clear")))
    return _layout(lines, picture, *(row(each) for each in lists), row(*ways_on, button(t, match.id, ANY_TURN, "rack")))


def _options(t: Translator, group: Group, tiles: tuple[Tile, ...]) -> list[discord.SelectOption]:
    chosen, copies = Counter(tiles), Counter[Tile]()
    options: list[discord.SelectOption] = []
    for tile in group.tiles:
        copies[tile] += 1
        options.append(
            discord.SelectOption(
                label=words.option(t, tile, copies[tile]),
                value=f"{tile}.{copies[tile]}",
                emoji=_JOKER if tile.is_joker else _SQUARES[tile.color],
                default=copies[tile] <= chosen[tile],
            )
        )
    return options


def _label(t: Translator, group: Group, tiles: tuple[Tile, ...]) -> str:
    """What is picked in a list, for clients that lose sight of it while the message is edited; else what it holds."""
    mine = of_group(group.key, tiles)
    return (tiles_in_words(t, mine) if mine else words.group(t, group.key))[:150]


# --- laying --------------------------------------------------------------------------------------------------


async def show_ways(
    interaction: Interaction,
    match_id: int,
    tiles: tuple[Tile, ...],
    way: int = 0,
    turn: int = ANY_TURN,
    *,
    send: bool = False,
) -> None:
    """Answer what was held with a way to lay these tiles, or ``send`` it in the ``turn`` it was shown in."""
    client = interaction.client
    match, found = await client.advice.ways(match_id, interaction.user.id, tiles)
    player = match.player(interaction.user.id)
    if send and found.ways and match.settings.assist is Assist.FULL:
        play = found.ways[way % len(found.ways)]
        await client.desk.act(interaction, match_id, Play(text=play.text), turn=turn)
        return
    tiles = held(tiles, player.rack)
    if not tiles:
        await show_picker(interaction, match_id)
        return
    t = translator(interaction.locale)
    if match.settings.assist is Assist.CHECK:
        order = (await client.store.preferences(interaction.user.id)).rack_order
        picture = await _rack(interaction, t, player, order, tiles)
        await put(interaction, _checked(t, match, player, tiles, found, picture=picture), [picture])
        return
    shown = found.ways[way % len(found.ways)] if found.ways else found.part
    picture = await preview(client.painter, t, shown) if shown is not None else None
    layout = _ways(t, match, player, tiles, found, way=way, picture=picture)
    await put(interaction, layout, [picture] if picture else [])


def _ways(
    t: Translator,
    match: Match,
    player: PlayerView,
    tiles: tuple[Tile, ...],
    found: Ways,
    *,
    way: int,
    picture: Picture | None,
) -> discord.ui.LayoutView:
    lines = [f"-# {words.heading(t, match.id)}", words.picked(t, tiles)]
    ways_on: list[discord.ui.Item[Any]] = []
    if found.ways:
        number, count = way % len(found.ways), len(found.ways)
        lines += [words.way(t, len(tiles), number + 1, count), words.play(t, found.ways[number])]
        ways_on += _send(t, match, player, tiles, number)
        if count > 1:
            other = (number + 1) % count
            ways_on.append(PickButton("show", match.id, tiles, way=other, label=words.label(t, "way")))
    elif found.part is not None:
        part: Accepted = found.part
        lines += [words.part(t, part.placed, proved=found.proved), words.play(t, part)]
        ways_on += _send(t, match, player, part.placed, 0)
    else:
        lines += [words.none(t, len(tiles), proved=found.proved), *_opening(t, player)]
    lines += _when(t, player)
    ways_on.append(PickButton("open", match.id, tiles, label=words.label(t, "change")))
    return _layout(lines, picture, row(*ways_on, button(t, match.id, ANY_TURN, "rack")))


def _send(
    t: Translator, match: Match, player: PlayerView, tiles: tuple[Tile, ...], way: int
) -> list[discord.ui.Item[Any]]:
    if not player.my_turn:
        return []
    label, turn = words.label(t, "send"), player.public.turn
    return [PickButton("send", match.id, tiles, way=way, turn=turn, label=label, style=ButtonStyle.success)]


def _checked(
    t: Translator, match: Match, player: PlayerView, tiles: tuple[Tile, ...], found: Ways, *, picture: Picture
) -> discord.ui.LayoutView:
    fit = bool(found.ways)
    lines = [f"-# {words.heading(t, match.id)}", words.picked(t, tiles)]
    lines += [words.checked(t, len(tiles), fit=fit, proved=found.proved), *([] if fit else _opening(t, player))]
    lines += _when(t, player)
    ways_on: list[discord.ui.Item[Any]] = []
    if player.my_turn:
        ways_on.append(button(t, match.id, player.public.turn, "play"))
    ways_on.append(PickButton("open", match.id, tiles, label=words.label(t, "change")))
    return _layout(lines, picture, row(*ways_on, button(t, match.id, ANY_TURN, "rack")))


def _when(t: Translator, player: PlayerView) -> list[str]:
    """That it is too early to lay them, or how much time is left for it."""
    if not player.my_turn:
        return [hint_words.not_my_turn(t)]
    deadline = player.public.deadline
    return [] if deadline is None else [table_words.time_left(t, deadline)]


def _opening(t: Translator, player: PlayerView) -> list[str]:
    """Why it may be that nothing can be laid (rule 4.1)."""
    view = player.public
    if view.seats[player.seat].opened or not view.ruleset.opening_points:
        return []
    return [answers.not_opened(t, view.ruleset.opening_points)]


def _layout(lines: list[str], picture: Picture | None, *rows: discord.ui.ActionRow[Any]) -> discord.ui.LayoutView:
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=TEAL)
    box.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        box.add_item(picture.gallery())
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    for each in rows:
        layout.add_item(each)
    return layout


async def _rack(
    interaction: Interaction, t: Translator, player: PlayerView, order: RackOrder, tiles: tuple[Tile, ...]
) -> Picture:
    """The rack, what is picked marked."""
    alt = table_words.rack_alt(t, len(player.rack), tiles_in_words(t, player.rack), "")
    return await drawn(interaction.client.painter, "rack.png", alt, Rack(player.rack, order, tiles))
