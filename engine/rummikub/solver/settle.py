"""From a final table to a play: which tile comes from where, legally, and with few tiles moved."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rummikub.finals import ON_RACK, Copy, Final, numbers
from engine.rummikub.joker_rules import joker_faults
from engine.rummikub.lexing import RACK, SetName, Slot
from engine.rummikub.melds import Kind, Meld, Table
from engine.rummikub.notation import Part, PlayText, format_play, said_roles
from engine.rummikub.tiles import JOKER, Tile, without

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Settled:
    """A final table with the source of every tile of its new and changed sets.

    ``active``: the old sets whose tiles these are; ``moved``: how many of the tiles end in another set's place.
    """

    table: Table
    finals: tuple[Final, ...]
    active: tuple[int, ...]
    moved: int

    @property
    def touched(self) -> tuple[int, ...]:
        """The old sets that do not lie unchanged."""
        end = self.after
        return tuple(number for number in self.active if end.get(number) != self.table[number])

    @property
    def placed(self) -> tuple[Tile, ...]:
        """The tiles from the rack, sorted."""
        return tuple(sorted(t for f in self.finals for t, o in zip(f.tiles, f.origins, strict=True) if o == ON_RACK))

    @property
    def text(self) -> str:
        """The play in the notation, every source said where there could be another."""
        on_table = set(self.table.tiles)
        parts: list[Part] = []
        for final in self.finals:
            words: list[SetName | Slot] = [SetName(number) for number in final.names]
            if final.meld is not None:
                for tile, role, origin in zip(final.tiles, said_roles(final.meld), final.origins, strict=True):
                    number = RACK if origin is None else origin.number
                    if number not in final.names:
                        words.append(Slot(tile, role, number if number != RACK or tile in on_table else None))
            parts.append(tuple(words))
        return format_play(PlayText(tuple(parts)))

    @property
    def after(self) -> Table:
        """The table that the play leads to."""
        table = self.table
        melds = {number: meld for number, meld in table.items() if number not in self.active}
        for number, final in zip(numbers(self.finals, table, self.active), self.finals, strict=True):
            if final.meld is not None:
                melds[number] = final.meld
        return Table(melds)


TRIES = 200
"""How many ways to exchange tiles are tried."""


def settle(
    melds: Sequence[Meld], table: Table, ruleset: Ruleset, own: Sequence[Meld] = (), *, tries: int = TRIES
) -> Settled | None:
    """Sources for this final table, or None where its jokers lie against the rules in every way that was tried.

    ``melds`` hold every tile of the table and some of the rack's; ``own``: those of them wholly from the rack;
    ``tries``: how many ways to exchange tiles are tried.
    """
    changed, old = _changes(melds, table, own)
    settled = _settle(changed, old, table, ruleset, own, tries=tries)
    if settled is None and (more := _sharing(changed, old, table)):
        whole = [*changed, *(table[number] for number in more)]
        settled = _settle(whole, sorted([*old, *more]), table, ruleset, own, tries=tries)
    return settled


def _settle(
    changed: Sequence[Meld], old: Sequence[int], table: Table, ruleset: Ruleset, own: Sequence[Meld], *, tries: int
) -> Settled | None:
    placed = without([t for m in changed for t in m.tiles], [t for number in old for t in table[number].tiles])
    copies: defaultdict[Tile, list[Copy]] = defaultdict(list)
    for number in old:
        for place, tile in enumerate(table[number].tiles):
            copies[tile].append(Copy(number, place))
    for tile in placed:
        copies[tile].append(ON_RACK)
    heirs = _heirs(changed, [(number, table[number]) for number in old])
    bound = any(table[number].jokers for number in old)
    # Only sets that end with a joker can break its rules.
    bearing = [i for i, meld in enumerate(changed) if meld.jokers] if bound else []
    at_end = {t for t in (*table.tiles, *placed) if t != JOKER} if bearing else set[Tile]()
    played = set(placed) - {JOKER}
    for origins in _assignments(changed, heirs, copies, own, tries if bound else 0):
        jokers = [Final(changed[i].tiles, origins[i], changed[i]) for i in bearing]
        if not jokers or not joker_faults(jokers, table, played, at_end, ruleset):
            finals = tuple(_named(m, o, heir, table) for m, o, heir in zip(changed, origins, heirs, strict=True))
            given = numbers(finals, table, old)
            moved = sum(
                origin is not None and origin != ON_RACK and origin.number != number
                for final, number in zip(finals, given, strict=True)
                for origin in final.origins
            )
            return Settled(table, finals, tuple(old), moved)
    return None


def _sharing(changed: Sequence[Meld], old: Sequence[int], table: Table) -> list[int]:
    """The sets that lie unchanged but may exchange a tile with a set that ends with a joker: that may make it legal."""
    if not any(table[number].jokers for number in old):
        return []
    more: list[int] = []
    kinds = {tile for meld in changed if meld.jokers for tile in meld.tiles}
    while fresh := [n for n, m in table.items() if n not in old and n not in more and not kinds.isdisjoint(m.tiles)]:
        more += fresh
        kinds.update(tile for number in fresh if table[number].jokers for tile in table[number].tiles)
    return more


def touched(melds: Sequence[Meld], table: Table, own: Sequence[Meld] = ()) -> frozenset[int]:
    """The sets of the table that do not lie unchanged among these."""
    return frozenset(_changes(melds, table, own)[1])


def moved_at_least(melds: Sequence[Meld], table: Table) -> int:
    """So many tiles of the table end in a set that does not keep their set's number, whatever comes from where."""
    changed, old = _changes(melds, table, ())
    heirs = _heirs(changed, [(number, table[number]) for number in old])
    pairs = [(now, table[number]) for now, number in zip(changed, heirs, strict=True) if number is not None]
    kept = sum(len(set(now.tiles) & set(was.tiles)) + max(0, min(now.jokers, was.jokers) - 1) for now, was in pairs)
    return sum(len(table[number].tiles) for number in old) - kept


