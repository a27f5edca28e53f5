"""Issue 2.10: matches move on one revision at a time; of two clicks at once exactly one counts."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from sqlalchemy.exc import StatementError

from data import Change, Conflict, Duplicate, LogRow, NewEntry, SeatRow, Store, UnknownMatch
from tests.data.support import ANN, BOB, CHANNEL, CY, GUILD, MINUTE, NOW, SEATS, lobby, playing, step

pytestmark = pytest.mark.asyncio


async def test_a_lobby_is_read_back_as_it_was_opened(store: Store) -> None:
    made = await store.create(lobby(deadline=NOW + MINUTE, seats=SEATS[::-1]))

    assert made == await store.match(made.id)
    assert (made.phase, made.revision, made.shown_revision, made.message_id) == ("lobby", 1, 0, None)
    assert (made.guild_id, made.channel_id, made.host_id, made.settings) == (GUILD, CHANNEL, ANN, '{"seats": 3}')
    assert (made.created_at, made.updated_at, made.deadline) == (NOW, NOW, NOW + MINUTE)
    assert made.seats == SEATS


async def test_a_match_nobody_sits_in_is_found(store: Store) -> None:
    made = await store.create(lobby(seats=(), guild_id=None))
    assert await store.match(made.id) == made
    assert made.seats == ()


async def test_unknown_match(store: Store) -> None:
    assert await store.match(77) is None
    with pytest.raises(UnknownMatch):
        await store.commit(Change(match_id=77, expected=1, at=NOW))


async def test_times_are_exact_in_any_zone_and_never_naive(store: Store) -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=-7)))
    made = await store.create(lobby(at=elsewhere))
    found = await store.match(made.id)
    assert found
    assert found.created_at == NOW
    assert found.created_at.utcoffset() == timedelta(0)
    with pytest.raises(StatementError):
        await store.create(lobby(at=datetime(2026, 1, 1)))  # noqa: DTZ001
    assert await store.count_open() == 1


async def test_a_commit_changes_what_it_names_and_keeps_the_rest(store: Store) -> None:
    made = await store.create(lobby(deadline=NOW + MINUTE))
    later = NOW + 2 * MINUTE
    moved = await store.commit(
        Change(match_id=made.id, expected=1, at=later, phase="playing", state="S", host_id=BOB, settings="{}")
    )
    assert moved == replace(made, phase="playing", revision=2, state="S", host_id=BOB, settings="{}", updated_at=later)
    assert moved == await store.match(made.id)

    untimed = await store.commit(Change(match_id=made.id, expected=2, at=later, deadline=None, seats=SEATS[:1]))
    assert (untimed.deadline, untimed.seats, untimed.state) == (None, SEATS[:1], "S")
    assert untimed == await store.match(made.id)


async def test_what_is_kept_in_settings_is_not_news(store: Store) -> None:
    """Issue 3, point 3: a hint is counted without showing the table again."""
    made = await store.create(lobby())
    await store.shown(made.id, 1, 5)
    assert await store.keep_settings(made.id, "{}", expected=1)
    found = await store.match(made.id)
    assert found == replace(made, settings="{}", shown_revision=1, message_id=5)
    assert await store.unshown() == []
    assert not await store.keep_settings(made.id, "[]", expected=2)
    assert await store.match(made.id) == found


async def test_the_log_keeps_every_action_in_order(store: Store) -> None:
    match = await store.create(lobby())
    first = NewEntry(seat=1, user_id=BOB, action='{"a":1}', public="{}", token="t1", correlation="c1")
    second = NewEntry(seat=None, user_id=None, action='{"a":2}')
    match = await store.commit(step(match, entries=(first, second)))
    await store.commit(step(match, "t2", at=NOW + MINUTE))

    log = await store.log(match.id)
    assert log[0] == LogRow(match.id, 2, 0, 1, BOB, '{"a":1}', "{}", "t1", "c1", NOW)
    assert [(row.revision, row.number, row.token, row.at) for row in log[1:]] == [
        (2, 1, None, NOW),
        (3, 0, "t2", NOW + MINUTE),
    ]


async def test_a_stale_revision_writes_nothing(store: Store) -> None:
    match = await playing(store)
    current = await store.commit(step(match, "a"))
    with pytest.raises(Conflict) as caught:
        await store.commit(step(match, "b", state="late", seats=(), drop_drafts=(0,)))
    assert caught.value.data == {"match_id": match.id, "expected": 2, "actual": 3}
    assert await store.match(match.id) == current
    assert [row.token for row in await store.log(match.id)] == ["a"]


async def test_the_same_click_never_counts_twice(store: Store) -> None:
    match = await playing(store)
    current = await store.commit(step(match, "click"))
    for again in (step(match, "click", state="twice"), step(current, "other", "click", state="twice")):
        with pytest.raises(Duplicate) as caught:
            await store.commit(again)
        assert caught.value.data == {"match_id": match.id, "revision": 3}
    assert await store.match(match.id) == current
    assert len(await store.log(match.id)) == 1

    other = await playing(store)
    assert (await store.commit(step(other, "click"))).revision == 3, "a token belongs to its match"


async def test_of_many_at_once_exactly_one_counts(store: Store) -> None:
    games = [await playing(store) for _ in range(5)]
    clicks = [step(game, f"click {n}", state=f"{n}") for n in range(8) for game in games]
    told = await asyncio.gather(*(store.commit(click) for click in clicks), return_exceptions=True)

    assert sum(isinstance(answer, Conflict) for answer in told) == 7 * 5
    for game in games:
        found = await store.match(game.id)
        (entry,) = await store.log(game.id)
        assert found
        assert found.revision == 3
        assert entry.token == f"click {found.state}", "the one who was told yes is the one who is in the log"


async def test_readers_see_whole_transactions_only(store: Store) -> None:
    match = await playing(store)

    async def write() -> None:
        current = match
        for n in range(30):
            seats = (SeatRow(0, ANN, f"{n}"), SeatRow(1, BOB, f"{n}"))
            current = await store.commit(step(current, state=f"{n}", seats=seats))

    writing = asyncio.create_task(write())
    seen = set()
    while not writing.done():
        (found,) = await store.unfinished()
        assert (await store.match(match.id) or found).revision >= found.revision
        if found.revision > match.revision:
            assert {seat.name for seat in found.seats} == {found.state}
            seen.add(found.state)
    await writing
    assert len(seen) > 1


async def test_deadlines_come_due_once_and_only_while_the_match_is_open(store: Store) -> None:
    assert await store.next_deadline() is None
    late = await playing(store)
    soon = await store.create(lobby(deadline=NOW + MINUTE / 2))
    await store.create(lobby())
    assert await store.next_deadline() == NOW + MINUTE / 2
    assert await store.due(NOW) == []
    assert await store.due(NOW + MINUTE / 2) == [(soon.id, 1)]
    assert await store.due(NOW + MINUTE) == [(soon.id, 1), (late.id, 2)]

    expired = await store.commit(step(soon, phase="cancelled"))
    over = await store.commit(step(late, phase="over", deadline=NOW + MINUTE))
    assert (expired.deadline, over.deadline, expired.ended_at, over.ended_at) == (None, None, NOW, NOW)
    assert await store.due(NOW + 9 * MINUTE) == []
    assert await store.next_deadline() is None


async def test_what_was_shown_never_goes_back(store: Store) -> None:
    match = await playing(store)
    assert await store.unshown() == [match]
    assert await store.shown(match.id, 2, 900)
    assert await store.unshown() == []
    assert not await store.shown(match.id, 1, 800)
    found = await store.match(match.id)
    assert found
    assert (found.shown_revision, found.message_id) == (2, 900)

    assert await store.shown(match.id, 2, None), "the message was deleted"
    over = await store.commit(step(match, phase="over"))
    assert over.message_id is None
    assert await store.unshown() == [over], "the end has to be shown too"


async def test_finding_matches(store: Store) -> None:
    mine = await playing(store)
    elsewhere = await store.create(lobby(guild_id=101, channel_id=201, host_id=BOB, seats=(SeatRow(0, CY, "Cy"),)))
    ended = await store.commit(step(await playing(store), phase="over"))
    newest = await store.create(lobby(channel_id=202))

    assert await store.open_matches(GUILD) == [newest, mine]
    assert await store.matches_in_channel(CHANNEL) == [mine]
    assert await store.matches_in_channel(CHANNEL, ("playing", "over")) == [ended, mine]
    assert await store.matches_in_channel(CHANNEL, ("playing", "over"), limit=1) == [ended]
    assert await store.matches_of(BOB) == [newest, mine]
    assert await store.matches_of(BOB, GUILD, ("over",)) == [ended]
    assert await store.matches_of(CY, GUILD) == []
    assert await store.matches_of(CY) == [elsewhere]
    assert await store.count_open() == 3
    assert await store.count_open(host_id=ANN) == 2
    assert await store.count_open(host_id=ANN, channel_id=CHANNEL) == 1


async def test_of_two_rematches_one_counts_until_it_is_cancelled(store: Store) -> None:
    ended = await store.commit(step(await playing(store), phase="over"))
    again = lobby(previous_match_id=ended.id)
    made, refused = sorted(
        await asyncio.gather(store.create(again), store.create(again), return_exceptions=True),
        key=lambda answer: isinstance(answer, Exception),
    )
    assert isinstance(refused, Duplicate)
    found = await store.rematch_of(ended.id)
    assert found == made
    assert found
    assert refused.data["match_id"] == found.id

    await store.commit(step(found, phase="cancelled"))
    assert await store.rematch_of(ended.id) is None
    assert (await store.create(again)).previous_match_id == ended.id


async def test_no_rack_in_what_is_printed(store: Store) -> None:
    """Design, "Secrets": repr and exceptions are public."""
    secret = "K5-secret"
    match = await store.create(lobby())
    change = step(match, state=secret, entries=(NewEntry(seat=0, user_id=ANN, action=secret),))
    match = await store.commit(change)
    await store.put_draft(match.id, 0, "staged", secret, at=NOW, faults=secret)
    shown = [change, match, await store.log(match.id), await store.draft(match.id, 0, "staged")]
    assert secret not in repr(shown)

    with pytest.raises(StatementError) as caught:
        await store.commit(step(match, state=secret, at=datetime(2026, 1, 1)))  # noqa: DTZ001
    assert secret not in str(caught.value)
