"""Least disturbance: of equally good plays one that touches the fewest sets.

Which sets a play must touch is a hitting set problem. Where the gain is out of reach with certain sets left alone,
one of those must be touched: they are a *core*. Cores are collected until no choice of fewer sets than the best
known meets them all; then there is no better one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from engine.rummikub.solver.best import Best

Reached = tuple[frozenset[int], Best]
"""A final table of the full gain, and the sets that it touches."""


class Touching:
    """The search for the fewest sets to touch.

    ``reach`` says for the sets that may be touched a final table of the full gain, or None; ``first`` is one such
    table; ``may_go_on`` whether there is time for more.
    """

    def __init__(
        self,
        numbers: Iterable[int],
        reach: Callable[[frozenset[int]], Reached | None],
        first: Reached,
        may_go_on: Callable[[], bool],
    ) -> None:
        self._numbers = tuple(numbers)
        self.best = first
        self._reach = reach
        self._may_go_on = may_go_on
        self._answers: dict[frozenset[int], Reached | None] = {}
        self._cores: list[frozenset[int]] = []
        # How often a set was touched: the more often, the more likely it is needed.
        self._used = Counter(first[0])

    def run(self, least: int = 0) -> bool:
        """Search until the best is proved to be the best; False if the time was over before. ``least``: with fewer sets
        it cannot be done.
        """
        for number in sorted(self.best[0]):
            if number in self.best[0] and self._may_go_on():
                self._ask(self.best[0] - {number})
        while len(self.best[0]) > least:
            fewer = len(self.best[0]) - 1
            smaller = next(self._hitting_sets(fewer), None)
            if smaller is None:
                return True
            if not self._may_go_on():
                return False
            likely = sorted(set(self._numbers) - smaller, key=lambda n: (-self._used[n], n))
            wanted = smaller.union(likely[: fewer - len(smaller)])
            if not self._ask(wanted):
                self._cores.append(self._core(wanted, likely[fewer - len(smaller) :]))
        return True

    def _ask(self, numbers: frozenset[int]) -> bool:
        """Whether it is enough to touch these."""
        if any(core.isdisjoint(numbers) for core in self._cores):
            return False
        if numbers not in self._answers:
            found = self._answers[numbers] = self._reach(numbers)
            if found is not None:
                self._used.update(found[0])
                if len(found[0]) < len(self.best[0]):
                    self.best = found
        return self._answers[numbers] is not None

    def _core(self, stuck: frozenset[int], rest: list[int]) -> frozenset[int]:
        """Sets of ``rest`` of which one must be touched besides ``stuck``, as few as possible."""
        core: set[int] = set()

        def leave_out(some: list[int]) -> None:
            nonlocal stuck
            if not some:
                return
            if not self._ask(stuck.union(some)):
                stuck = stuck.union(some)
            elif len(some) == 1:
                core.update(some)
            else:
                half = (len(some) + 1) // 2
                leave_out(some[half:])
                leave_out(some[:half])

        leave_out(rest)
        return frozenset(core)

    def _hitting_sets(self, size: int) -> Iterator[frozenset[int]]:
        """The choices of at most ``size`` sets that meet every core."""

        def extend(chosen: frozenset[int], banned: frozenset[int]) -> Iterator[frozenset[int]]:
            missed = [core - banned for core in self._cores if core.isdisjoint(chosen)]
            if not missed:
                yield chosen
            elif len(chosen) < size:
                for number in sorted(min(missed, key=len), key=lambda n: (-self._used[n], n)):
                    yield from extend(chosen | {number}, banned)
                    banned |= {number}

        return extend(frozenset(), frozenset())
