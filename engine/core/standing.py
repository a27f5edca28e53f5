"""Turns, totals and winners of a match of several rounds, for any game whose players sit around a table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence


def next_seat(seat: int, present: Collection[int]) -> int:
    """The first seat of ``present`` after ``seat``, going round; ``seat`` itself need not be present."""
    later = [s for s in present if s > seat]
    return min(later or present)


def is_last_round(played: int, points: Iterable[int], *, rounds: int, target: int) -> bool:
    """Whether a match ends with the round just played, the ``played``-th.

    It does after ``rounds`` rounds or when somebody's ``points`` have reached ``target``, whichever comes
    first; 0 means that there is no such limit.
    """
    return bool((rounds and played >= rounds) or (target and any(p >= target for p in points)))


def leaders(merits: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """The seats whose merits are the greatest, compared item by item; several where they tie."""
    best = max((tuple(m) for m in merits.values()), default=())
    return tuple(seat for seat, m in merits.items() if tuple(m) == best)
