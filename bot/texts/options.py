"""Every option of a game and every value it can have, in words."""

from __future__ import annotations

from typing import Any

from bot.services.options import AIDS, DAY, HOUR, MINUTE, PRESET, SEATS, differing, matters, value
from bot.services.settings import Settings
from bot.texts import Translator
from engine.rummikub.ruleset import PRESETS, Ruleset


def preset(t: Translator, name: str) -> str:
    """The name of a preset."""
    return {
        "official": t("Official rules"),
        "basque": t("Basque rules"),
        "lithuanian": t("Lithuanian rules"),
        "spanish": t("Spanish rules"),
    }[name]


def preset_about(t: Translator, name: str) -> str:
    """What a preset is like, in at most 50 characters: more is cut off on a phone."""
    return {
        "official": t("Jokers move freely, a minute a turn, one round"),
        "basque": t("Up to six, jokers are replaced, four rounds"),
        "lithuanian": t("As official, no clock, milder penalties"),
        "spanish": t("No twins dealt, jokers are replaced, no clock"),
    }[name]


def topic(t: Translator, name: str) -> str:
    """The heading of a page of options."""
    return {
        "table": t("Players, time and length"),
        "opening": t("Deal and opening"),
        "jokers": t("Jokers"),
        "penalties": t("Penalties"),
        "end": t("End of a round"),
        "aids": t("Help from the bot"),
    }[name]


def title(t: Translator, key: str) -> str:
    """What an option is called."""
    return {
        PRESET: t("Rules"),
        SEATS: t("Seats"),
        "max_players": t("Players"),
        "exchange_duplicates": t("Twins in the deal"),
        "opening_points": t("Points to open"),
        "joker_opening_value": t("Joker in the opening"),
        "opening_turn": t("Opening turn"),
        "joker_freeing": t("Taking a joker from its set"),
        "joker_replacement_from": t("The tile that replaces a joker"),
        "joker_group_of_three": t("Joker in a group of three"),
        "joker_sets": t("Sets with a joker"),
        "joker_reuse": t("Where a freed joker goes"),
        "turn_seconds": t("Time for a turn"),
        "timeout_penalty_started": t("Time is up with a play begun"),
        "timeout_penalty_idle": t("Time is up with nothing begun"),
        "misplay_penalty": t("Illegal play"),
        "joker_rack_value": t("Joker left on a rack"),
        "pool_empty": t("When the pool is empty"),
        "announce_last_tile": t("Last tile"),
        "match_rounds": t("Rounds"),
        "match_target": t("Target score"),
        "match_winner": t("Who wins the match"),
        "hints": t("Hints"),
        "assist": t("Picked tiles"),
    }[key]


def about(t: Translator, key: str) -> str:
    """What an option decides, in a sentence."""
    return {
        SEATS: t("The game starts by itself when so many have joined; the host can start it with fewer."),
        "exchange_duplicates": t("Whether two equal tiles in a hand just dealt are exchanged."),
        "opening_points": t("What your first sets, all from your own rack, must be worth together."),
        "joker_opening_value": t("What a joker counts in these first sets."),
        "opening_turn": t("Whether you may use the sets on the table in the same turn."),
        "joker_freeing": t("When a joker on the table may leave its set."),
        "joker_replacement_from": t("Where the tile that takes the joker's place may come from."),
        "joker_group_of_three": t("Which tiles free a joker in a group of three."),
        "joker_sets": t("What may be done to a set as long as a joker is in it."),
        "joker_reuse": t("What a joker that left its set may be used for in that turn."),
        "turn_seconds": t("After it the turn passes and tiles are drawn as a penalty."),
        "timeout_penalty_started": t("What is drawn when time runs out in the middle of a play."),
        "timeout_penalty_idle": t("What is drawn when time runs out and no play was begun."),
        "misplay_penalty": t("What a play against the rules costs. What I cannot read never costs anything."),
        "joker_rack_value": t("The points a joker costs whoever still has it at the end."),
        "pool_empty": t("How a round ends when there are no tiles left to draw."),
        "announce_last_tile": t("Whether all are told when somebody has one tile left."),
        "match_rounds": t("How many rounds make a match."),
        "match_target": t("The match ends with the round in which somebody reaches it."),
        "match_winner": t("What counts after several rounds."),
        "hints": t("Whether I show a player a play on request. How often is told to all when a round ends."),
        "assist": t("What I do for a player who picks tiles from the rack instead of typing."),
    }[key]


