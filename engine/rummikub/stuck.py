"""Proof that nobody can play any more (rule 7.2, last sentence)."""

from __future__ import annotations

from engine.rummikub import solver
from engine.rummikub.state import MatchState

BUDGET = 100_000
"""States that the proof for one rack may cost."""


def nobody_can_play(state: MatchState, *, budget: int = BUDGET) -> bool:
    """Whether it is proved that no seat still present has a play, with an empty pool; then none ever will.

    False where somebody can play, where tiles can still be drawn, when the match is over, and where the proof
    would cost more than ``budget``.
    """
    if state.phase == "over" or state.pool:
        return False
    return solver.nobody_can_play(
        table=state.table,
        seats=[(state.seats[seat].rack, state.seats[seat].opened) for seat in state.present],
        ruleset=state.ruleset,
        budget=budget,
    )
