"""The colors: they fit an indexed PNG and can be told apart and read."""

from __future__ import annotations

import pytest

from renderers import palette
from renderers.palette import INKS, RGB, Paint


def luminance(color: RGB) -> float:
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Paint, b: Paint) -> float:
    low, high = sorted((luminance(a.value), luminance(b.value)))
    return (high + 0.05) / (low + 0.05)


def test_the_palette_fits_an_indexed_png_and_holds_every_named_color() -> None:
    assert len(palette.COLORS) <= 256
    assert {paint.value for paint in Paint} <= set(palette.COLORS)


@pytest.mark.parametrize("face", [Paint.IVORY, Paint.MARKED])
@pytest.mark.parametrize("ink", [*INKS, Paint.JOKER])
def test_numbers_stand_out_from_their_tile(face: Paint, ink: Paint) -> None:
    assert contrast(face, ink) >= 3, "WCAG's least contrast for large text"


@pytest.mark.parametrize(
    ("ground", "ink"),
    [(Paint.FELT, Paint.MINT), (Paint.BAR, Paint.DIM), (Paint.CHIP, Paint.CREAM), (Paint.GOLD, Paint.NIGHT)],
)
def test_words_stand_out_from_their_ground(ground: Paint, ink: Paint) -> None:
    assert contrast(ground, ink) >= 4


def test_a_ramp_leads_from_ground_to_ink() -> None:
    ramp = palette.ramp(Paint.IVORY, Paint.BLUE)
    assert len(ramp) == 256
    assert (palette.COLORS[ramp[0]], palette.COLORS[ramp[255]]) == (Paint.IVORY.value, Paint.BLUE.value)
    reds = [palette.COLORS[i][0] for i in ramp]
    assert reds == sorted(reds, reverse=True)
