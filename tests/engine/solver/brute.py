"""The solver's answers by trying everything: every table that could lie at the end, judged one by one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

from engine.rummikub.judging import Refused, judge
from engine.rummikub.melds import Kind, Meld, Table, group
from engine.rummikub.notation import format_meld
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import JOKER, Color, Tile


def every_meld(tiles: Counter[Tile]) -> list[Meld]:
    """All sets that these tiles make, of any length, jokers in any place."""
    return [*_runs(tiles), *_groups(tiles)]


def _runs(tiles: Counter[Tile]) -> Iterator[Meld]:
    for color in Color:
        for size in range(3, 14):
            for start in range(1, 15 - size):
                window = [Tile.of(color, v) for v in range(start, start + size)]
                missing = {t for t in window if not tiles[t]}
                for jokers in range(len(missing), min(tiles[JOKER], size - 1) + 1):
                    for at in itertools.combinations(window, jokers):
                        if missing <= set(at):
                            yield Meld(Kind.RUN, tuple(JOKER if t in at else t for t in window))


def _groups(tiles: Counter[Tile]) -> Iterator[Meld]:
    for value in range(1, 14):
        present = [Tile.of(c, value) for c in Color if tiles[Tile.of(c, value)]]
        for size in range(1, len(present) + 1):
            for reals in itertools.combinations(present, size):
                for jokers in range(max(0, 3 - size), min(tiles[JOKER], 4 - size) + 1):
                    yield group((*reals, *[JOKER] * jokers))


def every_table(must: Counter[Tile], may: Counter[Tile]) -> Iterator[tuple[Meld, ...]]:
    """All ways to lay every tile of ``must`` and any of ``may``; some more than once."""
    melds = every_meld(must + may)
    needs = [tuple(Counter(m.tiles).items()) for m in melds]
    left, missing = must + may, Counter(must)

    def lay(chosen: tuple[Meld, ...], first: int) -> Iterator[tuple[Meld, ...]]:
        tile = min((t for t, n in missing.items() if n > 0), default=None)
        if tile is None:
            yield chosen
        for i in range(first if tile is None else 0, len(melds)):
            if (tile is None or tile in melds[i].tiles) and all(left[t] >= n for t, n in needs[i]):
                for t, n in needs[i]:
                    left[t] -= n
                    missing[t] -= n
                yield from lay((*chosen, melds[i]), i if tile is None else 0)
                for t, n in needs[i]:
                    left[t] += n
                    missing[t] += n

    return lay((), 0)


def laid(melds: tuple[Meld, ...], table: Table) -> tuple[Tile, ...]:
    """The tiles of a final table that do not lie on the old one."""
    return tuple((Counter(t for m in melds for t in m.tiles) - Counter(table.tiles)).elements())


def best_play(table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, *, opened: bool) -> tuple[int, int, int] | None:
    """Tiles laid and points of the best play (most tiles, then most points), and the fewest sets that such a play
    touches; None where there is no play.
    """

    def worth(melds: tuple[Meld, ...]) -> tuple[int, int, int]:
        """Tiles, points, and sets that do not lie unchanged."""
        tiles, unchanged = laid(melds, table), Counter(melds) & Counter(table.values())
        points = sum(ruleset.joker_rack_value if t == JOKER else t.value for t in tiles)
        return len(tiles), points, len(table) - unchanged.total()

    ends = {tuple(sorted(map(format_meld, melds))): melds for melds in every_table(Counter(table.tiles), Counter(rack))}
    worths = [(worth(melds), melds) for melds in ends.values()]
    for answer, melds in sorted(worths, key=lambda end: (-end[0][0], -end[0][1], end[0][2])):
        if answer[0] and is_allowed(melds, table, rack, ruleset, opened=opened):
            return answer
    return None


def is_allowed(
    melds: tuple[Meld, ...], table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, *, opened: bool
) -> bool:
    """Whether the judge lets a play lead to this final table.

    Sets that lie unchanged are named only where that is needed: their tiles may be exchanged for others.
    """
    changed = Counter(melds) - Counter(table.values())
    for named in (tuple(changed.elements()), melds):
        try:
            text = "; ".join(map(format_meld, named))
            accepted = judge(text, table=table, rack=rack, ruleset=ruleset, opened=opened)
        except Refused:
            continue
        if Counter(accepted.table.values()) == Counter(melds):
            return True
    return False
