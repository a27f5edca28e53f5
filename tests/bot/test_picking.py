"""What is picked from a rack, as it stands in buttons; and steps of a draft made one play."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.services.advice import counted, hints_used, plays_shown
from bot.services.picking import MOST, decode, encode, groups, held, of_group, picked
from bot.services.settings import Settings
from bot.services.staging import merged
from bot.texts import translator
from bot.texts.hints import used
from bot.ui.picker import PickButton, PickSelect
from engine.core.errors import IllegalAction
from engine.rummikub.match import new_match, player_view
from engine.rummikub.notation import parse_tiles
from engine.rummikub.ruleset import Ruleset
from engine.rummikub.tiles import DECK, Tile
from tests.engine.matches import NOON

racks = st.permutations(DECK).flatmap(lambda deck: st.integers(0, 106).map(lambda n: tuple(deck[:n])))


@given(racks)
@settings(max_examples=60)
def test_any_tiles_fit_a_button_and_come_back(tiles: tuple[Tile, ...]) -> None:
    button = PickButton("send", 10**15 - 1, tiles, way=4, turn=10**9 - 1)
    select = PickSelect(10**15 - 1, "kh", tiles)
    assert decode(encode(tiles)) == tuple(sorted(tiles))
    for item in (button, select):
        assert len(item.item.custom_id or "") <= 100
    found = PickButton.__discord_ui_compiled_template__.fullmatch(button.item.custom_id or "")
    assert found is not None
    assert PickButton.read(found).tiles == tuple(sorted(tiles))


@given(racks)
@settings(max_examples=60)
def test_the_lists_hold_the_whole_rack_and_fit_discord(rack: tuple[Tile, ...]) -> None:
    lists = groups(rack)
    assert all(0 < len(each.tiles) <= MOST for each in lists)
    assert len(lists) <= 9, "with what is around them, they fit the 40 parts of a message"
    assert Counter(tile for each in lists for tile in each.tiles) == Counter(rack)
    assert all(of_group(each.key, rack) == each.tiles for each in lists)


@given(racks, racks)
@settings(max_examples=30)
def test_a_list_changes_what_is_picked_from_it_and_nothing_else(
    rack: tuple[Tile, ...], before: tuple[Tile, ...]
) -> None:
    for each in groups(rack):
        after = picked(each.key, before, each.tiles)
        assert of_group(each.key, after) == each.tiles
        assert picked(each.key, after, ()) == picked(each.key, before, ())


def test_what_is_not_on_the_rack_any_more_is_not_picked() -> None:
    """Equal tiles count one by one."""
    red = Tile.of(1, 5)
    assert held((red, red), (red,)) == (red,)


@pytest.mark.parametrize(
    ("steps", "play"),
    [
        ([], ""),
        (["r3-5", "k10 r10 b10"], "r3-5; k10 r10 b10"),
        (["s1 r6", "b3-5", "s1 r7"], "s1 r6 r7; b3-5"),
        (["s1", "s1 r6"], "s1 r6"),
        (["s1 r3; s2 k4", "s2 s1 J"], "s1 r3 s2 k4 J"),
        (["s1 k9@s2", "s2 k4"], "s1 k9@s2; s2 k4"),
        (["r5 r6", "r7"], "r5-7"),
        (["r5", "r6", "r7", "r8"], "r5-8"),
        (["k5 r5", "k1-3", "b5"], "k5 r5 b5; k1-3"),
        (["r5 r6", "r4-7"], "r4-7"),
        (["r3-5", "r3-6"], "r3-5; r3-6"),
        (["r5-7", "r5-8"], "r5-8"),
        (["r3-5", "r6-8"], "r3-5; r6-8"),
        (["r5 r6", "k9"], "r5 r6; k9"),
        (["r5 r6; k9 b9", "J"], "r5 r6; k9 b9 J"),
        (["r5 r6; r7"], "r5 r6; r7"),
        (["r1 r2; s1 k4; s2 k9", "s1 s2; r3"], "r1-3; s1 k4 s2 k9"),
    ],
)
def test_steps_become_one_play_in_which_a_set_is_named_once(steps: list[str], play: str) -> None:
    """notation.md, "A play": naming a set twice is an error, so what is added to the same set is put together. A new
    set has no number: it goes on with its next tiles or is written anew."""
    assert merged(steps, parse_tiles("r3 r3 r4 r4 r5 r5 r6 r6 r7 r8 k4 k4")) == play


@given(
    st.lists(
        st.sampled_from(["s1 r6", "s2 b3", "s1 s2", "s3 s2 J", "r3-5", "s4", "k9@s2 r9 b9", "r5", "r6 J", "r5 r6"]),
        max_size=6,
    )
)
@settings(max_examples=60)
def test_whatever_is_staged_can_be_read_as_one_play(steps: list[str]) -> None:
    if steps:
        assert merged([merged(steps, ())], ()) == merged(steps, ())


def test_a_step_that_cannot_be_read_makes_no_play() -> None:
    with pytest.raises(IllegalAction):
        merged(["r3-5", "q7"], ())


def test_hints_count_once_a_turn_for_each_seat_and_round() -> None:
    state = new_match(Ruleset(), 2, "seed", NOON).state
    chosen = Settings()
    for turn, seat in ((1, 0), (1, 0), (1, 1), (2, 0)):
        chosen = counted(chosen, player_view(state.model_copy(update={"turn": turn}), seat))
    assert hints_used(chosen, 1) == {0: 2, 1: 1}
    assert hints_used(chosen, 2) == {}
    assert Settings.model_validate_json(chosen.model_dump_json()) == chosen
    assert chosen.afresh(2).hints_used == ()


def test_plays_that_were_shown_are_told_beside_the_hints() -> None:
    state = new_match(Ruleset(), 2, "seed", NOON).state
    old = '{"hints_used": [{"round": 1, "seat": 0, "count": 1, "turn": 1}]}'
    chosen = Settings.model_validate_json(old)
    asked = ((1, 0, True), (1, 0, True), (2, 0, False), (2, 1, False))
    for turn, seat, shown in asked:
        chosen = counted(chosen, player_view(state.model_copy(update={"turn": turn}), seat), shown=shown)
    given, shown_plays = hints_used(chosen, 1), plays_shown(chosen, 1)
    assert used(translator("en"), ["Ane", "Ben"], given, shown_plays) == (
        "-# Hints used: Ane 2 (1 with the play shown), Ben 1"
    )