def said(t: Translator, key: str, chosen: Any) -> str:
    """A value of an option in words, in at most 40 characters: more is cut off on a phone."""
    match key, chosen:
        case ("turn_seconds", int()):
            return duration(t, chosen)
        case (("timeout_penalty_started" | "timeout_penalty_idle"), int()):
            return t.n("draws {n} tile", "draws {n} tiles", chosen) if chosen else t("costs nothing")
        case ("misplay_penalty", int()):
            return (
                t.n("draws {n} tile and the turn is lost", "draws {n} tiles and the turn is lost", chosen)
                if chosen
                else t("costs nothing: try again")
            )
        case (("opening_points" | "joker_rack_value"), int()):
            return t.n("{n} point", "{n} points", chosen) if chosen else t("nothing")
        case ("match_rounds", int()):
            return t.n("{n} round", "{n} rounds", chosen) if chosen else t("as many as it takes")
        case ("match_target", int()):
            return t.n("{n} point", "{n} points", chosen) if chosen else t("none")
        case ("seats", int()):
            return t.n("{n} player", "{n} players", chosen)
        case ("max_players", int()):
            return t("up to {n}", n=chosen)
        case ("preset", str()):
            return preset(t, chosen)
        case _:
            return _named(t, key, str(chosen))


def _named(t: Translator, key: str, chosen: str) -> str:
    return {
        ("exchange_duplicates", "False"): t("stay as dealt"),
        ("exchange_duplicates", "True"): t("one of two equal tiles is exchanged"),
        ("announce_last_tile", "False"): t("not announced"),
        ("announce_last_tile", "True"): t("announced to all"),
        ("joker_opening_value", "role"): t("counts as the tile it stands for"),
        ("joker_opening_value", "zero"): t("counts nothing"),
        ("opening_turn", "sets_only"): t("own sets only, the table from next turn"),
        ("opening_turn", "then_free"): t("own sets first, then also the table"),
        ("joker_freeing", "any"): t("if all sets are right at the end"),
        ("joker_freeing", "replace"): t("only when its tile takes its place"),
        ("joker_replacement_from", "rack"): t("from your rack"),
        ("joker_replacement_from", "rack_or_table"): t("from your rack or from the table"),
        ("joker_group_of_three", "either"): t("one of the two missing colors frees it"),
        ("joker_group_of_three", "both_colours"): t("both missing colors are needed"),
        ("joker_sets", "open"): t("may be rearranged as any other"),
        ("joker_sets", "locked"): t("may only be added to"),
        ("joker_reuse", "anywhere"): t("anywhere"),
        ("joker_reuse", "another_set"): t("another set than the one it came from"),
        ("joker_reuse", "new_set"): t("a new set"),
        ("joker_reuse", "new_set_from_rack"): t("a new set, the rest from your rack"),
        ("pool_empty", "play_on"): t("play goes on until all pass in a row"),
        ("pool_empty", "end_at_once"): t("ends with the first who does not play"),
        ("match_winner", "points"): t("most points"),
        ("match_winner", "rounds_won"): t("most rounds won, then points"),
        ("hints", "True"): t("allowed"),
        ("hints", "False"): t("none"),
        ("assist", "full"): t("I show ways to lay them, suggest plays"),
        ("assist", "check"): t("I only say whether they can be laid"),
        ("assist", "none"): t("tiles cannot be picked, moves are typed"),
    }[key, chosen]


