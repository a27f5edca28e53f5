"""The one place where errors end: the member is told privately and kindly, the log gets the rest.

Everything that runs for an interaction raises freely. ``Told`` is for what is nobody's fault and only needs saying.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import aiohttp
import discord
from discord import app_commands

from bot.logs import follow
from bot.sent import move_of
from bot.texts import Translator, answers, faults, translator
from bot.texts import trouble as words
from data import StoreError
from engine.core.errors import IllegalAction

log = logging.getLogger(__name__)

_TOO_LATE = frozenset({10062, 10015, 40060, 50027})
"""Unknown interaction, unknown webhook, already acknowledged, invalid token: nothing can be answered any more."""
_GONE = frozenset({10003, 10008})
_NO_ACCESS = frozenset({50001, 50013})
_ARCHIVED = 50083
_EDITED_TOO_OFTEN = 30046
UNREACHABLE = (aiohttp.ClientError, OSError, discord.RateLimited)
"""What a request raises when Discord was not reached, did not answer in time, or asks to wait for long."""
MOST = 1_950
"""Characters of a private answer, somewhat less than Discord takes."""
PATIENCE = 20.0
"""Seconds in which an answer is sent or lost."""


class Told(Exception):
    """Something the member must be told and no more; ``say`` makes the sentence in their language."""

    def __init__(self, say: Callable[[Translator], str]) -> None:
        super().__init__("told")
        self.say = say


async def answer(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the member what went wrong, only to them, and write it down. Raises nothing."""
    correlation = follow(interaction)
    error = _cause(error)
    t = translator(interaction.locale)
    if isinstance(error, discord.HTTPException) and error.code in _TOO_LATE:
        log.warning("the interaction could not be answered: %s %s", error.status, error.code)
        return
    text = _explain(error, t)
    if text is None or isinstance(error, StoreError):
        log.error("an interaction failed", exc_info=error)
        text = text or words.failed(t, correlation)
    else:
        log.info("an interaction was declined: %s: %s", type(error).__name__, error)
    await tell(interaction, text)


def declined(error: BaseException) -> bool:
    """Whether an error is one the member is simply told of, and not our own fault."""
    return _explain(_cause(error), translator()) is not None


async def tell(interaction: discord.Interaction, text: str) -> None:
    """Answer with a sentence that only this member sees, and with the move they typed, so that it can be copied.

    Raises nothing: a lost answer is written down.
    """
    if typed := move_of(interaction):
        room = (MOST - len(text)) // 3  # a quotation may be longer than what it quotes
        text += "\n" + answers.written(translator(interaction.locale), typed, min(answers.SHOWN, max(1, room)))
    try:
        async with asyncio.timeout(PATIENCE):
            if interaction.response.is_done():
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.response.send_message(text, ephemeral=True)
    except Exception as lost:  # noqa: BLE001 - an answer that fails must not fail again
        log.warning("a private answer was lost: %s: %s", type(lost).__name__, getattr(lost, "code", ""))


def _cause(error: BaseException) -> BaseException:
    """What lies behind discord.py's wrappers."""
    while isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__:
        error = error.__cause__
    return error


def _explain(error: BaseException, t: Translator) -> str | None:
    """The sentence for an error that is known; ``None`` for what must be our own fault."""
    match error:
        case Told():
            return error.say(t)
        case IllegalAction():
            return "\n".join(faults.explain_all(t, error.faults))
        case StoreError():
            return words.not_kept(t)
        case app_commands.BotMissingPermissions():
            return words.no_access(t, ", ".join(name.replace("_", " ").title() for name in error.missing_permissions))
        case app_commands.NoPrivateMessage():
            return words.not_here(t)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return words.out_of_date(t)
        case app_commands.CheckFailure():
            return words.not_allowed(t)
        case discord.HTTPException() if error.code in _NO_ACCESS:
            return words.no_access(t)
        case discord.HTTPException() if error.code in _GONE:
            return words.gone(t)
        case discord.HTTPException() if error.code == _ARCHIVED:
            return words.archived(t)
        case discord.HTTPException() if error.status == 429 or error.status >= 500 or error.code == _EDITED_TOO_OFTEN:
            return words.busy(t)
        case aiohttp.ClientError() | ConnectionError() | TimeoutError() | discord.RateLimited():
            return words.busy(t)
        case _:
            return None
