"""Players who are not there in words: what happens to their seats, and who plays on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.services.match import PublicMatch
from bot.services.settings import HandedOver, Handover
from bot.texts import Translator, clean_name, computers, safe_name
from engine.rummikub.events import Absence, CameBack, Skipped, TakenOver, WentAway
from engine.rummikub.views import PublicView


def told(t: Translator, name: str, event: Absence, former: str = "") -> str:
    """What the channel reads of a seat; ``name`` is safe, and so is ``former``, who sat there before."""
    match event:
        case WentAway():
            return t("**{name}** has missed two turns in a row and is away.", name=name)
        case Skipped(count=0):
            return t("**{name}** is away and passes.", name=name)
        case Skipped():
            return t("**{name}** is away and draws a tile.", name=name)
        case CameBack():
            return t("**{name}** is back.", name=name)
        case TakenOver() if former:
            return t(
                "**{name}** plays on in the seat of {former} and takes over tiles and points.", name=name, former=former
            )
        case TakenOver():
            return t("**{name}** plays on in this seat and takes over tiles and points.", name=name)


def former(gone: HandedOver, *, ping: bool) -> str:
    """Who sat in a seat before; who has not left it is mentioned with ``ping``."""
    name = f"**{safe_name(gone.name)}**"
    return f"{name} (<@{gone.user_id}>)" if ping and gone.why != "left" else name


# --- the turn clock ------------------------------------------------------------------------------------------


def reminder(t: Translator, number: int, user_id: int, deadline: datetime) -> str:
    """Said in the channel before the time of a turn is up."""
    when = f"<t:{int(deadline.timestamp())}:R>"
    said = t("{who}, your turn in game #{number} ends {when}.", who=f"<@{user_id}>", number=number, when=when)
    return f"{said}\n-# " + t("`/rummikub reminders` turns this off.")


def reminders(t: Translator, *, on: bool) -> str:
    """Told to who switched them."""
    if on:
        return t("I remind you when a quarter of the time for your turn is left, in turns of a minute or more.")
    return t("I no longer remind you before the time for your turn is up. You are still pinged when it begins.")


# --- a game that waits ---------------------------------------------------------------------------------------


def paused(t: Translator, deadline: datetime | None) -> list[str]:
    """The head of a table at which nobody is."""
    lines = [
        t("### The game is paused"),
        t("Nobody is here now, so it waits. Anybody who plays in it goes on with **Resume**."),
    ]
    if deadline is not None:
        when = f"<t:{int(deadline.timestamp())}:D>"
        lines.append("-# " + t("If nobody comes back until {when}, it is closed and does not count.", when=when))
    return lines


def deserted(t: Translator, names: Sequence[str], winners: Sequence[int]) -> str:
    """The end of a match to which nobody came back."""
    return _best(t, t("Nobody came back for 30 days, so the game is closed and does not count."), names, winners)


def not_asked(t: Translator, names: Sequence[str], seats: Sequence[int], *, alone: bool) -> str:
    """Who is away when the end of a match is voted on; ``alone``: and nobody else is left who has to agree."""
    who = joined(t, names, seats)
    if alone:
        return t.n(
            "{who} is away and is not asked, so it ends at once.",
            "{who} are away and are not asked, so it ends at once.",
            len(seats),
            who=who,
        )
    return t.n("{who} is away and is not asked.", "{who} are away and are not asked.", len(seats), who=who)


def agreed_to_end(t: Translator, match: PublicMatch, winners: Sequence[int]) -> str:
    """The end of a match that its players did not want to play on; who was away did not agree, and that is said."""
    names, by = match.names, match.settings.end_votes
    absent = [seat for seat in match.absent if seat not in by]
    if not absent or not by:
        ended = t("The game was ended by agreement of its players.")
    else:
        ended = t.n(
            "The game was ended by {by}; {who} was away.",
            "The game was ended by {by}; {who} were away.",
            len(absent),
            by=joined(t, names, by),
            who=joined(t, names, absent),
        )
    return _best(t, ended, names, winners)


def ended_by(t: Translator, names: Sequence[str], moderator: int, winners: Sequence[int]) -> str:
    """The end of a match by a moderator, who is named."""
    return _best(t, t("The game was ended by a moderator, {who}.", who=f"<@{moderator}>"), names, winners)


def _best(t: Translator, ended: str, names: Sequence[str], winners: Sequence[int]) -> str:
    if not winners:
        return ended + " " + t("Nobody has won.")
    return ended + " " + t("It stood best for {who}.", who=joined(t, names, winners))


def joined(t: Translator, names: Sequence[str], seats: Iterable[int]) -> str:
    """The names of who sits there, separated by commas."""
    return t(", ").join(f"**{safe_name(names[seat])}**" for seat in seats)


# --- seats that are handed over --------------------------------------------------------------------------------


def decided_by(t: Translator, moderator: int) -> str:
    """Under what a moderator decided."""
    return t("A moderator decided that: {who}.", who=f"<@{moderator}>")


def handed_over(t: Translator, match: PublicMatch, view: PublicView) -> list[str]:
    """What can be done about a seat whose player is not there, and what is proposed."""
    plan = match.settings.handover
    if plan is not None:
        return [_proposal(t, match, plan)]
    left = any(seat.resigned and seat.tiles and match.seats[seat.seat].computer is None for seat in view.seats)
    if left or (not match.paused and any(seat.away and not seat.resigned for seat in view.seats)):
        return ["-# " + t("`/rummikub replace` gives the seat of who is away or has left to another player.")]
    return []


def _proposal(t: Translator, match: PublicMatch, plan: Handover) -> str:
    who, whose = _newcomer(t, plan), safe_name(match.names[plan.seat])
    said = t("**{who}** is proposed for the seat of **{whose}**.", who=who, whose=whose)
    return f"{said} {_missing(t, match, plan, who)} {t('Press **Agree**.')}"


def _missing(t: Translator, match: PublicMatch, plan: Handover, who: str) -> str:
    """What a proposal still needs."""
    others = set(match.active) - {plan.seat}
    if not others and plan.moderator is None:
        return t("Nobody is here who could agree: that waits until somebody goes on with the game.")
    for_it = len(others & set(plan.votes))
    if plan.moderator is not None or for_it * 2 > len(others):
        return t("**{who}** has to want it too.", who=who)
    votes = t.n(
        "{n} of {all} agrees; more than half must.", "{n} of {all} agree; more than half must.", for_it, all=len(others)
    )
    return votes if plan.accepted else votes + " " + t("**{who}** has to want it too.", who=who)


def _newcomer(t: Translator, plan: Handover) -> str:
    if plan.level is not None:
        return t("A computer ({level})", level=computers.level(t, plan.level))
    return safe_name(plan.name)


def waits(t: Translator, match: PublicMatch, plan: Handover) -> str:
    """Told to who proposed or agreed."""
    return t("That is proposed at the table.") + " " + _missing(t, match, plan, _newcomer(t, plan))


def done(t: Translator) -> str:
    """Told to who made it so."""
    return t("The seat is handed over.")


def seat_option(t: Translator, number: int, name: str) -> str:
    """A seat that may be handed over, in a list."""
    return t("#{number} · {name}", number=number, name=clean_name(name))


def which_seat(t: Translator, names: Sequence[str]) -> str:
    """Several seats could be meant."""
    return t("Whose seat do you mean? Name one with `player:`: {who}.", who=t(", ").join(map(safe_name, names)))
