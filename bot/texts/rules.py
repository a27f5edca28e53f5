"""The rules of one game in words, made from its ruleset."""

from __future__ import annotations

from bot.services.settings import Assist, Settings
from bot.texts import Translator
from bot.texts import options as option_words
from engine.rummikub.ruleset import (
    JokerFreeing,
    JokerGroupOfThree,
    JokerOpeningValue,
    JokerReplacementFrom,
    JokerReuse,
    JokerSets,
    MatchWinner,
    OpeningTurn,
    PoolEmpty,
    Ruleset,
)


def heading(t: Translator, match_id: int | None, ruleset: Ruleset) -> str:
    """The first lines: whose rules these are and how they differ from the preset."""
    title = (
        t("## Rules of game #{number}", number=match_id)
        if match_id is not None
        else t("## {preset}", preset=option_words.preset(t, ruleset.name))
    )
    lines = [title, option_words.summary(t, ruleset)]
    changed = option_words.differences(t, ruleset)
    if match_id is not None:
        lines += [f"-# • {line}" for line in changed] or ["-# " + t("Nothing was changed in this preset.")]
    return "\n".join(lines)


def sections(t: Translator, ruleset: Ruleset) -> list[str]:
    """The rules, a heading and its lines each; all of them together fit one message."""
    return [
        _aim(t, ruleset),
        _turn(t, ruleset),
        _opening(t, ruleset),
        _jokers(t, ruleset),
        _end(t, ruleset),
        _match(t, ruleset),
    ]


def aids(t: Translator, settings: Settings) -> str:
    """What the bot helps with at this table."""
    return _section(
        option_words.topic(t, "aids"),
        [
            t("Hints are allowed: `/rummikub hint`. All are told at the end of a round how many were used.")
            if settings.hints
            else t("There are no hints."),
            {
                Assist.FULL: t("Pick tiles from your rack and I show how they can be laid; or type your move."),
                Assist.CHECK: t("Pick tiles from your rack and I say whether they can be laid, but not how."),
                Assist.NONE: t("Moves are typed; tiles cannot be picked."),
            }[settings.assist],
        ],
    )


def _section(heading: str, lines: list[str]) -> str:
    return "\n".join([f"**{heading}**", *(f"- {line}" for line in lines if line)])


def _aim(t: Translator, ruleset: Ruleset) -> str:
    return _section(
        t("Tiles and sets"),
        [
            t("104 tiles, 1 to 13 in four colors, each twice, and two jokers. Be the first to lay all of yours."),
            t("A **group** is three or four tiles of one value in different colors."),
            t("A **run** is three or more consecutive tiles of one color; the 1 is low only."),
            t("Each player gets 14 tiles (12 with five players, 10 with six). The highest tile drawn starts."),
            t("Whoever is dealt two equal tiles exchanges one of them.") if ruleset.exchange_duplicates else "",
        ],
    )


def _turn(t: Translator, ruleset: Ruleset) -> str:
    lines = [
        t("Lay at least one tile from your rack, or draw one tile; then it is the next player's turn."),
        t(
            "Everything on the table is everybody's: extend, split and rebuild sets as you like, so long as all are "
            "right at the end and nothing goes back to a rack."
        ),
        t("You may pass only when the pool is empty."),
    ]
    if ruleset.misplay_penalty:
        penalty = option_words.said(t, "misplay_penalty", ruleset.misplay_penalty)
        lines.append(t("A play against the rules: {penalty}.", penalty=penalty))
    else:
        lines.append(t("A play against the rules changes nothing: you are told why and try again."))
    if ruleset.turn_seconds:
        time = option_words.duration(t, ruleset.turn_seconds)
        idle, begun = (
            option_words.said(t, key, getattr(ruleset, key))
            for key in ("timeout_penalty_idle", "timeout_penalty_started")
        )
        lines.append(
            t("A turn lasts {time}. Whoever lets it run out {idle}.", time=time, idle=idle)
            if idle == begun
            else t(
                "A turn lasts {time}. Whoever lets it run out {idle}; with a play begun: {begun}.",
                time=time,
                idle=idle,
                begun=begun,
            )
        )
    else:
        lines.append(t("There is no clock: take your time."))
    return _section(t("Your turn"), lines)


