"""Hints: whether there is a play, which tiles go, the play itself; each only when it is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, Self, cast

import discord
from discord import ButtonStyle

from bot.painter import Painter
from bot.services.advice import Tip, hints_used
from bot.services.matches import Match
from bot.texts import Translator, answers, translator
from bot.texts import hints as words
from bot.texts import table as table_words
from bot.texts.tiles import tiles_in_words
from bot.ui.answers import hold, put
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.buttons import ANY_TURN, What, button
from bot.ui.pictures import Picture, drawn
from bot.ui.preview import preview
from data import RackOrder
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Play
from engine.rummikub.views import PlayerView
from renderers import Rack

if TYPE_CHECKING:
    from bot.app import Interaction

Step = Literal["ask", "tiles", "play", "send"]
AMBER = discord.Color(0xF6C148)
_NEXT: dict[Step, Step] = {"ask": "tiles", "tiles": "play", "play": "send"}


class HintButton(
    Lasting[discord.ui.Button[Any]],
    template=r"rk:hint:(?P<step>ask|tiles|play|send):(?P<match>\d{1,15}):(?P<turn>\d{1,9})",
):
    """Leads to a step of a hint. The play is found anew for it: a position has one best play."""

    def __init__(self, step: Step, match_id: int, turn: int = ANY_TURN, label: str = "?") -> None:
        style = ButtonStyle.success if step == "send" else ButtonStyle.secondary
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"rk:hint:{step}:{match_id}:{turn}"))
        self.step: Step = step
        self.match_id = match_id
        self.turn = turn

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The button of a custom id."""
        return cls(cast("Step", match["step"]), int(match["match"]), int(match["turn"]))

    async def pressed(self, interaction: Interaction) -> None:
        """Show the step, or send the play."""
        await hold(interaction, in_place=True)
        await show_hint(interaction, self.match_id, self.step, self.turn)


def hint_button(t: Translator, match_id: int) -> HintButton:
    """The button under a rack."""
    return HintButton("ask", match_id, label=words.label(t, "ask"))


async def show_hint(interaction: Interaction, match_id: int, step: Step = "ask", turn: int = ANY_TURN) -> None:
    """Answer what was held with a step of the hint; where ``turn`` is over, only with that."""
    client, t = interaction.client, translator(interaction.locale)
    shown = step in {"play", "send"}
    try:
        match, tip = await client.advice.hint(match_id, interaction.user.id, turn=turn or None, shown=shown)
    except IllegalAction as refused:
        if turn == ANY_TURN or refused.faults[0].code not in {"out_of_date", "round_over"}:
            raise
        await put(interaction, _moved_on(t, await client.matches.load(match_id), interaction.user.id))
        return
    player = match.player(interaction.user.id)
    if step == "send" and tip.play is not None:
        await client.desk.act(interaction, match_id, Play(text=tip.play.text), turn=turn)
        return
    order = (await client.store.preferences(interaction.user.id)).rack_order
    now = "ask" if step == "send" else step
    picture = await _picture(client.painter, t, tip, player, order=order, step=now)
    await put(interaction, layout(t, match, player, tip, step=now, picture=picture), [picture] if picture else [])


def _moved_on(t: Translator, match: Match, user_id: int) -> discord.ui.LayoutView:
    """The answer to a button of a turn that is over; a new hint is given only when it is asked for, for it counts."""
    player = match.player(user_id)
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=AMBER)
    over = player.public.phase == "over"
    box.add_item(discord.ui.TextDisplay(f"-# {words.heading(t, match.id)}\n{words.moved_on(t, over=over)}"))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    anew = [hint_button(t, match.id)] if player.my_turn and match.settings.hints else []
    layout.add_item(row(*anew, button(t, match.id, ANY_TURN, "rack"), button(t, match.id, ANY_TURN, "board")))
    return layout


def layout(
    t: Translator,
    match: Match,
    player: PlayerView,
    tip: Tip,
    *,
    step: Step,
    picture: Picture | None,
) -> discord.ui.LayoutView:
    """A step as it is laid out."""
    view = player.public
    lines = [f"-# {words.heading(t, match.id)}"]
    if tip.play is None:
        lines.append(words.none(t, proved=tip.proved, empty=view.pool == 0))
        if not view.seats[player.seat].opened and view.ruleset.opening_points:
            lines.append(answers.not_opened(t, view.ruleset.opening_points))  # sets below them may be in sight
    elif step == "ask":
        lines.append(words.exists(t, proved=tip.proved))
    elif step == "tiles":
        lines.append(words.which(t, tip.play))
    else:
        lines.append(words.shown(t, tip.play))
    if not player.my_turn:
        lines.append(words.not_my_turn(t))
    elif view.deadline is not None:
        lines.append(table_words.time_left(t, view.deadline))
    lines.append(words.count(t, hints_used(match.settings, view.round).get(player.seat, 0)))
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=AMBER)
    box.add_item(discord.ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        box.add_item(picture.gallery())
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    layout.add_item(_ways_on(t, match, player, tip, step))
    return layout


def _ways_on(t: Translator, match: Match, player: PlayerView, tip: Tip, step: Step) -> discord.ui.ActionRow[Any]:
    view = player.public
    turn = view.turn if player.my_turn else ANY_TURN
    items: list[discord.ui.Item[Any]] = []
    if tip.play is None:
        draw: What = "pass" if view.may_pass else "draw"
        items += [button(t, match.id, turn, draw)] if player.my_turn else []
    elif (following := _NEXT[step]) != "send" or player.my_turn:
        items.append(HintButton(following, match.id, view.turn, words.label(t, following)))
    if player.my_turn and tip.play is not None and step != "play":
        items.append(button(t, match.id, turn, "play"))
    return row(*items, button(t, match.id, ANY_TURN, "rack"))


async def _picture(
    painter: Painter, t: Translator, tip: Tip, player: PlayerView, *, order: RackOrder, step: Step
) -> Picture | None:
    if tip.play is None or step == "ask":
        return None
    if step == "play":
        return await preview(painter, t, tip.play)
    placed = tip.play.placed
    alt = table_words.rack_alt(t, len(player.rack), tiles_in_words(t, player.rack), "")
    return await drawn(painter, "rack.png", alt, Rack(player.rack, order, placed))
