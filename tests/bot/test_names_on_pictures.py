"""Names on pictures: what no font can draw gives way to words (issue 2, point 13)."""

from __future__ import annotations

import pytest

from bot.texts import translator
from bot.ui.pictures import called
from renderers import lettering


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ane", "Ane"), ("🎉🔥", "🎉🔥"), ("田中", "田中"), ("សុខា", "Player 2"), ("\u200b", "?")],
)
def test_a_name_that_cannot_be_drawn_gives_way_to_the_number_of_the_seat(name: str, shown: str) -> None:
    assert [lettering.shown(each) for each in called(translator("en"), ["Ben", name])] == ["Ben", shown]
