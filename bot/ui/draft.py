"""The draft of a play: steps added one after the other, a picture of what they come to, and one move in the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import discord
from discord import ButtonStyle

from bot.entrance import admitted
from bot.services.staging import Staged
from bot.texts import Translator, answers, faults, translator
from bot.texts import drafts as words
from bot.texts import table as table_words
from bot.texts.tiles import tiles_in_words
from bot.trouble import answer
from bot.ui import play
from bot.ui.answers import hold, open_window, put
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.buttons import ANY_TURN, button
from bot.ui.pictures import Picture, drawn
from bot.ui.preview import preview, reading
from data import RackOrder
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Play
from engine.rummikub.judging import Accepted, Refused
from engine.rummikub.notation import format_tiles
from engine.rummikub.tiles import Tile, without
from renderers import Rack

if TYPE_CHECKING:
    from bot.app import Interaction

What = Literal["show", "add", "back", "reset", "send"]
VIOLET = discord.Color(0x6C5BA7)
_WINDOW = re.compile(r"rk:step:(\d{1,15}):(\d{1,9})", re.ASCII)
_STYLES: dict[What, ButtonStyle] = {"add": ButtonStyle.primary, "send": ButtonStyle.success}


class DraftButton(
    Lasting[discord.ui.Button[Any]],
    template=r"rk:draft:(?P<what>show|add|back|reset|send):(?P<match>\d{1,15}):(?P<turn>\d{1,9})",
):
    """Does something with the draft of a turn."""

    def __init__(self, what: What, match_id: int, turn: int = ANY_TURN, label: str = "?") -> None:
        style = _STYLES.get(what, ButtonStyle.secondary)
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"rk:draft:{what}:{match_id}:{turn}"))
        self.what: What = what
        self.match_id = match_id
        self.turn = turn

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("What", match["what"]), int(match["match"]), int(match["turn"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Change or show the draft, ask for a step, or send it."""
        staging, user_id = interaction.client.staging, interaction.user.id
        turn = self.turn or None
        if self.what == "add":
            staged = await staging.show(self.match_id, user_id, turn)
            await open_window(interaction, _window(translator(interaction.locale), staged))
            return
        await hold(interaction, in_place=True)
        match self.what:
            case "back":
                await _answer(interaction, await staging.take_back(self.match_id, user_id, turn))
            case "reset":
                await _answer(interaction, await staging.reset(self.match_id, user_id, turn))
            case "send":
                await _send(interaction, await staging.show(self.match_id, user_id, turn))
            case _:
                await show_draft(interaction, self.match_id)


def draft_button(t: Translator, match_id: int) -> DraftButton:
    """The button under a rack."""
    return DraftButton("show", match_id, label=words.label(t, "show"))


async def show_draft(interaction: Interaction, match_id: int, add: str | None = None) -> None:
    """Answer what was held with the draft, after adding a step if there is one to ``add``."""
    staging, user_id = interaction.client.staging, interaction.user.id
    if add is None:
        staged = await staging.show(match_id, user_id)
    else:
        staged = await staging.add(match_id, user_id, add)
    await _answer(interaction, staged)


async def on_interaction(interaction: Interaction) -> None:
    """Called by discord.py for every interaction; takes the steps that were sent."""
    sent = play.field_sent(interaction, _WINDOW)
    if sent is None:
        return
    if not await admitted(interaction):
        return
    found, text = sent
    try:
        await hold(interaction, in_place=True)
        await _add(interaction, int(found[1]), text, int(found[2]) or None)
    except Exception as error:  # noqa: BLE001 - told and logged there
        await answer(interaction, error)


async def _add(interaction: Interaction, match_id: int, text: str, turn: int | None) -> None:
    """Add a step; one that cannot be added is told above the draft, which stays."""
    staging, user_id = interaction.client.staging, interaction.user.id
    try:
        staged, notes = await staging.add(match_id, user_id, text, turn), []
    except IllegalAction as refused:
        t = translator(interaction.locale)
        notes = [*faults.explain_all(t, refused.faults), answers.written(t, text)]
        staged = await staging.show(match_id, user_id, turn)
    await _answer(interaction, staged, notes)


