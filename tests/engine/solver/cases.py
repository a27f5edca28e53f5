"""The cases of ``tests/cases`` as positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.rummikub.melds import Table
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.tiles import Tile

CASES = Path(__file__).parents[2] / "cases"
FREE = Ruleset.model_validate({**PRESETS["official"].model_dump(), "joker_reuse": "anywhere"})
"""Jokers go anywhere, as in the positions with known optima."""


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def table_of(*sets: str) -> Table:
    return Table.of([parse_meld(text) for text in sets])


def read(case: dict[str, Any]) -> tuple[Table, tuple[Tile, ...], Ruleset]:
    ruleset = Ruleset.model_validate({**PRESETS[case.get("rules", "official")].model_dump(), **case.get("options", {})})
    return table_of(*case["table"]), parse_tiles(case["rack"]), ruleset
