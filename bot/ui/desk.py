"""The desk: everything a member does at a table, by button or command, and the private answer to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.entrance import admitted
from bot.logs import correlation
from bot.services.matches import Done, Match
from bot.texts import Translator, absence, faults, translator
from bot.texts import answers as words
from bot.texts import table as table_words
from bot.trouble import answer
from bot.ui import play
from bot.ui.answers import hold, open_window, put
from bot.ui.base import LayoutView
from bot.ui.buttons import ANY_TURN, What, buttons
from bot.ui.help import show_help
from bot.ui.member import member_at, member_of, must_see
from bot.ui.rack import board_answer, rack, rack_answer
from bot.ui.refusal import refusal
from bot.ui.report import link, report_trouble
from bot.ui.table import board
from data import RackOrder
from engine.core.errors import IllegalAction
from engine.rummikub.actions import Action, Back, Draw, Pass, Play, Resign
from engine.rummikub.events import Event, MatchEnded, Misplayed, Passed, Played, RoundEnded
from engine.rummikub.judging import Refused
from engine.rummikub.notation import format_tiles, parse_action

if TYPE_CHECKING:
    from bot.app import Interaction, RummikubBot


class Desk:
    """Serves the members at all tables. Every answer is private; what the channel sees is the publisher's."""

    def __init__(self, bot: RummikubBot) -> None:
        self._bot = bot

    # --- by button -------------------------------------------------------------------------------------------

    async def press(self, interaction: Interaction, what: What, match_id: int, turn: int) -> None:
        """A button of a table or of a private answer."""
        match what:
            case "help":
                await hold(interaction)
                await show_help(interaction)
            case "play" | "again":
                await self.open_window(interaction, match_id)
            case "draw":
                await self.act(interaction, match_id, Draw(), turn=turn)
            case "pass":
                await self.act(interaction, match_id, Pass(), turn=turn)
            case "resign":
                await self.act(interaction, match_id, Resign())
            case "rack":
                await hold(interaction, in_place=True)
                await self.show_rack(interaction, await self._load(interaction, match_id))
            case "board":
                await hold(interaction, in_place=True)
                await self.show_board(interaction, await self._load(interaction, match_id))
            case "stop":
                await hold(interaction, in_place=True)
                await self.end(interaction, match_id)
            case "end":
                await hold(interaction)
                await self.end(interaction, match_id, agree=True)
            case "back" | "resume":
                await self.act(interaction, match_id, Back())
            case "agree":
                await hold(interaction)
                match = await self._load(interaction, match_id)
                await self.seat_decided(
                    interaction, await self._bot.matches.agree(match_id, member_at(interaction, match.row.channel_id))
                )

    async def sort(self, interaction: Interaction, match_id: int, order: RackOrder) -> None:
        """Sort the member's racks another way from now on."""
        await hold(interaction, in_place=True)
        chosen = await self._bot.store.preferences(interaction.user.id)
        await self._bot.store.set_preferences(interaction.user.id, replace(chosen, rack_order=order))
        await self.show_rack(interaction, await self._load(interaction, match_id))

    async def open_window(self, interaction: Interaction, match_id: int) -> None:
        """Open the window for a play, with what was refused last time; say so where it is not the member's turn."""
        match = await self._load(interaction, match_id)
        player = match.player(interaction.user.id)
        t = translator(interaction.locale)
        if not player.my_turn:
            await hold(interaction, in_place=True)
            over = player.public.phase == "over"
            notes = [faults.word(t, "round_over")] if over else faults.explain_all(t, match.waits(player.seat).faults)
            await self.show_rack(interaction, match, notes)
            return
        self._bot.matches.use(match, interaction.user.id)
        draft = await self._bot.store.draft(match_id, player.seat, "refused")
        rack = format_tiles(player.rack)
        await open_window(interaction, play.window(t, match_id, rack, draft.text if draft else ""))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Called by discord.py for every interaction; takes the windows that were sent."""
        sent = play.sent(interaction)
        if sent is None:
            return
        if not await admitted(interaction):
            return
        try:
            await self.play(interaction, *sent)
        except Exception as error:  # noqa: BLE001 - told and logged there
            await answer(interaction, error)

    # --- what is done ----------------------------------------------------------------------------------------

    async def play(self, interaction: Interaction, match_id: int, text: str) -> None:
        """A play as typed; ``draw`` and ``pass`` are plays too."""
        try:
            action = parse_action(text)
        except IllegalAction:
            action = Play(text=text)
        await self.act(interaction, match_id, action)

    async def act(
        self,
        interaction: Interaction,
        match_id: int,
        action: Action,
        *,
        turn: int = ANY_TURN,
        refused: Callable[[Refused], Awaitable[None]] | None = None,
    ) -> None:
        """Do it, and answer with the new rack or with what is wrong. ``turn``: the one that the button belonged to.

        ``refused`` answers in place of the desk where a play was refused and nothing has changed.
        """
        await hold(interaction, in_place=True)
        member = member_of(interaction)
        try:
            done = await self._bot.matches.submit(
                match_id,
                member,
                action,
                turn=turn or None,
                token=str(interaction.id),
                correlation=correlation.get(),
            )
        except IllegalAction as why:
            match = await self._bot.matches.load(match_id)
            if match.state is None or match.seat_of(member.id) is None:
                raise
            if isinstance(why, Refused) and isinstance(action, Play):
                if refused is not None:
                    await refused(why)
                else:
                    await self._show_refusal(interaction, match, action.text, why)
            else:
                t = translator(interaction.locale)
                notes = faults.explain_all(t, why.faults)
                if isinstance(action, Play):
                    notes += _not_lost(t, match, member.id, action.text)
                await self.show_rack(interaction, match, notes)
            return
        await self._show_done(interaction, done, action)
        await report_trouble(interaction, match_id)

    async def end(self, interaction: Interaction, match_id: int, *, agree: bool = False) -> None:
        """Vote for the end of a match, or end it as a moderator. ``agree``: as a player, to the end others want."""
        channel_id = (await self._load(interaction, match_id)).row.channel_id
        match = await self._bot.matches.vote_end(match_id, member_at(interaction, channel_id), agree=agree)
        t = translator(interaction.locale)
        over = match.row.phase != "playing"
        await say(
            interaction, words.ended(t, match_id) if over else words.voted(t, match_id, len(match.settings.end_votes))
        )
        await report_trouble(interaction, match_id)

    async def seat_decided(self, interaction: Interaction, match: Match) -> None:
        """Tell what a proposal of who plays on in a seat, or an agreement to it, has led to."""
        t = translator(interaction.locale)
        if match.settings.handover is not None:
            await say(interaction, absence.waits(t, match.public, match.settings.handover))
        elif match.seat_of(interaction.user.id) is not None:
            await self.show_rack(interaction, match)
        else:
            await say(interaction, absence.done(t))
        await report_trouble(interaction, match.id)

    # --- what is answered ------------------------------------------------------------------------------------

    async def show_rack(self, interaction: Interaction, match: Match, notes: Sequence[str] = ()) -> None:
        """The member's own rack as it is now, also in a match that is over."""
        self._look(interaction, match)
        player = match.player(interaction.user.id)
        t = translator(interaction.locale)
        order = (await self._bot.store.preferences(interaction.user.id)).rack_order
        picture = await rack(self._bot.painter, t, player, order) if player.rack else None
        layout = rack_answer(t, match.public, player, order, picture, link=_link(match), notes=notes)
        await put(interaction, layout, [picture] if picture else [])

    async def show_board(self, interaction: Interaction, match: Match) -> None:
        """The table as it is now."""
        self._look(interaction, match)
        t, view = translator(interaction.locale), match.view
        picture = await board(self._bot.painter, t, match.names, view)
        seat = match.seat_of(interaction.user.id)
        await put(interaction, board_answer(t, match.public, view, seat, picture, link=_link(match)), [picture])

    async def confirm(self, interaction: Interaction, match: Match, what: What) -> None:
        """Ask before a member leaves a match that has begun, or ends it."""
        member = member_at(interaction, match.row.channel_id)
        self._bot.matches.use(match, member.id)
        t = translator(interaction.locale)
        if what == "resign":
            text = words.confirm_leave(t, match.id)
        else:
            text = words.confirm_end(t, match.public, match.seat_of(member.id), moderator=member.moderator)
        await say(interaction, text, buttons(t, match.id, ANY_TURN, what))

    async def _show_done(self, interaction: Interaction, done: Done, action: Action) -> None:
        t = translator(interaction.locale)
        if done.refused is not None and isinstance(action, Play):
            await self._show_refusal(interaction, done.match, action.text, done.refused, done.events)
        elif isinstance(action, Resign):
            await say(interaction, words.resigned(t))
        else:
            await self.show_rack(interaction, done.match, _notes(t, done, interaction.user.id, action))

    async def _show_refusal(
        self, interaction: Interaction, match: Match, text: str, refused: Refused, events: Sequence[Event] = ()
    ) -> None:
        t = translator(interaction.locale)
        player = match.player(interaction.user.id)
        order = (await self._bot.store.preferences(interaction.user.id)).rack_order
        punished = next((event.count for event in events if isinstance(event, Misplayed)), None)
        layout, pictures = await refusal(
            self._bot.painter, t, match.public, player, text=text, refused=refused, order=order, punished=punished
        )
        await put(interaction, layout, pictures)

    def _look(self, interaction: Interaction, match: Match) -> None:
        """The member looks at a match."""
        self._bot.publisher.look(match.id)
        self._bot.matches.use(match, interaction.user.id)

    async def _load(self, interaction: Interaction, match_id: int) -> Match:
        """The match of a custom id, which may have been made up."""
        return must_see(interaction, await self._bot.matches.load(match_id))


