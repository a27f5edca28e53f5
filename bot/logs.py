"""What the bot writes down: plain lines, or one JSON object per line. Never a rack, a play's text or a token."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

import discord

correlation: ContextVar[str] = ContextVar("correlation", default="-")
"""Ties what a member saw to the lines in the log; set by ``follow`` for all that an interaction causes."""

_PLAIN = "%(asctime)s %(levelname)-7s %(name)s [%(correlation)s] %(message)s"
_USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"correlation", "message", "asctime", "color_message"}


def follow(interaction: discord.Interaction) -> str:
    """Tie all that follows in this task to the interaction; returns the correlation id (short, stable, not secret)."""
    found = f"{interaction.id & 0xFFFFFFFFFF:x}"
    correlation.set(found)
    return found


class JsonLines(logging.Formatter):
    """One JSON object per record: at, level, logger, correlation, message, what came as ``extra``, and the error."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "correlation": getattr(record, "correlation", "-"),
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _USUAL}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def with_correlation(record: logging.LogRecord) -> bool:
    """A filter that lets everything pass and gives it the correlation id of its task."""
    record.correlation = correlation.get()
    return True


def set_up(level: str, *, as_json: bool = False) -> None:
    """Send all logging to stderr in the chosen form; replaces what was set before."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(_PLAIN))
    handler.addFilter(with_correlation)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The library tells of every gateway and request detail at DEBUG, bodies with private answers among them.
    for chatty in ("discord", "aiosqlite", "asyncio", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # It would warn of what voice needs; this bot only writes.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
