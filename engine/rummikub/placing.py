"""The search for the way a play is meant: where each of its tiles comes from (notation.md, "A play").

The order is a legal way; few touched sets; many tiles from the rack; few moved tiles; low set numbers, the rack
after all sets. Only kinds of which two copies are to be had leave a choice, and always between two options. Choices
that share no set are settled apart from each other. Where the best of each together are legal, and no tile moves but
those that must, that is the answer; else all are searched together. A branch is left as soon as it cannot become
legal, or cannot beat the best way known. Every search has a fixed budget of steps, so the time for any text is
bounded; without a legal way the least faulty one is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final as Constant

from engine.rummikub.decisions import Decisions, Option
from engine.rummikub.finals import ON_RACK, Layout, rack_last
from engine.rummikub.lexing import RACK
from engine.rummikub.outcome import Outcome, Situation, joker_breaches, outcome
from engine.rummikub.ruleset import JokerOpeningValue, OpeningTurn
from engine.rummikub.sources import Choice
from engine.rummikub.tiles import JOKER

APART_STEPS: Constant = 60
"""Budget for all choices settled apart from each other."""
LEGAL_STEPS: Constant = 25
FAULTY_STEPS: Constant = 50
FAULTY_WAYS: Constant = 6


def best_way(layout: Layout, situation: Situation, choices: Sequence[Choice]) -> Outcome:
    """The way the play is meant; its ``faults`` are empty where a legal one exists. Every choice has an option."""
    search = _Search(layout, situation, choices)
    return search.legal_way() or search.least_faulty_way()


@dataclass(frozen=True, slots=True)
class _Component:
    """Choices that share sets, by first slots; the best way to decide them alone, and what it adds to the cost."""

    slots: tuple[int, ...]
    options: tuple[Option, ...]
    adds: tuple[int, int, int]


class _Search:
    def __init__(self, layout: Layout, situation: Situation, choices: Sequence[Choice]) -> None:
        self.layout = layout
        self.situation = situation
        self.choices = {choice.slots[0]: choice for choice in choices}
        self.now = Decisions(layout, situation.table, choices)
        self.steps = 0
        self.best: Outcome | None = None
        self.unreadable = layout.unreadable()
        self.points_in_reach = situation.opened or self._may_reach_points()
        self.closed = not situation.opened and situation.ruleset.opening_turn is OpeningTurn.SETS_ONLY
        self.sound = not self.now.broken and self.now.settle(list(self.now.givers))
        """Whether there may be a way without loose tiles; what such a way needs has been decided."""

    def _may_reach_points(self) -> bool:
        ruleset = self.situation.ruleset
        jokers_count = ruleset.joker_opening_value is JokerOpeningValue.ROLE
        points = 0
        for part, names in enumerate(self.layout.names):
            entries, meld, _ = self.layout.part(part, {})
            if not names and meld and all(entry.tile in self.situation.rack for entry in entries):
                points += meld.points(jokers_count=jokers_count)
        return points >= ruleset.opening_points

    # --- a legal way --------------------------------------------------------------------------------------

    def legal_way(self) -> Outcome | None:
        """The best legal way, None where there is none."""
        now = self.now
        if not (self.sound and not self.unreadable and now.from_rack and self.points_in_reach):
            return None
        about_jokers = self._about_jokers()
        components = self._apart(about_jokers)
        if components is None:
            return None
        proved = self.steps >= 0
        bound = _sum([self._cost(), *(component.adds for component in components)])
        mark = now.mark
        for component in components:
            for slot, option in zip(component.slots, component.options, strict=True):
                now.decide(self.choices[slot], option)
        found = self._outcome()
        now.retract(mark)
        self.best = None if found.faults else found
        if self.best is None or not proved or found.cost[:3] != bound:
            self._search_legal(components, about_jokers)
        return self.best

    def _about_jokers(self) -> set[int]:
        """The open choices on which the rules for the table's jokers depend."""
        table, layout, now = self.situation.table, self.layout, self.now
        holders = {number for number in now.taken if table[number].jokers}
        if not holders:
            return set()
        parts = {part for slot, part in zip(layout.slots, layout.part_of, strict=True) if slot.tile == JOKER}
        parts |= {layout.named[number] for number in holders if number in layout.named}
        numbers = holders.union(*(layout.names[part] for part in parts))
        kinds = {tile for number in numbers for tile in table[number].tiles}
        kinds |= {tile for number in holders for role in table[number].roles for tile in role}
        kinds |= {layout.slots[slot].tile for part in parts for slot in layout.slots_in[part]}
        return {slot for slot in now.undecided if layout.slots[slot].tile in kinds}

    def _apart(self, about_jokers: Iterable[int]) -> list[_Component] | None:
        """Each component with the best way to decide it alone; None where one has no way without loose tiles."""
        self.steps = APART_STEPS
        found: list[_Component] = []
        for slots in self.now.components(about_jokers):
            component = self._settle_alone(slots)
            if component is None:
                self.sound = self.steps < 0
                return None
            found.append(component)
        return found

    def _settle_alone(self, slots: list[int]) -> _Component | None:
        now = self.now
        base = self._cost()
        best: list[tuple[tuple[int, int, int], Option, list[Option]]] = []

        def hopeless() -> bool:
            if not best:
                return False
            cost, lowest, _ = best[-1]
            bound = len(now.touched) + now.not_restored() + now.still_to_touch(slots), self._spent()
            if bound != cost[:2]:
                return bound > cost[:2]
            return (now.moved(), now.lowest_rack_last()) >= (cost[2], lowest)

        def offer() -> None:
            best.append((self._cost(), now.lowest_rack_last(), [self._decided(slot) for slot in slots]))

        self._descend(slots, hopeless, offer)
        if not best:
            return None
        cost, _, options = best[-1]
        # What was not searched to its end bounds nothing.
        adds = (cost[0] - base[0], cost[1] - base[1], cost[2] - base[2]) if self.steps >= 0 else (0, 0, 0)
        return _Component(tuple(slots), tuple(options), adds)

    def _decided(self, slot: int) -> Option:
        sources = [self.now.sources[other] for other in self.choices[slot].slots]
        return tuple(source for source in sources if source is not None)

    def _search_legal(self, components: list[_Component], about_jokers: set[int]) -> None:
        """Search all components together for something better than the best way known."""
        now = self.now
        components = sorted(components, key=lambda component: about_jokers.isdisjoint(component.slots))
        rests = [_sum(component.adds for component in components[i:]) for i in range(len(components) + 1)]
        at = {slot: i for i, component in enumerate(components) for slot in component.slots}
        sequence = sorted(at, key=lambda slot: (at[slot], slot not in about_jokers, slot))

        fitting: dict[Option, bool] = {}

        def hopeless() -> bool:
            if not now.from_rack or (self.closed and now.touched):
                return True
            first = next((slot for slot in sequence if slot in now.undecided), None)
            if first not in about_jokers and not self._jokers_fit(about_jokers, fitting):
                return True
            if self.best is None:
                return False
            here = len(components) if first is None else at[first]
            rest = rests[min(here + 1, len(components))]
            touched = len(now.touched) + now.not_restored() + rest[0]
            if first is not None:
                touched += now.still_to_touch(components[here].slots)
            bound = touched, self._spent() + rest[1]
            if bound != self.best.cost[:2]:
                return bound > self.best.cost[:2]
            moved = rest[2] + max(now.moved(), now.moved_by_parts())
            return (moved, now.lowest_rack_last()) >= self.best.cost[2:]

        def offer() -> None:
            found = self._outcome()
            if not found.faults and (self.best is None or found.cost < self.best.cost):
                self.best = found

        self.steps = LEGAL_STEPS
        self._descend(sequence, hopeless, offer)

    def _jokers_fit(self, about_jokers: Iterable[int], known: dict[Option, bool]) -> bool:
        """Whether the table's jokers go where they may; asked once all that bears on it is decided."""
        key = tuple(source for slot in about_jokers for source in self._decided(slot))
        if key not in known:
            finals, _ = self.layout.finals(self.now.sources, self.now.taken)
            known[key] = not joker_breaches(self.layout, self.situation, finals, self.now.sources)
        return known[key]

    def _spent(self) -> int:
        """At least so many tiles do not come from the rack."""
        return len(self.layout.slots) - self.now.from_rack

    def _cost(self) -> tuple[int, int, int]:
        """At least so many touched sets, tiles not from the rack, moved tiles, as far as it is decided."""
        return len(self.now.touched) + self.now.not_restored(), self._spent(), self.now.moved()

    # --- the least faulty way -----------------------------------------------------------------------------

    def least_faulty_way(self) -> Outcome:
        """The way with the fewest kinds of faults, of those the one of the lowest numbers, as far as it is found."""
        now = self.now
        ways = 0
        loose: set[str] = set()

        def hopeless() -> bool:
            if self.best is None:
                return False
            if ways >= FAULTY_WAYS:
                return True
            shut = self.closed and bool(now.touched)
            unset = len(self.unreadable | now.faults() | loose) or not self.sound
            kinds = unset + (not now.from_rack) + (not self.points_in_reach) + shut
            return (kinds, now.lowest()) >= self.best.faultiness

        def offer() -> None:
            nonlocal ways
            ways += 1
            found = self._outcome()
            if self.best is None or found.faultiness < self.best.faultiness:
                self.best = found

        if self.sound:
            self.steps = FAULTY_STEPS
            self._descend(sorted(now.undecided), hopeless, offer)
            self.sound = self.best is not None or self.steps < 0
        now.retract(0)
        ways = 0
        if not self.sound and not self.layout.named:
            loose.add("loose_tiles")
        self.steps = FAULTY_STEPS
        self._descend(sorted(now.undecided), hopeless, offer, settle=False)
        assert self.best is not None  # noqa: S101 -- the first descent, which has no budget, ends in a way
        return self.best

    # --- both ---------------------------------------------------------------------------------------------

    def _descend(
        self, sequence: Sequence[int], hopeless: Callable[[], bool], offer: Callable[[], None], *, settle: bool = True
    ) -> None:
        """Try all ways to decide these choices, depth first; ``settle``: leave ways with loose tiles out."""
        if hopeless():
            return
        now = self.now
        slot = next((slot for slot in sequence if slot in now.undecided), None)
        if slot is None:
            offer()
            return
        self.steps -= 1
        if self.steps < 0 and (settle or self.best is not None):
            return
        choice = self.choices[slot]
        for option in (
            sorted(choice.options, key=lambda option: self._promise(choice, option)) if settle else choice.options
        ):
            mark = now.mark
            changed = now.decide(choice, option)
            if not settle or now.settle(changed):
                self._descend(sequence, hopeless, offer, settle=settle)
            now.retract(mark)

    def _promise(self, choice: Choice, option: Option) -> tuple[int, int, int, int, Option]:
        """Sorts the better options first: few newly touched sets, the rack, sets that stay as they are or give to
        the part anyway.
        """
        now = self.now
        fresh = {copy.number for copy in option} - {RACK} - now.touched - now.restorable
        parts = [self.layout.part_of[slot] for slot in choice.slots]
        stay = apart = 0
        for copy, part in zip(option, parts, strict=True):
            stay += part in now.mirrors.get(copy.number, ())
            apart += not now.gives_to(copy.number, part)
        return len(fresh), -option.count(ON_RACK), -stay, apart, tuple(map(rack_last, option))

    def _outcome(self) -> Outcome:
        return outcome(self.layout, self.situation, self.now.sources, self.now.taken)


def _sum(costs: Iterable[tuple[int, int, int]]) -> tuple[int, int, int]:
    touched = spent = moved = 0
    for cost in costs:
        touched, spent, moved = touched + cost[0], spent + cost[1], moved + cost[2]
    return touched, spent, moved