def duration(t: Translator, seconds: int) -> str:
    """A length of time in the largest units that fit: ``90`` is ``1 minute 30 seconds``; 0 is no limit."""
    if not seconds:
        return t("no limit")
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    parts = [
        t.n("{n} day", "{n} days", days) if days else "",
        t.n("{n} hour", "{n} hours", hours) if hours else "",
        t.n("{n} minute", "{n} minutes", minutes) if minutes else "",
        t.n("{n} second", "{n} seconds", rest) if rest else "",
    ]
    return " ".join(part for part in parts if part)


def length(t: Translator, ruleset: Ruleset) -> str:
    """How long a match is: ``one round``, ``4 rounds``, ``until 200 points``, ``4 rounds or 200 points``."""
    rounds, target = ruleset.match_rounds, ruleset.match_target
    if rounds and target:
        return t("{rounds} or {points}", rounds=said(t, "match_rounds", rounds), points=said(t, "match_target", target))
    if target:
        return t("until {points}", points=said(t, "match_target", target))
    return t("one round") if rounds == 1 else said(t, "match_rounds", rounds)


def pace(t: Translator, ruleset: Ruleset) -> str:
    """How much time a turn has, as part of a line."""
    if not ruleset.turn_seconds:
        return t("no clock")
    return t("{time} a turn", time=duration(t, ruleset.turn_seconds))


def summary(t: Translator, ruleset: Ruleset) -> str:
    """One line: ``**Official rules** · one round · 1 minute a turn``."""
    return f"**{preset(t, ruleset.name)}** · {length(t, ruleset)} · {pace(t, ruleset)}"


def differences(t: Translator, ruleset: Ruleset) -> list[str]:
    """A line for every option that matters and is not as in the preset."""
    usual = PRESETS[ruleset.name]
    return [
        t(
            "{option}: **{chosen}** (usually: {usual})",
            option=title(t, key),
            chosen=said(t, key, getattr(ruleset, key)),
            usual=said(t, key, getattr(usual, key)),
        )
        for key in differing(ruleset)
    ]


def aids_changed(t: Translator, settings: Settings) -> list[str]:
    """A line for every help of the bot that is not as usual."""
    usual = Settings()
    return [
        t(
            "{option}: **{chosen}** (usually: {usual})",
            option=title(t, key),
            chosen=said(t, key, value(key, settings)),
            usual=said(t, key, value(key, usual)),
        )
        for key in AIDS
        if value(key, settings) != value(key, usual)
    ]


def explained(t: Translator, key: str, settings: Settings) -> str:
    """What stands above an option's choices: its name, what is usual where that is not chosen, what it decides."""
    head = f"**{title(t, key)}**"
    ruleset = settings.ruleset
    if key in differing(ruleset):
        usual = said(t, key, getattr(PRESETS[ruleset.name], key))
        head += " · " + t("usually: {usual}", usual=usual)
    elif key != SEATS and not matters(key, ruleset):
        head += " · " + t("has no effect with the other rules chosen")
    return f"{head}\n-# {about(t, key)}"


def chooser_heading(t: Translator, match_id: int) -> str:
    """Above the options that the host chooses from."""
    return t("### Game #{number} · options", number=match_id)


def chooser_hint(t: Translator) -> str:
    """Below them."""
    return t("-# Every change counts at once and shows in the lobby. Only you see this.")


def not_yours(t: Translator, *, begun: bool) -> str:
    """Above the rules, for whoever wanted to change them and may not."""
    if begun:
        return t("The options cannot be changed any more: the game has begun or was closed. These are its rules.")
    return t("Only the host of the game or a moderator can change the options. These are the rules as they are now.")


def another(t: Translator) -> str:
    """The choice that lets a number be typed."""
    return t("Another number …")


def number_wanted(t: Translator, low: int, high: int) -> str:
    """Beside the field a number is typed in."""
    return t("A number from {low} to {high}", low=low, high=high)


def in_seconds(t: Translator, low: int, high: int) -> str:
    """Beside the field a time is typed in."""
    return t("Seconds, from {low} to {high}; 0 is no limit", low=low, high=high)


def bad_number(t: Translator, low: int, high: int) -> str:
    """What was typed is no number that is allowed."""
    return t("That has to be a whole number from {low} to {high}. Nothing was changed.", low=low, high=high)
