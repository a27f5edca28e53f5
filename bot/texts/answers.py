"""What a player is told privately: about the own rack, the own play, and why one was refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bot.services.match import PublicMatch
from bot.texts import Translator, quoted, safe_name
from bot.texts.absence import not_asked
from bot.texts.table import time_left
from bot.texts.tiles import ALT_LIMIT, count_in_words, tiles_in_words
from engine.rummikub.events import Moved, Played
from engine.rummikub.notation import format_tiles
from engine.rummikub.tiles import Tile
from engine.rummikub.understanding import Understanding
from engine.rummikub.views import PlayerView, PublicView

SHOWN = 600
"""Characters of a play that are repeated to its player."""
WAYS_SHOWN = 6
"""So many ways between sets are told; all of them are on the picture and in the record."""


def rack_heading(t: Translator, number: int, player: PlayerView, points: int) -> str:
    """Which rack this is, and how much is on it."""
    rack = count_in_words(t, len(player.rack), points)
    return t("Rummikub #{number} · your rack: {rack}", number=number, rack=rack)


def board_heading(t: Translator, number: int) -> str:
    """Which board this is."""
    return t("Rummikub #{number} · the table", number=number)


def status(t: Translator, match: PublicMatch, view: PublicView, seat: int | None, link: str) -> str:
    """Whose turn it is, for how long, and where the table stands."""
    names, table = match.names, t("[table]({link})", link=link)
    if view.on_turn is None:
        return t("This game is over. {table}", table=table)
    if match.paused:
        return t("**The game is paused.** {table}", table=table)
    if view.on_turn == seat:
        words = t("**It is your turn.**")
    elif view.seats[view.on_turn].away:
        words = t("**{name}** is on turn, but away.", name=safe_name(names[view.on_turn]))
    else:
        words = t("**{name}** is on turn.", name=safe_name(names[view.on_turn]))
    if view.deadline is not None:
        words += " " + time_left(t, view.deadline)
    return f"{words} {table}"


def away(t: Translator, *, paused: bool) -> str:
    """What it means to be away, in a game that goes on or in one at which nobody is."""
    if paused:
        return t("Nobody is here, so no turn passes and nobody is pinged until somebody presses **I'm back**.")
    return t("You missed two turns, so your turns pass by drawing until you press **I'm back**.")


def not_opened(t: Translator, points: int) -> str:
    """Rule 4.1, as long as it holds for this player."""
    return t("You have not opened yet: your first play has to be worth {points} points or more.", points=points)


def drawn(t: Translator, tiles: Iterable[Tile]) -> str:
    """What was just drawn."""
    return t("You drew **{tiles}**.", tiles=tiles_in_words(t, tiles))


def played(t: Translator, event: Played, text: str) -> str:
    """An accepted play as it was written, and what of the table was taken from where."""
    words = t("Played: `{play}`", play=quoted(text, SHOWN, line_break="; "))
    taken = _taken(t, event.moves)
    return f"{words}\n{taken}" if taken else words


def _taken(t: Translator, moves: Sequence[Moved]) -> str:
    """The tiles of the table that changed their set, together where they went the same way."""
    ways: defaultdict[tuple[int, int], list[Tile]] = defaultdict(list)
    for move in moves:
        if move.source is not None:
            ways[move.source, move.target].append(move.tile)
    parts = [
        t("{tiles} from s{source} to s{target}", tiles=f"`{format_tiles(tiles)}`", source=source, target=target)
        for (source, target), tiles in ways.items()
    ]
    if len(parts) > WAYS_SHOWN:
        left = len(parts) - WAYS_SHOWN + 1
        parts = [*parts[: WAYS_SHOWN - 1], t.n("{n} more", "{n} more", left)]
    return t("-# Moved on the table: {moves}.", moves=", ".join(parts)) if parts else ""


def dealt_anew(t: Translator, number: int) -> str:
    """The next round has begun, and with it another rack."""
    return t("Round {number} is dealt: this is your new rack.", number=number)


def passed(t: Translator) -> str:
    """The own pass was taken."""
    return t("You passed.")


def resigned(t: Translator) -> str:
    """The own resignation was taken."""
    return t("You have left the game.")


def refused(t: Translator) -> str:
    """The headline of a refusal."""
    return t("Not played. Nothing has changed, and it is still your turn.")


def punished(t: Translator, count: int) -> str:
    """The headline of a misplay (rule 3.4)."""
    return t.n(
        "That play is not allowed. You draw {n} tile for it, and your turn is over.",
        "That play is not allowed. You draw {n} tiles for it, and your turn is over.",
        count,
    )


def written(t: Translator, text: str, limit: int = SHOWN) -> str:
    """What the player wrote, so that it can be copied."""
    return t("You wrote: `{text}`", text=quoted(text, limit, line_break="; "))


def kept(t: Translator) -> str:
    """Under what was typed too early."""
    return t("-# It waits in the window of **Play** for your turn.")


def understanding_alt(t: Translator, understood: Understanding) -> str:
    """The picture of how a refused play was read: what is wrong on it."""
    wrong = [format_tiles(pile.tiles) for pile in understood.piles if pile.meld is None and not pile.loose]
    loose = [str(tile) for pile in understood.piles if pile.loose for tile in pile.tiles]
    words = t("How I read your play.")
    if wrong:
        words += " " + t("No sets: {sets}.", sets="; ".join(wrong))
    if loose:
        words += " " + t("Loose: {tiles}.", tiles=" ".join(loose))
    if understood.missing:
        words += " " + t("Not there: {tiles}.", tiles=format_tiles(understood.missing))
    return words[:ALT_LIMIT]


def new_label(t: Translator) -> str:
    """Over a new set on that picture."""
    return t("new")


def loose_label(t: Translator) -> str:
    """Over tiles that are left over."""
    return t("loose")


def missing_label(t: Translator) -> str:
    """Over tiles that are not available."""
    return t("not there")


def confirm_leave(t: Translator, number: int) -> str:
    """Before resigning."""
    return t(
        "Do you want to leave game #{number}? Your rack stays out of play and counts against you at the end of the "
        "round. You cannot come back.",
        number=number,
    )


def confirm_end(t: Translator, match: PublicMatch, seat: int | None, *, moderator: bool) -> str:
    """Before the member in ``seat`` votes for the end, or ends it by a moderator's right."""
    number = match.id
    if moderator:
        return t(
            "Do you want to end game #{number} now? As a moderator you end it for all. The round under way is not "
            "scored, and nobody wins the game.",
            number=number,
        )
    words = t(
        "Do you want to end game #{number} now? It ends when all who play agree. The round under way is not scored, "
        "and nobody wins the game.",
        number=number,
    )
    agreed = {*match.settings.end_votes, seat}
    if absent := [other for other in match.absent if other not in agreed]:
        words += " " + not_asked(t, match.names, absent, alone=set(match.active) <= agreed)
    return words


def ended(t: Translator, number: int) -> str:
    """The match was ended."""
    return t("Game #{number} is ended.", number=number)


def voted(t: Translator, number: int, votes: int) -> str:
    """The vote counts, but others have to agree."""
    return t.n(
        "You want to end game #{number}. {n} player agrees so far; it ends when all do, with **Agree to end**.",
        "You want to end game #{number}. {n} players agree so far; it ends when all do, with **Agree to end**.",
        votes,
        number=number,
    )


# --- the window in which a play is typed ---------------------------------------------------------------------


def modal_title(t: Translator, number: int) -> str:
    """At most 45 characters."""
    return t("Your play in game #{number}", number=number)[:45]


def modal_field(t: Translator) -> str:
    """The name of the field, at most 45 characters."""
    return t("Sets that are new or changed")[:45]


def modal_hint(t: Translator) -> str:
    """At most 100 characters."""
    return t("r3-5 a run · k10 r10 b10 a group · s3 r6 adds to set 3 · J joker · ; between sets")[:100]


def modal_rack(t: Translator, rack: str) -> str:
    """The own rack in the notation, above the field."""
    return t("Your rack: `{rack}`", rack=rack or " ")
