"""Computer players in words: what they are, how strong, and who of them sits in a lobby."""

from __future__ import annotations

from collections.abc import Sequence

from bot.services.match import shown_name
from bot.services.matches import PublicMatch
from bot.texts import Translator, safe_name
from data import SeatRow

LABEL = 100
"""Discord's limit for an option's label and description."""


def level(t: Translator, name: str) -> str:
    """How strong a computer is, in a word."""
    return {"easy": t("easy"), "medium": t("medium"), "hard": t("hard")}.get(name, name)


def listed(t: Translator, seats: Sequence[SeatRow], limit: int = 32) -> tuple[str, ...]:
    """Who sits there, safe for a message, as they stand in every list of seats: a computer with its level."""
    names = [safe_name(shown_name(seat), limit) for seat in seats]
    return tuple(
        t("{name} ({level})", name=name, level=level(t, seat.computer)) if seat.computer else name
        for name, seat in zip(names, seats, strict=True)
    )


def panel(t: Translator, match: PublicMatch) -> str:
    """Above the buttons that add a computer: what each level does, and how many seats are free."""
    free = match.settings.seats - len(match.seats)
    lines = [
        t("### Computers at your table"),
        t(
            "**Easy** plays sets from its rack and overlooks things. **Medium** also adds to the table and rebuilds a "
            "little. **Hard** sees every move and keeps its jokers."
        ),
        t("They know only what a player in their seat may know, and move by themselves after a moment."),
        seated(t, match) if any(seat.computer for seat in match.seats) else t("No computer is seated yet."),
    ]
    if free == 1:
        lines.append(t("One seat is free. When it is taken, the game starts."))
    else:
        lines.append(t.n("{n} seat is free.", "{n} seats are free.", free))
    return "\n".join(lines)


def seated(t: Translator, match: PublicMatch) -> str:
    """The computers of a lobby."""
    who = [f"**{name}**" for name, seat in zip(listed(t, match.seats), match.seats, strict=True) if seat.computer]
    return t("Seated: {who}", who=t(", ").join(who))


def begun(t: Translator, link: str) -> str:
    """Told to the host once all seats are taken."""
    return t("All seats are taken and the game has begun: {link}. Your tiles are under **My rack**.", link=link)


def add(t: Translator, name: str) -> str:
    """What stands on the button that adds a computer of a level."""
    return {"easy": t("Add easy"), "medium": t("Add medium"), "hard": t("Add hard")}[name]


def remove(t: Translator) -> str:
    """Over the list of computers that can be removed."""
    return t("Remove a computer …")


def abandoned(t: Translator, names: Sequence[str], winners: Sequence[int]) -> str:
    """The end of a match in which only computers were left."""
    if not winners:
        return t("Only computers are left, so the game has ended. Nobody has won.")
    who = t(", ").join(f"**{safe_name(names[seat])}**" for seat in winners)
    return t("Only computers are left, so the game has ended. It stood best for {who}.", who=who)
