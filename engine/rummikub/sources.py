"""Which copy of a tile a play may mean: the rack's or a set's (notation.md, "A play").

Of each kind there are two copies, so a kind leaves at most two ways open: which copy is used, or which copy
goes where.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from engine.core.errors import Fault
from engine.rummikub.finals import ON_RACK, Copy, Layout, rack_last
from engine.rummikub.lexing import RACK, Slot
from engine.rummikub.melds import Kind, Table
from engine.rummikub.tiles import Tile


@dataclass(frozen=True)
class Choice:
    """A kind of tile that a play names: its slots, and the ways to fill them with copies, one or two."""

    slots: tuple[int, ...]
    options: tuple[tuple[Copy, ...], ...]
    certain: frozenset[Copy]
    """The copies that every option uses."""
    doubtful: frozenset[Copy]
    """The copies that only some option uses."""

    @cached_property
    def most_from_rack(self) -> int:
        """How many of the slots the rack can fill."""
        return max(option.count(ON_RACK) for option in self.options)

    @cached_property
    def lowest(self) -> tuple[Copy, ...]:
        """For each slot the lowest copy that may fill it."""
        return tuple(map(min, zip(*self.options, strict=True)))

    @cached_property
    def lowest_rack_last(self) -> tuple[Copy, ...]:
        """The same with the rack after all sets."""
        return tuple(min(map(rack_last, copies)) for copies in zip(*self.options, strict=True))


def choices(layout: Layout, rack: Iterable[Tile]) -> list[Choice]:
    """The choices of a play, in written order; raises nothing, a kind that falls short has no options."""
    wanted: defaultdict[Tile, list[int]] = defaultdict(list)
    for i, slot in enumerate(layout.slots):
        wanted[slot.tile].append(i)
    copies = _copies(layout.table, rack, wanted)
    found: list[Choice] = []
    for tile, slots in wanted.items():
        options: dict[tuple[Copy, ...], tuple[Copy, ...]] = {}
        if len(slots) <= len(copies[tile]):
            for option in itertools.permutations(copies[tile], len(slots)):
                if all(_may_fill(layout, i, copy) for i, copy in zip(slots, option, strict=True)):
                    options.setdefault(_alike(layout.table, option), option)
        used = [frozenset(option) for option in options.values()]
        every = frozenset[Copy]().union(*used)
        certain = used[0].intersection(*used[1:]) if used else every
        found.append(Choice(tuple(slots), tuple(sorted(options.values())), certain, every - certain))
    return found


def shortfall(layout: Layout, choice: Choice, rack: Iterable[Tile]) -> tuple[Fault, list[Copy | None]]:
    """``tile_not_available`` for a choice without options, and its slots filled as far as they can be."""
    slots = [layout.slots[i] for i in choice.slots]
    free = _copies(layout.table, rack, {slots[0].tile: []})[slots[0].tile]
    there = len(free)
    filled: list[Copy | None] = []
    for i in choice.slots:
        copy = next((copy for copy in free if _may_fill(layout, i, copy)), None)
        if copy is not None:
            free.remove(copy)
        filled.append(copy)
    missing = [slot for slot, copy in zip(slots, filled, strict=True) if copy is None]
    return Fault.of(
        "tile_not_available", tile=str(slots[0].tile), asked=len(slots), there=there, source=_said(missing)
    ), filled


def _said(slots: list[Slot]) -> str | None:
    """The source that was asked for in vain, as it is written."""
    said = next((slot.source for slot in slots if slot.source is not None), None)
    return None if said is None else "rack" if said == RACK else f"s{said}"


def _copies(table: Table, rack: Iterable[Tile], wanted: Iterable[Tile]) -> dict[Tile, list[Copy]]:
    found: dict[Tile, list[Copy]] = {tile: [] for tile in wanted}
    for tile in rack:
        if tile in found:
            found[tile].append(ON_RACK)
    for number, meld in table.items():
        for i, tile in enumerate(meld.tiles):
            if tile in found:
                found[tile].append(Copy(number, i))
    return found


def _may_fill(layout: Layout, slot: int, copy: Copy) -> bool:
    source = layout.slots[slot].source
    if source is not None and source != copy.number:
        return False
    return layout.named.get(copy.number) != layout.part_of[slot]


def _alike(table: Table, option: tuple[Copy, ...]) -> tuple[Copy, ...]:
    """The same key for options that differ only in which of two jokers of one group is meant."""
    return tuple(
        Copy(copy.number, 0) if copy.number and table[copy.number].kind is Kind.GROUP else copy for copy in option
    )
