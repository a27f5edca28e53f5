"""Judging a play: the one door (rules.md sections 3-5, notation.md, "A play").

A play is judged whole, at its end (rule 3.4): either it is accepted and says what lies where, or it is refused
with everything that is wrong with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.events import Moved
from engine.rummikub.finals import ON_RACK, Copy, Layout
from engine.rummikub.lexing import RACK, SetName, Slot, Word, pieces, syntax
from engine.rummikub.melds import Table
from engine.rummikub.notation import PlayText, format_play, parse_play, said_roles
from engine.rummikub.outcome import Outcome, Situation, outcome
from engine.rummikub.placing import best_way
from engine.rummikub.ruleset import OpeningTurn, Ruleset
from engine.rummikub.sources import choices, shortfall
from engine.rummikub.tiles import Tile, points_on_rack, without
from engine.rummikub.understanding import Pile, Understanding


class Refused(IllegalAction):
    """A play was refused. ``understood`` is None where it could not be read at all."""

    def __init__(self, *faults: Fault, understood: Understanding | None = None) -> None:
        super().__init__(*faults)
        self.understood = understood


@dataclass(frozen=True)
class Accepted:
    """A legal play and what it comes to.

    ``rack`` is what is left of it, ``points`` what the play took off it (a joker counts ``joker_rack_value``).
    ``text`` is the play as written, ``play`` its explicit form: judged in the same position it gives the same table.
    ``marks``: for each set with tiles from the rack their indices in it. ``opened``: whether this play was the
    player's opening.
    """

    table: Table
    placed: tuple[Tile, ...]
    rack: tuple[Tile, ...]
    points: int
    text: str = field(compare=False)
    play: str
    moves: tuple[Moved, ...]
    marks: Mapping[int, tuple[int, ...]]
    opened: bool


def judge(text: str, *, table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, opened: bool) -> Accepted:
    """Judge a play as typed; raises :class:`Refused`. The same input always gives the same result.

    ``opened``: whether the player has opened in an earlier turn (rule 4.1).
    """
    situation = Situation(table, rack, ruleset, opened)
    try:
        play = parse_play(text)
    except IllegalAction as error:
        raise Refused(*error.faults, *_besides(text, error.faults, situation)) from None
    unknown = _unknown_numbers(play.parts, table)
    if unknown:
        raise Refused(*unknown, *_in_any_case(play.parts, situation))
    layout = Layout(play, table)
    open_choices = choices(layout, rack)
    if not all(choice.options for choice in open_choices):
        raise _not_available(layout, situation)
    way = best_way(layout, situation, open_choices)
    if way.faults:
        raise Refused(*_told(way, situation), understood=_understanding(way, table))
    return _accepted(text, play, way, situation)


def _told(way: Outcome, situation: Situation) -> list[Fault]:
    """The faults that the player is told: nothing about jokers where the table is not yet free (rule 4.3)."""
    short = any(fault.code == "opening_points" for fault in way.faults)
    if not short or situation.ruleset.opening_turn is not OpeningTurn.THEN_FREE:
        return list(way.faults)
    return [fault for fault in way.faults if not fault.code.startswith("joker_")]


def _besides(text: str, faults: Sequence[Fault], situation: Situation) -> list[Fault]:
    """What else is wrong with a text that cannot be read as a whole."""
    if any(fault.code != "syntax" for fault in faults):
        return []
    parts = tuple(pieces(text, []))
    return _unknown_numbers(parts, situation.table) + _in_any_case(parts, situation)


def _in_any_case(parts: Sequence[tuple[Word, ...]], situation: Situation) -> list[Fault]:
    """What is wrong with parts of a play whatever the others mean: tiles that are not there, and what is no set.

    A part that goes on a set of the table is left out: others may have changed that set.
    """
    alone = {
        number: part
        for number, part in enumerate(parts, start=1)
        if part and all(isinstance(word, Slot) for word in part) and not _unknown_numbers([part], situation.table)
    }
    numbers = list(alone)
    layout = Layout(PlayText(tuple(alone.values())), situation.table)
    return [
        Fault.of(fault.code, **{**fault.data, "part": numbers[fault.data["part"] - 1]})
        if "part" in fault.data
        else fault
        for fault in _not_available(layout, situation).faults
    ]


def _unknown_numbers(parts: Sequence[Sequence[Word]], table: Table) -> list[Fault]:
    faults: list[Fault] = []
    for word in (word for part in parts for word in part):
        number = word.number if isinstance(word, SetName) else word.source
        if number not in (None, RACK) and number not in table:
            faults.append(syntax(word.column - 1, "unknown_set", f"s{number}"))
    return faults


def _not_available(layout: Layout, situation: Situation) -> Refused:
    """Tiles are missing: what is wrong with the sets themselves is told too, all that follows is not."""
    sources: list[Copy | None] = [None] * len(layout.slots)
    taken = dict.fromkeys(layout.named, 0)
    missing: list[Fault] = []
    for choice in choices(layout, situation.rack):
        filled: Sequence[Copy | None] = ()
        if choice.options:
            # What a named set may keep it keeps: there is no telling what the missing tiles would have changed.
            filled = min(choice.options, key=lambda option: sum(copy.number in layout.named for copy in option))
        else:
            fault, filled = shortfall(layout, choice, situation.rack)
            missing.append(fault)
        for slot, copy in zip(choice.slots, filled, strict=True):
            sources[slot] = copy
            if copy is not None and copy != ON_RACK:
                taken[copy.number] = taken.get(copy.number, 0) | 1 << copy.place
    way = outcome(layout, situation, sources, taken)
    wrong = [fault for fault in way.faults if fault.code in ("not_a_set", "ambiguous_joker")]
    lacking = tuple(slot.tile for slot, copy in zip(layout.slots, sources, strict=True) if copy is None)
    return Refused(*missing, *wrong, understood=_understanding(way, situation.table, lacking))


def _understanding(way: Outcome, table: Table, missing: tuple[Tile, ...] = ()) -> Understanding:
    active = _active(way)
    piles = [(number, Pile(meld.tiles, meld, number)) for number, meld in table.items() if number not in active]
    for number, final in zip(way.numbers, way.finals, strict=True):
        loose = final.part is None and final.meld is None
        known = number if number in active else None
        piles.append((number, Pile(final.tiles, final.meld, known, loose, final.from_rack)))
    return Understanding(tuple(pile for _, pile in sorted(piles, key=lambda entry: entry[0])), missing)


def _accepted(text: str, play: PlayText, way: Outcome, situation: Situation) -> Accepted:
    active = _active(way)
    melds = {number: meld for number, meld in situation.table.items() if number not in active}
    marks: dict[int, tuple[int, ...]] = {}
    moves: list[Moved] = []
    placed: list[Tile] = []
    for number, final in sorted(zip(way.numbers, way.finals, strict=True), key=lambda entry: entry[0]):
        if final.meld is None:
            continue
        melds[number] = final.meld
        if final.from_rack:
            marks[number] = final.from_rack
        for tile, origin in zip(final.tiles, final.origins, strict=True):
            if origin == ON_RACK:
                placed.append(tile)
                moves.append(Moved(tile, None, number))
            elif origin is not None and origin.number != number:
                moves.append(Moved(tile, origin.number, number))
    return Accepted(
        table=Table(melds),
        placed=tuple(sorted(placed)),
        rack=without(situation.rack, placed),
        points=points_on_rack(placed, situation.ruleset.joker_rack_value),
        text=text,
        play=_explicit(play, way, situation),
        moves=tuple(moves),
        marks=MappingProxyType(marks),
        opened=not situation.opened,
    )


def _active(way: Outcome) -> set[int]:
    """The numbers of the old sets that the play names or takes tiles from; 0 for the rack."""
    origins = {origin.number for final in way.finals for origin in final.origins if origin is not None}
    return origins.union(*(final.names for final in way.finals))


def _explicit(play: PlayText, way: Outcome, situation: Situation) -> str:
    """The play with every source said: of table tiles always, of rack tiles where the table has such a tile too."""
    on_table = set(situation.table.tiles)

    def slot(tile: Tile, role: Tile | None, origin: Copy | None) -> Slot:
        number = origin.number if origin is not None else RACK
        return Slot(tile, role, number if number != RACK or tile in on_table else None)

    parts: list[tuple[Slot | SetName, ...]] = []
    for final, part in zip(way.finals, play.parts, strict=False):
        if final.meld is None:
            continue
        if final.names:
            origins = {i: origin for i, origin in zip(final.slots, final.origins, strict=True) if i is not None}
            numbered = iter(sorted(origins))
            parts.append(
                tuple(w if isinstance(w, SetName) else slot(w.tile, w.role, origins[next(numbered)]) for w in part)
            )
            continue
        roles = said_roles(final.meld)
        parts.append(tuple(slot(t, role, o) for t, role, o in zip(final.tiles, roles, final.origins, strict=True)))
    return format_play(PlayText(tuple(parts)))
