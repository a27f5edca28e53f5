"""Rules 7.1, 7.3 and 7.4."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.rummikub.scoring import scores_of_a_win, scores_of_the_lowest
from engine.rummikub.tiles import JOKER, Tile, points_on_rack


def test_basque_example() -> None:
    """Rule 7.4, seed 000 figure 6."""
    racks = ([1, 3, 2, 4, 4, 5, 6, 6, 6], [2, 4, 7, 7, 7], [1, 2, 3, 2, 2, 2], [])
    sums = {seat: points_on_rack([Tile.of(0, v) for v in rack], 30) for seat, rack in enumerate(racks)}
    assert scores_of_a_win(sums, 3) == {0: -37, 1: -27, 2: -12, 3: 76}


def test_spanish_example() -> None:
    """Rule 7.4, seed 004."""
    assert scores_of_a_win({0: 5, 1: 0, 2: 10, 3: 3}, 1) == {0: -5, 1: 18, 2: -10, 3: -3}


def test_joker_on_a_rack_counts_what_the_ruleset_says() -> None:
    """Rule 7.5."""
    assert points_on_rack([JOKER, Tile.of(1, 9)], 30) == 39
    assert points_on_rack([JOKER, Tile.of(1, 9)], 100) == 109


def test_lowest_sum_wins_the_differences() -> None:
    """Rule 7.3."""
    assert scores_of_the_lowest({0: 20, 1: 5, 2: 11}, {0: 2, 1: 3, 2: 1}, [0, 1, 2]) == ((1,), {0: -15, 1: 21, 2: -6})


def test_equal_sums_fewer_tiles_win_and_the_other_scores_nothing() -> None:
    """Rule 7.3."""
    assert scores_of_the_lowest({0: 5, 1: 5, 2: 9}, {0: 2, 1: 1, 2: 1}, [0, 1, 2]) == ((1,), {0: 0, 1: 4, 2: -4})


def test_equal_sums_and_tiles_share_rounded_down() -> None:
    """Rule 7.3: nobody gets the remainder."""
    assert scores_of_the_lowest({0: 5, 1: 5, 2: 10}, {0: 1, 1: 1, 2: 1}, [0, 1, 2]) == ((0, 1), {0: 2, 1: 2, 2: -5})


def test_all_equal_score_nothing() -> None:
    """Rule 7.3."""
    winners, scores = scores_of_the_lowest({0: 5, 1: 5}, {0: 1, 1: 1}, [0, 1])
    assert winners == (0, 1)
    assert scores == {0: 0, 1: 0}


def test_who_left_neither_wins_nor_gains() -> None:
    """Rule 7.2: a leaver's rack counts at the end, as a loser's."""
    assert scores_of_the_lowest({0: 3, 1: 5, 2: 9}, {0: 1, 1: 1, 2: 1}, [1, 2]) == ((1,), {0: 0, 1: 4, 2: -4})


@given(st.dictionaries(st.integers(0, 5), st.tuples(st.integers(0, 200), st.integers(1, 30)), min_size=2), st.data())
def test_scores_add_up_to_nothing_but_a_remainder(hands: dict[int, tuple[int, int]], data: st.DataObject) -> None:
    """Rules 7.1 and 7.3."""
    sums, tiles = {s: h[0] for s, h in hands.items()}, {s: h[1] for s, h in hands.items()}
    assert sum(scores_of_a_win(sums, data.draw(st.sampled_from(list(sums)))).values()) == 0
    contenders = data.draw(st.lists(st.sampled_from(list(sums)), min_size=1, unique=True))
    winners, scores = scores_of_the_lowest(sums, tiles, contenders)
    assert -len(winners) < sum(scores.values()) <= 0
    assert set(winners) <= set(contenders)
    assert all(scores[seat] >= 0 for seat in winners)
    assert all(score <= 0 for seat, score in scores.items() if seat not in winners)
