"""What may be wrong with an action. Codes and data, never prose: the words live in ``bot.texts``."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: a code of ``notation.md`` ("Errors") and the data it speaks of.

    ``data`` holds plain JSON values only (strings in the notation, numbers, lists), so that a fault can be
    printed by the referee, translated by the bot and drawn by the renderers.
    """

    code: str
    data: MappingProxyType[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, code: str, **data: Any) -> Fault:
        """A fault with its data as keywords."""
        return cls(code, MappingProxyType(data))

    def as_json(self) -> dict[str, Any]:
        """The referee's form: ``{"code": …, **data}``."""
        return {"code": self.code, **self.data}


class IllegalAction(Exception):
    """An action was refused; ``faults`` holds everything that is wrong with it, at least one thing."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(", ".join(f.code for f in faults))
        self.faults = faults
