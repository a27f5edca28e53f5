"""The options of a ruleset as something to choose from: what belongs together, what values there are, what matters.

Every change made here ends in a ruleset that can be played: a match always has an end, and as many may play as
there are seats.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from annotated_types import Ge, Le

from bot.services.settings import Settings
from engine.rummikub.ruleset import PRESETS, JokerFreeing, Ruleset

SEATS: Final = "seats"
"""How many may play; the ruleset's ``max_players`` follows it."""
AIDS: Final = ("hints", "assist")
TABLE: Final = (SEATS, *AIDS)
"""The options that are not the ruleset's but the table's."""
PRESET: Final = "preset"

TOPICS: Final = MappingProxyType(
    {
        "table": (SEATS, "turn_seconds", "match_rounds", "match_target", "match_winner"),
        "opening": ("opening_points", "opening_turn", "joker_opening_value", "exchange_duplicates"),
        "jokers": (
            "joker_freeing",
            "joker_replacement_from",
            "joker_group_of_three",
            "joker_sets",
            "joker_reuse",
        ),
        "penalties": ("timeout_penalty_started", "timeout_penalty_idle", "misplay_penalty"),
        "end": ("pool_empty", "joker_rack_value", "announce_last_tile"),
        "aids": AIDS,
    }
)
"""What is shown on one page: at most five options."""

MINUTE, HOUR, DAY = 60, 3600, 86_400
SUGGESTED: Final = MappingProxyType(
    {
        "turn_seconds": (
            *(0, 15, 20, 30, 45, MINUTE, 90, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE),
            *(30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 7 * DAY),
        ),
        "opening_points": (0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 100),
        "timeout_penalty_started": (0, 1, 2, 3, 4, 5, 6),
        "timeout_penalty_idle": (0, 1, 2, 3, 4, 5, 6),
        "misplay_penalty": (0, 1, 2, 3, 4, 5, 6),
        "joker_rack_value": (0, 10, 20, 25, 30, 40, 50, 100, 200),
        "match_rounds": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 50, 0),
        "match_target": (0, 50, 100, 150, 200, 250, 300, 400, 500, 750, 1_000, 2_000),
    }
)
"""Numbers to choose from at once; any other within the bounds can be typed. At most 23 each."""
TARGET_WITHOUT_ROUNDS: Final = 200
"""The target score of a match that was given neither rounds nor a target."""


def bounds(key: str) -> tuple[int, int]:
    """The least and the greatest number this option can be."""
    limits = Ruleset.model_fields[key].metadata
    return next(int(str(m.ge)) for m in limits if isinstance(m, Ge)), next(
        int(str(m.le)) for m in limits if isinstance(m, Le)
    )


def values(key: str, settings: Settings) -> tuple[Any, ...]:
    """What can be chosen for an option: numbers, members of its enumeration or booleans."""
    if key == PRESET:
        return tuple(PRESETS)
    if key == SEATS:
        low, high = bounds("max_players")
        return tuple(range(low, high + 1))
    present = value(key, settings)
    if isinstance(present, bool):
        return (False, True)
    if isinstance(present, Enum):
        return tuple(type(present))
    return SUGGESTED[key]


def value(key: str, settings: Settings) -> Any:
    """What is chosen for an option now."""
    if key in TABLE:
        return getattr(settings, key)
    return settings.ruleset.name if key == PRESET else getattr(settings.ruleset, key)


def changed(settings: Settings, key: str, text: str) -> Settings:
    """The settings with one option set to a value written as text; :class:`ValueError` where it cannot be that.

    Choosing a preset takes back all other changes, except to what is the table's own.
    """
    if key == PRESET:
        if text not in PRESETS:
            raise ValueError("no such preset")
        return _seated(settings.model_copy(update={"ruleset": PRESETS[text]}), settings.seats)
    if key == SEATS:
        seats = int(text)
        low, high = bounds("max_players")
        if not low <= seats <= high:
            raise ValueError("no such number of seats")
        return _seated(settings, seats)
    if key in AIDS:
        return Settings.model_validate(settings.model_dump() | {key: text})
    if key in SUGGESTED:
        text = str(int(text))
    options = settings.ruleset.model_dump() | {key: text} | _length(settings.ruleset, key, text)
    return settings.model_copy(update={"ruleset": Ruleset.model_validate(options)})


def _length(rules: Ruleset, key: str, text: str) -> dict[str, int]:
    """What else changes with the length of a match: without rounds it needs a target, in one round it has none."""
    match key, text:
        case "match_rounds", "0" if not rules.match_target:
            return {"match_target": TARGET_WITHOUT_ROUNDS}
        case "match_rounds", "1":
            return {"match_target": 0}
        case "match_target", "0" if not rules.match_rounds:
            return {"match_rounds": 1}
        case "match_target", str() if text != "0" and rules.match_rounds == 1:
            return {"match_rounds": 0}
        case _:
            return {}


def _seated(settings: Settings, seats: int) -> Settings:
    rules = settings.ruleset
    most = max(PRESETS[rules.name].max_players, seats)
    return settings.model_copy(update={"seats": seats, "ruleset": rules.model_copy(update={"max_players": most})})


def matters(key: str, ruleset: Ruleset) -> bool:
    """Whether an option changes anything in a game by these rules."""
    match key:
        case "joker_replacement_from" | "joker_group_of_three":
            return ruleset.joker_freeing is JokerFreeing.REPLACE
        case "timeout_penalty_started" | "timeout_penalty_idle":
            return ruleset.turn_seconds > 0
        case "joker_opening_value":
            return ruleset.opening_points > 0
        case "match_winner":
            return ruleset.match_rounds != 1
        case _:
            return True


def differing(ruleset: Ruleset) -> tuple[str, ...]:
    """The options that matter and differ from the preset the ruleset started from, in the order of the pages."""
    preset = PRESETS[ruleset.name]
    keys = ["max_players", *(key for topic in TOPICS.values() for key in topic if key not in TABLE)]
    return tuple(key for key in keys if getattr(ruleset, key) != getattr(preset, key) and matters(key, ruleset))
