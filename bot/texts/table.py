"""What the channel reads about a table: whose turn it is, what was played, and what is on its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Final

from bot.texts import Translator, absence, clean_name, safe_name
from bot.texts.results import Names, match_over, round_over
from bot.texts.tiles import (
    ALT_LIMIT,
    joker_in_words,
    meld_in_words,
    table_in_words,
    tile_in_words,
    tiles_in_words,
)
from engine.rummikub.events import (
    CameBack,
    Drew,
    Event,
    LastTile,
    MatchEnded,
    Misplayed,
    Passed,
    Played,
    Resigned,
    RoundBegan,
    RoundEnded,
    Skipped,
    TakenOver,
    TimedOut,
    WentAway,
)
from engine.rummikub.ruleset import PoolEmpty
from engine.rummikub.tiles import without
from engine.rummikub.views import LastAction, OpeningDraw, PublicView, SeatView

NOBODY: Final[Mapping[int, str]] = MappingProxyType({})
_PART = "\n• "
"""Before each of several sets of one play."""
LINE_LIMIT = 250
"""Characters for the tiles of one play; of a longer one all is on the picture, in the record and in nobody's way."""


def header(t: Translator, number: int, view: PublicView, round_number: int | None = None) -> str:
    """Which game and round this is; without ``round_number`` the one under way."""
    rules = view.ruleset
    now = view.round if round_number is None else round_number
    if rules.match_target:
        round_ = t("round {round}, up to {target} points", round=now, target=rules.match_target)
    elif rules.match_rounds == 1:
        return t("Rummikub #{number}", number=number)
    elif rules.match_rounds:
        round_ = t("round {round} of {rounds}", round=now, rounds=rules.match_rounds)
    else:
        round_ = t("round {round}", round=now)
    return t("Rummikub #{number} · {round}", number=number, round=round_)


def whose_turn(t: Translator, name: str, user_id: int | None) -> str:
    """The headline of a table; with ``user_id`` it is a mention."""
    if user_id is not None:
        return t("{who}, it is your turn", who=f"<@{user_id}>")
    return t("{who} is on turn", who=safe_name(name))


def time_left(t: Translator, deadline: datetime) -> str:
    """A timestamp that Discord counts down by itself."""
    return t("Time is up {when}.", when=f"<t:{int(deadline.timestamp())}:R>")


def standing(t: Translator, names: Names, listed: Names, view: PublicView) -> str:
    """Tiles per player in turn order, the pool and what it means that it is empty, and who has not opened yet.

    ``listed``: the players as they stand in lists, safe for a message.
    """
    seats = [_seat(t, listed[seat.seat], seat) for seat in view.seats]
    line = t("{seats} · pool {pool}", seats=" · ".join(seats), pool=view.pool)
    if view.may_pass:
        line += f"\n-# {_pool_empty(t, view.ruleset.pool_empty)}"
    present = [seat for seat in view.seats if not seat.resigned]
    closed = [seat for seat in present if not seat.opened]
    if not closed or not view.ruleset.opening_points:
        return line
    if len(closed) == len(present):
        return f"{line}\n-# {t('Nobody has opened yet.')}"
    who = ", ".join(safe_name(names[seat.seat]) for seat in closed)
    return f"{line}\n-# {t('Not opened yet: {who}', who=who)}"


def _pool_empty(t: Translator, rule: PoolEmpty) -> str:
    """Rule 7.2."""
    if rule is PoolEmpty.END_AT_ONCE:
        return t("The pool is empty: the round ends with the first player who does not play.")
    return t("The pool is empty: whoever does not play passes, and the round ends when all have passed in a row.")


def _seat(t: Translator, name: str, seat: SeatView) -> str:
    if seat.resigned:
        return t("~~{name}~~ left", name=name)
    if seat.away:
        return t.n("**{name}** {n} tile (away)", "**{name}** {n} tiles (away)", seat.tiles, name=name)
    return t.n("**{name}** {n} tile", "**{name}** {n} tiles", seat.tiles, name=name)


def end_votes(t: Translator, names: Names, votes: Sequence[int], needed: int) -> str:
    """Who wants to end the match now; ``needed``: so many have to in all, and where that is no more, one click ends it.

    Whoever went away meanwhile is not asked, but nothing ends by itself.
    """
    who = ", ".join(safe_name(names[seat]) for seat in votes)
    if needed <= len(votes):
        return t(
            "Wants to end this game: {who}. Nobody else is here who has to agree, so **Agree to end** ends it.", who=who
        )
    return t(
        "Wants to end this game: {who} ({n} of {needed}). Press **Agree to end** if you do too.",
        who=who,
        n=len(votes),
        needed=needed,
    )


