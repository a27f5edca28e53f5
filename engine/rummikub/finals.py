"""The sets that lie on the table once every tile of a play has its source: their readings and their numbers."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from engine.core.errors import Fault
from engine.rummikub.leftovers import leftover
from engine.rummikub.lexing import SetName, Slot
from engine.rummikub.melds import Copy, Meld, Table
from engine.rummikub.notation import PlayText, format_meld, format_tiles, set_fault
from engine.rummikub.reading import Item, Reading, meant
from engine.rummikub.tiles import JOKER, Tile

ON_RACK = Copy(0, -1)
_AFTER_ALL_SETS = Copy(sys.maxsize, 0)


def rack_last(copy: Copy) -> Copy:
    """What sorts sources so that, of two like parts, the one written first keeps the tiles of the table."""
    return _AFTER_ALL_SETS if copy == ON_RACK else copy


@dataclass(frozen=True, slots=True)
class Final:
    """A set of the table's end, or tiles that are none (``meld`` is None).

    ``origins``: for each tile where it came from, None for a tile that is not to be had. ``names``: the numbers
    by which the play names it. ``part``: its index in the play, None for what is left of a set.
    """

    tiles: tuple[Tile, ...]
    origins: tuple[Copy | None, ...]
    meld: Meld | None
    names: tuple[int, ...] = ()
    part: int | None = None
    slots: tuple[int | None, ...] = ()
    """For each tile the slot of the play that it fills, None for the tiles that a name brought along."""

    def holds_real_of(self, number: int) -> bool:
        """Whether a numbered tile here lay in that set."""
        return any(
            origin is not None and origin.number == number and tile != JOKER
            for tile, origin in zip(self.tiles, self.origins, strict=True)
        )

    @property
    def from_rack(self) -> tuple[int, ...]:
        """The indices of the tiles that came from the rack."""
        return tuple(i for i, origin in enumerate(self.origins) if origin == ON_RACK)


@dataclass(frozen=True, slots=True)
class _Entry:
    tile: Tile
    slot: int | None
    copy: Copy | None


class Layout:
    """One play on one table: which sets it asks for. Says what lies where for any choice of sources."""

    def __init__(self, play: PlayText, table: Table) -> None:
        self.table = table
        self.slots: list[Slot] = []
        self.part_of: list[int] = []
        self.names: list[tuple[int, ...]] = []
        self._words: list[list[int | SetName]] = []
        for number, part in enumerate(play.parts):
            words: list[int | SetName] = []
            for word in part:
                if isinstance(word, Slot):
                    words.append(len(self.slots))
                    self.slots.append(word)
                    self.part_of.append(number)
                else:
                    words.append(word)
            self._words.append(words)
            self.names.append(tuple(sorted(word.number for word in words if isinstance(word, SetName))))
        self.slots_in = [[word for word in words if isinstance(word, int)] for words in self._words]
        """For each part its slots."""
        self.named = {number: part for part, names in enumerate(self.names) for number in names}
        self._readings: dict[tuple[int, ...], tuple[list[_Entry], Meld | None, Fault | None]] = {}

    def adds_to(self, part: int) -> bool:
        """Whether a part that names sets is more than one set's name."""
        return len(self._words[part]) > 1

    def unreadable(self) -> frozenset[str]:
        """The codes of the faults that the parts that name no set have in themselves, whatever the sources."""
        faults = (self.part(part, {})[2] for part, names in enumerate(self.names) if not names)
        return frozenset(fault.code for fault in faults if fault is not None)

    def part(self, part: int, taken: Mapping[int, int]) -> tuple[list[_Entry], Meld | None, Fault | None]:
        """A part's tiles in the order of its meld and the meld, or as written and what is wrong."""
        key = (part, *(taken.get(number, 0) for number in self.names[part]))
        known = self._readings.get(key)
        if known is None:
            known = self._readings[key] = self._read(part, taken)
        return known

    def _read(self, part: int, taken: Mapping[int, int]) -> tuple[list[_Entry], Meld | None, Fault | None]:
        entries: list[_Entry] = []
        items: list[Item] = []
        kept: list[Item] = []
        for word in self._words[part]:
            if isinstance(word, SetName):
                old = self.table[word.number]
                for i, tile in enumerate(old.tiles):
                    if not taken.get(word.number, 0) >> i & 1:
                        entries.append(_Entry(tile, None, Copy(word.number, i)))
                        items.append(Item(tile))
                        kept.append(Item(tile, old.roles[i] if tile == JOKER else None))
            else:
                slot = self.slots[word]
                entries.append(_Entry(slot.tile, word, None))
                items.append(Item(slot.tile, None if slot.role is None else frozenset({slot.role})))
                kept.append(items[-1])
        readings: tuple[Reading, ...] = meant(kept) or (meant(items) if kept != items else ())
        if len(readings) == 1:
            order = sorted(range(len(entries)), key=readings[0].places.__getitem__)
            return [entries[i] for i in order], readings[0].meld, None
        return entries, None, set_fault(items, readings, part=part + 1)

    def finals(self, sources: Sequence[Copy | None], taken: Mapping[int, int]) -> tuple[list[Final], list[Fault]]:
        """The sets that are new, changed or named, parts first, then leftovers; and their faults.

        ``sources``: a copy for each slot; ``taken``: for each set number the bits of the tiles taken from it.
        """
        finals: list[Final] = []
        faults: list[Fault] = []
        for number in range(len(self.names)):
            entries, meld, fault = self.part(number, taken)
            finals.append(
                Final(
                    tuple(entry.tile for entry in entries),
                    tuple(entry.copy if entry.slot is None else sources[entry.slot] for entry in entries),
                    meld,
                    self.names[number],
                    number,
                    tuple(entry.slot for entry in entries),
                )
            )
            if fault is not None:
                faults.append(fault)
        for number, bits in sorted(taken.items()):
            if not bits or number in self.named:
                continue
            old = self.table[number]
            left = leftover(old, bits)
            for meld, indices in left.melds:
                finals.append(Final(meld.tiles, tuple(Copy(number, i) for i in indices), meld))
            for indices in left.loose:
                tiles = tuple(old.tiles[i] for i in indices)
                finals.append(Final(tiles, tuple(Copy(number, i) for i in indices), None))
            if left.loose:
                loose = [old.tiles[i] for indices in left.loose for i in indices]
                faults.append(Fault.of("loose_tiles", set=number, was=format_meld(old), tiles=format_tiles(loose)))
        return finals, faults


def numbers(finals: Sequence[Final], table: Collection[int], active: Collection[int]) -> list[int]:
    """The numbers of the final sets (notation.md, "The table"); ``active``: the numbers that are not out of play."""
    given: list[int | None] = [min(final.names) if final.names else None for final in finals]
    reserved = {number for final in finals for number in final.names}
    held = [
        (-count, number, i)
        for i, final in enumerate(finals)
        if not final.names
        for number, count in Counter(origin.number for origin in final.origins if origin is not None).items()
        if number and number not in reserved
    ]
    used = {number for number in table if number not in active} | {number for number in given if number is not None}
    for _, number, i in sorted(held):
        if given[i] is None and number not in used:
            given[i] = number
            used.add(number)
    free = 1
    result: list[int] = []
    for number in given:
        if number is None:
            while free in used:
                free += 1
            number = free  # noqa: PLW2901
            used.add(free)
        result.append(number)
    return result
