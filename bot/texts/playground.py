"""What the playground itself says, in the place of Discord."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Translator


def no_game(t: Translator, number: int) -> str:
    """A number was sent, and no game of that number stands anywhere here."""
    return t("There is no game #{number} here. #0 leads to the channel.", number=number)


def no_command(t: Translator, known: Sequence[str]) -> str:
    """What was typed names no command."""
    return t("There is no such command. There are: {commands}", commands=", ".join(f"`/{name}`" for name in known))


def usage(t: Translator, command: str, options: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What was typed behind a command does not fit; ``options``: names with what there is to choose from."""
    shown = " ".join(f"{name}:{'|'.join(choices) or '…'}" for name, choices in options)
    return t("So this command is typed: `{command}`", command=f"/{command} {shown}".strip())
