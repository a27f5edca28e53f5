"""What a member reads when something could not be done for a reason outside the game."""

from __future__ import annotations

from collections.abc import Iterable

from bot.texts import Translator


def failed(t: Translator, correlation: str) -> str:
    """Our own fault; the id finds the lines in the log."""
    return t(
        "Something went wrong on my side. Nothing is lost: the game is as it was. Please try again. (error {id})",
        id=correlation,
    )


def busy(t: Translator) -> str:
    """Discord answered 429 or 5xx, or took too long."""
    return t("Discord is slow or busy right now. Nothing is lost: please try again in a moment.")


def too_fast(t: Translator) -> str:
    """More clicks and commands in a short time than a game needs."""
    return t("That was a lot at once, so I left this one out. Please wait a few seconds and try again.")


def not_kept(t: Translator) -> str:
    """The database could not be read or written just now."""
    return t("I could not write that down just now, so it does not count. Please try again in a moment.")


def no_access(t: Translator, missing: str = "") -> str:
    """The bot may not see, write or attach here. ``missing``: permissions by name, comma separated, where known."""
    if missing:
        return t(
            "I am not allowed to do that in this channel. Please ask a moderator to give me: {names}.", names=missing
        )
    return t(
        "I am not allowed to do that in this channel. I need: View Channel, Send Messages, "
        "Send Messages in Threads, Attach Files, Read Message History."
    )


def gone(t: Translator) -> str:
    """The message, channel or thread is not there any more."""
    return t("That message or channel is not there any more. `/rummikub board` shows the game anew.")


def archived(t: Translator) -> str:
    """The thread is archived and locked."""
    return t("This thread is archived. Please ask a moderator to open it again.")


def not_here(t: Translator) -> str:
    """Used outside a server."""
    return t("Rummikub is played in the channels of a server.")


def not_allowed(t: Translator) -> str:
    """Somebody used what is not theirs to use."""
    return t("You may not do that here.")


def out_of_date(t: Translator) -> str:
    """A command or button of an older version of the bot."""
    return t("That is out of date. Please try again with the current buttons or `/rummikub`.")


def permissions(names: Iterable[str]) -> str:
    """Permissions by the names Discord shows (its own English ones), from the names its API has."""
    return ", ".join(name.replace("_", " ").title() for name in names)


def cannot_open(t: Translator, code: str, missing: Iterable[str] = ()) -> str:
    """A game that could not be shown was not opened; ``code`` and ``missing`` as for ``cannot_show``."""
    match code:
        case "forbidden":
            return no_access(t, permissions(missing))
        case "gone":
            return gone(t)
        case "archived":
            return archived(t)
        case _:
            return busy(t)


def cannot_show(t: Translator, code: str, missing: Iterable[str] = ()) -> str:
    """What was done counts, but the channel could not be told: ``gone``, ``forbidden``, ``archived``, else busy."""
    done = {
        "gone": t("The channel or thread of this game is not there any more."),
        "archived": t("The thread of this game is archived. Please ask a moderator to open it again."),
        "forbidden": t("I am not allowed to write in the channel of this game."),
    }.get(code, t("Discord is slow or busy right now."))
    names = permissions(missing)
    needed = " " + t("Please ask a moderator to give me: {names}.", names=names) if names else ""
    return done + needed + " " + t("Your move counts and nothing is lost: I show it as soon as I can.")
