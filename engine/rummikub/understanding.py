"""How the judge read a play that it refused."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rummikub.melds import Meld
from engine.rummikub.tiles import Tile


@dataclass(frozen=True)
class Pile:
    """Tiles that lie together, as the judge understood a play that was refused.

    ``meld`` is None where they are no set; ``number`` is the old set that they go on, None for a new one;
    ``loose``: left over from a set of the table; ``new``: the indices of the tiles from the rack.
    """

    tiles: tuple[Tile, ...]
    meld: Meld | None
    number: int | None
    loose: bool = False
    new: tuple[int, ...] = ()


@dataclass(frozen=True)
class Understanding:
    """The table as the judge read a refused play, in number order; ``missing``: tiles that are not to be had."""

    piles: tuple[Pile, ...]
    missing: tuple[Tile, ...] = ()
