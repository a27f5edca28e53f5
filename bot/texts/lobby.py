"""Lobbies in words: who sits there, what will be played, what became of it."""

from __future__ import annotations

from bot.services.matches import PublicMatch
from bot.texts import Translator
from bot.texts import computers as computer_words
from bot.texts import options as option_words

MOST_DIFFERENCES = 12


def heading(t: Translator, match: PublicMatch) -> str:
    """The first line of an open lobby."""
    return t("## Rummikub: who plays?") + "\n-# " + t("Game #{number}", number=match.id)


def seats(t: Translator, match: PublicMatch) -> str:
    """A line for every seat, taken or free."""
    lines: list[str] = []
    names = computer_words.listed(t, match.seats)
    for number in range(max(match.settings.seats, len(match.seats))):
        if number >= len(match.seats):
            lines.append(f"{number + 1}. {t('*free*')}")
            continue
        seat = match.seats[number]
        host = " · " + t("host") if seat.user_id is not None and seat.user_id == match.host_id else ""
        lines.append(f"{number + 1}. **{names[number]}**{host}")
    return "\n".join(lines)


def rules(t: Translator, match: PublicMatch) -> str:
    """The rules in a line and what differs from the preset, a line each."""
    ruleset = match.settings.ruleset
    changed = [*option_words.differences(t, ruleset), *option_words.aids_changed(t, match.settings)]
    lines = [option_words.summary(t, ruleset), *(f"- {line}" for line in changed[:MOST_DIFFERENCES])]
    if (more := len(changed) - MOST_DIFFERENCES) > 0:
        lines.append("- " + t.n("and {n} more: press **Rules**", "and {n} more: press **Rules**", more))
    return "\n".join(lines)


def what_next(t: Translator, match: PublicMatch) -> str:
    """How it begins, and when the lobby closes."""
    free = match.settings.seats - len(match.seats)
    if free > 0:
        how = t("It starts when all seats are taken, or when the host presses **Start**.")
    else:
        how = t("All are here: the host presses **Start**. Whoever does not want to play presses **Leave**.")
    if match.deadline is None:
        return f"-# {how}"
    return f"-# {how} " + t("This closes {when}.", when=f"<t:{int(match.deadline.timestamp())}:R>")


def closed(t: Translator, match: PublicMatch) -> str:
    """What a lobby that came to nothing leaves behind."""
    reason = {
        "expired": t("nobody filled the seats in time"),
        "cancelled": t("it was cancelled"),
        "empty": t("everybody left"),
        "unreachable": t("I could not write here"),
    }.get(match.settings.note, t("it was cancelled"))
    again = t("`/rummikub start` opens a new one.")
    return "-# " + t("Game #{number} did not begin: {reason}.", number=match.id, reason=reason) + " " + again


def opened_in_thread(t: Translator, mention: str) -> str:
    """Told to the host: the lobby stands in a new thread."""
    return t("The game is in its own thread: {thread}", thread=mention)


def opened(t: Translator) -> str:
    """Told to the host: the lobby stands in the channel."""
    return t(
        "Your game is open. Others take a seat with **Join**; you can start with two players or more. "
        "**Computers** seats computer players."
    )


def rematch_opened(t: Translator, where: str) -> str:
    """Told to who asked for a rematch."""
    return t("The same people are seated again: {link}. You are the host and press **Start**.", link=where)


def no_thread(t: Translator, missing: str) -> str:
    """Told to the host: why there is no thread; ``missing`` are permissions, comma separated, or empty."""
    if not missing:
        return t("I could not make a thread here, so the game is in this channel.")
    return t("I may not make threads here (that takes: {names}), so the game is in this channel.", names=missing)


def already_thread(t: Translator) -> str:
    """Told to the host: no thread within a thread."""
    return t("This is a thread already, so the game is right here.")


def thread_name(t: Translator, host: str) -> str:
    """The name of a game's thread; ``host`` is clean. At most 100 characters."""
    return t("Rummikub with {name}", name=host)[:100]


def left(t: Translator) -> str:
    """Told to who left a lobby."""
    return t("You gave your seat back.")


def remove(t: Translator) -> str:
    """Above the list of members whom the host can take out."""
    return t("Whom do you want to take out of the game? They cannot join it again.")


def removed(t: Translator) -> str:
    """Told to the host."""
    return t("Taken out. The seat is free again.")


def label(t: Translator, what: str) -> str:
    """What stands on a lobby's button."""
    return {
        "join": t("Join"),
        "leave": t("Leave"),
        "start": t("Start"),
        "remove": t("Remove"),
        "computers": t("Computers"),
        "rules": t("Rules"),
        "options": t("Options"),
        "cancel": t("Cancel game"),
        "rematch": t("Rematch"),
    }[what]
