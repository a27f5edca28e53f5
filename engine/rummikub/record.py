"""The record of a match as a text file (notation.md, "A record"): written by replaying, read by replaying.

Tagged headers, then one numbered line an action, with a line where a round is dealt (``*``: its number, the
seat that starts, the racks), where it ends (``=``) and where the match ends (``==``)::

    [Ruleset "basque"] #5b2f6e
    [Player1 "Ane"] #0c9a41
    * 1 2: k1 k1 ... | k4 r9 ... #...
    1. 2 play r3-5; b7 r7 o7 {12.5} #...
    2. 1 draw k7 {3} #...
    = 1 out -37 37 #...
    == finished -37 37: 2 #...

Seats count from 1; in braces stand the seconds since the turn began. Every line ends with six digits that
depend on it and on all lines before, so that a slip of the pen is found where it happened; whoever computes
them anew is found out by the replay and the commitment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import zip_longest
from typing import Final

from engine.core.chance import commitment
from engine.core.errors import Fault, IllegalAction
from engine.rummikub.actions import Action, Back, Draw, HandOver, Pass, Play, Resign, Stop, Stuck, Timeout
from engine.rummikub.events import MatchEnded, Misplayed, RoundBegan, RoundEnded
from engine.rummikub.match import MatchState, Step, apply, new_match
from engine.rummikub.ruleset import PRESETS, Ruleset
from engine.rummikub.tiles import Tile

GAME: Final = "rummikub"
_HEADER: Final = re.compile(r'\[(\w+) ("(?:[^"\\]|\\.)*")\]')
_ACTION: Final = re.compile(r"\d+\. (?P<seat>\d+) (?P<verb>\w+)(?: (?P<rest>.*))? \{(?P<seconds>-?\d+(?:\.\d+)?)\}")
_CHECKED: Final = re.compile(r"(?P<line>.*) #(?P<check>[0-9a-f]{6})")


@dataclass(frozen=True)
class Entry:
    """One action of a match, with the time handed to :func:`apply`."""

    seat: int
    action: Action
    at: datetime


@dataclass(frozen=True)
class Record:
    """A match as read; ``state`` is the last one."""

    ruleset: Ruleset
    players: tuple[str, ...]
    seed: str = field(repr=False)
    began: datetime
    entries: tuple[Entry, ...]
    state: MatchState


class BadRecord(IllegalAction):
    """A text is no record, or it was changed; ``line`` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(Fault.of("bad_record", line=line))
        self.line = line


def replay(ruleset: Ruleset, seats: int, seed: str, began: datetime, entries: Iterable[Entry]) -> Iterator[Step]:
    """The step that begins the match, then one for each entry; raises what :func:`apply` raises."""
    step = new_match(ruleset, seats, seed, began)
    yield step
    for entry in entries:
        step = apply(step.state, entry.seat, entry.action, entry.at)
        yield step


def write_record(
    *, ruleset: Ruleset, players: Sequence[str], seed: str, began: datetime, entries: Sequence[Entry]
) -> str:
    """The record of a match that is over; ``players``: a name for each seat.

    A record names every tile, also those of a round that was stopped. Raises :class:`ValueError` for a match
    that still goes on, because its seed gives the racks away, and what :func:`apply` raises.
    """
    steps = list(replay(ruleset, len(players), seed, began, entries))
    if steps[-1].state.phase != "over":
        raise ValueError("a match that goes on has no record")
    lines = _lines(ruleset, players, seed=seed, began=began, entries=entries, steps=steps)
    return "".join(f"{line}\n" for line in _checked(lines))


def read_record(text: str) -> Record:
    """The match a record tells, replayed; :class:`BadRecord` names the first line that is not as it was written."""
    given = [line.removesuffix("\r") for line in text.rstrip().split("\n")]
    lines = _unchecked(given)
    ruleset, players, seed, began, header_size = _read_headers(lines)
    try:
        steps = [new_match(ruleset, len(players), seed, began)]
    except ValueError as error:
        raise BadRecord(header_size) from error
    entries: list[Entry] = []
    for line in lines[header_size:]:
        if line.startswith(("*", "=")):
            continue
        try:
            entry = _read_entry(line, steps[-1].state)
            steps.append(apply(steps[-1].state, entry.seat, entry.action, entry.at))
        except (ValueError, OverflowError, IllegalAction):
            break  # the comparison comes to this line, or to one before that was changed as well
        entries.append(entry)
    written = _checked(_lines(ruleset, players, seed=seed, began=began, entries=entries, steps=steps))
    for number, (read, meant) in enumerate(zip_longest(given, written), start=1):
        if read != meant:
            raise BadRecord(number)
    if steps[-1].state.phase != "over":
        raise BadRecord(len(given) + 1)
    return Record(ruleset, players, seed, began, tuple(entries), steps[-1].state)


def _lines(
    ruleset: Ruleset,
    players: Sequence[str],
    *,
    seed: str,
    began: datetime,
    entries: Sequence[Entry],
    steps: Sequence[Step],
) -> Iterator[str]:
    """All lines without their checks; ``steps`` has the beginning and a step for each entry."""
    yield _header("Game", GAME)
    yield _header("Date", began.astimezone(UTC).isoformat())
    for number, name in enumerate(players, start=1):
        yield _header(f"Player{number}", name)
    yield _header("Ruleset", ruleset.name)
    usual = _options(_preset(ruleset.name))
    for option, value in _options(ruleset).items():
        if value != usual[option]:
            yield _header(option, value)
    yield _header("Commitment", commitment(seed))
    yield _header("Seed", seed)
    yield from _told(steps[0])
    for number, (entry, before, step) in enumerate(zip(entries, steps[:-1], steps[1:], strict=True), start=1):
        words = " ".join(_words(entry, step))
        seconds = _format_seconds(entry.at - before.state.turn_began)
        yield f"{number}. {entry.seat + 1} {words} {{{seconds}}}"
        yield from _told(step)


