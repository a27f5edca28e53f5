"""Issue 2.8: leaderboard and stats of a server."""

import pytest

from data import MatchResult, RoundResult, SeatRow, Standing, Store
from tests.data.support import ANN, BOB, GUILD, MINUTE, NOW, SEATS, playing, step

pytestmark = pytest.mark.asyncio


async def _round(store: Store, ann: int, bob: int, *, at=NOW, ended: bool = True, **other) -> None:
    """A match of one round, of which a third seat, a computer, always takes the rest."""
    match = await playing(store, **other)
    people = {0: (ANN, ann), 1: (BOB, bob), 2: (None, -ann - bob)}
    rounds = tuple(RoundResult(1, seat, who, points, points > 0) for seat, (who, points) in people.items())
    results = tuple(MatchResult(seat, who, points, points > 0, points > 0) for seat, (who, points) in people.items())
    match = await store.commit(step(match, rounds=rounds, at=at))
    await store.commit(step(match, phase="over", results=results if ended else (), at=at))


async def test_members_by_wins_then_points_without_computers(store: Store) -> None:
    await _round(store, 50, -20)
    await _round(store, -10, 5)
    await _round(store, -10, 4)
    assert await store.leaderboard(GUILD) == [
        Standing(BOB, "Bob", matches=3, wins=2, rounds=3, rounds_won=2, points=-11),
        Standing(ANN, "Ann", matches=3, wins=1, rounds=3, rounds_won=1, points=30),
    ]
    assert [row.user_id for row in await store.leaderboard(GUILD, limit=1, offset=1)] == [ANN]


async def test_a_stopped_match_counts_its_finished_rounds_only(store: Store) -> None:
    await _round(store, 50, -20, ended=False)
    assert await store.stats(GUILD, ANN) == Standing(ANN, "Ann", rounds=1, rounds_won=1, points=50)


async def test_servers_are_apart_and_time_can_be_limited(store: Store) -> None:
    await _round(store, 50, -20)
    await _round(store, 7, -7, at=NOW + MINUTE)
    await _round(store, 1000, -1000, guild_id=GUILD + 1)
    recent = await store.stats(GUILD, ANN, since=NOW + MINUTE)
    assert recent == Standing(ANN, "Ann", matches=1, wins=1, rounds=1, rounds_won=1, points=7)
    assert await store.stats(GUILD, 999) is None
    assert await store.leaderboard(GUILD, since=NOW + 2 * MINUTE) == []
    assert (await store.leaderboard(GUILD + 1))[0].points == 1000


async def test_the_latest_name_in_that_server_is_shown(store: Store) -> None:
    await _round(store, 50, -20)
    await playing(store, seats=(SeatRow(0, ANN, "Annie"), *SEATS[1:]))
    await playing(store, seats=(SeatRow(0, ANN, "Elsewhere"), *SEATS[1:]), guild_id=GUILD + 1)
    found = await store.stats(GUILD, ANN)
    assert found
    assert found.name == "Annie"
