"""From the steps of a search to sets on a table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Meld, group, run
from engine.rummikub.solver.search import Step
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Color, Tile


@dataclass(slots=True)
class _Run:
    color: int
    start: int
    jokers: list[bool]
    """For each place from ``start`` on: whether a joker lies there."""

    def meld(self) -> Meld:
        at = [self.start + i for i, joker in enumerate(self.jokers) if joker]
        return run(Color(self.color), self.start, len(self.jokers), at)


def lay_out(steps: tuple[Step, ...], jokers: int) -> tuple[Meld, ...]:
    """The sets that these steps describe, with ``jokers`` jokers in all; those that no step uses are added where
    they fit, as few as possible being left out.
    """
    runs: list[_Run] = []
    groups: list[list[Tile]] = []
    for at, step in enumerate(steps):
        value = at + MIN_VALUE
        for part in step.groups.parts:
            groups.append([Tile.of(c, value) for c in part] + [JOKER] * (MIN_SIZE - len(part)))
        for color, (tiles, used) in enumerate(zip(step.tiles, step.jokers, strict=True)):
            open_runs = [r for r in runs if r.color == color and r.start + len(r.jokers) == value]
            open_runs.sort(key=lambda r: min(len(r.jokers), MIN_SIZE))
            for i in range(tiles + used):
                if i >= len(open_runs):
                    open_runs.append(_Run(color, value, []))
                    runs.append(open_runs[i])
                open_runs[i].jokers.append(i < used)
    left = jokers - sum(s.groups.jokers + sum(s.jokers) for s in steps)
    for _ in range(left):
        _add_joker(runs, groups)
    return tuple([r.meld() for r in runs] + [group(tiles) for tiles in groups])


def _add_joker(runs: list[_Run], groups: list[list[Tile]]) -> None:
    for r in runs:
        if r.start + len(r.jokers) <= MAX_VALUE:
            r.jokers.append(True)
            return
        if r.start > MIN_VALUE:
            r.start -= 1
            r.jokers.insert(0, True)
            return
    for tiles in groups:
        if len(tiles) < MAX_GROUP:
            tiles.append(JOKER)
            return
    if runs:
        # A run from 1 to 13 has no end left, but it can be cut in two.
        whole = runs[0]
        runs.append(_Run(whole.color, MIN_VALUE + MIN_SIZE, whole.jokers[MIN_SIZE:]))
        whole.jokers[MIN_SIZE:] = [True]
