"""From a final table to a play: which tile comes from where, legally, and with few tiles moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.rummikub.finals import ON_RACK, Copy, Final
from engine.rummikub.joker_rules import joker_faults
from engine.rummikub.lexing import RACK, SetName, Slot
from engine.rummikub.melds import Meld, Table
from engine.rummikub.notation import Part, PlayText, format_play, said_roles
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import JOKER, Tile, without


@dataclass(frozen=True, slots=True)
class Settled:
    """A final table with the source of every tile of its new and changed sets.

    ``heirs``: for each of ``finals`` the old set whose number it keeps; ``touched`` sets and ``moved`` tiles are the table's.
    """

    finals: tuple[Final, ...]
    heirs: tuple[int | None, ...]
    touched: int
    moved: int

    @property
    def placed(self) -> tuple[Tile, ...]:
        """The tiles from the rack, sorted."""
        return tuple(sorted(t for f in self.finals for t, o in zip(f.tiles, f.origins, strict=True) if o == ON_RACK))


def settle(melds: Sequence[Meld], table: Table, rack: Sequence[Tile], ruleset: Ruleset) -> Settled | None:
    """Sources for this final table, or None where its jokers lie against the rules in every way that was tried.

    ``melds`` hold every tile of the table and some of the rack's.
    """
    changed, old = _changes(melds, table)
    placed = without([t for m in changed for t in m.tiles], [t for number in old for t in table[number].tiles])
    copies: defaultdict[Tile, list[Copy]] = defaultdict(list)
    for number in old:
        for place, tile in enumerate(table[number].tiles):
            copies[tile].append(Copy(number, place))
    for tile in placed:
        copies[tile].append(ON_RACK)
    heirs = _heirs(changed, [(number, table[number]) for number in old])
    at_end = {t for t in (*table.tiles, *placed) if t != JOKER}
    played = set(placed) - {JOKER}
    bound = any(table[number].jokers for number in old)
    for origins in _assignments(changed, heirs, copies, in_doubt=bound):
        finals = tuple(Final(m.tiles, o, m) for m, o in zip(changed, origins, strict=True))
        if not bound or not joker_faults(finals, table, played, at_end, ruleset):
            kept = sum(
                origin is not None and origin.number == heir
                for final, heir in zip(finals, heirs, strict=True)
                for origin in final.origins
            )
            return Settled(finals, heirs, len(old), sum(len(table[number].tiles) for number in old) - kept)
    return None


def _changes(melds: Sequence[Meld], table: Table) -> tuple[list[Meld], list[int]]:
    """The final sets that are new or changed, and the numbers of the old sets that are gone or changed."""
    unchanged: defaultdict[Meld, list[int]] = defaultdict(list)
    for number, meld in table.items():
        unchanged[meld].append(number)
    changed: list[Meld] = []
    for meld in melds:
        if unchanged[meld]:
            unchanged[meld].pop(0)
        else:
            changed.append(meld)
    return changed, sorted(number for numbers in unchanged.values() for number in numbers)


def _heirs(changed: Sequence[Meld], old: Sequence[tuple[int, Meld]]) -> tuple[int | None, ...]:
    """Which old set each final set goes on, so that as many tiles as possible stay together; each at most one."""
    shared = [
        [(number, sum((Counter(meld.tiles) & Counter(was.tiles)).values())) for number, was in old] for meld in changed
    ]
    heirs: list[int | None] = [None] * len(changed)
    pairs = sorted((-n, number, i) for i, row in enumerate(shared) for number, n in row if n)
    for _, number, i in pairs:
        if heirs[i] is None and number not in heirs:
            heirs[i] = number
    _exchange(heirs, [dict(row) for row in shared])
    return tuple(heirs)


def _exchange(heirs: list[int | None], shared: Sequence[dict[int, int]]) -> None:
    """Exchange the heirs of two sets as long as that keeps more tiles together."""
    better = True
    while better:
        better = False
        for i in range(len(heirs)):
            for j in range(i):
                now = shared[i].get(heirs[i] or 0, 0) + shared[j].get(heirs[j] or 0, 0)
                if shared[i].get(heirs[j] or 0, 0) + shared[j].get(heirs[i] or 0, 0) > now:
                    heirs[i], heirs[j] = heirs[j], heirs[i]
                    better = True


_TRIES = 200


def _assignments(
    changed: Sequence[Meld], heirs: Sequence[int | None], copies: dict[Tile, list[Copy]], *, in_doubt: bool
) -> Iterator[list[tuple[Copy, ...]]]:
    """Ways to fill the final sets with copies; the first keeps the most tiles with their set's heir. With ``in_doubt``
    also the others that matter to the jokers, up to a number of them.
    """
    matters = (
        {tile for meld in changed if meld.jokers for tile in meld.tiles if len(set(copies[tile])) > 1}
        if in_doubt
        else set[Tile]()
    )
    order = sorted(matters, reverse=True)
    slots = [(i, p, tile) for i, meld in enumerate(changed) for p, tile in enumerate(meld.tiles)]

    def fill(choice: dict[Tile, int]) -> list[tuple[Copy, ...]]:
        result: list[list[Copy | None]] = [[None] * len(meld.tiles) for meld in changed]
        free = {tile: list(have) for tile, have in copies.items()}
        for tile in {tile for _, _, tile in slots}:
            own = [(i, p) for i, p, t in slots if t == tile]
            have = free[tile]
            if choice.get(tile):
                have.reverse()
            else:
                for i, p in own:
                    home = next((c for c in have if c.number == heirs[i] and c != ON_RACK), None)
                    if home is not None:
                        have.remove(home)
                        result[i][p] = home
            for i, p in own:
                if result[i][p] is None:
                    result[i][p] = have.pop(0)
        return [tuple(c for c in row if c is not None) for row in result]

    natural = fill({})
    yield natural
    for mask in range(1, min(_TRIES, 1 << len(order))):
        yield _swapped(natural, slots, [tile for bit, tile in enumerate(order) if mask >> bit & 1])


def _swapped(
    origins: Sequence[tuple[Copy, ...]], slots: Sequence[tuple[int, int, Tile]], tiles: Sequence[Tile]
) -> list[tuple[Copy, ...]]:
    """The same with the two copies of each of these tiles exchanged."""
    result = [list(row) for row in origins]
    for tile in tiles:
        places = [(i, p) for i, p, t in slots if t == tile]
        if len(places) == 2:
            (i, p), (j, q) = places
            result[i][p], result[j][q] = result[j][q], result[i][p]
    return [tuple(row) for row in result]


def play_text(settled: Settled, table: Table) -> str:
    """The play in the notation, every source said where there could be another."""
    on_table = set(table.tiles)
    parts: list[Part] = []
    for final, heir in zip(settled.finals, settled.heirs, strict=True):
        if final.meld is None:
            continue
        roles = said_roles(final.meld)
        named = heir is not None and _goes_on(final, table[heir], heir)
        words: list[SetName | Slot] = [SetName(heir, 0)] if named and heir is not None else []
        for tile, role, origin in zip(final.tiles, roles, final.origins, strict=True):
            number = RACK if origin is None else origin.number
            if not (named and number == heir):
                words.append(Slot(tile, role, number if number != RACK or tile in on_table else None))
        parts.append(tuple(words))
    return format_play(PlayText(tuple(parts)))


def _goes_on(final: Final, old: Meld, number: int) -> bool:
    """Whether the set may be written as its old number and what is added: its jokers are the old ones in their roles."""
    if final.meld is None:
        return False
    return all(
        tile != JOKER or (origin is not None and origin.number == number and old.roles[origin.place] & role)
        for tile, role, origin in zip(final.tiles, final.meld.roles, final.origins, strict=True)
    )
