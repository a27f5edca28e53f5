"""Choosing the options of a game (rules.md section 8): all there, all in words, always playable."""

from __future__ import annotations

import random

import pytest
from discord import app_commands
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.services.options import (
    PRESET,
    SEATS,
    SUGGESTED,
    TABLE,
    TOPICS,
    bounds,
    changed,
    differing,
    matters,
    value,
    values,
)
from bot.services.settings import Settings
from bot.texts import options as words
from bot.texts import rules as rule_words
from bot.texts import translator
from bot.ui.options import chooser
from engine.rummikub.ruleset import PRESETS, Ruleset
from tests.bot.support import World

t = translator()
KEYS = [key for keys in TOPICS.values() for key in keys]
RULES = [key for key in KEYS if key not in TABLE]
MESSAGE_LIMIT = 4_000
ROOM = 40
"""Characters of a choice that are read whole at a width of 400 px."""


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, str]:
    key = draw(st.sampled_from([PRESET, *KEYS]))
    if key in SUGGESTED and draw(st.booleans()):
        return key, str(draw(st.integers(*bounds(key))))
    return key, str(draw(st.sampled_from(values(key, Settings()))))


def _after(steps: list[tuple[str, str]]) -> Settings:
    chosen = Settings()
    for key, text in steps:
        chosen = changed(chosen, key, text)
    return chosen


many_changes = st.lists(changes(), max_size=30).map(_after)


def test_every_option_of_a_ruleset_can_be_chosen_once() -> None:
    assert sorted(RULES) == sorted({*Ruleset.model_fields} - {"name", "max_players"})
    assert sorted(KEYS) == sorted([*RULES, SEATS, "hints", "assist"])


@pytest.mark.parametrize("key", [PRESET, *KEYS])
def test_every_value_has_words_of_its_own_that_fit_a_choice(key: str) -> None:
    labels = [words.said(t, key, each) for each in values(key, Settings())]
    assert len(set(labels)) == len(labels) > 1
    assert len(labels) <= 24
    assert all(0 < len(label) <= ROOM for label in labels)


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_preset_is_like_is_not_cut_off(name: str) -> None:
    assert 0 < len(words.preset_about(t, name)) <= 50


@pytest.mark.asyncio
async def test_no_description_of_a_command_is_cut_off(world: World) -> None:
    commands = list(world.bot.rummikub.walk_commands())
    said = [command.description for command in commands]
    for command in commands:
        assert isinstance(command, app_commands.Command)
        said += [str(each.description) for each in command.parameters]
        said += [str(choice.name) for each in command.parameters for choice in each.choices]
    assert len(said) > 40
    assert not [text for text in said if not 0 < len(text) <= 70 or "…" in text]


@given(many_changes)
@settings(max_examples=100)
def test_whatever_is_chosen_can_be_played(chosen: Settings) -> None:
    rules = Ruleset.model_validate(chosen.ruleset.model_dump())
    assert rules.match_rounds or rules.match_target, "the match would never end (rule 7.6)"
    assert 2 <= chosen.seats <= rules.max_players <= 6, "rule 2.1"
    assert Settings.model_validate_json(chosen.model_dump_json()) == chosen


@pytest.mark.parametrize("text", ["", "x", "-1", "1e3", "99999999999", "3.5"])
@pytest.mark.parametrize("key", [*SUGGESTED, SEATS])
def test_what_is_no_allowed_number_is_refused(key: str, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - what the caller is promised
        changed(Settings(), key, text)


def test_a_preset_takes_back_all_changes_but_the_seats() -> None:
    chosen = changed(changed(changed(Settings(), SEATS, "6"), "opening_points", "50"), PRESET, "spanish")
    assert chosen.ruleset == PRESETS["spanish"].model_copy(update={"max_players": 6})
    assert chosen.seats == 6


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_differs_in_nothing_from_itself(preset: str) -> None:
    assert words.differences(t, PRESETS[preset]) == []


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("key", RULES)
def test_every_change_that_matters_is_told_with_what_is_usual(preset: str, key: str) -> None:
    start = Settings(ruleset=PRESETS[preset])
    usual = value(key, start)
    for each in values(key, start):
        chosen = changed(start, key, str(each))
        told = [line for line in words.differences(t, chosen.ruleset) if line.startswith(words.title(t, key) + ":")]
        if each == usual or not matters(key, chosen.ruleset):
            assert told == []
        else:
            assert len(told) == 1
            assert words.said(t, key, each) in told[0]
            assert words.said(t, key, usual) in told[0]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("key", RULES)
def test_the_rules_in_words_say_every_option_that_matters(preset: str, key: str) -> None:
    start = Settings(ruleset=PRESETS[preset])
    rulesets = [changed(start, key, str(each)).ruleset for each in values(key, start)]
    rulesets = [ruleset for ruleset in rulesets if matters(key, ruleset)]
    assert len({tuple(rule_words.sections(t, ruleset)) for ruleset in rulesets}) == len(rulesets)


@given(many_changes)
@settings(max_examples=50)
def test_the_rules_fit_one_message(chosen: Settings) -> None:
    parts = [rule_words.heading(t, 123_456, chosen.ruleset), *rule_words.sections(t, chosen.ruleset)]
    parts.append(rule_words.aids(t, chosen))
    assert sum(map(len, parts)) <= MESSAGE_LIMIT
    assert len(differing(chosen.ruleset)) == len(words.differences(t, chosen.ruleset))


@pytest.mark.parametrize("key", ["hints", "assist"])
def test_the_help_of_the_bot_is_said_in_lobby_and_rules(key: str) -> None:
    """Issue 3, points 3 and 4."""
    every = [changed(Settings(), key, str(each)) for each in values(key, Settings())]
    assert len({rule_words.aids(t, chosen) for chosen in every}) == len(every)
    told = [words.aids_changed(t, chosen) for chosen in every]
    assert told.count([]) == 1, "what is usual is not told as a change"
    assert all(words.said(t, key, value(key, chosen)) in told[i][0] for i, chosen in enumerate(every) if told[i])


@given(many_changes)
@settings(max_examples=20)
def test_every_page_of_the_chooser_is_a_message_discord_takes(chosen: Settings) -> None:
    for topic in TOPICS:
        view = chooser(t, 10**9, chosen, topic)
        assert view.total_children_count <= 40
        assert view.content_length() <= MESSAGE_LIMIT
        for item in view.walk_children():
            options = getattr(getattr(item, "item", None), "options", [])
            assert len(options) <= 25
            assert sum(option.default for option in options) <= 1
            assert len({option.value for option in options}) == len(options)


def test_lengths_of_time_are_said_in_the_units_people_use() -> None:
    said = {seconds: words.duration(t, seconds) for seconds in (0, 1, 60, 90, 3600, 86_400, 3 * 86_400 + 7200)}
    assert said == {
        0: "no limit",
        1: "1 second",
        60: "1 minute",
        90: "1 minute 30 seconds",
        3600: "1 hour",
        86_400: "1 day",
        3 * 86_400 + 7200: "3 days 2 hours",
    }


def test_a_random_walk_reaches_every_value_of_every_option() -> None:
    chance = random.Random(1)
    reached: dict[str, set[str]] = {key: set() for key in KEYS}
    chosen = Settings()
    for _ in range(3_000):
        key = chance.choice(KEYS)
        chosen = changed(chosen, key, str(chance.choice(values(key, chosen))))
        for each in KEYS:
            reached[each].add(str(value(each, chosen)))
    assert all(reached[key] >= {str(v) for v in values(key, chosen)} for key in KEYS)
