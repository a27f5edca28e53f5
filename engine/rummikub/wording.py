"""The shortest way to write a play: what a person would type, proved by the judge to mean the same.

The explicit form of a play names the source of every tile. Most of that the judge finds by itself, so it is left out
where the result stays the same: the same tiles from the rack, the same sets, the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.rummikub.judging import Accepted, Refused, judge
from engine.rummikub.lexing import SetName, Slot
from engine.rummikub.melds import Meld, Table
from engine.rummikub.notation import Part, PlayText, format_play, parse_play, said_roles
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import Tile

_TRIES = 40
"""So many wordings are judged; only plays that turn half of a large table over have use for more."""


def worded(text: str, *, table: Table, rack: tuple[Tile, ...], ruleset: Ruleset, opened: bool) -> Accepted:
    """The play ``text``, judged, with the shortest ``text`` found that comes to the same; raises what
    :func:`~engine.rummikub.judging.judge` raises.
    """
    goal = best = judge(text, table=table, rack=rack, ruleset=ruleset, opened=opened)
    tries = _TRIES

    def means_the_same(parts: Iterable[Part | None]) -> bool:
        nonlocal best, tries
        written = tuple(part for part in parts if part)
        tries -= 1
        if not written or tries < 0:
            return False
        try:
            found = judge(format_play(PlayText(written)), table=table, rack=rack, ruleset=ruleset, opened=opened)
        except Refused:
            return False
        if found.table != goal.table or found.placed != goal.placed:
            return False
        best = found
        return True

    def shorten(low: int, high: int) -> None:
        """Shorten these parts: all at once where that is understood, else half by half."""
        nonlocal parts
        if means_the_same(shorter := [*parts[:low], *plain[low:high], *parts[high:]]):
            parts = shorter
        elif high - low > 1:
            middle = (low + high) // 2
            shorten(low, middle)
            shorten(middle, high)
        elif part := parts[low]:
            for other in _shorter(part, goal.table, table):
                if means_the_same(shorter := [*parts[:low], other, *parts[high:]]):
                    parts = shorter
                    return

    if means_the_same(_plainest(number, meld, table) for number, meld in _laid(goal, table)):
        if len(best.text) <= len(text):
            return best
        best = goal
    parts: list[Part | None] = list(parse_play(goal.play).parts)
    plain = [None if _is_name(part) else next(_shorter(part, goal.table, table)) for part in parts if part]
    shorten(0, len(parts))
    return best if len(best.text) <= len(text) else replace(best, text=text)


def _is_name(part: Part) -> bool:
    """Whether a part only says that something of a set stays."""
    return len(part) == 1 and isinstance(part[0], SetName)


def _laid(play: Accepted, before: Table) -> list[tuple[int, Meld]]:
    """The sets of the end that hold tiles from elsewhere: those that only lost some need no word."""
    reached = {move.target for move in play.moves}
    return [(number, meld) for number, meld in play.table.items() if number in reached and meld != before.get(number)]


def _plainest(number: int, meld: Meld, before: Table) -> Part:
    """``s4 b7`` for a set that only grew, else its tiles."""
    old = before.get(number)
    grown = None if old is None else _grown(number, old, meld)
    return grown or _in_full(meld)


def _grown(number: int, old: Meld, meld: Meld) -> Part | None:
    added = Counter(meld.tiles)
    added.subtract(old.tiles)
    if old.kind is not meld.kind or min(added.values()) < 0:
        return None
    return (SetName(number), *(Slot(tile) for tile in sorted(added.elements())))


def _in_full(meld: Meld) -> Part:
    """A set as it is printed."""
    return tuple(Slot(tile, role) for tile, role in zip(meld.tiles, said_roles(meld), strict=True))


def _shorter(part: Part, after: Table, before: Table) -> Iterator[Part]:
    """Other ways to write a part of a play, the best first."""
    names = [word.number for word in part if isinstance(word, SetName)]
    for number in names:
        if number in after:
            yield _plainest(number, after[number], before)
            yield _in_full(after[number])
    yield tuple(_plain(word) for word in part)
    said = [i for i, word in enumerate(part) if isinstance(word, Slot) and word.source is not None]
    # Where one tile's source has to be said, those of the others may still go.
    for i in said if len(said) > 1 else ():
        yield tuple(word if j == i else _plain(word) for j, word in enumerate(part))


def _plain(word: SetName | Slot) -> SetName | Slot:
    return replace(word, source=None) if isinstance(word, Slot) else word
