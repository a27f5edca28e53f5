"""The joker rules (rules.md section 5): of which cases a case consists.

Cases cover every legal table; what they let through against the rules is found later.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from engine.rummikub.melds import MAX_GROUP, MIN_SIZE, Copy, Kind, Meld, Table, group
from engine.rummikub.options import JokerFreeing, JokerGroupOfThree, JokerReplacementFrom, JokerReuse, JokerSets
from engine.rummikub.solver.cases import Case, held, restricted
from engine.rummikub.solver.position import Rest
from engine.rummikub.tiles import JOKER, MAX_VALUE, MIN_VALUE, TILES, Color, Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset

_LONGEST = 5
"""A longer run can be cut so that a joker's part is not."""


def decisions(case: Case, table: Table, lying: Collection[Tile], ruleset: Ruleset) -> Iterator[Case]:
    """The cases of the first joker that is not decided; together they cover every table that the joker rules allow.

    ``table``: the sets that may change; ``lying``: all tiles on the table, those of other sets too.
    """
    joker, *others = case.undecided
    yield case._replace(undecided=tuple(others), staying=(*case.staying, joker))
    for tiles in _ransoms(table[joker.number], joker.place, frozenset(lying), ruleset):
        forced: Rest | None = case.rest
        for tile in tiles:
            forced = forced and forced.with_tile(tile)
        if forced is not None:
            yield Case(forced, case.free + 1, tuple(others), case.staying)


def stays(case: Case, table: Table, ruleset: Ruleset) -> Iterator[Case]:
    """The cases of the first joker that stays, by the set in which it does; all jokers are decided."""
    joker, *others = case.staying
    for kept in _stays(table[joker.number], joker.place, held(case), ruleset):
        if kept.jokers == 2 and others and not _may_stay(others[0], kept, table):
            continue
        if (settled := case.rest.with_set(kept)) is not None:
            yield Case(settled, case.free, staying=() if kept.jokers == 2 else tuple(others))


def _may_stay(joker: Copy, meld: Meld, table: Table) -> bool:
    """Whether this joker of the table has kept a role and a tile of its set in this set."""
    old = table[joker.number]
    roles = [role for tile, role in zip(meld.tiles, meld.roles, strict=True) if tile == JOKER]
    return any(old.roles[joker.place] & role for role in roles) and any(
        tile in old.tiles for tile in meld.tiles if tile != JOKER
    )


def out_of_question(melds: Iterable[Meld], table: Table, ruleset: Ruleset) -> bool:
    """Whether a joker of the table lies against the rules wherever the tiles come from: it neither stayed nor was freed
    (rules 5.3 and 5.4), or it went where there are tiles of the table (rule 5.5).
    """
    free = ruleset.joker_freeing is JokerFreeing.ANY
    fresh = ruleset.joker_reuse is JokerReuse.NEW_SET_FROM_RACK
    if free and not fresh:
        return False
    laid, ending = Counter[Tile](), list[tuple[set[Tile], frozenset[Tile]]]()
    for meld in melds:
        laid.update(meld.tiles)
        ending += [(set(meld.tiles), role) for tile, role in zip(meld.tiles, meld.roles, strict=True) if tile == JOKER]
    played = laid - Counter(table.tiles)
    homes = [old for old in table.values() if old.jokers]
    if fresh and not played[JOKER]:
        for beside, _ in ending:
            reals = beside - {JOKER}
            if any(not played[tile] for tile in reals) and all(reals.isdisjoint(old.tiles) for old in homes):
                return True
    if free:
        return False
    if ruleset.joker_replacement_from is JokerReplacementFrom.RACK:
        laid = played
    whole = ruleset.joker_sets is JokerSets.LOCKED
    for old in homes:
        reals = {tile for tile in old.tiles if tile != JOKER}
        for tile, role in zip(old.tiles, old.roles, strict=True):
            if tile != JOKER or any(laid[put_in] > 0 for put_in in role):
                continue
            if not any(
                not role.isdisjoint(new) and (reals <= beside if whole else not reals.isdisjoint(beside))
                for beside, new in ending
            ):
                return True
    return False


