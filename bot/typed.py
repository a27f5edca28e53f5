"""Slash commands that were typed as one line of text, as the playground's page sends them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Entry = Mapping[str, Any]
"""A command as the page's catalog has it: ``invocation`` and ``options`` with ``name``, ``type`` and ``choices``."""
_FEW = 4
_SWITCH = {"true": True, "yes": True, "false": False, "no": False}


def named(text: str, entries: Sequence[Entry]) -> tuple[Entry, str] | None:
    """The command that ``text`` (which begins with a slash) names, and what stands behind its name."""
    for entry in sorted(entries, key=lambda entry: -len(entry["path"])):
        found = re.fullmatch("/" + r"\s+".join(map(re.escape, entry["path"])) + r"(?:\s+(.*))?", text, re.DOTALL)
        if found:
            return entry, (found[1] or "").strip()
    return None


def options(text: str, entry: Entry, people: Mapping[str, str]) -> dict[str, str | bool] | None:
    """The options in ``name:value name:value``, as the page sends them; None where that is no way to give them.

    A value ends where the next option of the command begins, so it may hold spaces. ``people``: ids by name.
    Whether numbers are in their bounds and nothing is missing is for Discord to judge.
    """
    known = {option["name"]: option for option in entry["options"]}
    if not known:
        return None if text else {}
    head, *parts = re.split(rf"(?:^|(?<=\s))({'|'.join(map(re.escape, known))}):", text)
    names, values = (
        parts[::2],
        [_value(known[n], v.strip(), people) for n, v in zip(parts[::2], parts[1::2], strict=True)],
    )
    if head.strip() or len(set(names)) < len(names) or None in values:
        return None
    return {name: value for name, value in zip(names, values, strict=True) if value is not None}


def choices(entry: Entry) -> list[tuple[str, list[str]]]:
    """The options of a command, each with the values there are to choose from, where these are few."""
    listed = [(option["name"], [str(choice["value"]) for choice in option["choices"]]) for option in entry["options"]]
    return [(name, values if len(values) <= _FEW else []) for name, values in listed]


def _value(option: Mapping[str, Any], text: str, people: Mapping[str, str]) -> str | bool | None:
    if option["type"] == "boolean":
        return _SWITCH.get(text.casefold())
    if option["type"] == "user":
        return people.get(text.removeprefix("@").casefold())
    for choice in option["choices"]:
        if text.casefold() in (str(choice["value"]).casefold(), choice["name"].casefold()):
            return str(choice["value"])
    return text or None
