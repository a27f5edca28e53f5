"""Scoring a round (rules 7.1 and 7.3). Sums are points on racks by seat, scores add up to zero."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.core.standing import leaders


def scores_of_a_win(sums: Mapping[int, int], winner: int) -> dict[int, int]:
    """Rule 7.1: everybody loses the own sum, the winner gets them all; the winner's own sum does not matter."""
    scores = {seat: -points for seat, points in sums.items() if seat != winner}
    return {**scores, winner: -sum(scores.values())}


def scores_of_the_lowest(
    sums: Mapping[int, int], tiles: Mapping[int, int], contenders: Collection[int]
) -> tuple[tuple[int, ...], dict[int, int]]:
    """Rule 7.3: the winners and the scores when nobody plays any more.

    Only ``contenders`` can win. Who left the table in this round is none and loses nothing, rather than
    gaining, with a rack below the winner's. Winners who tie share rounded down; nobody gets a remainder.
    """
    winners = leaders({seat: (-sums[seat], -tiles[seat]) for seat in contenders})
    lowest = sums[winners[0]]
    scores = {seat: min(0, lowest - points) for seat, points in sums.items()}
    share = -sum(scores.values()) // len(winners)
    return winners, {**scores, **dict.fromkeys(winners, share)}