def opening_draw(t: Translator, names: Names, draw: OpeningDraw) -> str:
    """Rule 2.2: who drew what, every time it was drawn, and who starts."""
    times = [
        ", ".join(f"{safe_name(names[seat])} {tile_in_words(t, tile)}" for seat, tile in drawn.items())
        for drawn in draw.rounds
    ]
    starter = safe_name(names[draw.starter])
    if len(times) < 2:
        return t("Opening draw: {drawn}. **{starter}** starts.", drawn="".join(times), starter=starter)
    return t(
        "Opening draw: {drawn}; a tie, so again: {again}. **{starter}** starts.",
        drawn=times[0],
        again="; ".join(times[1:]),
        starter=starter,
    )


def dealt(t: Translator, names: Names, view: PublicView, exchanged: Sequence[int] = ()) -> list[str]:
    """How the round under way began: the draw, the deal, and the duplicates given back (rules 2.1-2.3)."""
    tiles = max((seat.tiles for seat in view.seats if not seat.resigned), default=0)
    lines = [
        opening_draw(t, names, view.opening_draw),
        t("{tiles} tiles are dealt to each, {pool} are in the pool.", tiles=tiles, pool=view.pool),
    ]
    return [*lines, _exchanged(t, names, exchanged)] if any(exchanged) else lines


def _exchanged(t: Translator, names: Names, exchanged: Sequence[int]) -> str:
    who = ", ".join(f"{safe_name(names[seat])} {count}" for seat, count in enumerate(exchanged) if count)
    return t("Duplicates exchanged: {who}.", who=who)


# --- the story -----------------------------------------------------------------------------------------------


def account(t: Translator, names: Names, events: Iterable[Event], formers: Mapping[int, str] = NOBODY) -> list[str]:
    """The story of some events, a line each. ``formers``: who sat before in seats in which others play on."""
    return [line for event in events for line in _lines(t, names, event, formers)]


def _lines(t: Translator, names: Names, event: Event, formers: Mapping[int, str]) -> list[str]:
    match event:
        case RoundBegan():
            exchanged = [_exchanged(t, names, event.exchanged)] if any(event.exchanged) else []
            draw = opening_draw(t, names, event.opening_draw)
            return [" ".join([t("Round {n} begins.", n=event.number), draw, *exchanged])]
        case Played():
            return [played(t, names, event)]
        case RoundEnded():
            return [round_over(t, names, event.result)]
        case MatchEnded():
            return [match_over(t, names, event)]
        case WentAway() | Skipped() | CameBack() | TakenOver():
            return [absence.told(t, safe_name(names[event.seat]), event, formers.get(event.seat, ""))]
        case _:
            return [_turn(t, safe_name(names[event.seat]), event)]


def _turn(t: Translator, name: str, event: Drew | Passed | TimedOut | Misplayed | Resigned | LastTile) -> str:
    match event:
        case Drew():
            return t.n("**{name}** drew a tile.", "**{name}** drew {n} tiles.", event.count, name=name)
        case Passed():
            return t("**{name}** passed.", name=name)
        case TimedOut(count=0):
            return t("Time was up for **{name}**, who passes.", name=name)
        case TimedOut():
            return t.n(
                "Time was up for **{name}**, who draws a tile.",
                "Time was up for **{name}**, who draws {n} tiles.",
                event.count,
                name=name,
            )
        case Misplayed():
            return t.n(
                "**{name}** tried a play that is not allowed: {n} tile drawn, the turn is over.",
                "**{name}** tried a play that is not allowed: {n} tiles drawn, the turn is over.",
                event.count,
                name=name,
            )
        case Resigned():
            return t("**{name}** left the game. The rack stays out of play and counts at the end.", name=name)
        case LastTile():
            return t("**{name}** has one tile left!", name=name)


def last_action(t: Translator, names: Names, last: LastAction) -> str:
    """The last turn, where no more is known of it than the table itself tells."""
    name = safe_name(names[last.seat])
    match last.kind:
        case "play":
            return t("**{name}** laid {tiles}.", name=name, tiles=tiles_in_words(t, last.placed))
        case "draw":
            return _turn(t, name, Drew(last.seat, last.drawn))
        case "pass":
            return _turn(t, name, Passed(last.seat))
        case "timeout":
            return _turn(t, name, TimedOut(last.seat, last.drawn, begun=False))
        case "skip":
            return absence.told(t, name, Skipped(last.seat, last.drawn))
        case "misplay":
            return _turn(t, name, Misplayed(last.seat, last.drawn))
        case "resign":
            return _turn(t, name, Resigned(last.seat))


