"""What pictures weigh and cost: ``python -m tests.benchmarks rendering [--repeat N]``.

The yardstick is ``zlib.compress(raw palette bytes of the same picture, 6)`` in the same run: its bytes and its time.
Times are processor time of this thread, the median, and stand for the whole picture; bytes are exact. A board "after a
play" follows on the board before that play, of which the lines that did not change are known.
"""

from __future__ import annotations

import argparse
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from statistics import median
from time import thread_time

from PIL import Image

from engine.rummikub.melds import Kind, Meld, Table, run
from engine.rummikub.tiles import DECK, Color, Tile
from renderers import Board, Rack, board
from tests.renderers.tables import LABELS, full_table, players, some_table

BOARD_LIMIT, RACK_14_LIMIT, RACK_40_LIMIT = 45_000, 6_000, 15_000
RATIO_LIMIT = 1.3


def _nothing() -> None:
    pass


def _median_ms(work: Callable[[], object], repeat: int, before: Callable[[], object] = _nothing) -> float:
    def once() -> float:
        before()
        begun = thread_time()
        work()
        return (thread_time() - begun) * 1e3

    return median(once() for _ in range(repeat))


def _measure(
    name: str,
    draw: Callable[[], bytes],
    repeat: int,
    limit: int | None = None,
    before: Callable[[], object] = _nothing,
) -> bool:
    before()
    picture = draw()
    raw = Image.open(BytesIO(picture)).tobytes()
    size, yard = len(picture), len(zlib.compress(raw, 6))
    took, yard_ms = _median_ms(draw, repeat, before), _median_ms(lambda: zlib.compress(raw, 6), repeat)
    kept = limit is None or (size <= limit and size <= RATIO_LIMIT * yard)
    sys.stdout.write(
        f"{name:<26} {size:>6} B {size / yard:5.2f} x   {took:6.2f} ms {took / yard_ms:5.2f} x"
        f"   yardstick {yard:>5} B {yard_ms:5.2f} ms{'' if kept else '   OVER ITS LIMIT'}\n"
    )
    return kept


def main(argv: Sequence[str]) -> int:
    """Print a line for each picture; 1 where a limit on bytes is broken."""
    parser = argparse.ArgumentParser(prog="rendering", description=__doc__)
    parser.add_argument("--repeat", type=int, default=40)
    repeat: int = parser.parse_args(argv).repeat
    rng = random.Random(7)
    kept: list[bool] = []
    for seats in (2, 6):
        full = Board(full_table(), players(seats), 0, LABELS, {3: (0, 1), 17: (2,), 34: (0,)}).png
        kept.append(_measure(f"board of 106, {seats} seats", full, repeat, BOARD_LIMIT, _forget))
    game = _Game()
    kept.append(_measure("board of 106 after a play", game.draw, repeat, BOARD_LIMIT, game.play))
    some = Board(some_table(rng, 12), players(4), 40, LABELS).png
    kept.append(_measure("board of 12 sets", some, repeat, before=_forget))
    for size, limit in ((14, RACK_14_LIMIT), (40, RACK_40_LIMIT), (100, None)):
        kept.append(_measure(f"rack of {size}", Rack(rng.sample(DECK, size)).png, repeat, limit))
    return 0 if all(kept) else 1


def _forget() -> None:
    """As if no board had ever been drawn; single tiles stay known."""
    board.forget()


class _Game:
    """A game whose table a tile is added to in each turn, as in a real one: what was marked is no longer."""

    def __init__(self) -> None:
        self._table = Table.of(run(color, low, 3) for color in (*Color, *Color) for low in (1, 4, 7, 10))
        self._shown, self._marks, self._turn = self._table, {}, 0

    def play(self) -> None:
        """Show the table, and let the next player lay a tile."""
        number = 4 * (self._turn % 8) + 4
        if number == 4:
            self._shown = self._table
            board.forget()
        self.draw()
        longer = Meld(Kind.RUN, (*self._shown[number].tiles, Tile.of(self._shown[number].tiles[0].color, 13)))
        self._shown = Table({**self._shown, number: longer})
        self._marks = {number: (3,)}
        self._turn += 1

    def draw(self) -> bytes:
        """The board."""
        return Board(self._shown, players(4), self._turn, LABELS, self._marks).png()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
