"""Pictures: subjects go in, PNG bytes come out. Every word on a picture is handed in by the caller.

Drawing is pure and may be done in any thread or process; what is kept between calls are drawn tiles and letters.
"""

from renderers.subjects import (
    Board,
    BoardLabels,
    Name,
    Player,
    Rack,
    RackOrder,
    Reading,
    ReadingLabels,
    Reveal,
    ScoreLabels,
    Scores,
    Strip,
    Strips,
    Subject,
)

__all__ = [
    "Board",
    "BoardLabels",
    "Name",
    "Player",
    "Rack",
    "RackOrder",
    "Reading",
    "ReadingLabels",
    "Reveal",
    "ScoreLabels",
    "Scores",
    "Strip",
    "Strips",
    "Subject",
]
