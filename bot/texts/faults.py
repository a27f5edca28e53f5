"""Every fault in words: what is wrong, and what to do about it.

These are private answers. A sentence may quote what the member typed, so it never goes into a log or a channel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from bot.texts import Translator, quoted, safe_name
from engine.core.errors import Fault

Data = Mapping[str, Any]

LIMIT: Final = 1_500
"""Characters that all faults of one refusal may take together."""


def explain(t: Translator, fault: Fault) -> str:
    """One fault in words."""
    words = _WORDS.get(fault.code)
    if words is None:
        return t("That is not possible now ({code}).", code=fault.code)
    return words(t, fault.data)


def word(t: Translator, code: str) -> str:
    """A fault that has no data, in words."""
    return explain(t, Fault.of(code))


def explain_all(t: Translator, faults: Iterable[Fault]) -> list[str]:
    """All faults in words, each once; the last line says how many there was no room for."""
    lines = list(dict.fromkeys(explain(t, fault) for fault in _merged(faults)))
    kept: list[str] = []
    room = LIMIT
    for line in lines:
        room -= len(line) + 3
        if room < 0 and kept:
            kept.append(t.n("And {n} more thing.", "And {n} more things.", len(lines) - len(kept)))
            break
        kept.append(line)
    return kept


def _merged(faults: Iterable[Fault]) -> list[Fault]:
    """Tiles that are nowhere to be had are told in one sentence, where the first of them stood, and so are numbers that
    no tile has, and what else cannot be read.
    """
    merged: list[Fault | str] = []
    absent: list[str] = []
    unread: list[Fault] = []
    beyond: list[Fault] = []
    for fault in faults:
        if fault.code == "tile_not_available" and not fault.data.get("there") and not fault.data.get("source"):
            merged += [] if absent else ["absent"]
            absent.append(str(fault.data.get("tile", "?")))
        elif fault.code == "syntax" and fault.data.get("why") not in {"set_twice", "unknown_set"}:
            kind, those = ("beyond", beyond) if "number" in fault.data else ("unread", unread)
            merged += [] if those else [kind]
            those.append(fault)
        else:
            merged.append(fault)
    together = {
        "absent": Fault.of("tile_not_available", tile=" ".join(absent)),
        "unread": Fault.of("syntax", words=[dict(fault.data) for fault in unread]),
        "beyond": Fault.of("syntax", words=[dict(fault.data) for fault in beyond], number=""),
    }
    return [together[each] if isinstance(each, str) else each for each in merged]


def known() -> frozenset[str]:
    """The codes there are words for."""
    return frozenset(_WORDS)


def _code(text: object) -> str:
    """What was typed, or notation, shown as it is; nothing in it can mention or format."""
    return f"`{quoted(str(text), 200)}`"


def _codes(texts: Iterable[object]) -> str:
    return ", ".join(_code(text) for text in texts)


# --- what was typed ------------------------------------------------------------------------------------------


def _syntax(t: Translator, data: Data) -> str:
    text = _code(data.get("text", ""))
    match data.get("why"):
        case "set_twice":
            return t("{text} stands in your move twice. A set can be named only once.", text=text)
        case "unknown_set":
            return t("There is no set {text} on the table. The numbers stand above the sets on the board.", text=text)
        case _ if "number" in data:
            return t(
                "No tile has such a number: {words}. Tiles go from 1 to 13.",
                words=_codes(word.get("word", "") for word in data.get("words", [data])),
            )
        case _:
            return t(
                "I cannot read {words}. Tiles are a letter and a number, k r b o and 1 to 13: "
                "`r5`, `k10`; `J` is the joker, `r3-5` a run, `s3` a set on the table.",
                words=t(", ").join(_where(t, word) for word in data.get("words", [data])),
            )


def _where(t: Translator, data: Data) -> str:
    """A word that cannot be read, and where it stands."""
    return t("{text} (character {column})", text=_code(data.get("text", "")), column=data.get("column", 1))


def _too_long(t: Translator, data: Data) -> str:
    return t(
        "That is too long: a move has {limit} characters at most. Name only the sets that change.",
        limit=data.get("limit", 2000),
    )


def _ambiguous(t: Translator, data: Data) -> str:
    return t(
        "{set} can be read in several ways. Please write which one you mean: {readings}. "
        "`Jr5` says that the joker stands for red 5.",
        set=_code(data.get("set", "?")),
        readings=_codes(data.get("readings", ())),
    )


def _not_a_set(t: Translator, data: Data) -> str:
    which = _code(data.get("set", "?"))
    match data.get("why"):
        case "too_few":
            return t("{set} is too short: a set has at least three tiles.", set=which)
        case "repeated":
            return t("{set} is no set: the same tile is in it twice.", set=which)
        case "gap":
            return t("{set} is no run: a number is missing in between. Fill the gap or split it.", set=which)
        case "group_too_long":
            return t("{set} is no group: it has at most four tiles, each of another color.", set=which)
        case "run_too_long":
            return t("{set} is too long: a run goes from 1 to 13.", set=which)
        case "role":
            return t("In {set} the joker cannot stand for what you wrote or what is left for it.", set=which)
        case "no_tile":
            return t("{set} is no set: there has to be a tile beside the jokers.", set=which)
        case _:
            return t(
                "{set} is neither a group (one number in 3 or 4 colors) nor a run (numbers in a row in one color; "
                "1 never follows 13).",
                set=which,
            )


def _not_available(t: Translator, data: Data) -> str:
    tile = _code(data.get("tile", "?"))
    where, there = data.get("source"), data.get("there", 0)
    if where == "rack":
        return t("{tile}: you do not have that on your rack.", tile=tile)
    if where:
        return t("{tile} is not in set {set}.", tile=tile, set=_code(where))
    if not there:
        tiles = str(data.get("tile", "?")).split()
        return t.n(
            "{tiles} is neither on your rack nor on the table.",
            "{tiles} are neither on your rack nor on the table.",
            len(tiles),
            tiles=_codes(tiles),
        )
    return t.n(
        "You use {tile} {asked} times, but there is only {n}, on your rack and on the table together.",
        "You use {tile} {asked} times, but there are only {n}, on your rack and on the table together.",
        there,
        tile=tile,
        asked=data.get("asked", there + 1),
    )


def _loose(t: Translator, data: Data) -> str:
    tiles = _code(data.get("tiles", "?"))
    return t(
        "What is left of s{set} ({was}) is no set: {tiles} would lie loose. Use these tiles in another set, "
        "or take fewer.",
        set=data.get("set", "?"),
        was=_code(data.get("was", "?")),
        tiles=tiles,
    )


# --- opening and jokers --------------------------------------------------------------------------------------


def _opening_points(t: Translator, data: Data) -> str:
    return t(
        "Your first play has to be worth at least {needed} points, in new sets from your rack alone. "
        "This one is worth {points}.",
        needed=data.get("needed", 30),
        points=data.get("reached", 0),
    )


def _joker_locked(t: Translator, data: Data) -> str:
    return t(
        "s{set} ({was}) is locked by its joker: it may be extended, but its tiles and its joker stay as they are until "
        "somebody puts in the tile that the joker stands for.",
        set=data.get("set", "?"),
        was=_code(data.get("was", "?")),
    )


def _joker_not_replaced(t: Translator, data: Data) -> str:
    tiles = str(data.get("tiles", "?")).split()
    needed = data.get("needed", 1)
    which = {"set": data.get("set", "?"), "was": _code(data.get("was", "?")), "tiles": _codes(tiles)}
    if data.get("where") == "rack":
        return t.n(
            "The joker in s{set} ({was}) may only move when you play the tile it stands for from your rack: {tiles}.",
            "The joker in s{set} ({was}) may only move when you play {n} of the tiles it stands for from your rack: "
            "{tiles}.",
            needed,
            **which,
        )
    return t.n(
        "The joker in s{set} ({was}) may only move when the tile it stands for is put in: {tiles}.",
        "The joker in s{set} ({was}) may only move when {n} of the tiles it stands for are put in: {tiles}.",
        needed,
        **which,
    )


def _joker_reuse(t: Translator, data: Data) -> str:
    which = {"set": data.get("set", "?"), "was": _code(data.get("was", "?")), "to": _code(data.get("to", "?"))}
    match data.get("reuse"):
        case "another_set":
            return t("The joker from s{set} ({was}) has to go into another set, not into {to}.", **which)
        case "new_set_from_rack":
            return t("The joker from s{set} ({was}) has to go into a new set from your rack, not into {to}.", **which)
        case _:
            return t(
                "The joker from s{set} ({was}) has to go into a new set, not into {to}, which continues an old one.",
                **which,
            )


# --- turns ---------------------------------------------------------------------------------------------------


def _plain(words: Callable[[Translator], str]) -> Callable[[Translator, Data], str]:
    return lambda t, _: words(t)


def _exists(t: Translator, data: Data) -> str:
    link = ""
    if data.get("message") is not None and data.get("channel") is not None:
        link = f" <#{data['channel']}>"
    return t("There is a rematch already: game #{match}{link}. Join it there.", match=data.get("match", "?"), link=link)


def _no_game(t: Translator, data: Data) -> str:
    if data.get("lobby"):
        return t(
            "Game #{match} has not begun yet: it starts when all seats are taken or the host presses Start.",
            match=data["lobby"],
        )
    if data.get("over"):
        return t("No game is over here yet. While one is played it has no record, for that names every tile.")
    if data.get("seated"):
        return t("You are not in a game here. `/rummikub start` opens one, `/rummikub games` shows those there are.")
    return t("There is no game here. `/rummikub start` opens one.")


def _seat_gone(t: Translator, data: Data) -> str:
    match data.get("why"):
        case "left":
            why = t("You had left game #{match}", match=data.get("match", "?"))
        case "waited":
            why = t("The others had waited for you in game #{match} for a day", match=data.get("match", "?"))
        case _:
            why = t("You were away from game #{match}", match=data.get("match", "?"))
    lines = [t("{why}, and **{name}** plays on in your seat.", why=why, name=safe_name(str(data.get("name", "?"))))]
    if asked_by := data.get("asked_by"):
        by = safe_name(str(asked_by))
        decided = data.get("moderator")
        lines.append(t("The moderator **{by}** decided it.", by=by) if decided else t("**{by}** asked for it.", by=by))
    lines.append(
        t(
            "You can look on with `/rummikub board`, take a seat that becomes free with `/rummikub replace`, or open "
            "another game with `/rummikub start`."
        )
    )
    return " ".join(lines)


def _bad_position(t: Translator, data: Data) -> str:
    match data.get("why"):
        case "players":
            return t("`{players}` is no list of players: NAME:TILES, up to six.", players=data.get("players", ""))
        case "copies":
            return t(
                "That is no possible position, for there are only two of each: {tiles}.", tiles=data.get("tiles", "")
            )
        case "slash":
            return t("One `/` has to stand between the table and the rack: `r3-7; r10 b10 k10 / r5 b8 J`.")
        case "last":
            return t("These tiles do not lie on the table: {tiles}.", tiles=data.get("tiles", ""))
        case _:
            return t("That is no possible position: `TABLE / RACK`, each tile at most twice.")


_WORDS: Final[Mapping[str, Callable[[Translator, Data], str]]] = {
    "syntax": _syntax,
    "too_long": _too_long,
    "ambiguous_joker": _ambiguous,
    "nothing_played": _plain(lambda t: t("A play has to add at least one tile from your rack. Add one, or draw.")),
    "not_a_set": _not_a_set,
    "tile_not_available": _not_available,
    "loose_tiles": _loose,
    "opening_points": _opening_points,
    "opening_touches_table": _plain(
        lambda t: t(
            "In your first play you cannot use the sets on the table yet. Lay new sets from your rack alone; "
            "from your next turn on the table is yours too."
        )
    ),
    "joker_locked": _joker_locked,
    "joker_not_replaced": _joker_not_replaced,
    "joker_reuse": _joker_reuse,
    "not_your_turn": _plain(lambda t: t("It is not your turn. You are pinged when it is.")),
    "paused": _plain(
        lambda t: t(
            "This game is paused, for nobody is here: no time runs, and nobody is pinged. **Resume** under the table, "
            "or **I'm back** under your rack (`/rummikub rack`), goes on with it."
        )
    ),
    "away": _plain(
        lambda t: t(
            "You are away from this game, so your turns pass by drawing. **I'm back** under the table, or under your "
            "rack (`/rummikub rack`), ends that."
        )
    ),
    "left": _plain(lambda t: t("You have left this game, so it goes on without you.")),
    "pass_not_allowed": _plain(
        lambda t: t("You can pass only when the pool is empty. Play at least one tile, or draw one.")
    ),
    "pool_empty": _plain(lambda t: t("The pool is empty, so there is nothing to draw. Play, or pass.")),
    "round_over": _plain(lambda t: t("This game is over. `Rematch` under its result or `/rummikub start` goes on.")),
    "not_seated": _plain(
        lambda t: t("You are not playing in this game. `/rummikub games` shows the ones you can join.")
    ),
    "seat_gone": _seat_gone,
    "not_begun": _plain(lambda t: t("This game has not begun yet. It starts when its host presses Start.")),
    "out_of_date": _plain(
        lambda t: t("That is out of date: the game has moved on, and nothing was done. Here is how it stands now.")
    ),
    "unknown_match": lambda t, data: t(
        "There is no game #{match} in this server, or its channel or thread is deleted or hidden from you: then only "
        "who plays in it is shown it. `/rummikub games` shows the ones that are open.",
        match=data.get("match", "?"),
    ),
    "no_game": _no_game,
    "bot_member": _plain(lambda t: t("Bots cannot play here.")),
    "already_voted": _plain(
        lambda t: t("You have asked for the end of this game already. It ends when all who play agree.")
    ),
    "no_hints": _plain(lambda t: t("This game is played without hints, as its rules say.")),
    "no_picking": _plain(
        lambda t: t("This game is played without picking tiles, as its rules say. Type your move with `Play`.")
    ),
    # --- players who are not there ---
    "not_away": _plain(lambda t: t("You are not away, so everything is well: your turns are yours.")),
    "came_back": _plain(lambda t: t("You were away and are back now. Here is how the game stands.")),
    "no_rack": _plain(lambda t: t("That seat was left in an earlier round, so nobody can play on in it.")),
    "seat_not_free": _plain(
        lambda t: t(
            "Nobody else can play on in that seat: its player is not away. A player is away after missing two turns "
            "in a row, or, without a clock, after keeping the others waiting for a day."
        )
    ),
    "handover_pending": _plain(
        lambda t: t("Somebody else is proposed for a seat of this game already. The players have to decide that first.")
    ),
    "no_handover": _plain(lambda t: t("There is nothing to agree to any more. The table shows how the game stands.")),
    "nothing_to_agree": _plain(
        lambda t: t("There is nothing to agree to any more. The table shows how the game stands.")
    ),
    "already_agreed": _plain(lambda t: t("You have agreed already. The others have to decide now.")),
    "last_member": _plain(lambda t: t("One member at least has to stay in the game. `/rummikub end` ends it.")),
    "own_seat": _plain(lambda t: t("That is about your own seat. It stays yours as soon as you play on.")),
    # --- lobbies ---
    "barred": _plain(lambda t: t("The host has taken you out of this game. `/rummikub start` opens another one.")),
    "host_stays": _plain(lambda t: t("The host cannot be taken out. **Leave** hands the game to the next member.")),
    "too_many_lobbies": lambda t, data: t(
        "You have {limit} games waiting for players already. Start or cancel one of them first.",
        limit=data.get("limit", "?"),
    ),
    "too_many_games": lambda t, data: t(
        "You sit in {limit} games already, and that is as many as I can keep apart for you. "
        "Play one to its end or leave one first.",
        limit=data.get("limit", "?"),
    ),
    "channel_full": lambda t, data: t(
        "There are {limit} games in this channel already. Please open this one in another channel or in a thread.",
        limit=data.get("limit", "?"),
    ),
    "already_joined": _plain(lambda t: t("You have joined this game already. It begins when the host presses Start.")),
    "lobby_full": _plain(lambda t: t("All seats of this game are taken. `/rummikub start` opens another one.")),
    "lobby_closed": _plain(
        lambda t: t("This game has begun or was closed. `/rummikub games` shows the ones there are.")
    ),
    "too_few_players": lambda t, data: t(
        "At least {least} players are needed. Wait until somebody joins, or add a computer with **Computers**.",
        least=data.get("least", 2),
    ),
    "not_host": _plain(lambda t: t("Only the host of the game or a moderator can do that.")),
    "seats_taken": lambda t, data: t(
        "{taken} players have joined already, so the game cannot have fewer seats.", taken=data.get("taken", "?")
    ),
    "no_record": _plain(
        lambda t: t("A game that was ended early has no record: it would tell of tiles that were never shown.")
    ),
    "not_over": _plain(lambda t: t("This game is not over yet.")),
    "rematch_exists": _exists,
    # --- reading files and positions ---
    "bad_position": _bad_position,
    "bad_record": lambda t, data: t("The record is damaged in line {line}.", line=data.get("line", "?")),
}
