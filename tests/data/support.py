"""Matches to try the store on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from data import Change, MatchRow, NewEntry, NewMatch, SeatRow, Store

NOW = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ANN, BOB, CY = 11, 12, 13
GUILD, CHANNEL = 100, 200
SEATS = (SeatRow(0, ANN, "Ann"), SeatRow(1, BOB, "Bob"), SeatRow(2, None, "Robo", "easy"))


def lobby(**other: Any) -> NewMatch:
    values: dict[str, Any] = {
        "game": "rummikub",
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host_id": ANN,
        "settings": '{"seats": 3}',
        "at": NOW,
        "seats": SEATS,
    }
    return NewMatch(**(values | other))


def step(match: MatchRow, *tokens: str, **other: Any) -> Change:
    entries = tuple(NewEntry(seat=0, user_id=ANN, action='{"type":"draw"}', token=token) for token in tokens)
    values: dict[str, Any] = {"match_id": match.id, "expected": match.revision, "at": NOW, "entries": entries}
    return Change(**(values | other))


async def playing(store: Store, **other: Any) -> MatchRow:
    match = await store.create(lobby(**other))
    return await store.commit(step(match, phase="playing", state="{}", deadline=NOW + MINUTE))
