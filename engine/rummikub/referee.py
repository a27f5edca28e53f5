"""The referee: one JSON line in, one JSON line out (notation.md, "The referee on the command line")."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr, ValidationError

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.actions import Draw, Pass
from engine.rummikub.judging import judge
from engine.rummikub.melds import Table
from engine.rummikub.notation import check_copies, format_meld, format_tiles, parse_action, parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.tiles import Tile


class _Line(BaseModel):
    """The referee's input; keys that it does not know are no business of its own."""

    model_config = ConfigDict(extra="ignore")

    rules: StrictStr = "official"
    options: dict[StrictStr, Any] = Field(default_factory=dict[StrictStr, Any])
    opened: StrictBool = True
    table: list[StrictStr] = Field(default_factory=list[StrictStr])
    rack: StrictStr = ""
    pool: int | None = Field(default=None, ge=0, strict=True)


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
    """Read a line of ``judge`` or ``solve``; raises ``bad_position`` for anything wrong with it."""
    try:
        data: Any = json.loads(line)
        read = _Line.model_validate(data)
        ruleset = _ruleset(read)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise IllegalAction(Fault.of("bad_position", why="value", where=where)) from None
    except (ValueError, RecursionError):
        raise IllegalAction(Fault.of("bad_position", why="json")) from None
    try:
        table = Table.of([parse_meld(text) for text in read.table])
        rack = parse_tiles(read.rack)
    except IllegalAction as error:
        raise IllegalAction(*(Fault.of("bad_position", why=f.code, of=dict(f.data)) for f in error.faults)) from None
    check_copies(table, rack)
    return RefereeInput(table, rack, ruleset, read.opened, read.pool, data)


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
        where = "rules" if preset is None else "options.name"
        raise IllegalAction(Fault.of("bad_position", why="value", where=where))
    if not line.options:
        return preset
    # Read as JSON, strictly: a number is no text and no truth value, and the other way round.
    return Ruleset.model_validate_json(json.dumps({**preset.model_dump(), **line.options}), strict=True)
