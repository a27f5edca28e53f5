"""What is kept about a member, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Translator


def about(t: Translator) -> str:
    """What is kept, and what can be done about it."""
    return "\n".join(
        [
            t("### What I keep about you"),
            t(
                "Your Discord id and the name you had, with the games you play: your seat, your moves and when you "
                "made them, your results. Plays you have drafted, until your turn is over. How you sort your rack and "
                "whether you want reminders. I read no messages, and nobody but you is shown your tiles while a round "
                "is played."
            ),
            t(
                "**Get my data** sends you all of it as a file that only you see. **Erase my data** takes your id and "
                "name out of all games that are over or go on without you; the games themselves stay, without saying "
                "who played."
            ),
        ]
    )


def label(t: Translator, what: str) -> str:
    """What stands on a button."""
    return {"export": t("Get my data"), "erase": t("Erase my data"), "confirm": t("Yes, erase it for good")}[what]


def exported(t: Translator) -> str:
    """With the file."""
    return t("Everything I keep about you. Only you see this.")


def confirm(t: Translator) -> str:
    """Before erasing."""
    return t(
        "Do you want to erase your data? You are taken out of the leaderboard and out of all games that are over, and "
        "your preferences are forgotten. That cannot be undone. Messages that are in a channel already stay there."
    )


def erased(t: Translator, still_open: Sequence[int]) -> str:
    """Done; ``still_open``: the games that go on and still know who plays."""
    done = t("Your data are erased.")
    if not still_open:
        return done
    games = t(", ").join(f"#{number}" for number in still_open)
    return f"{done} " + t.n(
        "{games} goes on and still has to know you. Leave it or play it out, then erase again.",
        "{games} go on and still have to know you. Leave them or play them out, then erase again.",
        len(still_open),
        games=games,
    )
