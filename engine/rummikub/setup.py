"""Setting up a round (rules 2.1-2.3): the opening draw, the deal and the exchange of duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.core.chance import shuffled
from engine.core.standing import leaders
from engine.rummikub.tiles import DECK, MAX_VALUE, Tile, without
from engine.rummikub.views import OpeningDraw


@dataclass(frozen=True)
class Deal:
    """A round as dealt: racks and numbers of exchanged tiles by seat, and the pool, drawn from its end."""

    opening_draw: OpeningDraw
    racks: Mapping[int, tuple[Tile, ...]] = field(repr=False)
    pool: tuple[Tile, ...] = field(repr=False)
    exchanged: Mapping[int, int]


def tiles_each(players: int) -> int:
    """Rule 2.1: how many tiles each of 2 to 6 players is dealt."""
    return {5: 12, 6: 10}.get(players, 14)


def deal(present: Sequence[int], chance: Random, *, exchange_duplicates: bool) -> Deal:
    """Draw for the first turn and deal to the seats in ``present`` (two or more, ascending)."""
    opening_draw = _draw_for_first_turn(present, chance)
    deck = shuffled(DECK, chance)
    size = tiles_each(len(present))
    racks: dict[int, tuple[Tile, ...]] = {}
    for seat in present:
        deck, hand = deck[:-size], deck[-size:]
        racks[seat] = tuple(sorted(hand))
    exchanged = dict.fromkeys(present, 0)
    if exchange_duplicates:
        first = present.index(opening_draw.starter)
        for seat in (*present[first:], *present[:first]):
            racks[seat], deck, exchanged[seat] = _exchange(racks[seat], deck, chance)
    return Deal(opening_draw, racks, tuple(deck), exchanged)


def _draw_for_first_turn(present: Sequence[int], chance: Random) -> OpeningDraw:
    """Rule 2.2. A joker ties with the highest value: who drew one draws again with those who drew that."""
    rounds: list[Mapping[int, Tile]] = []
    starter, *others = present
    while others:
        drawn = dict(zip((starter, *others), shuffled(DECK, chance), strict=False))
        rounds.append(drawn)
        values = {seat: 0 if tile.is_joker else tile.value for seat, tile in drawn.items()}
        highest = max(values.values()) or MAX_VALUE
        starter, *others = leaders({seat: (highest if drawn[seat].is_joker else v,) for seat, v in values.items()})
    return OpeningDraw(tuple(rounds), starter)


def _exchange(rack: tuple[Tile, ...], pool: list[Tile], chance: Random) -> tuple[tuple[Tile, ...], list[Tile], int]:
    """Rule 2.3: the rack without identical pairs, the pool, and how many tiles were given back."""
    count = 0
    while pool and (pairs := [t for t, n in Counter(rack).items() if n > 1 and not t.is_joker]):
        back, drawn = min(pairs), pool[-1]
        rack = tuple(sorted((*without(rack, [back]), drawn)))
        pool = shuffled([*pool[:-1], back], chance)
        count += 1
    return rack, pool, count