def _ransoms(old: Meld, place: int, lying: frozenset[Tile], ruleset: Ruleset) -> list[tuple[Tile, ...]]:
    """The tiles that have to be played to free a joker, in every way."""
    if ruleset.joker_freeing is JokerFreeing.ANY:
        return [()]
    there = lying if ruleset.joker_replacement_from is JokerReplacementFrom.RACK_OR_TABLE else frozenset[Tile]()
    roles = sorted(old.roles[place])
    if (
        old.kind is Kind.GROUP
        and len(old.tiles) == MIN_SIZE
        and ruleset.joker_group_of_three is JokerGroupOfThree.BOTH_COLORS
    ):
        return [tuple(t for t in roles if t not in there)]
    return [() if tile in there else (tile,) for tile in roles]


def _stays(old: Meld, place: int, have: Sequence[int], ruleset: Ruleset) -> Iterator[Meld]:
    """The sets in which a joker of ``old`` may stay, of tiles that are there; ``old`` first where it is among them."""
    if ruleset.joker_sets is JokerSets.LOCKED:
        found = _continued(old, place, have)
    elif old.kind is Kind.RUN:
        found = _windows(old, place, have)
    else:
        found = _kept_groups(old, have)
    unique = dict.fromkeys(meld for meld in found if _are_there(meld, have))
    yield from sorted(unique, key=lambda meld: meld != old)


def _are_there(meld: Meld, have: Sequence[int]) -> bool:
    return all(have[tile] >= meld.tiles.count(tile) for tile in meld.tiles)


def _windows(old: Meld, place: int, have: Sequence[int]) -> Iterator[Meld]:
    """Short runs with the joker in its role and a tile of its old set beside it; another joker may fill a place."""
    (role,) = old.roles[place]
    reals = {t for t in old.tiles if t != JOKER}
    for size in range(MIN_SIZE, _LONGEST + 1):
        for start in range(max(MIN_VALUE, role.value - size + 1), min(role.value, MAX_VALUE - size + 1) + 1):
            tiles = [Tile.of(role.color, v) for v in range(start, start + size)]
            tiles[role.value - start] = JOKER
            for filled in _with_another(tiles, have):
                if not reals.isdisjoint(filled):
                    yield Meld(Kind.RUN, filled)


def _with_another(tiles: Sequence[Tile], have: Sequence[int]) -> Iterator[tuple[Tile, ...]]:
    """These tiles, and where there is another joker also with one of them replaced by it."""
    yield tuple(tiles)
    if have[JOKER] > 1:
        for i, tile in enumerate(tiles):
            if tile != JOKER:
                filled = (*tiles[:i], JOKER, *tiles[i + 1 :])
                if any(t != JOKER for t in filled):
                    yield filled


def _kept_groups(old: Meld, have: Sequence[int]) -> Iterator[Meld]:
    """Groups with the joker, a tile of its old set and a role in common."""
    value = next(t for t in old.tiles if t != JOKER).value
    reals = {t for t in old.tiles if t != JOKER}
    colors = [Tile.of(c, value) for c in Color]
    for size in range(1, MAX_GROUP):
        for tiles in itertools.combinations(colors, size):
            if reals.isdisjoint(tiles) or (set(colors) - reals) <= set(tiles):
                continue
            for jokers in range(max(1, MIN_SIZE - size), min(have[JOKER], MAX_GROUP - size) + 1):
                yield group((*tiles, *([JOKER] * jokers)))


def _continued(old: Meld, place: int, have: Sequence[int]) -> Iterator[Meld]:
    """A locked set and what it may become: longer, or with its other joker gone (rule 5.4)."""
    for tiles in _without_other(old, place):
        if old.kind is Kind.GROUP:
            yield from _grown_groups(tiles, have)
            continue
        first = next(t.value - i for i, t in enumerate(tiles) if t != JOKER)
        color = next(t.color for t in tiles if t != JOKER)
        for low in range(min(2, first - MIN_VALUE) + 1):
            for high in range(min(2, MAX_VALUE - first - len(tiles) + 1) + 1):
                if low + len(tiles) + high < MIN_SIZE:
                    continue
                below = [Tile.of(color, v) for v in range(first - low, first)]
                above = [Tile.of(color, v) for v in range(first + len(tiles), first + len(tiles) + high)]
                added = [*below, *above]
                more = [added]
                if have[JOKER] > tiles.count(JOKER):
                    more += [[*added[:i], JOKER, *added[i + 1 :]] for i in range(len(added))]
                for filled in more:
                    yield Meld(Kind.RUN, (*filled[:low], *tiles, *filled[low:]))


