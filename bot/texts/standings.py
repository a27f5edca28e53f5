"""Games that are open, who leads in a server, and how one member has done."""

from __future__ import annotations

from collections.abc import Sequence

from bot.services.matches import Match
from bot.texts import Translator, safe_name
from bot.texts import computers as computer_words
from bot.texts import options as option_words
from data import Standing

MEDALS = ("🥇", "🥈", "🥉")


def games_heading(t: Translator, count: int) -> str:
    """Above the list of games of a server."""
    return "## " + (t.n("{n} game is open", "{n} games are open", count) if count else t("No game is open"))


def no_games(t: Translator) -> str:
    """Where there is none."""
    return t("`/rummikub start` opens one.")


def game(t: Translator, match: Match, link: str, user_id: int) -> str:
    """One game: its number with a link, its players, what it waits for."""
    mine = " · " + t("**you play here**") if match.seat_of(user_id) is not None else ""
    players = t(", ").join(computer_words.listed(t, match.row.seats, 24))
    head = f"[**#{match.id}**]({link}) · <#{match.row.channel_id}> · {players}{mine}"
    rules = option_words.preset(t, match.settings.ruleset.name)
    return f"{head}\n-# {rules} · {_waiting_for(t, match, user_id)}"


def _waiting_for(t: Translator, match: Match, user_id: int) -> str:
    if match.row.phase == "lobby":
        free = match.settings.seats - len(match.names)
        waits = t.n("{n} seat is free", "{n} seats are free", free) if free > 0 else t("waits for the host to start it")
        closes = match.row.deadline
        return waits if closes is None else f"{waits} · " + t("closes {when}", when=f"<t:{int(closes.timestamp())}:R>")
    view = match.view
    if view.on_turn is None:
        return t("over")
    if match.public.paused:
        parts = [t("paused")]
    elif view.on_turn == match.seat_of(user_id):
        parts = [t("**your turn**")]
    else:
        parts = [t("{name}'s turn", name=safe_name(match.names[view.on_turn]))]
    if view.deadline is not None:
        parts.append(t("time is up {when}", when=f"<t:{int(view.deadline.timestamp())}:R>"))
    if view.ruleset.match_rounds != 1:
        parts.append(t("round {n}", n=view.round))
    return " · ".join(parts)


def page_of(t: Translator, page: int, pages: int) -> str:
    """Below a list that has several pages; ``page`` counts from 1."""
    return t("-# Page {page} of {pages}", page=page, pages=pages)


def leaderboard_heading(t: Translator, server: str) -> str:
    """Above the leaderboard."""
    return t("## Leaderboard of {server}", server=safe_name(server, 60))


def leaderboard_empty(t: Translator) -> str:
    """Nobody has finished a round here that counts."""
    return t(
        "Nobody has finished a round with other members here yet. {alone} `/rummikub start` opens a game.",
        alone=_alone(t),
    )


def _alone(t: Translator) -> str:
    return t("Games of one person against computers do not count.")


def leaderboard_hint(t: Translator) -> str:
    """What the order is by."""
    order = t("-# By matches won, then points. Matches that were stopped do not count; their finished rounds do.")
    return f"{order} {_alone(t)}"


def line(t: Translator, place: int, standing: Standing) -> str:
    """One member on the leaderboard; ``place`` counts from 1."""
    mark = MEDALS[place - 1] if place <= len(MEDALS) else f"{place}."
    won = t.n("{wins} of {n} match won", "{wins} of {n} matches won", standing.matches, wins=standing.wins)
    return f"{mark} **{safe_name(standing.name)}** · {won} · {points(t, standing.points)}"


def points(t: Translator, count: int) -> str:
    """Points with their sign."""
    return t.n("{signed} point", "{signed} points", abs(count), signed=_signed(count))


def _signed(count: int) -> str:
    sign = "+" if count > 0 else "−" if count < 0 else ""
    return f"{sign}{abs(count)}"


def stats(t: Translator, name: str, standing: Standing | None) -> str:
    """How a member has done in this server."""
    heading = t("## {name}", name=safe_name(name))
    if standing is None:
        return heading + "\n" + t("No finished round with other members in this server yet.") + " " + _alone(t)
    lines: Sequence[str] = (
        t.n(
            "Matches: **{n}**, won **{wins}**", "Matches: **{n}**, won **{wins}**", standing.matches, wins=standing.wins
        )
        + _share(standing.wins, standing.matches),
        t.n(
            "Rounds: **{n}**, won **{wins}**",
            "Rounds: **{n}**, won **{wins}**",
            standing.rounds,
            wins=standing.rounds_won,
        )
        + _share(standing.rounds_won, standing.rounds),
        t("Points: **{points}**", points=_signed(standing.points)),
    )
    return "\n".join([heading, *lines])


def _share(part: int, whole: int) -> str:
    return f" ({round(100 * part / whole)} %)" if whole else ""


def newer(t: Translator) -> str:
    """Turns a page back."""
    return t("Back")


def older(t: Translator) -> str:
    """Turns a page on."""
    return t("More")