def went_on(t: Translator) -> str:
    """For an older message of which there is nothing to tell."""
    return t("The game went on below.")


def unnamed(t: Translator, number: int) -> str:
    """A player whose name no font can draw; ``number`` counts the seats from 1."""
    return t("Player {number}", number=number)


def pool_label(t: Translator) -> str:
    """The heading of the pool on the board."""
    return t("Pool")


def empty_label(t: Translator) -> str:
    """What stands on a board without sets."""
    return t("No sets yet")


def played(t: Translator, names: Names, event: Played) -> str:
    """A play in words: what was laid, whether the table was rearranged, what is left.

    Of several sets each stands in a line of its own; long plays are only counted.
    """
    name, sets = safe_name(names[event.seat]), [meld_in_words(t, meld) for meld in event.sets]
    others = _others(t, event)
    if not event.opened:
        words = t("**{name}** laid {tiles}.", name=name, tiles=_listed([*sets, *([others] if others else [])]))
    elif not sets:
        words = t("**{name}** opened with {tiles}.", name=name, tiles=others)
    else:
        words = t.n(
            "**{name}** opened with {n} point – {sets}.",
            "**{name}** opened with {n} points – {sets}.",
            event.opening,
            name=name,
            sets=_listed(sets),
        )
        words += " " + t("Laid as well: {tiles}.", tiles=others) if others else ""
    words = words.replace(" \n", "\n")
    if len(words) > LINE_LIMIT:
        words = t.n("**{name}** laid {n} tile.", "**{name}** laid {n} tiles.", len(event.placed), name=name)
    given = {move.source for move in event.moves} - {None}
    if given:
        words += " " + t.n("{n} set was rearranged.", "{n} sets were rearranged.", len(given))
    if event.left:
        words += " " + t.n("{n} tile left.", "{n} tiles left.", event.left)
    return words


def _listed(parts: Sequence[str]) -> str:
    """One part as it is; of several each in a line, for a group of tiles has commas and a colon itself."""
    return parts[0] if len(parts) == 1 else "".join(_PART + part for part in parts)


def in_one_line(account: str) -> str:
    """What :func:`account` tells of one event, without breaks of lines; sets are kept apart by semicolons."""
    head, *parts = account.split(_PART)
    return " ".join(filter(None, [head, "; ".join(parts)])).replace("\n", " ")


def _others(t: Translator, event: Played) -> str:
    """The tiles that went into sets of the table, jokers with what they stand for."""
    rest = without(event.placed, [tile for meld in event.sets for tile in meld.tiles])
    if not event.jokers:
        return tiles_in_words(t, rest)
    numbered = tiles_in_words(t, [tile for tile in rest if not tile.is_joker])
    return "; ".join(filter(None, [numbered, *(joker_in_words(t, role) for role in event.jokers)]))


# --- descriptions of pictures --------------------------------------------------------------------------------


def board_alt(t: Translator, names: Names, view: PublicView) -> str:
    """What is on the picture of the board, within Discord's limit."""
    seats = ", ".join(
        t.n("{name} {n} tile", "{name} {n} tiles", seat.tiles, name=clean_name(names[seat.seat]))
        for seat in view.seats
        if not seat.resigned
    )
    people = t("Racks: {seats}. Pool: {pool}.", seats=seats, pool=view.pool)
    if not view.table:
        return f"{t('The table is empty.')} {people}"[:ALT_LIMIT]
    last = ""
    if view.last is not None and view.last.placed:
        last = " " + t("Laid last: {tiles}.", tiles=tiles_in_words(t, view.last.placed))
    head = t.n("Table with {n} set: ", "Table with {n} sets: ", len(view.table))
    room = ALT_LIMIT - len(head) - len(people) - len(last) - 2
    if room < 400:
        last = ""
        room = ALT_LIMIT - len(head) - len(people) - 2
    return f"{head}{table_in_words(t, view.table, room)}.{last} {people}"


def rack_alt(t: Translator, count: int, tiles: str, new: str) -> str:
    """What is on the picture of a rack; shown to its owner only."""
    words = t.n("Your rack, {n} tile: {tiles}.", "Your rack, {n} tiles: {tiles}.", count, tiles=tiles)
    if new:
        words += " " + t("New: {tiles}.", tiles=new)
    return words[:ALT_LIMIT]