async def say(interaction: Interaction, text: str, *rows: discord.ui.ActionRow[discord.ui.LayoutView]) -> None:
    """A private answer of words and perhaps buttons."""
    await hold(interaction)
    layout = LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(text))
    for line in rows:
        layout.add_item(line)
    await put(interaction, layout)


def _not_lost(t: Translator, match: Match, user_id: int, text: str) -> list[str]:
    """What was typed and not judged: it can be copied, and waits in the window where there is a turn to come."""
    player = match.player(user_id)
    waits = player.public.phase == "playing" and not player.public.seats[player.seat].resigned
    return [words.written(t, text), *([words.kept(t)] if waits else [])]


def _link(match: Match) -> str:
    return link(match.row.guild_id, match.row.channel_id, match.row.message_id)


def _notes(t: Translator, done: Done, user_id: int, action: Action) -> list[str]:
    """What the member's own action came to."""
    notes: list[str] = []
    player = done.match.player(user_id)
    for event in done.events:
        match event:
            case Played(seat=player.seat) if isinstance(action, Play):
                notes.append(words.played(t, event, action.text))
            case Passed(seat=player.seat):
                notes.append(words.passed(t))
            case RoundEnded() | MatchEnded():
                notes += table_words.account(t, done.match.names, [event])
            case _:
                pass
    ended = any(isinstance(event, RoundEnded) for event in done.events)
    if ended and player.public.phase == "playing":
        notes.append(words.dealt_anew(t, player.public.round))
    if player.drawn and not ended:
        notes.append(words.drawn(t, player.drawn))
    return notes
