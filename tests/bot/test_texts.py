"""Words: languages, plurals, and names that cannot do harm."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

import bot.texts as texts
from bot.texts import clean_name, faults, quoted, safe_name, translator
from bot.texts.commands import CommandWords
from engine.core.errors import IllegalAction
from engine.rummikub.notation import parse_play

CATALOG = """\
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "It is {name}'s turn."
msgstr "{name} ist am Zug."

msgid "Pool"
msgstr "Vorrat"

msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "{n} Stein"
msgstr[1] "{n} Steine"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> texts.Translator:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(CATALOG, encoding="utf-8")
    monkeypatch.setattr(texts, "_LOCALES", tmp_path)
    monkeypatch.setattr(texts, "LANGUAGES", ("en", "de"))
    texts._translator.cache_clear()
    return translator(discord.Locale.german)


def test_a_catalog_gives_the_words_and_its_own_plurals(german: texts.Translator) -> None:
    assert german("It is {name}'s turn.", name="Anna") == "Anna ist am Zug."
    assert [german.n("{n} tile", "{n} tiles", n) for n in (1, 2)] == ["1 Stein", "2 Steine"]


def test_what_is_not_translated_stays_english(german: texts.Translator) -> None:
    assert german("Not in the catalog.") == "Not in the catalog."


@pytest.mark.asyncio
async def test_descriptions_of_commands_come_from_the_same_catalog(german: texts.Translator) -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    payload = await app_commands.Group(name="tiles", description="Pool").get_translated_payload(tree, CommandWords())
    assert payload["description_localizations"] == {"de": "Vorrat"}


def _said(tree: ast.AST) -> Iterator[ast.expr]:
    """The messages handed to a translator in this module."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="t"), args=[message, *_]):
                yield message
            case ast.Call(func=ast.Attribute(value=ast.Name(id="t"), attr="n"), args=[one, many, *_]):
                yield from (one, many)


def test_every_message_is_a_literal_so_that_it_can_be_extracted() -> None:
    found = 0
    for path in (Path(texts.__file__).parents[1]).rglob("*.py"):
        for message in _said(ast.parse(path.read_text(encoding="utf-8"))):
            found += 1
            assert isinstance(message, ast.Constant), f"{path.name}:{message.lineno}"
    assert found > 100


@pytest.mark.parametrize("locale", ["en-US", "xx", None, discord.Locale.japanese])
def test_english_is_the_fallback(locale: object) -> None:
    t = translator(locale)
    assert t.language == "en"
    assert [t.n("{n} tile", "{n} tiles", n) for n in (1, 2)] == ["1 tile", "2 tiles"]


def test_data_is_never_read_as_a_pattern() -> None:
    assert translator()("Hello {name}", name="{0.__class__}") == "Hello {0.__class__}"


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  Anna\u200b \u202eevil\u202c ", "Anna evil"),
        ("line\nbreak", "line break"),
        ("Z" + 9 * "\u0351" + "a", "Z\u0351\u0351a"),
        ("\u200b\u2060", "?"),
        ("a" * 50, "a" * 31 + "…"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("José", "José"),
    ],
)
def test_names_lose_what_cannot_be_seen(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    "raw", ["**bold**", "@everyone", "<@123>", "[a](http://x)", "`code`", "> quote", "# big", "||x||"]
)
def test_markdown_and_mentions_in_a_name_do_nothing(raw: str) -> None:
    safe = safe_name(raw)
    assert discord.utils.remove_markdown(safe).replace("\u200b", "") != ""
    assert "@everyone" not in safe
    for index, char in enumerate(safe):
        if char in "*_~`|<>[]()#":
            assert safe[index - 1] == "\\"


def test_a_right_to_left_name_does_not_turn_the_sentence_around() -> None:
    assert safe_name("דוד") == "\u2068דוד\u2069"


@given(st.text())
def test_any_name_becomes_a_short_one_line_name(name: str) -> None:
    clean = clean_name(name)
    assert 0 < len(clean) <= 32
    assert all(unicodedata.category(c)[0] != "C" or c == "\u200d" for c in clean)
    assert clean == clean.strip()
    assert clean_name(clean) == clean


def test_what_was_typed_turns_no_line_and_ends_no_quotation() -> None:
    assert quoted("r3\u202e `x`\nk9", 50, line_break="; ") == "r3\ufffd ˋxˋ; k9"
    assert quoted("\u05d0\u05d1", 50) == "\u2068\u05d0\u05d1\u2069"
    assert quoted("", 50) == " "


@given(st.text(max_size=80))
def test_nothing_that_was_typed_reorders_the_words_around_it(text: str) -> None:
    shown = quoted(text, 40)
    within = shown.removeprefix("\u2068").removesuffix("\u2069").replace("@\u200b", "@")
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} for char in within)
    assert "`" not in shown


def test_words_that_cannot_be_read_are_explained_once() -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_play("hello; you there")
    (line,) = faults.explain_all(translator(), refused.value.faults)
    assert line.startswith(
        "I cannot read `hello` (character 1), `you` (character 8), `there` (character 12). Tiles are"
    )


@pytest.mark.parametrize(
    ("typed", "quoted_words"),
    [
        ("r1-14", ["`r1-14`"]),
        ("k5 r12-15", ["`r12-15`"]),
        ("b14", ["`b14`"]),
        ("r0", ["`r0`"]),
        ("r3r14 14rbk; Jb14", ["`r14`", "`14rbk`", "`Jb14`"]),
    ],
)
def test_a_number_that_no_tile_has_is_quoted_whole_with_those_that_there_are(
    typed: str, quoted_words: list[str]
) -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_play(typed)
    assert {fault.code for fault in refused.value.faults} == {"syntax"}
    (line,) = faults.explain_all(translator(), refused.value.faults)
    assert line == f"No tile has such a number: {', '.join(quoted_words)}. Tiles go from 1 to 13."


def test_a_number_that_no_tile_has_and_what_cannot_be_read_are_told_apart() -> None:
    with pytest.raises(IllegalAction) as refused:
        parse_play("b14; what")
    beyond, unread = faults.explain_all(translator(), refused.value.faults)
    assert beyond == "No tile has such a number: `b14`. Tiles go from 1 to 13."
    assert unread.startswith("I cannot read `what` (character 6).")
