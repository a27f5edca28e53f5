"""How to play here, page by page, with examples to be drawn."""

from __future__ import annotations

from dataclasses import dataclass

from bot.texts import Translator

PAGES = ("start", "typing", "table", "jokers", "aids", "commands")


@dataclass(frozen=True)
class Example:
    """A line of a picture: what it shows, sets and loose tiles in the notation, whether they are right."""

    caption: str
    sets: tuple[str, ...]
    legal: bool | None = None
    marked: str = ""
    """Tiles to mark, as those that came from the rack."""


@dataclass(frozen=True)
class Page:
    """A page of the help; at most 3,000 characters."""

    title: str
    text: str
    examples: tuple[Example, ...] = ()


def page(t: Translator, name: str) -> Page:
    """The page of this name, one of :data:`PAGES`."""
    return {
        "start": _start,
        "typing": _typing,
        "table": _table,
        "jokers": _jokers,
        "aids": _aids,
        "commands": _commands,
    }[name](t)


def more(t: Translator) -> str:
    """In the select of pages."""
    return t("More help: typing moves, the table, jokers, …")


def _lines(*lines: str) -> str:
    return "\n".join(lines)


def _start(t: Translator) -> Page:
    return Page(
        t("How a game goes"),
        _lines(
            t("1. `/rummikub start` opens a game. Others press **Join**; the host presses **Start**."),
            t("2. **My rack** under the table shows your tiles, only to you, at any time."),
            t("3. When it is your turn you are pinged. Press **Play** and type your sets, or press **Draw**."),
            t("4. Your first sets come from your rack alone and are worth 30 points together, or as agreed."),
            t("5. Later you use everything on the table: add, split, rebuild. At the end every set must be right."),
            t("6. Whoever has no tile left wins."),
            "",
            t("A wrong move changes nothing: I tell you privately what is wrong, and you edit it and send it again."),
            "",
            t(
                "Nobody there? `/rummikub start computers:2` seats computers, marked with 🤖. Games of one person "
                "against computers do not count for the leaderboard."
            ),
        ),
        (
            Example(t("A group: one value, different colors"), ("k10 r10 b10", "r7 b7 o7 k7"), legal=True),
            Example(t("A run: one color in sequence"), ("r3-6", "o11-13"), legal=True),
            Example(t("No sets: red twice, 1 after 13"), ("r8 r8 k8", "b12 b13 b1"), legal=False),
        ),
    )


def _typing(t: Translator) -> Page:
    return Page(
        t("How to type tiles and sets"),
        _lines(
            t("A tile is a letter and a number: `r` red, `b` blue, `k` black, `o` orange. A joker is `J`."),
            "",
            t("`r3 r4 r5` – a set: its tiles with blanks between them, in any order"),
            t("`r3-7` – a run, short"),
            t("`10rbk` – a group, short: red, blue and black 10"),
            t("`r3-5; 10rbk` – two sets in one move, with `;` between them"),
            "",
            t("Capitals do not matter, blanks may be left out; `5r`, `y5` (yellow is orange), 🟥5 and `*` work too."),
            t("`/rummikub play` offers moves while you type: pick one and send it."),
        ),
        (
            Example("r5   b12   k1   o13   J", ("r5", "b12", "k1", "o13", "J")),
            Example("r3-7", ("r3-7",)),
            Example("10rbk", ("10rbk",)),
            Example("r3-5; 10rbk", ("r3-5", "10rbk")),
        ),
    )


def _table(t: Translator) -> Page:
    return Page(
        t("How to use the table"),
        _lines(
            t("Every set on the table has a number on the picture: `s1`, `s2`, …"),
            t("Type only the sets that are new or that change; everything else stays as it is."),
            "",
            t("`s3 r6` – red 6 goes to set 3"),
            t("`s3 s5` – sets 3 and 5 become one"),
            t("`k5 r5 b5` – a new set; a tile you do not have is taken from the table where that leaves right sets"),
            t("`r3-5; r5-7` – splits `r3-7` around your own red 5"),
            t("`k9@s2 r9 b9` – says that black 9 comes from set 2; `r9@rack` says from your rack"),
            "",
            t("It is all one move, and only how the table looks at the end counts. At least one tile must be yours."),
        ),
        (
            Example(t("Set 1 on the table"), ("k2-5",)),
            Example(t("You have r5 and b5: k5 r5 b5"), ("k2-4", "k5 r5 b5"), legal=True, marked="r5 b5"),
            Example(t("You have k6: s1 k6"), ("k2-6",), legal=True, marked="k6"),
        ),
    )


