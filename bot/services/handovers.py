"""Seats that are handed over: to a computer, or to a member who plays on with the rack and the points there are.

The members at the table decide it by majority, or a moderator does; nobody is seated who has not agreed to it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from bot.services import absence, computers
from bot.services.acting import Acting
from bot.services.match import Match, Member, refused
from bot.services.settings import HandedOver, Handover
from data import SeatRow
from engine.core.errors import IllegalAction
from engine.rummikub.actions import HandOver
from engine.rummikub.match import SeatState


class Handovers(Acting):
    """Seats of members who are away, or who have left in this round."""

    def replaceable(self, match: Match) -> tuple[int, ...]:
        """The seats that may be handed over now."""
        return () if match.state is None else absence.replaceable(match.state, match.row.seats, self._now())

    async def hand_over(
        self, match_id: int, member: Member, seat: int, *, newcomer: Member | None, level: str = "medium"
    ) -> Match:
        """Propose who plays on in a seat: ``newcomer``, who may be the proposer, or a computer of this level.

        Raises :class:`IllegalAction` with ``not_begun``, ``round_over``, ``seat_not_free``, ``already_joined``
        (the newcomer plays here already), ``not_seated`` (only who plays here may propose others; those of
        :meth:`Match.waits` for who plays here and is not there, ``own_seat``), ``handover_pending`` (who does not
        play here has to wait), ``last_member``.
        """
        async with self.locked(match_id) as match:
            self.use(match, member.id)
            if match.begun.phase == "over":
                raise refused("round_over")
            if seat not in absence.replaceable(match.begun, match.row.seats, self._now()):
                raise refused("seat_not_free", match=match_id)
            if newcomer is not None and match.seat_of(newcomer.id) is not None:
                raise refused("already_joined", match=match_id)
            votes = _votes(match, member, seat)
            asks = newcomer is not None and newcomer.id == member.id
            if not (votes or asks or member.moderator):
                raise _no_say(match, member, seat)
            before = match.settings.handover
            if before is not None and not (votes or member.moderator):
                raise refused("handover_pending", match=match_id)
            plan = Handover(
                seat=seat,
                user_id=newcomer.id if newcomer else None,
                name=newcomer.name if newcomer else "",
                level=None if newcomer else level,
                votes=votes,
                accepted=newcomer is None or asks,
                moderator=member.id if member.moderator else None,
                asked_by=member.name,
            )
            if before is not None and before.who == plan.who:
                plan = before.with_votes(votes, accepted=asks, moderator=plan.moderator, name=member.name)
            return await self._decide(match, plan)

    async def agree(self, match_id: int, member: Member) -> Match:
        """Agree to the handover that is proposed: as a member at the table, as a moderator, or as the one to come.

        Raises :class:`IllegalAction` with ``no_handover``, ``not_seated`` and the like as above, ``already_agreed``,
        ``last_member``.
        """
        async with self.locked(match_id) as match:
            self.use(match, member.id)
            plan = match.settings.handover
            if plan is None or match.begun.phase == "over":
                raise refused("no_handover")
            if match.seat_of(plan.user_id or 0) is not None:
                raise refused("already_joined", match=match_id)
            votes = _votes(match, member, plan.seat)
            comes = plan.user_id == member.id
            if not (votes or comes or member.moderator):
                raise _no_say(match, member, plan.seat)
            moderator = member.id if member.moderator else None
            agreed = plan.with_votes(votes, accepted=comes, moderator=moderator, name=member.name)
            if agreed == plan:
                raise refused("already_agreed")
            return await self._decide(match, agreed)

    async def seats_lost(self, user_id: int) -> list[tuple[int, HandedOver]]:
        """Where others play on in the member's seat: the match, and how it came about."""
        found = map(Match.read, await self._store.open_matches_about(user_id))
        return [(match.id, gone) for match in found for gone in match.settings.handed_over if gone.user_id == user_id]

    async def forget_former(self, user_id: int) -> None:
        """Take the member's name and id out of what is kept of the seats they have lost."""
        for number in {number for number, _ in await self.seats_lost(user_id)}:
            async with self.locked(number) as match:
                mine = {gone.name for gone in match.settings.handed_over if gone.user_id == user_id}
                left = tuple(gone.without(user_id, mine) for gone in match.settings.handed_over)
                settings = match.settings.model_copy(update={"handed_over": left})
                await self._store.keep_settings(number, settings.model_dump_json(), expected=match.row.revision)

    async def _decide(self, match: Match, plan: Handover) -> Match:
        """Hand the seat over where all is agreed, or keep the plan."""
        by_vote = len(set(plan.votes) & _others(match, plan.seat)) * 2 > len(_others(match, plan.seat))
        if not (plan.accepted and (plan.moderator is not None or by_vote)):
            return await self._commit(match, settings=match.settings.model_copy(update={"handover": plan}))
        rows = list(match.row.seats)
        newcomer = computers.newcomer(rows, plan.level) if plan.level else SeatRow(plan.seat, plan.user_id, plan.name)
        former, rows[plan.seat] = rows[plan.seat], replace(newcomer, seat=plan.seat)
        there = [row.user_id for row in rows if row.user_id and not match.begun.seats[row.seat].resigned]
        if not there:
            raise refused("last_member")
        host = match.row.host_id if match.row.host_id != match.row.seats[plan.seat].user_id else there[0]
        decided_by = None if by_vote else plan.moderator
        if former.user_id is not None:
            gone = HandedOver(
                seat=plan.seat,
                user_id=former.user_id,
                name=former.name,
                why=_why(match.begun.seats[plan.seat]),
                asked_by=plan.asked_by,
                moderator=not by_vote,
            )
            settings = match.settings.model_copy(update={"handed_over": (*match.settings.handed_over, gone)})
            match = replace(match, settings=settings)
        done = await self._apply(match, plan.seat, decided_by, HandOver(), seats=tuple(rows), host_id=host)
        return done.match


def _why(seat: SeatState) -> Literal["away", "left", "waited"]:
    """Why a seat may be handed over."""
    if seat.resigned:
        return "left"
    return "away" if seat.away else "waited"


def _others(match: Match, seat: int) -> set[int]:
    """The seats whose members decide."""
    return set(absence.active(match.begun.seats, match.row.seats)) - {seat}


def _no_say(match: Match, member: Member, seat: int) -> IllegalAction:
    """Why it is not for a member to decide who plays on in ``seat``."""
    own = match.seat_of(member.id)
    if own is None:
        return match.stranger(member.id)
    return refused("own_seat") if own == seat and not match.begun.seats[own].resigned else match.waits(own)


def _votes(match: Match, member: Member, seat: int) -> tuple[int, ...]:
    """The vote of a member on who plays on in ``seat``; none where it is not theirs to decide."""
    own = match.seat_of(member.id)
    return (own,) if own is not None and own in _others(match, seat) else ()
