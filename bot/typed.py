"""Slash commands that were typed as one line of text, as the playground's page sends them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, NoReturn

Entry = Mapping[str, Any]
"""A command as the page's catalog has it: ``invocation`` and ``options`` with ``name``, ``type`` and ``choices``."""
Option = Mapping[str, Any]
_FEW = 4
_SWITCH = {"true": True, "yes": True, "false": False, "no": False}
_NAME = re.compile(r"(?:^|(?<=\s))([^\s:]+):")
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


class Misfit(Exception):
    """What was typed behind a command does not fit.

    ``stray``: ``text`` belongs to no option; ``unknown``: there is no option ``name``; ``twice``: it is there more
    than once; ``missing``: it has to be there; ``value``: it does not take ``text``. ``option``: as the catalog has
    it; ``nearest``: what may have been meant.
    """

    def __init__(
        self,
        code: Literal["stray", "unknown", "twice", "missing", "value"],
        *,
        name: str = "",
        text: str = "",
        option: Option | None = None,
        nearest: str | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.name = name
        self.text = text
        self.option: Option = option or {}
        self.nearest = nearest


def named(text: str, entries: Sequence[Entry]) -> tuple[Entry, str] | None:
    """The command that ``text`` (which begins with a slash) names, and what stands behind its name."""
    for entry in sorted(entries, key=lambda entry: -len(entry["path"])):
        found = re.fullmatch("/" + r"\s+".join(map(re.escape, entry["path"])) + r"(?:\s+(.*))?", text, re.DOTALL)
        if found:
            return entry, (found[1] or "").strip()
    return None


def nearest_command(text: str, entries: Sequence[Entry]) -> str | None:
    """The command that may have been meant by ``text``, which names none."""
    last = {entry["path"][-1]: entry["invocation"] for entry in entries}
    tried = text.split()[1:2]
    nearest = _nearest(tried[0], last) if tried else None
    return None if nearest is None else last[nearest]


def options(text: str, entry: Entry, people: Mapping[str, str]) -> dict[str, str | bool]:
    """The options in ``name:value name:value``, as the page sends them; :class:`Misfit` where one does not fit.

    A value ends where the next option of the command begins, so it may hold spaces. ``people``: ids by name.
    """
    known: dict[str, Option] = {option["name"]: option for option in entry["options"]}
    among = "|".join(map(re.escape, known)) or r"(?!)"
    head, *parts = re.split(rf"(?:^|(?<=\s))({among}):", text)
    if head.strip():
        _must_name(head, known)
        raise Misfit("stray", text=head.strip())
    found: dict[str, str | bool] = {}
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        if name in found:
            raise Misfit("twice", name=name)
        found[name] = _value(known, name, value.strip(), people)
    for name, option in known.items():
        if option.get("required") and name not in found:
            raise Misfit("missing", name=name, option=option)
    return found


def choices(entry: Entry) -> list[tuple[str, list[str]]]:
    """The options of a command, each with the values there are to choose from, where these are few."""
    listed = [(option["name"], [str(choice["value"]) for choice in option["choices"]]) for option in entry["options"]]
    return [(name, values if len(values) <= _FEW else []) for name, values in listed]


def _must_name(text: str, known: Iterable[str]) -> None:
    """Raises ``unknown`` where ``text`` gives a value to an option that the command does not have."""
    if found := _NAME.search(text):
        raise Misfit("unknown", name=found[1], nearest=_nearest(found[1], known))


def _value(known: Mapping[str, Option], name: str, text: str, people: Mapping[str, str]) -> str | bool:
    option = known[name]
    if option["type"] == "boolean" and text.casefold() in _SWITCH:
        return _SWITCH[text.casefold()]
    if option["type"] == "user":
        for person, user_id in people.items():
            if text.removeprefix("@").casefold() == person.casefold():
                return user_id
        _refuse(known, name, text, people)
    for choice in option["choices"]:
        if text.casefold() in (str(choice["value"]).casefold(), choice["name"].casefold()):
            return str(choice["value"])
    if option["choices"] or option["type"] == "boolean":
        _refuse(known, name, text, [str(choice["value"]) for choice in option["choices"]])
    if option["type"] == "integer" and not (_WHOLE.fullmatch(text) and _within(option, int(text))):
        _refuse(known, name, text, ())
    if not text or len(text) > (option.get("maxLength") or len(text)):
        raise Misfit("value", name=name, text=text, option=option)
    return text


def _refuse(known: Mapping[str, Option], name: str, text: str, offered: Iterable[str]) -> NoReturn:
    _must_name(text, known)
    raise Misfit("value", name=name, text=text, option=known[name], nearest=_nearest(text, offered))


def _within(option: Option, number: int) -> bool:
    least, most = option.get("minValue"), option.get("maxValue")
    return (least is None or number >= least) and (most is None or number <= most)


def _nearest(text: str, known: Iterable[str]) -> str | None:
    by_fold = {each.casefold(): each for each in known}
    wanted = text.casefold()
    swapped = [each for each in by_fold if sorted(each) == sorted(wanted)]
    return next((by_fold[each] for each in swapped or get_close_matches(wanted, by_fold, 1)), None)
