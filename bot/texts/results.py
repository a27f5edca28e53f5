"""How a round and a match ended: who won and why, scores, and what stands in for the pictures of them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Translator, clean_name, safe_name
from bot.texts.tiles import ALT_LIMIT, count_in_words, joined, table_in_words, tiles_in_words
from engine.rummikub.events import MatchEnded
from engine.rummikub.melds import Table
from engine.rummikub.views import PublicView, RoundResult

Names = Sequence[str]
"""The players' names by seat, as they came from Discord."""


def round_over(t: Translator, names: Names, result: RoundResult) -> str:
    """Who won a round, and why it ended."""
    won = t.n(
        "{who} wins round {round}.",
        "{who} share round {round}.",
        len(result.winners),
        who=_who(names, result.winners),
        round=result.number,
    )
    return f"{why_over(t, names, result)} {won}"


def why_over(t: Translator, names: Names, result: RoundResult) -> str:
    """Why a round ended (rules 7.1-7.3)."""
    who, count = _who(names, result.winners), len(result.winners)
    match result.reason:
        case "out":
            return t("Rummikub! {who} has no tile left.", who=who)
        case "pool_empty":
            return t.n(
                "The pool is empty and nobody plays on. {who} has the lowest rack.",
                "The pool is empty and nobody plays on. {who} have the lowest racks.",
                count,
                who=who,
            )
        case "stuck":
            return t.n(
                "The pool is empty and nobody can play. {who} has the lowest rack.",
                "The pool is empty and nobody can play. {who} have the lowest racks.",
                count,
                who=who,
            )
        case "resigned":
            return t("Everybody but {who} has left.", who=who)


def match_over(t: Translator, names: Names, event: MatchEnded) -> str:
    """Who won the match; who ended one before its time stands in its result."""
    if event.reason == "stopped":
        return t("The game was ended here.")
    return t.n("{who} wins the game!", "{who} share the win!", len(event.winners), who=_who(names, event.winners))


def signed(points: int) -> str:
    """Points with their sign."""
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def _who(names: Names, seats: Sequence[int]) -> str:
    return ", ".join(f"**{safe_name(names[seat])}**" for seat in seats)


def scores(t: Translator, listed: Names, result: RoundResult, view: PublicView) -> str:
    """The scores of a round by seat, and where the match goes on beyond it the totals after it."""
    totals = [
        sum(done.scores[seat] for done in view.results if done.number <= result.number) for seat in range(len(listed))
    ]
    lines: list[str] = []
    for seat in sorted(range(len(listed)), key=lambda seat: -result.scores[seat]):
        line = t("**{name}** {score}", name=listed[seat], score=signed(result.scores[seat]))
        if len(view.results) > 1:
            line = t("{line} (in all {total})", line=line, total=signed(totals[seat]))
        if result.racks[seat]:
            rack = count_in_words(t, len(result.racks[seat]), result.rack_points[seat])
            line = t("{line} · rack: {rack}", line=line, rack=rack)
        lines.append(line)
    return "\n".join(lines)


def totals(t: Translator, listed: Names, view: PublicView) -> str:
    """The points of a match, most first."""
    return "\n".join(
        t("**{name}** {total}", name=listed[seat.seat], total=signed(seat.points))
        for seat in sorted(view.seats, key=lambda seat: -seat.points)
    )


def reveal_alt(t: Translator, names: Names, result: RoundResult) -> str:
    """The racks at the end of a round."""
    parts = [
        t("{name}: {tiles}", name=clean_name(names[seat]), tiles=tiles_in_words(t, rack) or t("no tiles"))
        for seat, rack in enumerate(result.racks)
    ]
    return joined(t, parts, ALT_LIMIT - 1) + "."


def scores_alt(t: Translator, names: Names, results: Sequence[RoundResult]) -> str:
    """The table of scores: totals, then the rounds."""
    totals = [sum(result.scores[seat] for result in results) for seat in range(len(names))]
    parts = [
        t("{name} {total}", name=clean_name(name), total=signed(total))
        for name, total in zip(names, totals, strict=True)
    ]
    rounds = [
        t("Round {n}: {scores}", n=result.number, scores=", ".join(map(signed, result.scores))) for result in results
    ]
    return joined(t, [t("Points in all: {points}", points=", ".join(parts)), *rounds], ALT_LIMIT - 1) + "."


def final_alt(t: Translator, table: Table) -> str:
    """The table at the end of a round."""
    if not table:
        return t("The table is empty.")
    head = t.n("Table at the end, {n} set: ", "Table at the end, {n} sets: ", len(table))
    return f"{head}{table_in_words(t, table, ALT_LIMIT - len(head) - 1)}."


def round_label(t: Translator) -> str:
    """The heading of the column of rounds."""
    return t("Round")


def total_label(t: Translator) -> str:
    """The heading of the sums."""
    return t("Total")
