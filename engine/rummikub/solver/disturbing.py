"""Of equally good plays those that touch the fewest sets, and of these one that moves the fewest tiles."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from operator import sub
from typing import TYPE_CHECKING, Final

from engine.rummikub.melds import Meld
from engine.rummikub.options import JokerReuse
from engine.rummikub.solver.best import LEGAL, Best
from engine.rummikub.solver.calmer import Calmer
from engine.rummikub.solver.cases import restricted
from engine.rummikub.solver.decided import View, views
from engine.rummikub.solver.layout import halves
from engine.rummikub.solver.needless import without_needless
from engine.rummikub.solver.position import Rest, counts
from engine.rummikub.solver.settle import settle
from engine.rummikub.tiles import TILES, points_on_rack

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset
    from engine.rummikub.solver.answers import Question, Solution

_WAYS: Final = 8
"""How many final tables that touch as few sets are compared by the tiles that they move."""


def least_disturbing(question: Question, found: Best, limit: int = 1) -> tuple[Solution, ...]:
    """The final table found, and ``limit`` - 1 as good, with as few sets touched as can be."""
    if found.melds is None:
        return ()

    def reach(numbers: frozenset[int]) -> Best:
        return question.best(floor=found.gain, touching=numbers)

    bound = _binds_jokers(question.ruleset) and any(meld.jokers for meld in question.table.values())

    def legal(melds: tuple[Meld, ...]) -> bool:
        if not bound:
            return question.opened
        question.budget.left -= LEGAL
        return question.opened and settle(melds, question.table, question.ruleset) is not None

    rest = Rest.of(question.table.tiles, question.rack, question.gain)
    laid = counts(t for meld in found.melds for t in meld.tiles)
    placed = tuple(map(sub, laid, rest.problem.need))
    calmer = Calmer(
        question.table,
        views(question.table, rest, placed, question.ruleset)
        if question.opened
        else [View(question.table, rest.problem, placed)],
        found,
        points=[points_on_rack((tile,), question.ruleset.joker_rack_value) for tile in TILES],
        reach=reach,
        legal=legal,
        budget=question.budget,
    )
    proved = calmer.run() and found.proved
    ways = [_smoothed(question, best) for best in calmer.ways(max(limit, _WAYS), farther=2 if limit > 1 else 0)]
    ways.sort(key=lambda way: way[0])
    (touched, moved), calmest = ways[0]
    fewest = not moved
    if question.opened:

        def judged(melds: tuple[Meld, ...]) -> tuple[int, int]:
            return _disturbance(question, found._replace(melds=melds, own=()))

        melds, fewest = calmer.calmest(rest.problem, placed, judged, (touched, moved))
        if melds is not None:
            calmest, touched = found._replace(melds=melds, own=()), judged(melds)[0]
    if not proved and question.opened:
        (touched, _), calmest = _less(question, calmest)
    different = {_sets(calmest): (touched, calmest)}
    for (disturbed, _), way in ways if limit > 1 else ():
        if way.melds == without_needless(question.table.values(), way.melds or ()):
            different.setdefault(_sets(way), (disturbed, way))
    least = len(calmer.best[0])
    return tuple(
        question.solution(
            way._replace(proved=found.proved), least=proved and disturbed <= least, fewest=fewest and proved and not i
        )
        for i, (disturbed, way) in enumerate(islice(different.values(), limit))
    )


def _smoothed(question: Question, found: Best) -> tuple[tuple[int, int], Best]:
    """The same with long runs cut in two where that moves fewer tiles, and what it disturbs."""
    best, lying = _disturbance(question, found), set(question.table.values())
    for meld in dict.fromkeys(found.melds or ()):
        for parts in halves(meld) if meld not in lying else ():
            rest = list(found.melds or ())
            if meld not in rest:
                break
            rest.remove(meld)
            cut = found._replace(melds=(*rest, *parts))
            if (less := _disturbance(question, cut)) < best:
                best, found = less, cut
    return best, found


def _less(question: Question, found: Best) -> tuple[tuple[int, int], Best]:
    """The same without what it does for nothing, and what it disturbs."""
    best = _disturbance(question, found)
    less = found._replace(melds=without_needless(question.table.values(), found.melds or ()), own=())
    return min((best, found), (_disturbance(question, less), less), key=lambda one: one[0])


def _disturbance(question: Question, found: Best) -> tuple[int, int]:
    """Sets touched and tiles moved; more than there are where the sets lie against the rules."""
    settled = settle(found.melds or (), question.table, question.ruleset, found.own)
    return (len(settled.touched), settled.moved) if settled else (len(question.table) + 1, 0)


def _sets(found: Best) -> frozenset[tuple[Meld, int]]:
    """The sets of a final table, and how many there are of each."""
    return frozenset(Counter(found.melds or ()).items())


def _binds_jokers(ruleset: Ruleset) -> bool:
    return restricted(ruleset) or ruleset.joker_reuse is not JokerReuse.ANYWHERE
