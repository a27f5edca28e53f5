"""Any position as players would see it, from text alone (``rummikub-bot render``, notation.md)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from engine.core.errors import Fault, IllegalAction
from engine.rummikub.lexing import SetName
from engine.rummikub.melds import Table
from engine.rummikub.notation import format_tiles, parse_play, parse_position
from engine.rummikub.tiles import DECK, Tile
from renderers.subjects import Board, BoardLabels, Name, Player, Rack

MOST_PLAYERS: Final = 6


def draw_position(
    position: str, labels: BoardLabels, *, players: str | None = None, last: str | None = None
) -> tuple[bytes, bytes]:
    """Board and rack as PNG.

    ``position``: ``TABLE / RACK``; ``players``: ``NAME:TILES,…``, the first of them on turn, up to six;
    ``last``: a play whose tiles are marked on the board. Raises :class:`IllegalAction` with the fault of what
    cannot be read (``syntax``, ``bad_position``, …).
    """
    found = parse_position(position)
    seats = parse_players(players) if players else ()
    pool = len(DECK) - len(found.table.tiles) - (sum(player.tiles for player in seats) or len(found.rack))
    marks: Mapping[int, Sequence[int]] = marks_of(last, found.table) if last else {}
    return Board(found.table, seats, max(0, pool), labels, marks).png(), Rack(found.rack).png()


def parse_players(text: str) -> tuple[Player, ...]:
    """``Ane:12,Jonas:3`` as players of whom the first is on turn; :class:`IllegalAction` (``bad_position``) else."""
    players: list[Player] = []
    for part in text.split(","):
        name, colon, tiles = part.rpartition(":")
        count = tiles.strip()
        if not colon or not (count.isascii() and count.isdigit()) or int(count) > len(DECK):
            raise IllegalAction(Fault.of("bad_position", why="players", players=part))
        players.append(Player(Name(name.strip(), f"#{len(players) + 1}"), int(count), on_turn=not players))
    if len(players) > MOST_PLAYERS:
        raise IllegalAction(Fault.of("bad_position", why="players", players=text))
    return tuple(players)


def marks_of(play: str, table: Table) -> Mapping[int, Sequence[int]]:
    """Set number -> indices of the tiles of ``play``, part by part in the set that holds most of the part's tiles.

    Raises :class:`IllegalAction` (``bad_position``) for tiles that do not lie there.
    """
    marks: defaultdict[int, list[int]] = defaultdict(list)
    for part in parse_play(play).parts:
        wanted = Counter(word.tile for word in part if not isinstance(word, SetName))
        named = [word.number for word in part if isinstance(word, SetName)]
        holders = [number for number in named if number in table] or list(table)
        if holders and wanted:
            best = max(holders, key=lambda number: _score(wanted, table[number].tiles, marks.get(number, ())))
            found = _indices(wanted, table[best].tiles, marks.get(best, ()))
            marks[best].extend(found)
            wanted -= Counter(table[best].tiles[i] for i in found)
        if wanted:
            raise IllegalAction(Fault.of("bad_position", why="last", tiles=format_tiles(wanted.elements())))
    return marks


def _score(wanted: Counter[Tile], tiles: Sequence[Tile], taken: Sequence[int]) -> tuple[int, int]:
    return len(_indices(wanted, tiles, taken)), -len(tiles)


def _indices(wanted: Counter[Tile], tiles: Sequence[Tile], taken: Sequence[int]) -> list[int]:
    left = wanted.copy()
    found: list[int] = []
    for i, tile in enumerate(tiles):
        if left[tile] > 0 and i not in taken:
            left[tile] -= 1
            found.append(i)
    return found
