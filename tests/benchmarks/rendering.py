"""What pictures weigh and cost: ``python -m tests.benchmarks rendering [--repeat N]``.

The yardstick is ``zlib.compress(raw palette bytes of the same picture, 6)`` in the same run: its bytes and its time.
Times are processor time of this thread, the median; bytes are exact.
"""

from __future__ import annotations

import argparse
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from statistics import median
from time import thread_time

from engine.rummikub.tiles import DECK
from renderers import board, rack
from renderers.arrange import by_color
from renderers.canvas import Canvas
from tests.renderers.tables import LABELS, full_table, players, some_table

BOARD_LIMIT, RACK_14_LIMIT, RACK_40_LIMIT = 45_000, 6_000, 15_000
RATIO_LIMIT = 1.3


def _median_ms(work: Callable[[], object], repeat: int) -> float:
    def once() -> float:
        begun = thread_time()
        work()
        return (thread_time() - begun) * 1e3

    return median(once() for _ in range(repeat))


def _measure(name: str, compose: Callable[[], Canvas], repeat: int, limit: int | None = None) -> bool:
    canvas = compose()
    raw = canvas.image.tobytes()
    size, yard = len(canvas.png()), len(zlib.compress(raw, 6))
    composing, encoding = _median_ms(compose, repeat), _median_ms(canvas.png, repeat)
    yard_ms = _median_ms(lambda: zlib.compress(raw, 6), repeat)
    kept = limit is None or (size <= limit and size <= RATIO_LIMIT * yard)
    sys.stdout.write(
        f"{name:<22} {canvas.width:>5} x {canvas.height:<5} {size:>6} B {size / yard:5.2f} x"
        f"   compose {composing:5.2f} ms   encode {encoding:5.2f} ms {encoding / yard_ms:5.2f} x"
        f"   both {composing + encoding:5.2f} ms {(composing + encoding) / yard_ms:5.2f} x"
        f"   yardstick {yard} B {yard_ms:.2f} ms{'' if kept else '   OVER ITS LIMIT'}\n"
    )
    return kept


def main(argv: Sequence[str]) -> int:
    """Print a line for each picture; 1 where a limit on bytes is broken."""
    parser = argparse.ArgumentParser(prog="rendering", description=__doc__)
    parser.add_argument("--repeat", type=int, default=30)
    repeat: int = parser.parse_args(argv).repeat
    rng = random.Random(7)
    kept = [_measure("board of 106, cold", lambda: _board(6), 1, BOARD_LIMIT)]
    kept.append(_measure("board of 106, 2 seats", lambda: _board(2), repeat, BOARD_LIMIT))
    kept.append(_measure("board of 106, 6 seats", lambda: _board(6), repeat, BOARD_LIMIT))
    table = some_table(rng, 12)
    kept.append(_measure("board of 12 sets", lambda: board.compose(table, players(4), 40, LABELS, {}), repeat))
    for count, limit in ((14, RACK_14_LIMIT), (40, RACK_40_LIMIT), (100, None)):
        groups = by_color(rng.sample(DECK, count))
        kept.append(_measure(f"rack of {count}", lambda groups=groups: rack.compose(groups), repeat, limit))
    return 0 if all(kept) else 1


def _board(seats: int) -> Canvas:
    return board.compose(full_table(), players(seats), 0, LABELS, {3: (0, 1), 17: (2,), 34: (0,)})


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