def _jokers(t: Translator) -> Page:
    return Page(
        t("Jokers"),
        _lines(
            t("`r3 J r5` – in a run the joker first fills the gap"),
            t("`J r5 r6` – is 4-5-6; `r5 r6 J` – is 5-6-7"),
            t("`r5 Jr6 Jr7` – says what a joker stands for; needed only where I ask, as for `r5 J J`"),
            t("`r5 Jk5 J` – says that it is a group of fives"),
            t("`k9-12; r7 J r9` – puts the black 11 in for the joker, and the joker into a new set"),
            "",
            t("When a joker may leave its set, and where it may go, depends on the rules you play: `/rummikub rules`."),
            t("A joker never goes back to a rack. One left on your rack at the end is expensive."),
        ),
        (
            Example(t("On the table; you have k11, r7 and r9"), ("k9 k10 J k12",)),
            Example(t("Your move: k9-12; r7 J r9"), ("k9-12", "r7 J r9"), legal=True, marked="k11 r7 r9"),
        ),
    )


def _aids(t: Translator) -> Page:
    return Page(
        t("Without typing, hints, drafts"),
        _lines(
            t("These buttons are under **My rack**, so far as the game is played with them:"),
            "",
            t(
                "**Pick tiles** – choose tiles from lists. I find how they can be laid with as little change to the "
                "table as possible; **Other way** shows another one, **Play it** lays them."
            ),
            t(
                "**Hint** – first whether there is a play, then which of your tiles go, then the play. It counts as "
                "one hint a turn, and at the end of the round all are told how many you used."
            ),
            t(
                "**Draft** – on your turn, put a move together step by step: **Add** sets, look at the picture, "
                "**Take back** the last step, **Send** all of it as one move. What you add to a set you have named "
                "before goes to the same set: `s1 r6` and then `s1 r7` is `s1 r6 r7`. To change a new "
                "set, take its step back."
            ),
            "",
            t("On the pictures, your tiles have a dark corner, and tiles that leave their set an arrow."),
            t("A draft is a play begun: if time runs out then, more tiles may be drawn, as the rules of the game say."),
        ),
    )


def _commands(t: Translator) -> Page:
    return Page(
        t("All commands"),
        _lines(
            t("`/rummikub start` – open a game, with all its rules to choose from"),
            t("`/rummikub start` `computers:` – play at once against computers, alone or with others"),
            t("`/rummikub play` `move:` – lay tiles"),
            t("`/rummikub draw` – draw a tile and end your turn"),
            t("`/rummikub pass` – end your turn when the pool is empty"),
            t("`/rummikub rack` – your tiles, only for you"),
            t("`/rummikub pick` – choose tiles from lists, and see how they can be laid"),
            t("`/rummikub hint` – whether there is a play, and which"),
            t("`/rummikub draft` – put a move together step by step"),
            t("`/rummikub board` – the table, only for you"),
            t("`/rummikub rules` – the rules of this game in words"),
            t("`/rummikub games` – the games that are open in this server"),
            t("`/rummikub leave` – leave a game; your rack stays out of play"),
            t("`/rummikub end` – end a game when all who are there agree"),
            t("`/rummikub replace` – somebody else or a computer plays on for who is away or has left"),
            t("`/rummikub reminders` – whether you are reminded before your time is up"),
            t("`/rummikub leaderboard`, `/rummikub stats` – who has won most, and how you did"),
            t("`/rummikub record` – a finished game as a file, move by move, to check or to keep"),
            t("`/rummikub privacy` – what I keep about you: get it, or have it erased"),
            "",
            t(
                "Who misses two turns in a row is away: the turns pass by drawing until **I'm back** is pressed. When "
                "nobody is there, the game waits."
            ),
            t("Several games can run side by side. If a command could mean several, I ask which one."),
        ),
    )
