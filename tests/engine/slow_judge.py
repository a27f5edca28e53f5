"""A second judge, written from rules.md alone: slow, simple, and sharing no code with the engine's.

It tries every copy for every tile. Tiles are physical here: (home, index), home 0 being the rack. It knows no
place rule: where several readings are left, it is ``Unsure``.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import cache

from engine.rummikub.melds import Kind, Meld, group, run
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import JOKER, Color, Tile

Home = tuple[int, int]
RACK_LAST = 1000


class Unsure(Exception):
    """Only the order of the text can tell what is meant."""


@dataclass(frozen=True)
class SlowPart:
    """A part of a play: the sets it names, and (tile, said role, said source) for its tiles."""

    names: tuple[int, ...]
    tiles: tuple[tuple[Tile, Tile | None, int | None], ...]


@dataclass
class Pile:
    homes: list[Home]  # in the meld's order
    meld: Meld
    names: tuple[int, ...] = ()


@dataclass(frozen=True)
class Verdict:
    table: tuple[tuple[int, Meld], ...]
    placed: tuple[Tile, ...]


@cache
def all_melds() -> dict[tuple[Tile, ...], list[Meld]]:
    """Every meld with up to two jokers, by its sorted tiles."""
    found: dict[tuple[Tile, ...], list[Meld]] = {}
    for meld in [*every_run(13), *every_group()]:
        found.setdefault(tuple(sorted(meld.tiles)), []).append(meld)
    return found


def every_run(longest: int) -> list[Meld]:
    return [
        run(color, start, size, at)
        for color in Color
        for size in range(3, longest + 1)
        for start in range(1, 15 - size)
        for jokers in range(3)
        for at in itertools.combinations(range(start, start + size), jokers)
        if jokers < size
    ]


def every_group() -> list[Meld]:
    return [
        group([*(Tile.of(color, value) for color in colors), *[JOKER] * jokers])
        for value in range(1, 14)
        for reals in range(1, 5)
        for colors in itertools.combinations(Color, reals)
        for jokers in range(3)
        if 3 <= reals + jokers <= 4
    ]


def slow_judge(
    parts: list[SlowPart], table: dict[int, Meld], rack: list[Tile], ruleset: Ruleset, *, opened: bool
) -> Verdict | None:
    """The verdict on the best legal way; None where there is none."""
    where: dict[Home, Tile] = {(0, i): tile for i, tile in enumerate(rack)}
    where |= {(n, i): tile for n, meld in table.items() for i, tile in enumerate(meld.tiles)}
    slots = [(p, tile, role, source) for p, part in enumerate(parts) for tile, role, source in part.tiles]
    candidates: list[list[Home]] = []
    for p, tile, _, source in slots:
        homes = [h for h, t in where.items() if t == tile and h[0] not in parts[p].names]
        candidates.append([h for h in homes if source is None or h[0] == source])
    best: tuple[tuple[int, int, int, tuple[int, ...]], Verdict] | None = None
    for way in itertools.product(*candidates):
        if len(set(way)) < len(way):
            continue
        found = _one_way(parts, slots, way, table, where, ruleset, opened=opened)
        if found is not None and (best is None or found[0] < best[0]):
            best = found
    return best[1] if best else None


def _one_way(parts, slots, way, table, where, ruleset, *, opened):
    """The cost and the verdict of one way, None where it is illegal."""
    piles: list[Pile] = []
    taken = set(way)
    for p, part in enumerate(parts):
        homes = [h for (q, _, _, _), h in zip(slots, way, strict=True) if q == p]
        said = {h: {role} for (q, _, role, _), h in zip(slots, way, strict=True) if q == p and role}
        brought = [(n, i) for n in part.names for i in range(len(table[n].tiles)) if (n, i) not in taken]
        kept = {h: set(table[h[0]].roles[h[1]]) for h in brought if where[h] == JOKER}
        readings = _read(homes + brought, said | kept, where) or _read(homes + brought, said, where)
        if not readings:
            return None
        if len(readings) > 1:
            raise Unsure
        piles.append(Pile(*readings[0], part.names))
    named = {n for part in parts for n in part.names}
    for n, meld in table.items():
        rest = [(n, i) for i in range(len(meld.tiles)) if (n, i) not in taken]
        if n in named or not rest:
            continue
        fallen = _fall_apart(meld, rest, where)
        if fallen is None:
            return None
        piles += fallen
    placed = [where[h] for h in way if h[0] == 0]
    if not placed:
        return None
    numbers = _numbers(piles, table)
    end = dict(zip(numbers, (pile.meld for pile in piles), strict=True))
    touched = sum(end.get(n) != meld for n, meld in table.items())
    if not opened:
        own = [pile.meld for pile in piles if all(h[0] == 0 for h in pile.homes)]
        points = sum(m.points(jokers_count=ruleset.joker_opening_value == "role") for m in own)
        if points < ruleset.opening_points or (ruleset.opening_turn == "sets_only" and touched):
            return None
    if not _jokers_legal(piles, table, placed, where, ruleset):
        return None
    moved = sum(h[0] not in (0, n) for n, pile in zip(numbers, piles, strict=True) for h in pile.homes)
    cost = (touched, -len(placed), moved, tuple(h[0] or RACK_LAST for h in way))
    return cost, Verdict(tuple(sorted(end.items(), key=lambda entry: entry[0])), tuple(sorted(placed)))


def _read(homes, roles, where):
    """The melds these tiles can be with these roles, each with the homes in its order; each meld once."""
    found = {}
    for meld in all_melds().get(tuple(sorted(where[h] for h in homes)), []):
        jokers = [h for h in homes if where[h] == JOKER]
        places = [i for i, t in enumerate(meld.tiles) if t == JOKER]
        for order in itertools.permutations(places):
            at = dict(zip(jokers, order, strict=True))
            if all(h not in roles or roles[h] & meld.roles[at[h]] for h in jokers):
                real = {where[h]: h for h in homes if where[h] != JOKER}
                back = {i: h for h, i in at.items()}
                found.setdefault(meld, [back[i] if t == JOKER else real[t] for i, t in enumerate(meld.tiles)])
                if meld.kind is Kind.RUN and len(jokers) == 2 and not all(h in roles for h in jokers):
                    raise Unsure  # which of the two jokers is which depends on the text
    return [(homes, meld) for meld, homes in found.items()]


def _fall_apart(meld, rest, where):
    """What is left of a set: sets with the jokers in their roles, or the one set that it can only be."""
    stretches: list[list[Home]] = []
    for h in rest:
        if stretches and (meld.kind is Kind.GROUP or stretches[-1][-1][1] + 1 == h[1]):
            stretches[-1].append(h)
        else:
            stretches.append([h])
    if all(len(s) >= 3 for s in stretches):
        return [Pile(s, Meld(meld.kind, tuple(where[h] for h in s))) for s in stretches]
    if any(where[h] == JOKER for h in rest):
        readings = all_melds().get(tuple(sorted(where[h] for h in rest)), [])
        if len(readings) == 1:
            return [Pile(*_read(rest, {}, where)[0])]
    return None


def _numbers(piles, table):
    given: dict[int, int] = {i: min(pile.names) for i, pile in enumerate(piles) if pile.names}
    joined = {n for pile in piles for n in pile.names}
    counts = sorted(
        (-n, home, i)
        for i, pile in enumerate(piles)
        for home, n in Counter(h[0] for h in pile.homes).items()
        if home and home not in joined
    )
    for _, home, i in counts:
        if i not in given and home not in given.values():
            given[i] = home
    free = (n for n in itertools.count(1) if n not in given.values())
    for i in range(len(piles)):
        if i not in given:
            given[i] = next(free)
    return [given[i] for i in range(len(piles))]


def _jokers_legal(piles, table, placed, where, ruleset):
    """Section 5, sentence by sentence."""
    pile_of = {h: pile for pile in piles for h in pile.homes}
    jokers = [h for h in pile_of if h[0] and where[h] == JOKER]
    old_role = {h: table[h[0]].roles[h[1]] for h in jokers}
    new_role = {h: pile_of[h].meld.roles[pile_of[h].homes.index(h)] for h in jokers}
    shares = {
        h: any(o[0] == h[0] and where[o] != JOKER for o in pile_of[h].homes) for h in jokers
    }  # N and S share a real tile
    replace = ruleset.joker_freeing == "replace"
    moved = set()
    for h in jokers:
        other = not (old_role[h] & new_role[h]) if replace else pile_of[h].meld.kind != table[h[0]].kind
        if not shares[h] or other:
            moved.add(h)
    lying = {where[h] for pile in piles for h in pile.homes}
    source = set(placed) if ruleset.joker_replacement_from == "rack" else lying
    if replace:
        for n in {h[0] for h in moved}:  # 5.3
            gone = [h for h in moved if h[0] == n]
            if table[n].kind is Kind.RUN:
                if any(not old_role[h] & source for h in gone):
                    return False
            else:
                missing = old_role[gone[0]]
                both = len(table[n].tiles) == 3 and ruleset.joker_group_of_three == "both_colours"
                if len(missing & source) < (len(missing) if both else len(gone)):
                    return False
    if ruleset.joker_sets == "locked":  # 5.4
        for h in jokers:
            pile, old = pile_of[h], table[h[0]]
            if h not in moved:
                gone = [o for o in jokers if o[0] == h[0] and o in moved]
                if any((h[0], i) not in pile.homes for i in range(len(old.tiles)) if (h[0], i) not in gone):
                    return False
                if not old_role[h] & new_role[h]:
                    return False
                put_in = {where[o] for o in pile.homes} & {t for o in gone for t in old_role[o]}
                if replace and len(put_in) < len(gone):
                    return False
            else:
                slid = old.kind is pile.meld.kind is Kind.RUN and shares[h] and old_role[h] != new_role[h]
                if slid and h[1] in (0, len(old.tiles) - 1):
                    return False
    for h in moved:  # 5.5
        pile = pile_of[h]
        if ruleset.joker_reuse == "another_set" and shares[h]:
            return False
        continues = any(_continues(pile, n, table, moved, where) for n in table)
        if ruleset.joker_reuse in ("new_set", "new_set_from_rack") and continues:
            return False
        borrows = any(o[0] and where[o] != JOKER for o in pile.homes)
        if ruleset.joker_reuse == "new_set_from_rack" and borrows:
            return False
    return True


def _continues(pile, number, table, moved, where):
    tiles = [(number, i) for i in range(len(table[number].tiles))]
    if not all(h in pile.homes for h in tiles if h not in moved):
        return False
    reals = [h for h in tiles if where[h] != JOKER]
    return len(reals) > 1 or any(where[h] == JOKER and h not in moved for h in tiles)