def _changes(melds: Sequence[Meld], table: Table, own: Sequence[Meld]) -> tuple[list[Meld], list[int]]:
    """The final sets that are new or changed, and the numbers of the old sets that are gone or changed."""
    # Much faster than with the sets themselves, whose hashes take long.
    unchanged: defaultdict[tuple[bool, tuple[Tile, ...]], list[int]] = defaultdict(list)
    for number, meld in reversed(list(table.items())):
        unchanged[meld.kind is Kind.RUN, meld.tiles].append(number)
    changed, new = list[Meld](), list(own)
    for meld in melds:
        if meld in new:
            new.remove(meld)
            changed.append(meld)
        elif numbers := unchanged.get((meld.kind is Kind.RUN, meld.tiles)):
            numbers.pop()
        else:
            changed.append(meld)
    return changed, sorted(number for numbers in unchanged.values() for number in numbers)


def _heirs(changed: Sequence[Meld], old: Sequence[tuple[int, Meld]]) -> tuple[int | None, ...]:
    """Which old set each final set goes on, so that as many tiles as possible stay together; each at most one."""
    before = [(number, frozenset(was.tiles), was.jokers) for number, was in old]
    shared: list[dict[int, int]] = []
    for now in changed:
        tiles, jokers = frozenset(now.tiles), now.jokers
        # No set has a tile twice but the joker.
        common = ((number, len(tiles & was) + max(0, min(jokers, held) - 1)) for number, was, held in before)
        shared.append({number: n for number, n in common if n})
    heirs: list[int | None] = [None] * len(changed)
    for _, number, i in sorted((-n, number, i) for i, row in enumerate(shared) for number, n in row.items()):
        if heirs[i] is None and number not in heirs:
            heirs[i] = number
    if _together(heirs, shared) < sum(max(row.values(), default=0) for row in shared):
        chained = _by_chains(shared)
        if _together(chained, shared) > _together(heirs, shared):
            return tuple(chained)
    return tuple(heirs)


def _together(heirs: Sequence[int | None], shared: Sequence[dict[int, int]]) -> int:
    """How many tiles stay together."""
    return sum(row[number] for number, row in zip(heirs, shared, strict=True) if number is not None)


