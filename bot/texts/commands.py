"""Names and descriptions of slash commands in other languages."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.texts import translator


class CommandWords(app_commands.Translator):
    """Looks up what stands in the command definitions (English) in the catalogs."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        """The text in that language, or ``None`` where it is the same as in English."""
        words = translator(locale)
        translated = words(string.message) if string.message else ""
        return translated if translated != string.message else None
