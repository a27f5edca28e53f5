"""Every word a person reads, per language, behind gettext.

English stands in the code as the message id; other languages are catalogs in
``bot/texts/locales/<language>/LC_MESSAGES/messages.po``, read at run time (no compiled files are kept).

The pattern for the modules of this package: plain functions that take the translator first, and data after it::

    def turn_of(t: Translator, name: str) -> str:
        return t("It is {name}'s turn.", name=safe_name(name))

    def tiles_left(t: Translator, count: int) -> str:
        return t.n("{n} tile left", "{n} tiles left", count)

and for a caller with an interaction: ``t = translator(interaction.locale)`` for what one member reads,
``translator(interaction.guild_locale)`` for what the whole channel reads.

The message must be a literal, so that ``pybabel extract -k t -k n:1,2 -o messages.pot bot`` finds it.
Names of people always go through ``safe_name`` (messages) or ``clean_name`` (pictures, logs, files);
what else somebody typed is shown with ``quoted``.
"""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.texts.names import clean_name, quoted, safe_name

__all__ = ["LANGUAGES", "Translator", "clean_name", "quoted", "safe_name", "translator"]

_LOCALES = Path(__file__).with_name("locales")
LANGUAGES = ("en", *sorted(path.parent.parent.name for path in _LOCALES.glob("*/LC_MESSAGES/messages.po")))
"""Languages there are words in; region variants as ``pt_BR``."""


class Translator:
    """Turns an English message and its data into a sentence of one language."""

    def __init__(self, language: str, catalog: NullTranslations) -> None:
        self.language = language
        self._catalog = catalog

    def __call__(self, message: str, /, **data: Any) -> str:
        """The message in this language, ``{placeholders}`` filled from ``data``."""
        return self._catalog.gettext(message).format(**data)

    def n(self, singular: str, plural: str, count: int, /, **data: Any) -> str:
        """The form that fits ``count``, which is also there as ``{n}``."""
        return self._catalog.ngettext(singular, plural, count).format(n=count, **data)

    def __repr__(self) -> str:
        return f"Translator({self.language!r})"


def translator(locale: object = None) -> Translator:
    """The translator for a Discord locale (``discord.Locale``, text as ``pt-BR``, or ``None``): English if unknown."""
    code = str(locale or "en").replace("-", "_")
    return _translator(next((known for known in (code, code.split("_")[0]) if known in LANGUAGES), "en"))


@cache
def _translator(language: str) -> Translator:
    path = _LOCALES / language / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return Translator(language, NullTranslations())
    compiled = io.BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Translator(language, GNUTranslations(compiled))
