"""Slash commands, one module for each concern: thin; they parse, call a service and answer.

Each module is a discord.py extension: ``async def setup(bot)`` adds its commands to ``bot.rummikub`` (the
``/rummikub`` group) and its lasting buttons with ``bot.add_dynamic_items``. A module counts only when listed here.
"""

EXTENSIONS = (
    "bot.commands.absence",
    "bot.commands.aids",
    "bot.commands.help",
    "bot.commands.play",
    "bot.commands.privacy",
    "bot.commands.record",
    "bot.commands.standings",
    "bot.commands.start",
    "bot.commands.tables",
    "bot.commands.which",
)
