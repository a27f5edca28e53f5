"""The referee: one JSON line in, one JSON line out (notation.md, "The referee on the command line")."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeVar, cast

from pydantic import BaseModel, Field, StrictBool, StrictStr, ValidationError

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.actions import Draw, Pass
from engine.rummikub.judging import judge
from engine.rummikub.melds import Table
from engine.rummikub.notation import check_copies, format_meld, format_tiles, parse_action, parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.tiles import Tile


class _Line(BaseModel):
    """What the referee reads of a line."""

    rules: StrictStr = "official"
    options: dict[StrictStr, Any] = Field(default_factory=dict[StrictStr, Any])
    opened: StrictBool = True
    table: list[StrictStr] = Field(default_factory=list[StrictStr])
    rack: StrictStr = ""
    pool: int | None = Field(default=None, ge=0, strict=True)


KEYS: Final = [*_Line.model_fields, "play", "goal"]
"""What a line may hold: ``play`` is for ``judge`` alone and ``goal`` for ``solve``, but one line may go to both."""
_OPTIONS: Final = [name for name in Ruleset.model_fields if name != "name"]
_SHOWN, _MOST = 40, 5
"""Longer keys are notes; so many misspelled ones are told."""
_ALIKE: Final = 0.75
"""From here on a key is taken for a known one that is misspelled; others are notes of whoever wrote the line."""


_Read = TypeVar("_Read")


@dataclass(frozen=True)
class RefereeInput:
    """A position under a ruleset; ``data`` is the whole JSON object."""

    table: Table
    rack: tuple[Tile, ...]
    ruleset: Ruleset
    opened: bool
    pool: int | None
    data: dict[str, Any]


def read_line(line: str) -> RefereeInput:
    """Read a line of ``judge`` or ``solve``; raises ``bad_position`` for anything wrong with it.

    Keys that are like none of its own are left to whoever wrote them.
    ``why`` is ``json`` (with the ``column``), ``no_object``, ``unknown_key`` (with what is ``known``), ``value`` (with
    that too, where there is a choice), or the code of what is wrong with tiles; ``where`` names the key.
    """
    data = _object(line)
    try:
        read = _Line.model_validate({key: value for key, value in data.items() if key in _Line.model_fields})
    except ValidationError as error:
        raise IllegalAction(_refused(error)) from None
    try:
        ruleset = _ruleset(read)
    except ValidationError as error:
        raise IllegalAction(_refused(error, "options", known=_OPTIONS)) from None
    except (ValueError, RecursionError):
        raise IllegalAction(Fault.of("bad_position", why="value", where="options")) from None
    table = Table.of([_within(f"table.{i}", parse_meld, text) for i, text in enumerate(read.table)])
    rack = _within("rack", parse_tiles, read.rack)
    check_copies(table, rack)
    return RefereeInput(table, rack, ruleset, read.opened, read.pool, data)


def _object(line: str) -> dict[str, Any]:
    try:
        data: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise IllegalAction(Fault.of("bad_position", why="json", where="line", column=error.colno)) from None
    except (ValueError, RecursionError):
        raise IllegalAction(Fault.of("bad_position", why="json", where="line")) from None
    if not isinstance(data, dict):
        raise IllegalAction(Fault.of("bad_position", why="no_object", where="line", known=KEYS))
    found = cast("dict[str, Any]", data)
    unknown = [
        key
        for key in found
        if key not in KEYS and len(key) <= _SHOWN and get_close_matches(key.lower(), KEYS, 1, _ALIKE)
    ]
    if unknown:
        raise IllegalAction(
            *(Fault.of("bad_position", why="unknown_key", where=key, known=KEYS) for key in unknown[:_MOST])
        )
    return found


def _refused(error: ValidationError, *inside: str, known: Sequence[str] = ()) -> Fault:
    """What pydantic finds wrong first; ``inside``: the key under which it looked."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join((*inside, *(str(step)[:_SHOWN] for step in first["loc"])))
    if first["type"] == "extra_forbidden":
        return Fault.of("bad_position", why="unknown_key", where=where, known=list(known))
    return Fault.of("bad_position", why="value", where=where)


def _within(where: str, parse: Callable[[str], _Read], text: str) -> _Read:
    """What ``parse`` reads in a text; its faults as those of a position."""
    try:
        return parse(text)
    except IllegalAction as error:
        faults = (Fault.of("bad_position", why=f.code, where=where, of=dict(f.data)) for f in error.faults)
        raise IllegalAction(*faults) from None


def judge_line(line: str) -> str:
    """The verdict on one line as JSON; never raises."""
    try:
        position = read_line(line)
        verdict = _verdict(position)
    except IllegalAction as error:
        verdict = {"ok": False, "errors": [fault.as_json() for fault in error.faults]}
    return json.dumps(verdict)


def _verdict(position: RefereeInput) -> dict[str, Any]:
    text = position.data.get("play")
    if not isinstance(text, str):
        raise IllegalAction(Fault.of("bad_position", why="value", where="play"))
    action = parse_action(text)
    if isinstance(action, Draw | Pass):
        if isinstance(action, Draw) and position.pool == 0:
            raise IllegalAction(Fault.of("pool_empty"))
        if isinstance(action, Pass) and position.pool != 0:
            raise IllegalAction(Fault.of("pass_not_allowed"))
        return _answer(position.table, position.rack, (), 0)
    accepted = judge(text, table=position.table, rack=position.rack, ruleset=position.ruleset, opened=position.opened)
    return _answer(accepted.table, accepted.rack, accepted.placed, accepted.points)


def _answer(table: Table, rack: tuple[Tile, ...], placed: tuple[Tile, ...], points: int) -> dict[str, Any]:
    return {
        "ok": True,
        "table": [format_meld(meld) for meld in table.values()],
        "rack": format_tiles(rack),
        "placed": format_tiles(placed),
        "points": points,
    }


def _ruleset(line: _Line) -> Ruleset:
    """The preset with its options changed; raises IllegalAction or ValidationError where one is unknown or wrong."""
    preset = PRESETS.get(line.rules)
    if preset is None or "name" in line.options:
        if preset is None:
            raise IllegalAction(Fault.of("bad_position", why="value", where="rules", known=list(PRESETS)))
        raise IllegalAction(Fault.of("bad_position", why="unknown_key", where="options.name", known=_OPTIONS))
    if not line.options:
        return preset
    # Read as JSON, strictly: a number is no text and no truth value, and the other way round.
    return Ruleset.model_validate_json(json.dumps({**preset.model_dump(), **line.options}), strict=True)
