"""Of equally good plays those that touch the fewest sets, and of these one that moves the fewest tiles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from operator import sub
from typing import TYPE_CHECKING, Final

from engine.rummikub.melds import Meld
from engine.rummikub.solver.best import LEGAL, Best
from engine.rummikub.solver.calmer import Calmer
from engine.rummikub.solver.decided import View, views
from engine.rummikub.solver.layout import halves
from engine.rummikub.solver.position import Rest, counts
from engine.rummikub.solver.search import Problem
from engine.rummikub.solver.settle import settle
from engine.rummikub.tiles import TILES, points_on_rack

if TYPE_CHECKING:
    from engine.rummikub.solver.answers import Question, Solution

_WAYS: Final = 8
"""How many final tables that touch as few sets are compared by the tiles that they move."""


def least_disturbing(question: Question, found: Best, limit: int = 1) -> tuple[Solution, ...]:
    """The final table found, and ``limit`` - 1 as good, with as few sets touched as can be."""
    if found.melds is None:
        return ()

    def reach(numbers: frozenset[int]) -> Best | None:
        best = question.best(floor=found.gain, touching=numbers)
        return None if best.melds is None else best

    def legal(melds: tuple[Meld, ...]) -> bool:
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
    ways = [
        question.solution(_smoothed(question, best)._replace(proved=found.proved), least=proved)
        for best in calmer.ways(max(limit, _WAYS), farther=2 if limit > 1 else 0)
    ]
    ways.sort(key=lambda way: (way.touched, way.moved))
    ways.insert(0, _calmest(question, ways[0], found, calmer, problem=rest.problem, laid=placed))
    different: dict[frozenset[tuple[Meld, int]], Solution] = {}
    for way in ways:
        different.setdefault(frozenset(Counter(way.table.values()).items()), way)
    fewest = len(calmer.best[0])
    return tuple(replace(way, least=way.least and way.touched <= fewest) for way in islice(different.values(), limit))


def _calmest(
    question: Question, way: Solution, found: Best, calmer: Calmer, *, problem: Problem, laid: tuple[int, ...]
) -> Solution:
    """The way given, or one that moves fewer tiles."""
    if not question.opened:
        return replace(way, fewest=way.least and not way.moved)

    def judged(melds: tuple[Meld, ...]) -> tuple[int, int]:
        return _disturbance(question, found._replace(melds=melds, own=()))

    melds, fewest = calmer.calmest(problem, laid, judged, (way.touched, way.moved))
    if melds is None:
        return replace(way, fewest=fewest and way.least)
    return question.solution(found._replace(melds=melds, own=()), least=way.least, fewest=fewest and way.least)


def _smoothed(question: Question, found: Best) -> Best:
    """The same with long runs cut in two where that moves fewer tiles."""
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
    return found


def _disturbance(question: Question, found: Best) -> tuple[int, int]:
    """Sets touched and tiles moved; more than there are where the sets lie against the rules."""
    settled = settle(found.melds or (), question.table, question.ruleset, found.own)
    return (len(settled.touched), settled.moved) if settled else (len(question.table) + 1, 0)
