"""Random small positions with random plays and rulesets, in which jokers and legal plays are frequent."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from engine.rummikub.judging import Refused, judge
from engine.rummikub.melds import Meld, Table
from engine.rummikub.ruleset import PRESETS, JokerReuse, Ruleset
from engine.rummikub.tiles import DECK, JOKER, Tile
from tests.engine.slow_judge import SlowPart, every_group, every_run

SHORT_MELDS = (*every_run(5), *every_group())
FREE_JOKERS = Ruleset(joker_reuse=JokerReuse.ANYWHERE)
HOUSE_OPTIONS = (
    "joker_opening_value",
    "opening_turn",
    "joker_freeing",
    "joker_replacement_from",
    "joker_group_of_three",
    "joker_sets",
    "joker_reuse",
)


@dataclass(frozen=True)
class Case:
    table: Table
    rack: tuple[Tile, ...]
    ruleset: Ruleset
    opened: bool
    parts: tuple[SlowPart, ...]

    @property
    def text(self) -> str:
        return "; ".join(
            " ".join([f"s{n}" for n in part.names] + [_word(*t) for t in part.tiles]) for part in self.parts
        )


def _word(tile: Tile, role: Tile | None, source: int | None) -> str:
    said = "" if source is None else "@rack" if source == 0 else f"@s{source}"
    return f"{tile}{'' if role is None else role}{said}"


def some_ruleset(rng: random.Random) -> Ruleset:
    """A preset with some of the options that a judge looks at changed."""
    preset = PRESETS[rng.choice(list(PRESETS))]
    changed: dict[str, object] = {"opening_points": rng.choice((30, 30, 12))}
    for option in HOUSE_OPTIONS:
        kind: type[StrEnum] = type(getattr(preset, option))
        if rng.random() < 0.4:
            changed[option] = rng.choice(list(kind))
    return Ruleset.model_validate({**preset.model_dump(), **changed})


def some_case(rng: random.Random) -> Case:
    """Few colors and values, so that copies, jokers and rearrangements meet."""
    colors = rng.sample(range(4), rng.choice((1, 2, 3, 3)))
    low = rng.choice((1, 5, 9))
    high = low + rng.choice((3, 4))
    deck = [t for t in DECK if t == JOKER or (t.color in colors and low <= t.value <= high)]
    melds = [m for m in SHORT_MELDS if all(t in deck for t in m.tiles)]
    left = Counter(deck)
    table: list[Meld] = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        fitting = [m for m in melds if not Counter(m.tiles) - left]
        with_jokers = [m for m in fitting if m.jokers]
        if fitting:
            table.append(rng.choice(with_jokers if with_jokers and rng.random() < 0.5 else fitting))
            left -= Counter(table[-1].tiles)
    rest = list(left.elements())
    rack = tuple(rng.sample(rest, min(len(rest), rng.choice((1, 2, 3, 4, 5)))))
    # Mostly plays that are legal where anything goes with jokers, so that the rules for them decide.
    tries = rng.choice((1, 12, 12, 12))
    case = Case(Table.of(table), rack, some_ruleset(rng), rng.random() < 0.75, _parts(rng, table, rack, melds))
    while tries > 1 and not _legal_with_free_jokers(case):
        case = dataclasses.replace(case, parts=_parts(rng, table, rack, melds))
        tries -= 1
    return case


def _legal_with_free_jokers(case: Case) -> bool:
    try:
        judge(case.text, table=case.table, rack=case.rack, ruleset=FREE_JOKERS, opened=True)
    except Refused:
        return False
    return True


def _parts(rng: random.Random, table: list[Meld], rack: tuple[Tile, ...], melds: list[Meld]) -> tuple[SlowPart, ...]:
    left = Counter(rack)
    for meld in table:
        left += Counter(meld.tiles)
    parts: list[SlowPart] = []
    unnamed = set(range(1, len(table) + 1))
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        if unnamed and rng.random() < 0.3:
            names = tuple(sorted(rng.sample(sorted(unnamed), 1 if len(unnamed) == 1 or rng.random() < 0.8 else 2)))
            unnamed -= set(names)
            tiles = [t for t in rng.sample(rack, min(len(rack), rng.choice((0, 1, 1, 2)))) if left[t]]
            left -= Counter(tiles)
            parts.append(SlowPart(names, tuple((t, None, None) for t in tiles)))
            continue
        fitting = [m for m in melds if not Counter(m.tiles) - left]
        new = [m for m in fitting if Counter(m.tiles) & Counter(rack)]
        if fitting:
            meld = rng.choice(new if new and rng.random() < 0.8 else fitting)
            left -= Counter(meld.tiles)
            roles = [min(role) if t == JOKER else None for t, role in zip(meld.tiles, meld.roles, strict=True)]
            sources = [rng.choice((0, *range(1, len(table) + 1))) if rng.random() < 0.05 else None for _ in roles]
            parts.append(SlowPart((), tuple(zip(meld.tiles, roles, sources, strict=True))))
    return tuple(parts) or (SlowPart((), ((rack[0], None, None),)),)