def _by_chains(shared: Sequence[dict[int, int]]) -> list[int | None]:
    """The heirs by which as many tiles as can be stay together.

    One final set after the other comes in, by the best chain: it takes an old set, the final set that had that one
    takes another, and so on, until the last takes one that is free or goes without.
    """
    heirs: list[int | None] = []
    for row in shared:
        heirs.append(None)
        had = {number: i for i, number in enumerate(heirs) if number is not None}
        gain = dict(row)
        chains: dict[int, tuple[tuple[int, int], ...]] = {number: ((len(heirs) - 1, number),) for number in row}
        longer = True
        while longer:
            longer = False
            for number, i in had.items():
                for other, n in shared[i].items() if number in gain else ():
                    more = gain[number] - shared[i][number] + n
                    if more > gain.get(other, 0):
                        gain[other], chains[other] = more, (*chains[number], (i, other))
                        longer = True
        for number, i in had.items():
            if number in gain:
                gain[number] -= shared[i][number]
        last = max(gain, key=gain.__getitem__, default=None)
        if last is not None and gain[last] > 0:
            if last in had:
                heirs[had[last]] = None
            for i, number in chains[last]:
                heirs[i] = number
    return heirs


def _assignments(
    changed: Sequence[Meld],
    heirs: Sequence[int | None],
    copies: dict[Tile, list[Copy]],
    own: Sequence[Meld],
    tries: int,
) -> Iterator[list[tuple[Copy, ...]]]:
    """Ways to fill the final sets with copies; the first keeps the most tiles with their set's heir. Also others that
    matter to the jokers, ``tries`` at most.
    """
    slots = [(i, p, tile) for i, meld in enumerate(changed) for p, tile in enumerate(meld.tiles)]
    new = list(own)
    homes: list[int | None] = []
    for meld, heir in zip(changed, heirs, strict=True):
        homes.append(RACK if meld in new else heir)
        if meld in new:
            new.remove(meld)
    natural = _filled(changed, homes, copies, slots)
    yield natural
    if tries:
        doubtful = sorted(
            {tile for meld in changed if meld.jokers for tile in meld.tiles if len(set(copies[tile])) > 1}, reverse=True
        )
        places = [[(i, p) for i, p, t in slots if t == tile] for tile in doubtful]
        pairs = [both for both in places if len(both) == 2]
        # Few exchanges first: one or two are enough nearly always.
        ways = itertools.chain.from_iterable(itertools.combinations(pairs, n) for n in range(1, len(pairs) + 1))
        for some in itertools.islice(ways, tries):
            yield _swapped(natural, some)


def _filled(
    changed: Sequence[Meld],
    homes: Sequence[int | None],
    copies: dict[Tile, list[Copy]],
    slots: Sequence[tuple[int, int, Tile]],
) -> list[tuple[Copy, ...]]:
    """Every slot with a copy, from the set (or the rack) at home there where it has one."""
    result: list[list[Copy]] = [[ON_RACK] * len(meld.tiles) for meld in changed]
    free = {tile: list(have) for tile, have in copies.items()}
    elsewhere: list[tuple[int, int, Tile]] = []
    for i, p, tile in slots:
        home = next((copy for copy in free[tile] if copy.number == homes[i]), None)
        if home is None:
            elsewhere.append((i, p, tile))
        else:
            free[tile].remove(home)
            result[i][p] = home
    for i, p, tile in elsewhere:
        result[i][p] = free[tile].pop(0)
    return [tuple(row) for row in result]


def _swapped(
    origins: Sequence[tuple[Copy, ...]], places: Iterable[Sequence[tuple[int, int]]]
) -> list[tuple[Copy, ...]]:
    """The same with the two copies at each two of these places exchanged."""
    result = [list(row) for row in origins]
    for (i, p), (j, q) in places:
        result[i][p], result[j][q] = result[j][q], result[i][p]
    return [tuple(row) for row in result]


def _named(meld: Meld, origins: tuple[Copy, ...], heir: int | None, table: Table) -> Final:
    """A final set, named by the old set that it goes on where its jokers are that set's, in their roles."""
    if heir is None:
        return Final(meld.tiles, origins, meld)
    old = table[heir]
    jokers = [(o, role) for t, o, role in zip(meld.tiles, origins, meld.roles, strict=True) if t == JOKER]
    # Of two jokers in one set a text cannot say which one went.
    whole = not jokers or len(jokers) == old.jokers
    goes_on = whole and all(o.number == heir and old.roles[o.place] & role for o, role in jokers)
    return Final(meld.tiles, origins, meld, (heir,) if goes_on else ())
