"""A dictionary that forgets what was not used for the longest time."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """At most ``most`` values by key; which are there is nobody's business but speed's."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value, if it is still there."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def keep(self, key: K, value: V) -> None:
        """Remember a value, in the place of the one that there was."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def forget(self, key: K) -> None:
        """Remember it no more."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()