def _opening(t: Translator, ruleset: Ruleset) -> str:
    lines: list[str] = []
    if ruleset.opening_points:
        lines.append(
            t.n(
                "Your first sets come from your rack alone and are worth {n} point or more together.",
                "Your first sets come from your rack alone and are worth {n} points or more together.",
                ruleset.opening_points,
            )
        )
        lines.append(
            t("A joker counts as the tile it stands for.")
            if ruleset.joker_opening_value is JokerOpeningValue.ROLE
            else t("A joker counts nothing in them.")
        )
    else:
        lines.append(t("Your first sets come from your rack alone; they may be worth anything."))
    lines.append(
        t("Once they lie there, you may go on with the sets on the table in the same turn.")
        if ruleset.opening_turn is OpeningTurn.THEN_FREE
        else t("You use the sets on the table from your next turn on.")
    )
    return _section(t("Opening"), lines)


def _jokers(t: Translator, ruleset: Ruleset) -> str:
    lines = [t("A joker stands for one tile of its set; in a group of three for either missing color.")]
    if ruleset.joker_freeing is JokerFreeing.ANY:
        lines.append(t("It may leave its set whenever all sets are right at the end."))
    else:
        lines.append(
            t("It may leave its set only when the tile it stands for is put in, from your rack.")
            if ruleset.joker_replacement_from is JokerReplacementFrom.RACK
            else t("It may leave its set only when the tile it stands for is put in, from your rack or the table.")
        )
        lines.append(
            t("In a group of three, one of the two missing colors is enough.")
            if ruleset.joker_group_of_three is JokerGroupOfThree.EITHER
            else t("In a group of three, both missing colors are needed.")
        )
    if ruleset.joker_sets is JokerSets.LOCKED:
        lines.append(t("While a joker is in a set, the set may only be added to."))
    lines.append(
        {
            JokerReuse.ANYWHERE: t("A joker that left its set may go anywhere, in the same turn."),
            JokerReuse.ANOTHER_SET: t("A joker that left its set goes into another set, in the same turn."),
            JokerReuse.NEW_SET: t("A joker that left its set goes into a new set, in the same turn."),
            JokerReuse.NEW_SET_FROM_RACK: t(
                "A joker that left its set goes into a new set with tiles from your rack only, in the same turn."
            ),
        }[ruleset.joker_reuse]
    )
    return _section(t("Jokers"), lines)


def _end(t: Translator, ruleset: Ruleset) -> str:
    return _section(
        t("End of a round"),
        [
            t("Whoever has no tile left wins. The others lose what is on their racks, the winner gets all of that."),
            t(
                "A joker on a rack counts {points}.",
                points=option_words.said(t, "joker_rack_value", ruleset.joker_rack_value),
            ),
            t("When the pool is empty, play goes on; the round ends when all have passed in a row.")
            if ruleset.pool_empty is PoolEmpty.PLAY_ON
            else t("When the pool is empty, the round ends with the first player who does not play."),
            t("Then the lowest rack wins, and the others lose the difference to it."),
            t("Everybody is told when somebody has one tile left.") if ruleset.announce_last_tile else "",
        ],
    )


def _match(t: Translator, ruleset: Ruleset) -> str:
    if ruleset.match_rounds == 1:
        return _section(t("Match"), [t("One round.")])
    lines = [option_words.length(t, ruleset).capitalize() + "."]
    if ruleset.match_target:
        lines.append(t("The round in which somebody reaches the target score is the last."))
    lines.append(
        t("Most points win.")
        if ruleset.match_winner is MatchWinner.POINTS
        else t("Most rounds won win; if that is equal, most points.")
    )
    return _section(t("Match"), lines)