def _grown_groups(tiles: Sequence[Tile], have: Sequence[int]) -> Iterator[Meld]:
    value = next(t for t in tiles if t != JOKER).value
    more = [Tile.of(c, value) for c in Color if Tile.of(c, value) not in tiles] + [JOKER]
    for size in range(MAX_GROUP - len(tiles) + 1):
        for added in itertools.combinations(more, size):
            whole = (*tiles, *added)
            if len(whole) >= MIN_SIZE and whole.count(JOKER) <= have[JOKER]:
                yield group(whole)


def _without_other(old: Meld, place: int) -> Iterator[tuple[Tile, ...]]:
    """The tiles of a locked set; where it holds another joker also with that one replaced, or left out at an end."""
    yield old.tiles
    other = next((i for i, t in enumerate(old.tiles) if t == JOKER and i != place), None)
    if other is None:
        return
    for role in sorted(old.roles[other]):
        tiles = (*old.tiles[:other], role, *old.tiles[other + 1 :])
        yield tuple(sorted(tiles)) if old.kind is Kind.GROUP else tiles
    if old.kind is Kind.GROUP or other in (0, len(old.tiles) - 1):
        yield (*old.tiles[:other], *old.tiles[other + 1 :])


def ends(case: Case, table: Table, ruleset: Ruleset) -> Iterator[Case]:
    """The same case with one of its free jokers settled, in every set that a joker can lie in.

    ``table``: the sets that may change.
    """
    have = held(case)
    lacking = sum(1 << tile for tile in TILES if not have[tile])
    fresh, bound = ruleset.joker_reuse is JokerReuse.NEW_SET_FROM_RACK, restricted(ruleset)
    homes = [set(old.tiles) - {JOKER} for old in table.values() if old.jokers]
    for meld, kinds, jokers in _joker_sets():
        if kinds & lacking or jokers > have[JOKER]:
            continue
        if fresh:
            # Rule 5.5: a joker that did not stay with a tile of its set lies with tiles of the rack only. Where rules
            # bind jokers, those that stay are cases of their own.
            own = all(case.rest.rack[t] >= meld.tiles.count(t) for t in meld.tiles if t != JOKER)
            if not own and (bound or all(reals.isdisjoint(meld.tiles) for reals in homes)):
                continue
            if own and (rest := case.rest.with_set(meld, from_rack=True, jokers_too=False)) is not None:
                yield Case(rest, case.free - 1)
        if (rest := case.rest.with_set(meld)) is not None:
            yield Case(rest, case.free - 1)


@cache
def _joker_sets() -> tuple[tuple[Meld, int, int], ...]:
    """Every set of a joker or two that cannot be cut into a smaller one and another set; the bits of its kinds of
    tiles, of which it holds no other twice, and its jokers.
    """
    runs = (
        Meld(Kind.RUN, tuple(JOKER if i in at else TILES[color * MAX_VALUE + start + i] for i in range(size)))
        for color in Color
        for size in range(MIN_SIZE, _LONGEST + 1)
        for start in range(MAX_VALUE - size + 1)
        for jokers in (1, 2)
        for at in itertools.combinations(range(size), jokers)
        if jokers < size
    )
    groups = (
        group((*(Tile.of(c, value) for c in colors), *([JOKER] * jokers)))
        for value in range(MIN_VALUE, MAX_VALUE + 1)
        for size in range(1, MAX_GROUP)
        for colors in itertools.combinations(Color, size)
        for jokers in (1, 2)
        if MIN_SIZE <= size + jokers <= MAX_GROUP
    )
    return tuple((meld, sum(1 << tile for tile in set(meld.tiles)), meld.jokers) for meld in (*runs, *groups))
