"""A player's own rack, and the table beside it, as private answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.painter import Painter
from bot.services.matches import PublicMatch
from bot.services.settings import Assist
from bot.texts import Translator
from bot.texts import answers as words
from bot.texts import table as table_words
from bot.texts.computers import listed
from bot.texts.tiles import tiles_in_words
from bot.ui.base import LayoutView, row
from bot.ui.buttons import ANY_TURN, What, buttons, orders
from bot.ui.draft import draft_button
from bot.ui.hint import hint_button
from bot.ui.picker import pick_button
from bot.ui.pictures import Picture, drawn
from data import RackOrder
from engine.rummikub.tiles import points_on_rack
from engine.rummikub.views import PlayerView, PublicView
from renderers import Rack


async def rack(painter: Painter, t: Translator, player: PlayerView, order: RackOrder) -> Picture:
    """The picture of a player's own rack, what was just drawn marked. Only for this player's eyes."""
    alt = table_words.rack_alt(t, len(player.rack), tiles_in_words(t, player.rack), tiles_in_words(t, player.drawn))
    return await drawn(painter, "rack.png", alt, Rack(player.rack, order, player.drawn))


def rack_answer(
    t: Translator,
    match: PublicMatch,
    player: PlayerView,
    order: RackOrder,
    picture: Picture | None,
    *,
    link: str,
    notes: Sequence[str] = (),
) -> discord.ui.LayoutView:
    """The rack with the ways to go on; ``notes`` say what just happened. No picture: the rack is empty."""
    view = player.public
    points = points_on_rack(player.rack, view.ruleset.joker_rack_value)
    head = [f"-# {words.rack_heading(t, match.id, player, points)}", *notes]
    head.append(words.status(t, match, view, player.seat, link))
    own = view.seats[player.seat]
    if view.phase == "playing" and own.away and not own.resigned:
        head.append(words.away(t, paused=match.paused))
    if view.phase == "playing" and not own.opened and not own.resigned and view.ruleset.opening_points:
        head.append(f"-# {words.not_opened(t, view.ruleset.opening_points)}")
    layout = LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay("\n".join(head)))
    if picture is not None:
        layout.add_item(picture.gallery())
        layout.add_item(orders(t, match.id, order))
        if (aids := _aids(t, match, player)) is not None:
            layout.add_item(aids)
    layout.add_item(ways_on(t, match, player))
    return layout


def _aids(t: Translator, match: PublicMatch, player: PlayerView) -> discord.ui.ActionRow[discord.ui.LayoutView] | None:
    """What helps to find a play, as far as this table allows it."""
    view = player.public
    if view.phase != "playing" or view.seats[player.seat].resigned:
        return None
    items: list[discord.ui.Item[Any]] = []
    if match.settings.assist is not Assist.NONE:
        items.append(pick_button(t, match.id))
    if match.settings.hints:
        items.append(hint_button(t, match.id))
    if player.my_turn:
        items.append(draft_button(t, match.id))
    return row(*items) if items else None


def ways_on(
    t: Translator, match: PublicMatch, player: PlayerView, *before: What
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """The buttons of a private answer: at most four, as many as fit beside each other on a phone."""
    view = player.public
    if view.phase != "playing" or view.seats[player.seat].resigned:
        return buttons(t, match.id, ANY_TURN, *before, "rack", "board")
    if view.seats[player.seat].away:
        return buttons(t, match.id, ANY_TURN, "back", "board", "help")
    turn = view.turn if player.my_turn else ANY_TURN
    if before:
        return buttons(t, match.id, turn, *before, _instead(view), "rack", "board")
    return buttons(t, match.id, turn, "play", _instead(view), "board", "help")


def board_answer(
    t: Translator, match: PublicMatch, view: PublicView, seat: int | None, picture: Picture, *, link: str
) -> discord.ui.LayoutView:
    """The table as it is now, for one member."""
    layout = LayoutView(timeout=None)
    head = [f"-# {words.board_heading(t, match.id)}", words.status(t, match, view, seat, link)]
    layout.add_item(discord.ui.TextDisplay("\n".join(head)))
    layout.add_item(picture.gallery())
    layout.add_item(discord.ui.TextDisplay(table_words.standing(t, match.names, listed(t, match.seats), view)))
    if seat is not None:
        layout.add_item(_beside_board(t, match.id, view, seat))
    return layout


def _beside_board(
    t: Translator, match_id: int, view: PublicView, seat: int
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """The buttons under the table for one who plays there: on turn also those of a move."""
    if view.on_turn != seat or view.seats[seat].away:
        return buttons(t, match_id, ANY_TURN, "rack", "help")
    return buttons(t, match_id, view.turn, "rack", "play", _instead(view), "help")


def _instead(view: PublicView) -> What:
    """What ends a turn without a play."""
    return "pass" if view.may_pass else "draw"
