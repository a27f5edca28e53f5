"""The table as everybody sees it: the current one with picture and buttons, and what older ones shrink to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.painter import Painter
from bot.services.matches import PublicMatch
from bot.texts import Translator, absence, computers, fairness, preview
from bot.texts import table as words
from bot.ui.base import LayoutView
from bot.ui.buttons import What, buttons
from bot.ui.pictures import Picture, called, drawn
from engine.rummikub.events import Event, MatchEnded, RoundBegan, RoundEnded
from engine.rummikub.views import PublicView
from renderers import Board, BoardLabels

FELT = discord.Color(0x1F7A4D)
STORY_LIMIT = 1_500
"""Characters of the story in one message; the newest lines are kept."""


async def board(painter: Painter, t: Translator, names: Sequence[str], view: PublicView) -> Picture:
    """The picture of the board."""
    labels = board_labels(t)
    alt = words.board_alt(t, names, view)
    return await drawn(painter, "board.png", alt, Board.of(view, called(t, names), labels))


def board_labels(t: Translator) -> BoardLabels:
    """The words on the board."""
    return BoardLabels(
        pool=words.pool_label(t),
        empty=words.empty_label(t),
        laid=preview.laid_label(t),
        moved=preview.moved_label(t),
    )


def table(
    t: Translator,
    match: PublicMatch,
    view: PublicView,
    events: Iterable[Event],
    picture: Picture,
    *,
    moderator: int | None = None,
) -> discord.ui.LayoutView:
    """The current table: whose turn, picture, what was played last, tiles per player, buttons."""
    names = match.names
    head = [f"-# {words.header(t, match.id, view)}"]
    if match.paused:
        head += absence.paused(t, match.deadline)
    elif view.on_turn is not None:
        user_id = match.seats[view.on_turn].user_id
        head.append(f"### {words.whose_turn(t, names[view.on_turn], user_id)}")
    if view.deadline is not None:
        head.append(words.time_left(t, view.deadline))
    foot = _happened(t, match, view, events)
    if moderator is not None:
        foot.append(absence.decided_by(t, moderator))
    foot.append(words.standing(t, names, computers.listed(t, match.seats), view))
    if votes := match.settings.end_votes:
        foot.append(words.end_votes(t, names, votes, len({*match.active, *votes})))
    foot += absence.handed_over(t, match, view)
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=FELT)
    box.add_item(discord.ui.TextDisplay("\n".join(head)))
    box.add_item(picture.gallery())
    box.add_item(discord.ui.TextDisplay("\n".join(foot)))
    box.add_item(buttons(t, match.id, view.turn, "rack", "play", "pass" if view.may_pass else "draw"))
    box.add_item(buttons(t, match.id, view.turn, "board", "help"))
    if what := _open(match, view):
        box.add_item(buttons(t, match.id, view.turn, *what))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    return layout


def _open(match: PublicMatch, view: PublicView) -> list[What]:
    """The buttons for seats whose players are not there, and for what is proposed."""
    what: list[What] = []
    if match.paused:
        what.append("resume")
    elif any(seat.away and not seat.resigned for seat in view.seats):
        what.append("back")
    if match.settings.handover is not None:
        what.append("agree")
    return [*what, "end"] if match.settings.end_votes else what


def _happened(t: Translator, match: PublicMatch, view: PublicView, events: Iterable[Event]) -> list[str]:
    """What led to this table: the deal of a new round, or the turns since the table before."""
    names = match.names
    if view.last is None:
        exchanged = next((e.exchanged for e in events if isinstance(e, RoundBegan)), ())
        return words.dealt(t, names, view, exchanged)
    turns = [event for event in events if not isinstance(event, RoundBegan | RoundEnded | MatchEnded)]
    return last_lines(
        words.account(t, names, turns, _formers(match, ping=True)) or [words.last_action(t, names, view.last)]
    )


def _formers(match: PublicMatch, *, ping: bool) -> dict[int, str]:
    """Who sat before in the seats that were handed over, if they have not had themselves forgotten."""
    return {gone.seat: absence.former(gone, ping=ping) for gone in match.settings.handed_over if gone.user_id}


def last_lines(lines: Sequence[str], limit: int = STORY_LIMIT) -> list[str]:
    """The newest lines that fit into ``limit`` characters together, at least one."""
    kept: list[str] = []
    room = limit
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0 and kept:
            break
        kept.insert(0, line)
    return kept


def shrunk(t: Translator, match: PublicMatch, events: Iterable[Event]) -> discord.ui.LayoutView:
    """What stays of an older message: the account of what was played on it. Results have messages of their own."""
    told = list(events)
    turns = [event for event in told if not _in_result(event)]
    lines = last_lines(words.account(t, match.names, turns or told, _formers(match, ping=False))) or [words.went_on(t)]
    if match.view is not None and any(isinstance(event, RoundBegan) and event.number == 1 for event in turns):
        lines.append(fairness.sealed(t, match.view.commitment))
    layout = LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay("\n".join(f"-# #{match.id} · {words.in_one_line(line)}" for line in lines)))
    return layout


def _in_result(event: Event) -> bool:
    return isinstance(event, RoundEnded | MatchEnded) or (isinstance(event, RoundBegan) and event.number > 1)