async def _send(interaction: Interaction, staged: Staged) -> None:
    if not staged.steps:
        await _answer(interaction, staged)
        return
    turn = staged.player.public.turn

    async def refused(why: Refused) -> None:
        t = translator(interaction.locale)
        lines = [f"- {line}" for line in faults.explain_all(t, why.faults)]
        await _answer(interaction, staged, [f"### {answers.refused(t)}", *lines], told=True)

    action = Play(text=staged.play)
    await interaction.client.desk.act(interaction, staged.match.id, action, turn=turn, refused=refused)


def _window(t: Translator, staged: Staged) -> discord.ui.Modal:
    number, turn = staged.match.id, staged.player.public.turn
    title = words.window_title(t, number)
    return play.field_window(t, f"rk:step:{number}:{turn}", title, format_tiles(staged.player.rack))


# --- what is answered ----------------------------------------------------------------------------------------


async def _answer(interaction: Interaction, staged: Staged, notes: Sequence[str] = (), *, told: bool = False) -> None:
    client, t = interaction.client, translator(interaction.locale)
    judged = staged.judged()
    pictures: list[Picture] = []
    if isinstance(judged, Accepted):
        pictures.append(await preview(client.painter, t, judged))
    elif judged is not None and judged.understood is not None:
        pictures.append(await reading(client.painter, t, judged.understood))
    if rest := _rest(staged, judged):
        order = (await client.store.preferences(interaction.user.id)).rack_order
        pictures.append(await _rack(interaction, t, rest, order))
    await put(interaction, layout(t, staged, judged, pictures, notes, told=told), pictures)


def layout(
    t: Translator,
    staged: Staged,
    judged: Accepted | Refused | None,
    pictures: Sequence[Picture],
    notes: Sequence[str] = (),
    *,
    told: bool = False,
) -> discord.ui.LayoutView:
    """The draft as it is laid out: steps, whether it is right, what it comes to, what is left on the rack.

    ``told``: the notes say already what is wrong with it.
    """
    view, number = staged.player.public, staged.match.id
    head = [f"-# {words.heading(t, number)}", *notes]
    head.append(words.steps(t, staged.steps) if staged.steps else words.empty(t))
    if view.deadline is not None:
        head.append(table_words.time_left(t, view.deadline))
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=VIOLET)
    box.add_item(discord.ui.TextDisplay("\n".join(head)))
    if judged is not None and (lines := _verdict(t, staged, judged, told=told)):
        box.add_item(discord.ui.TextDisplay("\n".join(lines)))
    for picture in pictures:
        box.add_item(picture.gallery())
    whats: tuple[What, ...] = ("add", "back", "reset", "send") if staged.steps else ("add",)
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    layout.add_item(row(*(DraftButton(what, number, view.turn, words.label(t, what)) for what in whats)))
    layout.add_item(row(button(t, number, ANY_TURN, "rack"), button(t, number, ANY_TURN, "board")))
    return layout


def _verdict(t: Translator, staged: Staged, judged: Accepted | Refused, *, told: bool) -> list[str]:
    """Whether it can be sent as it is, how to go on, and what it means that a play is begun."""
    view = staged.player.public
    ruleset = view.ruleset
    if isinstance(judged, Accepted):
        lines = [words.legal(t, judged)]
        if len(staged.steps) > 1:
            lines.append(words.as_one(t, staged.play))
    elif told:
        lines = []
    else:
        lines = [words.not_yet(t, ruleset), *(f"- {line}" for line in faults.explain_all(t, judged.faults))]
    if staged.unfinished:
        lines.append(words.go_on(t))
    return [*lines, *filter(None, [words.begun(t, ruleset)] if view.deadline is not None else [])]


def _rest(staged: Staged, judged: Accepted | Refused | None) -> tuple[Tile, ...]:
    """The tiles of the rack that are not in the draft, as far as it could be read."""
    rack = staged.player.rack
    if isinstance(judged, Accepted):
        return judged.rack
    if judged is None or judged.understood is None:
        return rack
    return without(rack, [pile.tiles[place] for pile in judged.understood.piles for place in pile.new])


async def _rack(interaction: Interaction, t: Translator, tiles: tuple[Tile, ...], order: RackOrder) -> Picture:
    alt = words.rest_alt(t, len(tiles), tiles_in_words(t, tiles))
    return await drawn(interaction.client.painter, "rack.png", alt, Rack(tiles, order))
