"""Reminders of the time (issue 4.1): each is given once, whatever happens meanwhile."""

import pytest

from data import Change, Store
from tests.data.support import MINUTE, NOW, playing, step


@pytest.mark.asyncio
async def test_a_reminder_is_taken_once(store: Store) -> None:
    match = await store.commit(step(await playing(store), "a", reminder_at=NOW + MINUTE))
    assert await store.next_reminder() == NOW + MINUTE
    assert await store.reminders_due(NOW) == []
    assert await store.reminders_due(NOW + MINUTE) == [(match.id, match.revision)]
    assert await store.take_reminder(match.id, match.revision)
    assert not await store.take_reminder(match.id, match.revision)
    assert await store.reminders_due(NOW + MINUTE) == []
    assert await store.next_reminder() is None


@pytest.mark.asyncio
async def test_a_reminder_of_a_turn_that_is_over_is_not_given(store: Store) -> None:
    old = await store.commit(step(await playing(store), "a", reminder_at=NOW + MINUTE))
    new = await store.commit(step(old, "b", reminder_at=NOW + 2 * MINUTE))
    assert not await store.take_reminder(old.id, old.revision)
    assert new.reminder_at == NOW + 2 * MINUTE


@pytest.mark.asyncio
async def test_a_match_that_is_over_reminds_nobody(store: Store) -> None:
    match = await store.commit(step(await playing(store), "a", reminder_at=NOW + MINUTE))
    over = await store.commit(Change(match_id=match.id, expected=match.revision, at=NOW, phase="over"))
    assert over.reminder_at is None
    assert await store.reminders_due(NOW + MINUTE) == []


@pytest.mark.asyncio
async def test_the_message_is_known_until_it_is_gone(store: Store) -> None:
    match = await playing(store)
    await store.reminder_shown(match.id, 99)
    found = await store.match(match.id)
    assert found is not None
    assert (found.reminder_message_id, found.revision) == (99, match.revision)
    await store.reminder_shown(match.id, None)
    found = await store.match(match.id)
    assert found is not None
    assert found.reminder_message_id is None
