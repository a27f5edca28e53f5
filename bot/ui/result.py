"""The end of a round and of a match: the last table, all racks, the scores, and the way to a rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.painter import Painter
from bot.services.advice import hints_used, plays_shown
from bot.services.matches import PublicMatch
from bot.texts import Translator, fairness
from bot.texts import absence as absence_words
from bot.texts import computers as computer_words
from bot.texts import hints as hint_words
from bot.texts import results as words
from bot.texts import table as table_words
from bot.ui.base import LayoutView, row
from bot.ui.buttons import ANY_TURN, button
from bot.ui.lobby import rematch
from bot.ui.pictures import Picture, called, drawn
from bot.ui.record import record_button
from bot.ui.table import FELT, board_labels
from engine.rummikub.events import Event, MatchEnded, RoundBegan, RoundEnded
from engine.rummikub.views import PublicView, RoundResult
from renderers import Board, Reveal, ScoreLabels, Scores

Shown = tuple[discord.ui.LayoutView, list[Picture]]


async def round_result(
    painter: Painter, t: Translator, match: PublicMatch, event: RoundEnded, events: Iterable[Event]
) -> Shown:
    """A round that is over while the match goes on, and how the next one began."""
    view = match.view
    if view is None:
        raise ValueError("a lobby has no rounds")
    pictures = await _pictures(painter, t, match.names, view, event)
    head = [f"-# {table_words.header(t, match.id, view, event.result.number)}"]
    head.append(f"### {words.round_over(t, match.names, event.result)}")
    begun = [e for e in events if isinstance(e, RoundBegan) and e.number == event.result.number + 1]
    foot = [words.scores(t, computer_words.listed(t, match.seats), event.result, view), *_hints(t, match, event.result)]
    foot += table_words.account(t, match.names, begun)
    layout = LayoutView(timeout=None)
    layout.add_item(_box(head, pictures, "\n".join(foot)))
    return layout, pictures


async def match_result(
    painter: Painter,
    t: Translator,
    match: PublicMatch,
    view: PublicView,
    events: Iterable[Event],
    *,
    moderator: int | None = None,
) -> Shown:
    """The end of a match, with the round that ended it unless it was stopped in the middle of one."""
    story = list(events)
    last = next((event for event in reversed(story) if isinstance(event, RoundEnded)), None)
    ended = next((event for event in story if isinstance(event, MatchEnded)), None)
    points = tuple(seat.points for seat in view.seats)
    ended = ended or MatchEnded(view.ending or "finished", points, view.winners)
    over = words.match_over(t, match.names, ended)
    if ended.reason == "stopped":
        over = _stopped(t, match, view, ended, moderator)
    head = [f"-# {table_words.header(t, match.id, view)}", f"## {over}"]
    result = last.result if last is not None else None
    if last is not None:
        head.append(words.why_over(t, match.names, last.result))
        pictures = await _pictures(painter, t, match.names, view, last)
    else:
        pictures = [await _scores(painter, t, match.names, view.results)] if view.results else []
    if result is not None:
        foot = [words.scores(t, computer_words.listed(t, match.seats), result, view), *_hints(t, match, result)]
    else:
        foot = [words.totals(t, computer_words.listed(t, match.seats), view)]
    if view.seed is not None:
        foot.append(f"-# {fairness.opened(t, view.seed)}")
    box = _box(head, pictures, "\n".join(foot))
    ways = [rematch(t, match.id), button(t, match.id, ANY_TURN, "rack"), button(t, match.id, ANY_TURN, "board")]
    box.add_item(row(*ways, *([record_button(t, match.id)] if view.seed is not None else [])))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    return layout, pictures


def _stopped(t: Translator, match: PublicMatch, view: PublicView, ended: MatchEnded, moderator: int | None) -> str:
    """Who ended a match before its time, or why it was ended."""
    if moderator is not None:
        return absence_words.ended_by(t, match.names, moderator, ended.winners)
    if match.settings.note == "deserted":
        return absence_words.deserted(t, match.names, ended.winners)
    if all(view.seats[s.seat].resigned for s in match.seats if s.computer is None):
        return computer_words.abandoned(t, match.names, ended.winners)
    return absence_words.agreed_to_end(t, match, ended.winners)


def _hints(t: Translator, match: PublicMatch, result: RoundResult) -> list[str]:
    given, shown = hints_used(match.settings, result.number), plays_shown(match.settings, result.number)
    told = hint_words.used(t, match.names, given, shown)
    return [told] if told else []


def _box(head: Sequence[str], pictures: Sequence[Picture], foot: str) -> discord.ui.Container[Any]:
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=FELT)
    box.add_item(discord.ui.TextDisplay("\n".join(head)))
    for picture in pictures:
        box.add_item(picture.gallery())
    box.add_item(discord.ui.TextDisplay(foot))
    return box


async def _pictures(
    painter: Painter, t: Translator, names: Sequence[str], view: PublicView, event: RoundEnded
) -> list[Picture]:
    """The table as it lay at the end with the last play marked, the racks, and the scores so far."""
    result = event.result
    marks = event.last.marks if event.last is not None else {}
    results = [done for done in view.results if done.number <= result.number]
    pictures = await asyncio.gather(
        drawn(
            painter,
            "board.png",
            words.final_alt(t, event.table),
            Board(event.table, (), 0, board_labels(t), dict(marks)),
        ),
        drawn(
            painter,
            "racks.png",
            words.reveal_alt(t, names, result),
            Reveal(result, called(t, names)),
        ),
        _scores(painter, t, names, results),
    )
    return list(pictures)


async def _scores(painter: Painter, t: Translator, names: Sequence[str], results: Sequence[RoundResult]) -> Picture:
    labels = ScoreLabels(round=words.round_label(t), total=words.total_label(t))
    alt = words.scores_alt(t, names, results)
    return await drawn(painter, "scores.png", alt, Scores(results, called(t, names), labels))
