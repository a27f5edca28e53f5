"""Pictures: views go in, PNG bytes come out. Every word on a picture is handed in by the caller.

All functions are pure and may run in any thread; what they keep between calls are drawn tiles and letters.
"""

from renderers.arrange import RackOrder
from renderers.board import BoardLabels, Player, board_picture, draw_board
from renderers.command import draw_position
from renderers.lettering import drawable
from renderers.rack import rack_picture
from renderers.rounds import ScoreLabels, reveal_picture, scores_picture
from renderers.strips import Strip, melds_picture
from renderers.understanding import ReadingLabels, understanding_picture

__all__ = [
    "BoardLabels",
    "Player",
    "RackOrder",
    "ReadingLabels",
    "ScoreLabels",
    "Strip",
    "board_picture",
    "draw_board",
    "draw_position",
    "drawable",
    "melds_picture",
    "rack_picture",
    "reveal_picture",
    "scores_picture",
    "understanding_picture",
]