def _words(entry: Entry, step: Step) -> Iterator[str]:
    """What was done: a verb, its text and the tiles drawn."""
    action, first = entry.action, step.events[0]
    if isinstance(action, Play) and isinstance(first, Misplayed):
        yield "misplay"
        yield json.dumps(action.text, ensure_ascii=False)
    elif isinstance(action, Play):
        yield "play"
        yield from (event.play for event in step.events if event.kind == "played")
    else:
        yield _verb(action)
    if isinstance(action, Draw | Timeout) or isinstance(first, Misplayed):
        yield from map(str, step.state.seats[entry.seat].drawn)


def _verb(action: Action) -> str:
    match action:
        case Timeout(begun=True):
            return "timeout_begun"
        case Timeout(there=True):
            return "timeout_there"
        case _:
            return action.type


def _told(step: Step) -> Iterator[str]:
    """The lines of a round dealt, a round over and a match over."""
    for event in step.events:
        if isinstance(event, RoundBegan):
            racks = " | ".join(_tiles(seat.rack) or "-" for seat in step.state.seats)
            yield f"* {event.number} {event.opening_draw.starter + 1}: {racks}"
        elif isinstance(event, RoundEnded):
            yield f"= {event.result.number} {event.result.reason} {_numbers(event.result.scores)}"
        elif isinstance(event, MatchEnded):
            winners = _numbers(seat + 1 for seat in event.winners) or "-"
            yield f"== {event.reason} {_numbers(event.points)}: {winners}"


def _read_headers(lines: Sequence[str]) -> tuple[Ruleset, tuple[str, ...], str, datetime, int]:
    """Ruleset, players, seed, time of the beginning, and how many lines the headers take."""
    tags: dict[str, str] = {}
    for line in lines:
        if not (found := _HEADER.fullmatch(line)):
            break
        try:
            tags[found[1]] = json.loads(found[2])
        except ValueError as error:
            raise BadRecord(len(tags) + 1) from error
    size = len(tags)
    players = tuple(tags.pop(f"Player{n}") for n in range(1, len(tags) + 1) if f"Player{n}" in tags)
    try:
        began, name, seed = datetime.fromisoformat(tags.pop("Date")), tags.pop("Ruleset"), tags.pop("Seed")
        changed = {option: value for option, value in tags.items() if option in Ruleset.model_fields}
        ruleset = Ruleset.model_validate({**_preset(name).model_dump(), **changed, "name": name})
        began.astimezone(UTC)
    except (KeyError, ValueError, OverflowError) as error:
        raise BadRecord(size) from error
    return ruleset, players, seed, began, size


def _read_entry(line: str, state: MatchState) -> Entry:
    """The action of a line; tiles drawn are not read but compared with those the replay draws."""
    found = _ACTION.fullmatch(line)
    if not found:
        raise ValueError("not an action")
    rest = found["rest"] or ""
    action: Action
    match found["verb"]:
        case "play":
            action = Play(text=rest)
        case "misplay" if rest.startswith('"'):
            text, _ = json.JSONDecoder().raw_decode(rest)
            action = Play(text=text)
        case "draw":
            action = Draw()
        case "pass":
            action = Pass()
        case "timeout" | "timeout_begun" | "timeout_there" as verb:
            action = Timeout(turn=state.turn, begun=verb == "timeout_begun", there=verb == "timeout_there")
        case "resign":
            action = Resign()
        case "back":
            action = Back()
        case "hand_over":
            action = HandOver()
        case "stop":
            action = Stop()
        case "stuck":
            action = Stuck()
        case _:
            raise ValueError("not an action")
    return Entry(int(found["seat"]) - 1, action, state.turn_began + _read_seconds(found["seconds"]))


def _checked(lines: Iterable[str]) -> Iterator[str]:
    digest = ""
    for line in lines:
        digest = _digest(digest, line)
        yield f"{line} #{digest[:6]}"


def _unchecked(given: Iterable[str]) -> list[str]:
    lines: list[str] = []
    digest = ""
    for number, line in enumerate(given, start=1):
        found = _CHECKED.fullmatch(line)
        digest = _digest(digest, found["line"] if found else "")
        if not found or found["check"] != digest[:6]:
            raise BadRecord(number)
        lines.append(found["line"])
    return lines


def _digest(before: str, line: str) -> str:
    return sha256(f"{before}{line}".encode(errors="surrogatepass")).hexdigest()


def _header(tag: str, value: str) -> str:
    return f"[{tag} {json.dumps(value, ensure_ascii=False)}]"


def _preset(name: str) -> Ruleset:
    return dict(PRESETS).get(name, Ruleset())


def _options(ruleset: Ruleset) -> dict[str, str]:
    options = ruleset.model_dump(mode="json", exclude={"name"})
    return {option: value if isinstance(value, str) else json.dumps(value) for option, value in options.items()}


def _tiles(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _format_seconds(time: timedelta) -> str:
    """Exact to the microsecond, without idle zeros."""
    micros = time // timedelta(microseconds=1)
    whole, part = divmod(abs(micros), 1_000_000)
    digits = f".{part:06d}".rstrip("0") if part else ""
    return f"{'-' if micros < 0 else ''}{whole}{digits}"


def _read_seconds(text: str) -> timedelta:
    whole, _, part = text.lstrip("-").partition(".")
    micros = int(whole) * 1_000_000 + int(part.ljust(6, "0")[:6])
    return timedelta(microseconds=-micros if text.startswith("-") else micros)
