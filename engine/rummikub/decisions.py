"""What has been decided about the sources of a play, and all that follows from it.

Deciding one choice may leave a set with tiles that could never be part of a set again, or leave another choice
without alternative; both are followed up at once. Decisions are taken back in the opposite order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.rummikub.finals import ON_RACK, Copy, Layout, rack_last
from engine.rummikub.leftovers import can_hold
from engine.rummikub.lexing import RACK
from engine.rummikub.melds import Meld, Table
from engine.rummikub.sources import Choice

Option = tuple[Copy, ...]


class Decisions:
    """The state of a search; ``undecided`` by the choices' first slots."""

    def __init__(self, layout: Layout, table: Table, choices: Sequence[Choice]) -> None:
        self.layout = layout
        self.table = table
        self.sources: list[Copy | None] = [None] * len(layout.slots)
        # By set number, the bits of the tiles that are taken for certain, and of those that may be.
        self.taken: dict[int, int] = dict.fromkeys(layout.named, 0)
        self.open: dict[int, int] = {}
        # By set number, the open choices that may take tiles from it: with the bits of each option, and of all.
        self.givers: dict[int, list[tuple[Choice, tuple[int, ...], int]]] = {}
        self.undecided: dict[int, Choice] = {}
        self.from_rack = 0
        """How many slots the rack may still fill."""
        # How many tiles go from which set to which part, and how many of a part's slots are undecided.
        self._flows: dict[int, dict[int, int]] = {}
        self._unfilled = [len(slots) for slots in layout.slots_in]
        self._trail: list[tuple[Choice, Option]] = []
        self._known: dict[tuple[int, int, int], bool] = {}
        for choice in choices:
            self.from_rack += choice.most_from_rack
            if len(choice.options) == 1:
                self._fill(choice, choice.options[0])
            else:
                self.undecided[choice.slots[0]] = choice
            for copy in choice.certain:
                if copy != ON_RACK:
                    self.taken[copy.number] = self.taken.get(copy.number, 0) | 1 << copy.place
            for copy in choice.doubtful:
                if copy != ON_RACK:
                    self.open[copy.number] = self.open.get(copy.number, 0) | 1 << copy.place
                    self.taken.setdefault(copy.number, 0)
            for number in {copy.number for copy in choice.doubtful} - {RACK}:
                every = _bits(choice.doubtful, number)
                bits = tuple(_bits(option, number) & every for option in choice.options)
                self.givers.setdefault(number, []).append((choice, bits, every))
        self.mirrors = self._mirrors()
        """By set number, the parts that are to be the very set that lies there."""
        self.restorable = self._restorable()
        """The sets that may lie unchanged at the end although a tile was taken from them."""
        self._altered = {n for part in layout.named.values() for n in layout.names[part] if layout.adds_to(part)}
        self.touched = {number for number, bits in self.taken.items() if self._is_touched(number, bits)}
        """The sets that will not lie unchanged at the end, for certain."""
        self.broken = {self._owner(number) for number in self.taken if not self._holds(number)}
        """The sets that will leave loose tiles, or be none with the part that names them, for certain."""

    def _mirrors(self) -> dict[int, list[int]]:
        parts: dict[Meld, list[int]] = {}
        for part, names in enumerate(self.layout.names):
            meld = None if names else self.layout.part(part, {})[1]
            if meld is not None:
                parts.setdefault(meld, []).append(part)
        return {n: parts[self.table[n]] for n in self.taken if n not in self.layout.named and self.table[n] in parts}

    def _restorable(self) -> set[int]:
        layout = self.layout
        found = set(self.mirrors)
        for number, part in layout.named.items():
            kinds = {layout.slots[slot].tile for slot in layout.slots_in[part]}
            if len(layout.names[part]) > 1 or not kinds.isdisjoint(self.table[number].tiles):
                found.add(number)
        return found

    def components(self, together: Iterable[int]) -> list[list[int]]:
        """The undecided choices in groups that share no set, by first slots; those of ``together`` are one group."""
        group = {slot: {slot} for slot in self.undecided}
        sharing: dict[int, list[int]] = {}
        for slot, choice in self.undecided.items():
            for copy in choice.certain | choice.doubtful:
                if copy != ON_RACK:
                    sharing.setdefault(copy.number, []).append(slot)
        ties = list(sharing.values())
        # A part that names sets is read with what is left of them.
        ties += [[slot for number in names for slot in sharing.get(number, ())] for names in self.layout.names]
        ties.append(list(together))
        for tie in ties:
            tied = [slot for slot in tie if slot in group]
            merged = set[int]().union(*(group[slot] for slot in tied))
            for slot in merged:
                group[slot] = merged
        return [sorted(slots) for slots in {id(slots): slots for slots in group.values()}.values()]

    @property
    def mark(self) -> int:
        """How much has been decided; for :meth:`retract`."""
        return len(self._trail)

    def decide(self, choice: Choice, option: Option) -> list[int]:
        """Decide one choice; the numbers of the sets that this changes."""
        del self.undecided[choice.slots[0]]
        self._trail.append((choice, option))
        self._fill(choice, option)
        self.from_rack += option.count(ON_RACK) - choice.most_from_rack
        changed: list[int] = []
        for copy in choice.doubtful:
            if copy != ON_RACK:
                self.open[copy.number] ^= 1 << copy.place
                if copy in option:
                    self.taken[copy.number] |= 1 << copy.place
                changed.append(copy.number)
        self._note(changed)
        return changed

    def retract(self, mark: int) -> None:
        """Take back all decisions but the first ``mark``."""
        changed: set[int] = set()
        while len(self._trail) > mark:
            choice, option = self._trail.pop()
            self.undecided[choice.slots[0]] = choice
            self._empty(choice, option)
            self.from_rack -= option.count(ON_RACK) - choice.most_from_rack
            for copy in choice.doubtful:
                if copy != ON_RACK:
                    self.open[copy.number] ^= 1 << copy.place
                    self.taken[copy.number] &= ~(1 << copy.place)
                    changed.add(copy.number)
        self._note(changed)

    def settle(self, changed: Iterable[int]) -> bool:
        """Decide what has only one option left now that these sets have changed; False where one has none."""
        waiting = list(changed)
        while waiting:
            number = waiting.pop()
            if self._owner(number) in self.broken:
                return False
            if number in self.layout.named:
                continue
            for choice, bits, every in self.givers.get(number, ()):
                if choice.slots[0] not in self.undecided:
                    continue
                taken, undecided = self.taken[number], self.open[number] & ~every
                fitting = [i for i, some in enumerate(bits) if self._may_hold(number, taken | some, undecided)]
                if not fitting:
                    return False
                if len(fitting) == 1:
                    waiting += self.decide(choice, choice.options[fitting[0]])
        return True

    def _fill(self, choice: Choice, option: Option) -> None:
        for slot, copy in zip(choice.slots, option, strict=True):
            part = self.layout.part_of[slot]
            self.sources[slot] = copy
            self._unfilled[part] -= 1
            if copy != ON_RACK:
                ends = self._flows.setdefault(copy.number, {})
                ends[part] = ends.get(part, 0) + 1

    def _empty(self, choice: Choice, option: Option) -> None:
        for slot, copy in zip(choice.slots, option, strict=True):
            part = self.layout.part_of[slot]
            self.sources[slot] = None
            self._unfilled[part] += 1
            if copy != ON_RACK:
                ends = self._flows[copy.number]
                ends[part] -= 1
                if not ends[part]:
                    del ends[part]

    def _note(self, changed: Iterable[int]) -> None:
        """Keep the touched and the broken sets up to date."""
        for number in changed:
            if self._is_touched(number, self.taken[number]):
                self.touched.add(number)
            else:
                self.touched.discard(number)
            if self._holds(number):
                self.broken.discard(self._owner(number))
            else:
                self.broken.add(self._owner(number))

    def _is_touched(self, number: int, taken: int) -> bool:
        return (taken > 0 or number in self._altered) and number not in self.restorable

    def _owner(self, number: int) -> int:
        """The set that stands for a broken one: the lowest that is named with it."""
        part = self.layout.named.get(number)
        return number if part is None else self.layout.names[part][0]

    def _holds(self, number: int) -> bool:
        """Whether what is left of a set, with the part that names it, may still be without fault."""
        part = self.layout.named.get(number)
        if part is None:
            return self._may_hold(number, self.taken[number], self.open.get(number, 0))
        if any(self.open.get(other) for other in self.layout.names[part]):
            return True
        return self.layout.part(part, self.taken)[2] is None

    def faults(self) -> set[str]:
        """The codes of the faults that the broken sets will have."""
        named = self.layout.named
        found = (self.layout.part(named[n], self.taken)[2] if n in named else None for n in self.broken)
        return {"loose_tiles" if fault is None else fault.code for fault in found}

    def _may_hold(self, number: int, taken: int, undecided: int) -> bool:
        key = number, taken, undecided
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = can_hold(self.table[number], taken, undecided)
        return known

    # --- bounds -------------------------------------------------------------------------------------------

    def still_to_touch(self, slots: Iterable[int]) -> int:
        """At least so many sets will be touched besides: choices that share no set and can spare none."""
        spoken_for: set[int] = set()
        count = 0
        for slot in slots:
            choice = self.undecided.get(slot)
            if choice is None:
                continue
            numbers: set[int] = set()
            for option in choice.options:
                fresh = {copy.number for copy in option} - self.touched - self.restorable
                fresh.discard(RACK)
                if not fresh:
                    break
                numbers |= fresh
            else:
                if numbers.isdisjoint(spoken_for):
                    spoken_for |= numbers
                    count += 1
        return count

    def not_restored(self) -> int:
        """How many restorable sets are touched for certain: the parts like them take nothing from them."""
        gone = 0
        for number, parts in self.mirrors.items():
            flows = self._flows.get(number, {})
            if not any(flows.get(part) or self._unfilled[part] for part in parts) and self.taken[number]:
                gone += 1
        return gone

    def lowest(self) -> Option:
        """The sources, at least."""
        lowest = [source or ON_RACK for source in self.sources]
        for choice in self.undecided.values():
            for slot, copy in zip(choice.slots, choice.lowest, strict=True):
                lowest[slot] = copy
        return tuple(lowest)

    def lowest_rack_last(self) -> Option:
        """The same with the rack after all sets."""
        lowest = [rack_last(source or ON_RACK) for source in self.sources]
        for choice in self.undecided.values():
            for slot, copy in zip(choice.slots, choice.lowest_rack_last, strict=True):
                lowest[slot] = copy
        return tuple(lowest)

    def moved(self) -> int:
        """At least so many table tiles move: all of a set but what stays or what one part may keep together."""
        count = 0
        for number, ends in self._flows.items():
            if not ends:
                continue
            taken = self.taken[number].bit_count()
            if number not in self.layout.named:
                unknown = self.open.get(number, 0).bit_count() + taken - sum(ends.values())
                taken = min(taken, max(0, len(self.table[number].tiles) - max(ends.values()) - unknown))
            count += taken
        return count

    def moved_by_parts(self) -> int:
        """Another such bound: of a part's table tiles all but those of the set whose number it may keep."""
        total: dict[int, int] = {}
        most: dict[int, int] = {}
        for ends in self._flows.values():
            for part, tiles in ends.items():
                total[part] = total.get(part, 0) + tiles
                most[part] = max(most.get(part, 0), tiles)
        return sum(tiles - (0 if self.layout.names[part] else most[part]) for part, tiles in total.items())

    def gives_to(self, number: int, part: int) -> bool:
        """Whether a set gives a tile to a part, as far as decided."""
        return bool(self._flows.get(number, {}).get(part))


def _bits(copies: Iterable[Copy], number: int) -> int:
    """The places of these copies in a set, as bits."""
    return sum(1 << copy.place for copy in copies if copy.number == number)
