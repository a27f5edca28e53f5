"""What the playground itself says, in the place of Discord."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bot.texts import Translator, quoted

if TYPE_CHECKING:
    from bot.typed import Misfit, Option

_REPEATED = 400
"""Characters of what was typed that are shown again."""
_SHOWN = 60


def no_game(t: Translator, number: int) -> str:
    """A number was sent, and no game of that number stands anywhere here."""
    return t("There is no game #{number} here. #0 leads to the channel.", number=number)


def no_command(t: Translator, text: str, known: Iterable[str], nearest: str | None) -> str:
    """What was typed names no command; ``nearest``: the one that may have been meant."""
    lines = [t("There is no such command.")]
    if nearest is not None:
        lines[0] += " " + t("Did you mean `/{command}`?", command=nearest)
    listed = ", ".join(f"`/{name}`" for name in sorted(known))
    return "\n".join([*lines, t("There are: {commands}", commands=listed), _typed(t, text)])


def usage(t: Translator, command: str, options: Sequence[tuple[str, Sequence[str]]]) -> str:
    """How a command is typed; ``options``: names with what there is to choose from."""
    shown = " ".join(f"{name}:{'|'.join(choices) or '…'}" for name, choices in options)
    return t("So this command is typed: `{command}`", command=f"/{command} {shown}".strip())


def misfit(t: Translator, wrong: Misfit, text: str, people: Iterable[str]) -> str:
    """What does not fit in what was typed behind a command, and the whole line again; ``people``: the members."""
    return f"{_misfit(t, wrong, people)}\n{_typed(t, text)}"


def _typed(t: Translator, text: str) -> str:
    return t("You typed: `{text}`", text=quoted(text, _REPEATED))


def _misfit(t: Translator, wrong: Misfit, people: Iterable[str]) -> str:
    name, text = quoted(wrong.name, _SHOWN), quoted(wrong.text, _SHOWN)
    meant = ""
    if wrong.nearest is not None:
        nearest = f"{wrong.nearest}:" if wrong.code == "unknown" else f"{wrong.name}:{wrong.nearest}"
        meant = " " + t("Did you mean `{nearest}`?", nearest=nearest)
    match wrong.code:
        case "stray":
            return t("`{text}` belongs to no option: each value stands behind its name, as `name:value`.", text=text)
        case "unknown":
            return t("There is no option `{name}:`.", name=name) + meant
        case "twice":
            return t("`{name}:` is there more than once.", name=name)
        case "missing":
            return t("`{name}:` is missing. It takes {what}.", name=name, what=_takes(t, wrong.option, people))
        case "value":
            pass
    what = _takes(t, wrong.option, people)
    if not wrong.text:
        return t("Nothing stands behind `{name}:`. It takes {what}.", name=name, what=what)
    return t("`{name}:` does not take `{text}`. It takes {what}.", name=name, text=text, what=what) + meant


def _takes(t: Translator, option: Option, people: Iterable[str]) -> str:
    if option["choices"]:
        listed = [_choice(choice["value"], choice["name"]) for choice in option["choices"]]
        return t("one of these: {values}", values=", ".join(listed))
    least, most = option.get("minValue"), option.get("maxValue")
    match option["type"]:
        case "boolean":
            return t("`yes` or `no`")
        case "user":
            return t("a member's name: {names}", names=", ".join(f"`{name}`" for name in people))
        case "integer" if least is not None and most is not None:
            return t("a whole number from {least} to {most}", least=least, most=most)
        case "integer":
            return t("a whole number")
        case _ if option.get("maxLength"):
            return t.n("text of at most {n} character", "text of at most {n} characters", option["maxLength"])
        case _:
            return t("text")


def _choice(value: object, name: str) -> str:
    """A value as it is typed; of one that is a number also what it stands for."""
    return f"`{value}`" if isinstance(value, str) else f"`{value}` ({name})"
