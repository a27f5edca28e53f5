"""Names in any script: they are drawn as far as the fonts go, never raise, and never grow too wide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderers.bidi import visual
from renderers.lettering import drawable, fit, mask, width

HEBREW = "שלום"
ARABIC = "محمد"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ane", "Ane"),
        ("  Ane \n of   Oslo ", "Ane of Oslo"),
        ("🎉 Zoë 🎉", "🎉 Zoë 🎉"),
        ("👩🏽\u200d🚀\ufe0f", "👩🚀"),
        ("𝓐𝓷𝓮", "Ane"),
        ("Z̸͎a̵l̷g̶o̸", "Zalgo"),
        ("Ελένη Жанна", "Ελένη Жанна"),
        ("Ane 田", "Ane 田"),
        ("田中 さくら 김민준 王小明", "田中 さくら 김민준 王小明"),
        ("🎉🔥", "🎉🔥"),
        ("Ane ស", "Ane □"),
        ("សុខា", ""),
        ("🤖 Ada", "🤖 Ada"),
        ("\u202eenA\u200b", "enA"),
        ("", ""),
    ],
)
def test_a_name_is_shown_as_far_as_the_fonts_go(name: str, shown: str) -> None:
    assert drawable(name) == shown


@settings(max_examples=80)
@given(st.text(max_size=40), st.integers(60, 400))
def test_any_name_is_drawn_within_its_room(name: str, room: int) -> None:
    shown = fit(drawable(name), 32, room)
    assert width(shown, 32) <= room
    assert mask(shown, 32).width <= room + 3


def test_the_mark_of_a_computer_is_drawn() -> None:
    marked, plain = mask("🤖 Ada", 32), mask(" Ada", 32)
    assert marked.width > plain.width + 24
    assert sum(marked.coverage.tobytes()) > sum(plain.coverage.tobytes()) + 40_000


def test_a_long_name_ends_in_an_ellipsis() -> None:
    assert fit("Maximiliane von der Wiesenhütte", 32, 200).endswith("…")
    assert fit("Ane", 32, 200) == "Ane"


def test_left_to_right_text_stays_as_it_is() -> None:
    assert visual("Ane (12) + Zoë") == "Ane (12) + Zoë"


def test_hebrew_is_drawn_from_the_right_and_numbers_in_it_from_the_left() -> None:
    assert visual(HEBREW) == HEBREW[::-1]
    assert visual(f"{HEBREW} 12") == f"12 {HEBREW[::-1]}"
    assert visual(f"Ane {HEBREW} 12") == f"Ane 12 {HEBREW[::-1]}"
    assert visual(f"{HEBREW} Ane") == f"Ane {HEBREW[::-1]}"
    assert visual(f"({HEBREW})") == f"({HEBREW[::-1]})"


def test_arabic_letters_take_their_joined_forms() -> None:
    assert visual(ARABIC) == "\ufeaa\ufee4\ufea4\ufee3"
    assert visual("لا") == "\ufefb"
    assert visual("پ") == "\ufb56"
    assert visual("دد") == "\ufea9\ufea9", "dal does not join to the left"


@settings(max_examples=80)
@given(st.text(alphabet="aB1 (٣אבגمحل-.", max_size=12))
def test_no_letter_is_lost_in_reordering(text: str) -> None:
    assert len(visual(text)) >= len(text) - text.count("ل")
    assert sorted(ch for ch in visual(text) if ch in "aB1٣אבג") == sorted(ch for ch in text if ch in "aB1٣אבג")


@pytest.mark.parametrize("name", ["田 中", "🎉 🔥", "שלום 김"])
def test_a_blank_is_blank_in_every_script(name: str) -> None:
    """Not every font has a blank of its own."""
    apart, together = mask(name, 32), mask(name.replace(" ", ""), 32)
    assert apart.width > together.width
    assert sum(apart.coverage.tobytes()) == pytest.approx(sum(together.coverage.tobytes()), rel=0.02)
