"""What the search knows of states that it need not look at: those no better than one that it has looked at."""

from __future__ import annotations

from typing import Final

from engine.rummikub.solver.shapes import BEATS, SHAPE_COUNT

_BEATEN: Final = tuple(tuple(b for b in range(SHAPE_COUNT) if BEATS[a] >> b & 1) for a in range(SHAPE_COUNT))
"""By shape: the shapes that it is at least as good as."""


class Closed:
    """The states of one value that were looked at, to pass over those that are no better than one of them.

    ``placed``: the jokers that have a place: those used, and others as far as there is room.
    """

    __slots__ = ("_by_shape", "_states")

    def __init__(self) -> None:
        self._states: list[tuple[int, int, int]] = []
        # By color and shape: the bits of the states whose shape of that color is at least as good.
        self._by_shape = [[0] * SHAPE_COUNT for _ in range(4)]

    def add(self, low: int, high: int, gain: int, used: int, placed: int) -> None:
        bit = 1 << len(self._states)
        self._states.append((gain, used, placed))
        shapes = (low // SHAPE_COUNT, low % SHAPE_COUNT, high // SHAPE_COUNT, high % SHAPE_COUNT)
        for beaten, shape in zip(self._by_shape, shapes, strict=True):
            for worse in _BEATEN[shape]:
                beaten[worse] |= bit

    def beats(self, low: int, high: int, gain: int, used: int, placed: int) -> bool:
        if not self._states:
            return False
        k, r, b, o = self._by_shape
        bits = k[low // SHAPE_COUNT] & r[low % SHAPE_COUNT] & b[high // SHAPE_COUNT] & o[high % SHAPE_COUNT]
        while bits:
            top = bits.bit_length() - 1
            g, j, x = self._states[top]
            if g >= gain and j <= used and x >= placed:
                return True
            bits ^= 1 << top
        return False
