"""The options of a lobby, one page for each topic: the host chooses, everybody else reads the rules.

What is chosen is in the store at once, so the chooser holds nothing and works as long as the lobby is open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import discord

from bot.entrance import admitted
from bot.services.matches import Match
from bot.services.options import PRESET, SUGGESTED, TOPICS, bounds, changed, value, values
from bot.services.settings import Settings
from bot.texts import Translator, faults, translator, trouble
from bot.texts import options as words
from bot.trouble import Told, answer
from bot.ui.answers import hold, open_window, put, reply
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.member import member_of
from bot.ui.rules import show_rules
from engine.core.errors import IllegalAction

if TYPE_CHECKING:
    from bot.app import Interaction

FIRST = next(iter(TOPICS))
OTHER = "other"
_TOPIC = "|".join(TOPICS)
_KEY = "|".join([PRESET, *(key for keys in TOPICS.values() for key in keys)])
_NUMBER = re.compile(rf"rk:number:(\d{{1,15}}):({_TOPIC}):({'|'.join(SUGGESTED)})", re.ASCII)
_FIELD = "number"
_LIFE = 15 * 60
"""Seconds after which discord.py forgets a window that was closed; the answer does not depend on it."""


def chooser(
    t: Translator, match_id: int, settings: Settings, topic: str = FIRST, notes: Sequence[str] = ()
) -> discord.ui.LayoutView:
    """The preset, the topics and the options of one topic. ``notes``: why what was chosen last was refused."""
    box: discord.ui.Container[Any] = discord.ui.Container()
    head = [words.chooser_heading(t, match_id), *notes, words.summary(t, settings.ruleset)]
    box.add_item(discord.ui.TextDisplay("\n".join(head)))
    box.add_item(row(OptionSelect(match_id, topic, PRESET, _presets(t, settings))))
    box.add_item(row(TopicSelect(match_id, _topics(t, topic))))
    box.add_item(discord.ui.Separator())
    for key in TOPICS[topic]:
        box.add_item(discord.ui.TextDisplay(words.explained(t, key, settings)))
        box.add_item(row(OptionSelect(match_id, topic, key, _choices(t, key, settings))))
    box.add_item(discord.ui.TextDisplay(words.chooser_hint(t)))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    return layout


def _presets(t: Translator, settings: Settings) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=words.preset(t, name),
            description=words.preset_about(t, name),
            value=name,
            default=name == settings.ruleset.name,
        )
        for name in values(PRESET, settings)
    ]


def _topics(t: Translator, chosen: str) -> list[discord.SelectOption]:
    return [discord.SelectOption(label=words.topic(t, name), value=name, default=name == chosen) for name in TOPICS]


def _choices(t: Translator, key: str, settings: Settings) -> list[discord.SelectOption]:
    present = value(key, settings)
    offered = list(values(key, settings))
    if key in SUGGESTED and present not in offered:
        offered.append(present)
    options = [
        discord.SelectOption(label=_upper(words.said(t, key, each)), value=str(each), default=each == present)
        for each in offered
    ]
    if key in SUGGESTED:
        options.append(discord.SelectOption(label=words.another(t), value=OTHER))
    return options


def _present(options: list[discord.SelectOption] | None) -> str | None:
    """What is chosen now, for clients that have lost sight of it while the message was edited."""
    return next((option.label for option in options or () if option.default), None)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


async def show_options(interaction: Interaction, match: Match) -> None:
    """Answer privately: with the chooser for who may change the lobby, with the rules for everybody else."""
    member = member_of(interaction)
    t, begun = translator(interaction.locale), match.row.phase != "lobby"
    if begun or (match.row.host_id != member.id and not member.moderator):
        await show_rules(interaction, match, words.not_yours(t, begun=begun))
        return
    await reply(interaction, chooser(t, match.id, match.settings))


class TopicSelect(Lasting[discord.ui.Select[Any]], template=r"rk:topic:(?P<match>\d{1,15})"):
    """Turns to another page of options."""

    def __init__(self, match_id: int, options: list[discord.SelectOption] | None = None) -> None:
        super().__init__(
            discord.ui.Select(custom_id=f"rk:topic:{match_id}", options=options or [], placeholder=_present(options))
        )
        self.match_id = match_id

    async def pressed(self, interaction: Interaction) -> None:
        """Show the page."""
        match = await interaction.client.matches.load(self.match_id)
        topic = _chosen(interaction)
        view = chooser(translator(interaction.locale), match.id, match.settings, topic if topic in TOPICS else FIRST)
        await hold(interaction, in_place=True)
        await put(interaction, view)


class OptionSelect(
    Lasting[discord.ui.Select[Any]],
    template=rf"rk:opt:(?P<match>\d{{1,15}}):(?P<topic>{_TOPIC}):(?P<key>{_KEY})",
):
    """Sets one option of a lobby."""

    def __init__(self, match_id: int, topic: str, key: str, options: list[discord.SelectOption] | None = None) -> None:
        super().__init__(
            discord.ui.Select(
                custom_id=f"rk:opt:{match_id}:{topic}:{key}", options=options or [], placeholder=_present(options)
            )
        )
        self.match_id, self.topic, self.key = match_id, topic, key

    @classmethod
    def read(cls, match: re.Match[str]) -> Self:
        """The select of a custom id."""
        return cls(int(match["match"]), match["topic"], match["key"])

    async def pressed(self, interaction: Interaction) -> None:
        """Set it, or ask for a number."""
        chosen = _chosen(interaction)
        if chosen == OTHER and self.key in SUGGESTED:
            match = await interaction.client.matches.load(self.match_id)
            now = value(self.key, match.settings)
            t = translator(interaction.locale)
            await open_window(interaction, window(t, self.match_id, self.topic, self.key, now))
            return
        await _set(interaction, self.match_id, self.topic, self.key, chosen)


def window(t: Translator, match_id: int, topic: str, key: str, now: int) -> discord.ui.Modal:
    """Asks for a number that is not among the suggested ones; ``on_interaction`` takes the answer, at any time."""
    low, high = bounds(key)
    label = words.in_seconds(t, low, high) if key == "turn_seconds" else words.number_wanted(t, low, high)
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        default=str(now), custom_id=_FIELD, max_length=len(str(high))
    )
    modal = discord.ui.Modal(
        title=words.title(t, key)[:45], custom_id=f"rk:number:{match_id}:{topic}:{key}", timeout=_LIFE
    )
    modal.add_item(discord.ui.Label(text=label[:45], component=field))
    return modal


async def on_interaction(interaction: Interaction) -> None:
    """Called by discord.py for every interaction; takes the numbers that were sent."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data or {}
    found = _NUMBER.fullmatch(str(data.get("custom_id")))
    if found is None:
        return
    if not await admitted(interaction):
        return
    typed = (line.get("component", {}).get("value") for line in data.get("components", ()))
    try:
        await _set(interaction, int(found[1]), found[2], found[3], next(filter(None, typed), "").strip())
    except Exception as error:  # noqa: BLE001 - told and logged there
        await answer(interaction, error)


async def _set(interaction: Interaction, match_id: int, topic: str, key: str, text: str) -> None:
    """Change the lobby and show the page again, also where the choice is refused: the client still shows it as
    chosen, and choosing it once more would be no change.
    """
    t, matches = translator(interaction.locale), interaction.client.matches
    notes: list[str] = []

    def change(settings: Settings) -> Settings:
        try:
            return changed(settings, key, text)
        except ValueError as wrong:
            if key not in SUGGESTED:
                raise Told(trouble.out_of_date) from wrong
            notes.append(words.bad_number(t, *bounds(key)))
            return settings

    try:
        match = await matches.configure(match_id, member_of(interaction), change)
    except IllegalAction as refused:
        if all(fault.code != "seats_taken" for fault in refused.faults):
            raise
        notes += faults.explain_all(t, refused.faults)
        match = await matches.load(match_id)
    await hold(interaction, in_place=True)
    await put(interaction, chooser(t, match.id, match.settings, topic, notes))


def _chosen(interaction: Interaction) -> str:
    """The value picked in a select."""
    picked: Any = (interaction.data or {}).get("values") or [""]
    return str(picked[0])
