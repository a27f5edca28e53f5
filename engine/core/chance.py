"""Chance that can be checked afterwards: everything random in a match follows from one secret seed.

The seed's :func:`commitment` is published when the match begins and the seed when it is over, so anybody can
repeat every shuffle. Only ``Random.random()`` is used, the one method whose sequence Python guarantees.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


def commitment(seed: str) -> str:
    """The SHA-256 of the seed's UTF-8 bytes as 64 hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


def generator(seed: str, round_number: int) -> Random:
    """The source of chance of one round of the match with this seed."""
    return Random(f"{seed}/{round_number}")  # noqa: S311 - the seed is the secret, and repeating it is the point


def shuffled(items: Iterable[T], chance: Random) -> list[T]:
    """The items in a random order (Fisher-Yates), each order equally likely."""
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        result[last], result[other] = result[other], result[last]
    return result
