"""A process of its own for the tests: ``commit PATH`` writes until it is killed, ``open PATH…`` tries as nobody."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from data import Change, MatchRow, NewEntry, RoundResult, Store, StoreError
from tests.data.support import ANN, NOW, lobby

NOBODY = 65534


async def commit(paths: list[Path]) -> None:
    """Move four matches on at once for ever; print match and revision of every commit that was acknowledged."""
    store = await Store.open(paths[0])

    async def play(match: MatchRow) -> None:
        while True:
            turn = match.revision
            match = await store.commit(
                Change(
                    match_id=match.id,
                    expected=turn,
                    at=NOW,
                    state=f"{turn + 1}" + " " * 3000,
                    entries=(
                        NewEntry(seat=0, user_id=ANN, action="a", token=f"{turn}a"),
                        NewEntry(seat=1, user_id=ANN, action="b", token=f"{turn}b"),
                    ),
                    rounds=(RoundResult(turn, 0, ANN, 1, won=True),),
                )
            )
            sys.stdout.write(f"{match.id} {match.revision}\n")
            sys.stdout.flush()

    await asyncio.gather(*[play(await store.create(lobby())) for _ in range(4)])


async def try_open(paths: list[Path]) -> None:
    """Print for each path the code of the error, or "ok"; without root's power to write everywhere."""
    # So that everything is imported while it can be read.
    await (await Store.open(None)).close()
    await asyncio.to_thread(int)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    for path in paths:
        try:
            await (await Store.open(path)).close()
            sys.stdout.write("ok\n")
        except StoreError as error:
            sys.stdout.write(f"{error.code}\n")


if __name__ == "__main__":
    asyncio.run({"commit": commit, "open": try_open}[sys.argv[1]]([Path(path) for path in sys.argv[2:]]))
