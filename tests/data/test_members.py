"""Drafts (rule 6.2), preferences (issue 2.6) and privacy (issue 4.7)."""

import json

import pytest

from data import DraftRow, MatchResult, NewEntry, Preferences, RoundResult, SeatRow, Store
from tests.data.support import ANN, BOB, GUILD, MINUTE, NOW, lobby, playing, step

pytestmark = pytest.mark.asyncio


async def test_a_draft_is_kept_per_seat_and_kind(store: Store) -> None:
    match = await playing(store)
    await store.put_draft(match.id, 0, "refused", "B1 B2", at=NOW, faults="[]")
    await store.put_draft(match.id, 0, "refused", "B1 B2 B3", at=NOW + MINUTE)
    assert await store.draft(match.id, 0, "refused") == DraftRow(match.id, 0, "refused", "B1 B2 B3", None, NOW + MINUTE)
    assert await store.draft(match.id, 0, "staged") is None
    assert not await store.draft_exists(match.id, 0), "a refused play has not begun anything (rule 6.2)"

    await store.put_draft(match.id, 1, "staged", "K7", at=NOW)
    assert await store.draft_exists(match.id, 1)
    await store.drop_drafts(match.id, 0)
    assert await store.draft(match.id, 0, "refused") is None
    assert await store.draft_exists(match.id, 1)
    await store.drop_drafts(match.id, kind="refused")
    assert await store.draft_exists(match.id, 1)
    await store.drop_drafts(match.id)
    assert not await store.draft_exists(match.id, 1)


async def test_a_commit_drops_the_drafts_of_the_seats_it_names(store: Store) -> None:
    match = await playing(store)
    for seat in (0, 1):
        await store.put_draft(match.id, seat, "staged", "K7", at=NOW)
    await store.commit(step(match, "t", drop_drafts=(0,)))
    assert not await store.draft_exists(match.id, 0)
    assert await store.draft_exists(match.id, 1)


async def test_preferences_are_remembered_per_member(store: Store) -> None:
    assert await store.preferences(ANN) == Preferences()
    for chosen in (Preferences("sets", reminders=False, locale="de"), Preferences("value")):
        await store.set_preferences(ANN, chosen)
        assert await store.preferences(ANN) == chosen
    assert await store.preferences(BOB) == Preferences()


async def test_small_facts_about_the_bot(store: Store) -> None:
    assert await store.meta("commands") is None
    await store.set_meta("commands", "a")
    await store.set_meta("commands", "b")
    assert await store.meta("commands") == "b"


async def test_a_member_is_told_everything_there_is_about_them_and_nothing_of_others(store: Store) -> None:
    match = await playing(store)
    entries = (NewEntry(seat=0, user_id=ANN, action="ann's"), NewEntry(seat=1, user_id=BOB, action="bob's"))
    rounds = (RoundResult(1, 0, ANN, 30, won=True), RoundResult(1, 1, BOB, -30, won=False))
    await store.commit(step(match, entries=entries, rounds=rounds))
    await store.put_draft(match.id, 0, "staged", "ann's draft", at=NOW)
    await store.put_draft(match.id, 1, "staged", "bob's draft", at=NOW)
    await store.set_preferences(ANN, Preferences("sets"))
    await store.create(lobby(seats=(SeatRow(0, BOB, "Bob"),)))

    told = await store.export_member(ANN)
    text = json.dumps(told)
    assert "ann's draft" in text
    assert "bob" not in text.lower()
    assert [row["action"] for row in told["actions"]] == ["ann's"]
    assert [(row["points"], row["ended_at"]) for row in told["rounds"]] == [(30, NOW.isoformat())]
    assert [(row["seat"], row["name"]) for row in told["matches"]] == [(0, "Ann"), (None, None)], "hosted counts too"
    assert told["preferences"][0]["rack_order"] == "sets"


async def test_erasing_a_member_keeps_the_games(store: Store) -> None:
    rounds = (RoundResult(1, 0, ANN, 30, won=True), RoundResult(1, 1, BOB, -30, won=False))
    results = (MatchResult(0, ANN, 30, won=True, rounds_won=1), MatchResult(1, BOB, -30, won=False, rounds_won=0))
    over = await store.commit(step(await playing(store), "t", phase="over", rounds=rounds, results=results))
    running = await playing(store)
    await store.set_preferences(ANN, Preferences("sets"))
    await store.put_draft(over.id, 0, "staged", "K7", at=NOW)

    assert await store.erase_member(ANN) == (running.id,)
    found = await store.match(over.id)
    assert found
    assert found.host_id is None
    assert found.seats[:2] == (SeatRow(0, None, ""), SeatRow(1, BOB, "Bob"))
    assert [row.user_id for row in await store.log(over.id)] == [None]
    assert [row.user_id for row in await store.leaderboard(GUILD)] == [BOB]
    assert await store.preferences(ANN) == Preferences()
    assert await store.match(running.id) == running, "a game cannot go on without knowing who plays"

    await store.commit(step(running, phase="over"))
    assert await store.erase_member(ANN) == ()
    left = await store.export_member(ANN)
    assert all(rows == [] for rows in left.values())
