"""The values of options in :mod:`engine.rummikub.ruleset`: apart, so that solving need not wait for pydantic."""

from __future__ import annotations

from enum import StrEnum


class JokerOpeningValue(StrEnum):
    """Rule 4.2: what a joker is worth in the opening."""

    ROLE = "role"
    ZERO = "zero"


class OpeningTurn(StrEnum):
    """Rule 4.3: whether the opening turn may go on to the table's sets."""

    SETS_ONLY = "sets_only"
    THEN_FREE = "then_free"


class JokerFreeing(StrEnum):
    """Rules 5.2 and 5.3: when a joker may leave its set."""

    ANY = "any"
    REPLACE = "replace"


class JokerReplacementFrom(StrEnum):
    """Rule 5.3: where the tile that frees a joker comes from."""

    RACK = "rack"
    RACK_OR_TABLE = "rack_or_table"


class JokerGroupOfThree(StrEnum):
    """Rule 5.3: how many missing colors free the joker of a group of three."""

    EITHER = "either"
    BOTH_COLORS = "both_colours"


class JokerSets(StrEnum):
    """Rule 5.4: whether a set with a joker may only be continued."""

    OPEN = "open"
    LOCKED = "locked"


class JokerReuse(StrEnum):
    """Rule 5.5: where a joker that moved may end."""

    ANYWHERE = "anywhere"
    ANOTHER_SET = "another_set"
    NEW_SET = "new_set"
    NEW_SET_FROM_RACK = "new_set_from_rack"


class PoolEmpty(StrEnum):
    """Rule 7.2: what happens when the pool is empty."""

    PLAY_ON = "play_on"
    END_AT_ONCE = "end_at_once"


class MatchWinner(StrEnum):
    """Rule 7.6: what decides a match of several rounds."""

    POINTS = "points"
    ROUNDS_WON = "rounds_won"
