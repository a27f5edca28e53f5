"""Where the jokers of the table may go in a play (rules.md section 5).

Compares the table at the start of the turn with the table at its end; how the player got there is nobody's
business (rule 5.1).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import Fault
from engine.rummikub.finals import ON_RACK, Copy, Final
from engine.rummikub.melds import Kind, Meld, Table
from engine.rummikub.notation import format_meld, format_tiles
from engine.rummikub.options import JokerFreeing, JokerGroupOfThree, JokerReplacementFrom, JokerReuse, JokerSets
from engine.rummikub.tiles import JOKER, Tile

if TYPE_CHECKING:
    from engine.rummikub.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class _Joker:
    """A joker that lay on the table: its place then, the set it ends in and its role there."""

    copy: Copy
    old: Meld
    final: Final
    meld: Meld
    new_role: frozenset[Tile]

    @property
    def role(self) -> frozenset[Tile]:
        return self.old.roles[self.copy.place]

    @property
    def keeps_role(self) -> bool:
        return not self.new_role.isdisjoint(self.role)

    def moved(self, freeing: JokerFreeing) -> bool:
        """Rules 5.2 and 5.3."""
        if not self.final.holds_real_of(self.copy.number):
            return True
        if freeing is JokerFreeing.ANY:
            return self.meld.kind is not self.old.kind
        return not self.keeps_role


def joker_faults(
    finals: Sequence[Final], table: Table, played: Collection[Tile], at_end: Collection[Tile], ruleset: Ruleset
) -> list[Fault]:
    """Every breach of section 5: ``joker_not_replaced``, ``joker_locked``, ``joker_reuse``.

    ``played``: the tiles played from the rack; ``at_end``: all numbered tiles that lie on the table at the end.
    """
    jokers = _jokers(finals, table)
    moved = {joker.copy for joker in jokers if joker.moved(ruleset.joker_freeing)}
    put_in = played if ruleset.joker_replacement_from is JokerReplacementFrom.RACK else at_end
    faults: list[Fault] = []
    for number in sorted({joker.copy.number for joker in jokers}):
        gone = [joker for joker in jokers if joker.copy.number == number and joker.copy in moved]
        stay = [joker for joker in jokers if joker.copy.number == number and joker.copy not in moved]
        unreplaced = _unreplaced(gone, put_in, ruleset) if ruleset.joker_freeing is JokerFreeing.REPLACE else []
        if unreplaced:
            faults.append(_not_replaced(unreplaced, put_in, ruleset))
        if ruleset.joker_sets is JokerSets.LOCKED and (unreplaced or _breaks_lock(gone, stay, ruleset)):
            faults.append(Fault.of("joker_locked", set=number, was=format_meld(table[number])))
    faults += [
        Fault.of(
            "joker_reuse",
            set=joker.copy.number,
            was=format_meld(joker.old),
            to=format_meld(joker.meld),
            reuse=ruleset.joker_reuse.value,
        )
        for joker in jokers
        if joker.copy in moved and not _may_end_there(joker, table, moved, ruleset)
    ]
    return faults


def _jokers(finals: Sequence[Final], table: Table) -> list[_Joker]:
    """The table's jokers that end in a set; for one that does not, that is fault enough."""
    found: list[_Joker] = []
    for final in finals:
        if final.meld is None or not final.meld.jokers:
            continue
        for tile, origin, role in zip(final.tiles, final.origins, final.meld.roles, strict=True):
            if tile == JOKER and origin is not None and origin != ON_RACK:
                found.append(_Joker(origin, table[origin.number], final, final.meld, role))
    return sorted(found, key=lambda joker: joker.copy)


def _unreplaced(gone: Sequence[_Joker], there: Collection[Tile], ruleset: Ruleset) -> list[_Joker]:
    """The moved jokers of one set that no tile freed (rule 5.3)."""
    if not gone or gone[0].old.kind is Kind.RUN:
        return [joker for joker in gone if joker.role.isdisjoint(there)]
    missing = gone[0].role
    put_in = sum(tile in there for tile in missing)
    if len(gone[0].old.tiles) == 3 and ruleset.joker_group_of_three is JokerGroupOfThree.BOTH_COLORS:
        return [] if put_in == len(missing) else list(gone)
    return list(gone[put_in:])


def _not_replaced(jokers: Sequence[_Joker], there: Collection[Tile], ruleset: Ruleset) -> Fault:
    first = jokers[0]
    roles = sorted({tile for joker in jokers for tile in joker.role if tile not in there})
    every = first.old.kind is Kind.RUN or (
        len(first.old.tiles) == 3 and ruleset.joker_group_of_three is JokerGroupOfThree.BOTH_COLORS
    )
    return Fault.of(
        "joker_not_replaced",
        set=first.copy.number,
        was=format_meld(first.old),
        tiles=format_tiles(roles),
        needed=len(roles) if every else len(jokers),
        where=ruleset.joker_replacement_from.value,
    )


def _breaks_lock(gone: Sequence[_Joker], stay: Sequence[_Joker], ruleset: Ruleset) -> bool:
    """Rule 5.4 for the jokers of one set, those that went and those that stayed in it."""
    for joker in stay:
        old, final = joker.old, joker.final
        left = {other.copy for other in gone}
        beside = {Copy(joker.copy.number, i) for i in range(len(old.tiles))} - left
        if not joker.keeps_role or not beside <= set(final.origins):
            return True
        if ruleset.joker_freeing is JokerFreeing.REPLACE and gone:
            put_in = {tile for other in gone for tile in other.role} & set(final.tiles)
            if len(put_in) < len(gone):
                return True
    return any(_slides(joker) for joker in gone)


def _slides(joker: _Joker) -> bool:
    """Whether a joker from the end of a run ends, in another role, in a run with a tile of the old one."""
    return (
        joker.old.kind is Kind.RUN
        and joker.copy.place in (0, len(joker.old.tiles) - 1)
        and joker.meld.kind is Kind.RUN
        and not joker.keeps_role
        and joker.final.holds_real_of(joker.copy.number)
    )


def _may_end_there(joker: _Joker, table: Table, moved: Collection[Copy], ruleset: Ruleset) -> bool:
    """Rule 5.5 for a joker that moved."""
    final = joker.final
    if ruleset.joker_reuse is JokerReuse.ANYWHERE:
        return True
    if ruleset.joker_reuse is JokerReuse.ANOTHER_SET:
        return not final.holds_real_of(joker.copy.number)
    if ruleset.joker_reuse is JokerReuse.NEW_SET_FROM_RACK and any(
        tile != JOKER and origin != ON_RACK for tile, origin in zip(final.tiles, final.origins, strict=True)
    ):
        return False
    origins = {origin for origin in final.origins if origin is not None and origin != ON_RACK}
    return not any(_continues(origins, number, table[number], moved) for number in {o.number for o in origins})


def _continues(origins: Collection[Copy], number: int, old: Meld, moved: Collection[Copy]) -> bool:
    """Rule 5.1: whether a set of these table tiles continues an old set."""
    copies = [Copy(number, i) for i in range(len(old.tiles))]
    if any(c not in origins for c in copies if not (old.tiles[c.place] == JOKER and c in moved)):
        return False
    return len(old.tiles) - old.jokers > 1 or any(old.tiles[c.place] == JOKER and c not in moved for c in copies)
