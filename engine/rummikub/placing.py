"""The search for the way a play is meant: where each of its tiles comes from (notation.md, "A play").

The order is a legal way; few touched sets; many tiles from the rack; few moved tiles; low set numbers. Only kinds
of which two copies are to be had leave a choice, and always between two options. A branch is left as soon as it
cannot become legal, or cannot beat the best way known. Both searches have a fixed budget of steps, so the time
for any text is bounded; without a legal way the least faulty way seen is the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final as Constant

from engine.rummikub.finals import ON_RACK, Copy, Layout
from engine.rummikub.leftovers import can_hold
from engine.rummikub.lexing import RACK
from engine.rummikub.outcome import Outcome, Situation, joker_breaches, outcome
from engine.rummikub.ruleset import JokerOpeningValue, OpeningTurn
from engine.rummikub.sources import Choice
from engine.rummikub.tiles import JOKER

LEGAL_STEPS: Constant = 600
FAULTY_STEPS: Constant = 120


def best_way(layout: Layout, situation: Situation, choices: Sequence[Choice]) -> Outcome:
    """The way the play is meant; its ``faults`` are empty where a legal one exists. Every choice has an option."""
    search = _Search(layout, situation, choices)
    if search.may_be_legal():
        search.run(Goal.LEGAL, LEGAL_STEPS)
    if search.best is None:
        search.run(Goal.SOUND, FAULTY_STEPS)
        search.run(Goal.ANY, FAULTY_STEPS)
    assert search.best is not None  # noqa: S101 -- the first descent of the last search ends in a way
    return search.best


class Goal(Enum):
    """What a search looks for: a legal way, one without loose tiles, or any."""

    LEGAL = auto()
    SOUND = auto()
    ANY = auto()


class _Search:
    """A depth-first search over the choices; its state is what has been decided so far."""

    def __init__(self, layout: Layout, situation: Situation, choices: Sequence[Choice]) -> None:
        self.layout = layout
        self.situation = situation
        self.table = situation.table
        self.best: Outcome | None = None
        self.sources: list[Copy | None] = [None] * len(layout.slots)
        # By set number, the bits of the tiles that are taken for certain, and of those that may be.
        self.taken: dict[int, int] = dict.fromkeys(layout.named, 0)
        self.open: dict[int, int] = {}
        self.known: dict[tuple[int, int, int], bool] = {}
        self.goal = Goal.LEGAL
        self.steps = 0
        self.undecided = [choice for choice in choices if len(choice.options) > 1]
        self.from_rack = sum(max(option.count(ON_RACK) for option in choice.options) for choice in choices)
        for choice in choices:
            if len(choice.options) == 1:
                self._fill(choice, choice.options[0])
            for copy in choice.certain - {ON_RACK}:
                self.taken[copy.number] = self.taken.get(copy.number, 0) | 1 << copy.place
            for copy in choice.doubtful - {ON_RACK}:
                self.open[copy.number] = self.open.get(copy.number, 0) | 1 << copy.place
                self.taken.setdefault(copy.number, 0)
        self.restorable = self._restorable()
        self.altered = {n for part in layout.named.values() for n in layout.names[part] if layout.adds_to(part)}
        self.holders = {number for number in self.taken if self.table[number].jokers}
        self.about_jokers = self._about_jokers()
        self.undecided.sort(key=lambda choice: choice.slots not in self.about_jokers)
        self.broken = {self._owner(number) for number in self.taken if not self._holds(number)}
        self.unreadable = layout.unreadable()
        self.points_in_reach = situation.opened or self._may_reach_points()

    def _restorable(self) -> set[int]:
        """The sets that may lie unchanged at the end although a tile was taken from them."""
        layout = self.layout
        melds = {layout.part(part, {})[1] for part, names in enumerate(layout.names) if not names}
        found = {number for number in self.taken if self.table[number] in melds}
        for number, part in layout.named.items():
            kinds = {slot.tile for slot, of in zip(layout.slots, layout.part_of, strict=True) if of == part}
            if len(layout.names[part]) > 1 or not kinds.isdisjoint(self.table[number].tiles):
                found.add(number)
        return found

    def _about_jokers(self) -> set[tuple[int, ...]]:
        """The open choices on which the rules for the table's jokers depend."""
        if not self.holders:
            return set()
        layout = self.layout
        parts = {of for slot, of in zip(layout.slots, layout.part_of, strict=True) if slot.tile == JOKER}
        parts |= {layout.named[number] for number in self.holders if number in layout.named}
        numbers = self.holders.union(*(layout.names[part] for part in parts))
        kinds = {tile for number in numbers for tile in self.table[number].tiles}
        kinds |= {tile for number in self.holders for role in self.table[number].roles for tile in role}
        kinds |= {slot.tile for slot, of in zip(layout.slots, layout.part_of, strict=True) if of in parts}
        return {choice.slots for choice in self.undecided if layout.slots[choice.slots[0]].tile in kinds}

    def may_be_legal(self) -> bool:
        """Whether nothing that holds for every way forbids a legal one."""
        if self.unreadable or self.broken or not self.from_rack:
            return False
        return self.points_in_reach

    def _may_reach_points(self) -> bool:
        ruleset = self.situation.ruleset
        jokers_count = ruleset.joker_opening_value is JokerOpeningValue.ROLE
        points = 0
        for part, names in enumerate(self.layout.names):
            entries, meld, _ = self.layout.part(part, {})
            if not names and meld and all(entry.tile in self.situation.rack for entry in entries):
                points += meld.points(jokers_count=jokers_count)
        return points >= ruleset.opening_points

    def run(self, goal: Goal, steps: int) -> None:
        """Search for the best legal way, or for a way less faulty than the best known."""
        self.goal = goal
        self.steps = steps
        if goal is Goal.LEGAL:
            self._descend(self.undecided, jokers_fit=not self.holders)
        else:
            self._descend(sorted(self.undecided, key=lambda choice: choice.slots), jokers_fit=True)

    def _descend(self, undecided: Sequence[Choice], *, jokers_fit: bool) -> None:
        if self.steps <= 0 and (self.goal is not Goal.ANY or self.best is not None):
            return
        self.steps -= 1
        if self._hopeless(undecided):
            return
        if not jokers_fit and not any(choice.slots in self.about_jokers for choice in undecided):
            if not self._jokers_fit():
                return
            jokers_fit = True
        if not undecided:
            self._offer(outcome(self.layout, self.situation, self.sources, self.taken))
            return
        choice, options = self._next(undecided)
        rest = [other for other in undecided if other is not choice]
        promise = self._promise if self.goal is Goal.LEGAL else self._in_order
        for option in sorted(options, key=lambda option: promise(choice, option)):
            before = self.from_rack, self.broken
            self._take(choice, option)
            self._descend(rest, jokers_fit=jokers_fit)
            self._undo(choice, option)
            self.from_rack, self.broken = before

    def _offer(self, found: Outcome) -> None:
        if self.goal is Goal.LEGAL:
            if not found.faults and (self.best is None or found.cost < self.best.cost):
                self.best = found
        elif self.best is None or found.faultiness < self.best.faultiness:
            self.best = found

    def _hopeless(self, undecided: Sequence[Choice]) -> bool:
        """Whether no way from here on is legal (where that is asked for), or better than the best known."""
        if self.broken and self.goal is not Goal.ANY:
            return True
        touched = sum(
            1
            for number, bits in self.taken.items()
            if (bits or number in self.altered) and number not in self.restorable
        )
        closed = touched > 0 and self._table_is_closed()
        if self.goal is not Goal.LEGAL:
            kinds = (
                (self.unreadable > 0) + bool(self.broken) + (not self.from_rack) + (not self.points_in_reach) + closed
            )
            return self.best is not None and (kinds, self._lowest(undecided)) >= self.best.faultiness
        if not self.from_rack or closed:
            return True
        if self.best is None:
            return False
        bound = touched, len(self.sources) - self.from_rack
        if bound != self.best.cost[:2]:
            return bound > self.best.cost[:2]
        return (self._moved(), self._lowest(undecided)) >= self.best.cost[2:]

    def _lowest(self, undecided: Sequence[Choice]) -> tuple[int, ...]:
        """The sources' numbers, at least."""
        lowest = [source.number if source is not None else 0 for source in self.sources]
        for choice in undecided:
            for place, slot in enumerate(choice.slots):
                lowest[slot] = min(option[place].number for option in choice.options)
        return tuple(lowest)

    def _table_is_closed(self) -> bool:
        return not self.situation.opened and self.situation.ruleset.opening_turn is OpeningTurn.SETS_ONLY

    def _moved(self) -> int:
        """At least so many table tiles move: of each set's tiles all but those that one part may keep together."""
        ends: dict[int, Counter[int]] = {}
        for source, part in zip(self.sources, self.layout.part_of, strict=True):
            if source is not None and source != ON_RACK:
                ends.setdefault(source.number, Counter())[part] += 1
        return sum(
            count.total() - (0 if number in self.layout.named else max(count.values()))
            for number, count in ends.items()
        )

    def _jokers_fit(self) -> bool:
        """Whether the table's jokers go where they may; asked once all that bears on it is decided."""
        finals, _ = self.layout.finals(self.sources, self.taken)
        return not joker_breaches(self.layout, self.situation, finals, self.sources)

    def _next(self, undecided: Sequence[Choice]) -> tuple[Choice, Sequence[tuple[Copy, ...]]]:
        """The choice to decide next, and the options it has left: one with fewer than two, or else the first."""
        if self.goal is not Goal.ANY:
            for choice in undecided:
                if choice.doubtful:
                    options = [option for option in choice.options if self._viable(choice, option)]
                    if len(options) < 2:
                        return choice, options
        return undecided[0], undecided[0].options

    def _viable(self, choice: Choice, option: tuple[Copy, ...]) -> bool:
        for copy in choice.doubtful:
            number = copy.number
            if number == RACK or number in self.layout.named:
                continue
            bit = 1 << copy.place
            if not self._may_hold(
                number, self.taken[number] | (bit if copy in option else 0), self.open[number] & ~bit
            ):
                return False
        return True

    def _promise(self, choice: Choice, option: tuple[Copy, ...]) -> tuple[int, int, int, tuple[Copy, ...]]:
        """Sorts the better options first: few newly touched sets, the rack, sets that give to the part anyway."""
        fresh = {copy.number for copy in option if copy != ON_RACK and not self.taken[copy.number]} - self.restorable
        parts = [self.layout.part_of[slot] for slot in choice.slots]
        apart = sum(
            not any(
                source is not None and source.number == copy.number and of == part
                for source, of in zip(self.sources, self.layout.part_of, strict=True)
            )
            for copy, part in zip(option, parts, strict=True)
        )
        return len(fresh), -option.count(ON_RACK), apart, option

    def _in_order(self, _choice: Choice, option: tuple[Copy, ...]) -> tuple[Copy, ...]:
        return option

    def _fill(self, choice: Choice, option: Sequence[Copy | None]) -> None:
        for slot, copy in zip(choice.slots, option, strict=True):
            self.sources[slot] = copy

    def _take(self, choice: Choice, option: tuple[Copy, ...]) -> None:
        self._fill(choice, option)
        self.from_rack += option.count(ON_RACK) - max(other.count(ON_RACK) for other in choice.options)
        for copy in choice.doubtful - {ON_RACK}:
            self.open[copy.number] &= ~(1 << copy.place)
            if copy in option:
                self.taken[copy.number] |= 1 << copy.place
        changed = {copy.number for copy in choice.doubtful} - {RACK}
        self.broken = self.broken.union(self._owner(number) for number in changed if not self._holds(number))

    def _undo(self, choice: Choice, option: tuple[Copy, ...]) -> None:
        self._fill(choice, [None] * len(option))
        for copy in choice.doubtful - {ON_RACK}:
            self.open[copy.number] |= 1 << copy.place
            self.taken[copy.number] &= ~(1 << copy.place)

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

    def _may_hold(self, number: int, taken: int, undecided: int) -> bool:
        key = number, taken, undecided
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = can_hold(self.table[number], taken, undecided)
        return known
