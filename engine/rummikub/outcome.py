"""What a play comes to with every source chosen: the table's end, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.errors import Fault
from engine.rummikub.finals import ON_RACK, Copy, Final, Layout, numbers, rack_last
from engine.rummikub.joker_rules import joker_faults
from engine.rummikub.melds import Table
from engine.rummikub.ruleset import JokerOpeningValue, OpeningTurn, Ruleset
from engine.rummikub.tiles import JOKER, Tile

Cost = tuple[int, int, int, tuple[Copy, ...]]
"""What decides between legal ways, the least first: touched sets, tiles not from the rack, moved tiles, sources
(the rack last)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to understand a play. ``finals`` and their ``numbers``: the sets that are new, changed or named."""

    finals: tuple[Final, ...]
    numbers: tuple[int, ...]
    faults: tuple[Fault, ...]
    sources: tuple[Copy, ...]
    cost: Cost

    @property
    def faultiness(self) -> tuple[int, tuple[Copy, ...]]:
        """What decides between faulty ways, the least first: kinds of faults, then the sources, the rack first."""
        return len({fault.code for fault in self.faults}), self.sources


@dataclass(frozen=True, slots=True)
class Situation:
    """What a play is judged against, besides its text."""

    table: Table
    rack: tuple[Tile, ...]
    ruleset: Ruleset
    opened: bool


def outcome(layout: Layout, situation: Situation, sources: Sequence[Copy | None], taken: Mapping[int, int]) -> Outcome:
    """Judge one way. ``sources``: a copy for each slot; ``taken``: for each set the bits of the tiles taken."""
    table = situation.table
    finals, faults = layout.finals(sources, taken)
    active = {number for number, bits in taken.items() if bits} | set(layout.named)
    given = numbers(finals, table, active)
    at_end = {number: final.meld for number, final in zip(given, finals, strict=True)}
    touched = [number for number in sorted(active) if at_end.get(number) != table[number]]
    moved = sum(
        origin is not None and origin != ON_RACK and origin.number != number
        for number, final in zip(given, finals, strict=True)
        for origin in final.origins
    )
    from_rack = sum(source == ON_RACK for source in sources)
    if not from_rack:
        faults.append(Fault.of("nothing_played"))
    if not situation.opened:
        faults += opening_faults(finals, touched, situation.ruleset)
    faults += joker_breaches(layout, situation, finals, sources)
    known = tuple(source or ON_RACK for source in sources)
    cost = (len(touched), len(sources) - from_rack, moved, tuple(map(rack_last, known)))
    return Outcome(tuple(finals), tuple(given), tuple(faults), known, cost)


def joker_breaches(
    layout: Layout, situation: Situation, finals: Sequence[Final], sources: Sequence[Copy | None]
) -> list[Fault]:
    """The faults of section 5 in these final sets."""
    played = {slot.tile for slot, source in zip(layout.slots, sources, strict=True) if source == ON_RACK}
    at_end = played.union(situation.table.tiles) - {JOKER}
    return joker_faults(finals, situation.table, played - {JOKER}, at_end, situation.ruleset)


def opening_points(finals: Sequence[Final], ruleset: Ruleset) -> int:
    """The worth of the sets made wholly from the rack (rules 4.2, 4.3)."""
    jokers_count = ruleset.joker_opening_value is JokerOpeningValue.ROLE
    return sum(
        final.meld.points(jokers_count=jokers_count)
        for final in finals
        if final.meld is not None and len(final.from_rack) == len(final.tiles)
    )


def opening_faults(finals: Sequence[Final], touched: Sequence[int], ruleset: Ruleset) -> list[Fault]:
    """Rules 4.1 and 4.3: ``opening_points``, and ``opening_touches_table`` where the table is not yet free."""
    faults: list[Fault] = []
    reached = opening_points(finals, ruleset)
    if reached < ruleset.opening_points:
        faults.append(Fault.of("opening_points", reached=reached, needed=ruleset.opening_points))
    if touched and ruleset.opening_turn is OpeningTurn.SETS_ONLY:
        faults.append(Fault.of("opening_touches_table", sets=list(touched)))
    return faults
