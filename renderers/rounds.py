"""The end of a round: all racks revealed, and the scores of the match."""

from __future__ import annotations

from typing import Final

from engine.rummikub.views import RoundResult
from renderers import lettering
from renderers.canvas import Canvas
from renderers.layout import Box
from renderers.palette import Paint
from renderers.sprites import height_of
from renderers.subjects import Reveal, Scores

_WIDTH: Final = 1080
_EDGE: Final = 22
_TEXT: Final = 30
_HEAD: Final = 58
_TILE: Final = 56
_STEP: Final = 59
_PER_ROW: Final = 17
_ROW: Final = 52
_MOST_ROWS: Final = 12


def draw_reveal(reveal: Reveal) -> bytes:
    """The racks as PNG; the winners stand out."""
    result = reveal.result
    rows = [-(-len(rack) // _PER_ROW) for rack in result.racks]
    pitch = height_of(_TILE) + 12
    heights = [_HEAD + (row * pitch + 14 if row else 0) for row in rows]
    canvas = Canvas(_WIDTH, sum(heights) + (len(heights) + 1) * 12, Paint.BAR)
    y = 12
    for seat, high in enumerate(heights):
        box = Box(_EDGE, y, _WIDTH - 2 * _EDGE, high)
        _revealed(canvas, box, lettering.shown(reveal.names[seat]), result, seat)
        y += high + 12
    return canvas.png()


def _revealed(canvas: Canvas, box: Box, name: str, result: RoundResult, seat: int) -> None:
    won = seat in result.winners
    ground, ink = (Paint.GOLD, Paint.NIGHT) if won else (Paint.CHIP, Paint.CREAM)
    canvas.area(box, 14, Paint.BAR, Paint.CHIP)
    if won:
        canvas.panel(Box(box.x, box.y, box.width, _HEAD), 14, Paint.BAR, ground)
        if result.racks[seat]:
            canvas.rect(Box(box.x, box.y + _HEAD // 2, box.width, _HEAD // 2), ground)
    baseline, right = box.y + 41, box.right - 20
    right -= canvas.text((right, baseline), signed(result.scores[seat]), 36, ground, ink, anchor="right") + 24
    count = f"Σ {result.rack_points[seat]}"
    right -= canvas.text((right, baseline), count, 28, ground, ink if won else Paint.DIM, anchor="right") + 24
    canvas.text((box.x + 20, baseline), lettering.fit(name, 32, right - box.x - 20), 32, ground, ink)
    for i, tile in enumerate(sorted(result.racks[seat])):
        row, column = divmod(i, _PER_ROW)
        at = (box.x + 18 + column * _STEP, box.y + 70 + row * (height_of(_TILE) + 12))
        canvas.tile(at, tile, _TILE, ground=Paint.CHIP)


def draw_scores(scores: Scores) -> bytes:
    """The scores as PNG."""
    results, names, labels = scores.results, [lettering.shown(name) for name in scores.names], scores.labels
    shown = results[-_MOST_ROWS:]
    width = min(_WIDTH, 180 + 260 * len(names))
    canvas = Canvas(width, _EDGE * 2 + _ROW * (len(shown) + 2) + 16, Paint.BAR)
    first = 150
    column = (width - first - 2 * _EDGE) // len(names)
    rights = [_EDGE + first + (seat + 1) * column for seat in range(len(names))]
    totals = [sum(result.scores[seat] for result in results) for seat in range(len(names))]
    y = _EDGE + 36
    canvas.text((_EDGE + 16, y), lettering.fit(labels.round, 26, first - 20), 26, Paint.BAR, Paint.DIM)
    for seat, right in enumerate(rights):
        name = lettering.fit(names[seat], 26, column - 24)
        canvas.text((right, y), name, 26, Paint.BAR, Paint.CREAM, anchor="right")
    for row, result in enumerate(shown):
        box = Box(_EDGE, _EDGE + _ROW * (row + 1), width - 2 * _EDGE, _ROW)
        ground = Paint.CHIP if row % 2 == 0 else Paint.BAR
        canvas.panel(box, 10, Paint.BAR, ground)
        canvas.text((box.x + 16, box.y + 37), str(result.number), _TEXT, ground, Paint.DIM)
        for seat, right in enumerate(rights):
            ink = Paint.GOLD if seat in result.winners else Paint.CREAM
            canvas.text((right, box.y + 37), signed(result.scores[seat]), _TEXT, ground, ink, anchor="right")
    low = _EDGE + _ROW * (len(shown) + 1) + 10
    canvas.rect(Box(_EDGE, low, width - 2 * _EDGE, 3), Paint.DIM)
    canvas.text((_EDGE + 16, low + 42), lettering.fit(labels.total, 26, first - 20), 26, Paint.BAR, Paint.DIM)
    for total, right in zip(totals, rights, strict=True):
        ink = Paint.GOLD if total == max(totals) else Paint.CREAM
        canvas.text((right, low + 44), signed(total), 36, Paint.BAR, ink, anchor="right")
    return canvas.png()


def signed(points: int) -> str:
    """Points with their sign, as a table of scores shows them."""
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")
