"""Plays that are legal now and easy to see: sets of the rack, and extensions of the table's sets.

For autocomplete: quick rather than complete, and no substitute for a hint; rearranging is left to the player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Kind, Meld, Table, group, run
from engine.rummikub.notation import format_meld
from engine.rummikub.options import JokerFreeing, JokerGroupOfThree
from engine.rummikub.solver.rack_sets import combinations, merit, rack_sets, worth_opening
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, Color, Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

_LONGEST = 100
"""Characters of a suggestion: what Discord lets a choice hold."""

_Play = tuple[str, tuple[Tile, ...]]


def suggestions(
    *, table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, opened: bool, limit: int = 25
) -> tuple[str, ...]:
    """Up to ``limit`` plays in the notation, each legal, best first: most tiles, then most points."""
    plays = dict(_plays(table, rack, ruleset, opened=opened))
    ranked = sorted(plays, key=lambda text: (*merit(plays[text], ruleset), text))
    return tuple(text for text in ranked if len(text) <= _LONGEST)[:limit]


def _plays(table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, *, opened: bool) -> Iterator[_Play]:
    if not opened:
        for sets in combinations(rack, maximal=False):
            if worth_opening(sets, ruleset):
                yield _new_sets(sets)
        return
    for sets in combinations(rack, maximal=True):
        yield _new_sets(sets)
    for meld in rack_sets(rack):
        yield _new_sets((meld,))
    have = Counter(rack)
    for number, meld in table.items():
        yield from _extensions(number, meld, have)
        if meld.jokers:
            yield from _freed_jokers(meld, rack, ruleset)
        elif meld.kind is Kind.RUN:
            yield from _splits(meld, have)


def _new_sets(sets: tuple[Meld, ...]) -> _Play:
    return "; ".join(map(format_meld, sets)), tuple(t for meld in sets for t in meld.tiles)


def _extensions(number: int, meld: Meld, have: Counter[Tile]) -> Iterator[_Play]:
    """Tiles added to a set that otherwise stays as it is."""
    if meld.kind is Kind.GROUP:
        additions = [(t,) for t in _missing(meld) if have[t]] if len(meld.tiles) < MAX_GROUP else []
    else:
        below, above = _beside(meld, have)
        additions = [
            below[len(below) - low :] + above[:high]
            for low in range(len(below) + 1)
            for high in range(len(above) + 1)
            if low or high
        ]
    for tiles in additions:
        yield " ".join([f"s{number}", *map(str, tiles)]), tiles


def _missing(group_: Meld) -> list[Tile]:
    present = {t.color for t in group_.tiles if not t.is_joker}
    value = group_.tiles[0].value
    return [Tile.of(c, value) for c in Color if c not in present]


def _beside(meld: Meld, have: Counter[Tile]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The rack's tiles that go on below and above a run, each in ascending order."""
    (first,), (last,) = meld.roles[0], meld.roles[-1]
    below: list[Tile] = []
    for value in range(first.value - 1, MIN_VALUE - 1, -1):
        if not have[tile := Tile.of(first.color, value)]:
            break
        below.insert(0, tile)
    above: list[Tile] = []
    for value in range(last.value + 1, MAX_VALUE + 1):
        if not have[tile := Tile.of(first.color, value)]:
            break
        above.append(tile)
    return tuple(below), tuple(above)


def _splits(meld: Meld, have: Counter[Tile]) -> Iterator[_Play]:
    """A run cut in two around a tile that it holds already."""
    for i in range(MIN_SIZE - 1, len(meld.tiles) - MIN_SIZE + 1):
        tile = meld.tiles[i]
        if have[tile]:
            lower = run(tile.color, meld.tiles[0].value, i + 1)
            upper = run(tile.color, tile.value, len(meld.tiles) - i)
            yield f"{format_meld(lower)}; {format_meld(upper)}", (tile,)


def _freed_jokers(meld: Meld, rack: tuple[Tile, ...], ruleset: Ruleset) -> Iterator[_Play]:
    """A joker replaced by tiles of the rack, and laid in a new set with others of them: legal in every ruleset."""
    at = len(meld.tiles) - 1 - meld.tiles[::-1].index(JOKER)
    both = (
        ruleset.joker_freeing is JokerFreeing.REPLACE and ruleset.joker_group_of_three is JokerGroupOfThree.BOTH_COLORS
    )
    roles = sorted(meld.roles[at])
    if len(roles) > 1 and (both or meld.jokers > 1):
        return
    for tile in roles:
        if tile not in rack:
            continue
        tiles = (*meld.tiles[:at], tile, *meld.tiles[at + 1 :])
        filled = group(tiles) if meld.kind is Kind.GROUP else Meld(Kind.RUN, tiles)
        rest = list(rack)
        rest.remove(tile)
        for new in rack_sets([*rest, JOKER]):
            if new.jokers == 1:
                placed = (tile, *(t for t in new.tiles if t != JOKER))
                yield f"{format_meld(filled)}; {format_meld(new)}", placed
