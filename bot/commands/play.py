"""The commands of a game under way: play, draw, pass, rack, board, leave, end."""

from __future__ import annotations

from discord import app_commands

from bot.app import Interaction, RummikubBot
from bot.commands.which import choices, with_game
from bot.services.matches import Match
from bot.texts import lobby as lobby_words
from bot.texts import translator
from bot.ui.answers import hold
from bot.ui.buttons import OrderButton, TableButton
from bot.ui.desk import say
from bot.ui.member import member_of
from bot.ui.report import report_trouble
from data import Phase
from engine.rummikub.actions import Draw, Pass

SHOWN: tuple[Phase, ...] = ("playing", "over")
LEFT: tuple[Phase, ...] = ("playing", "lobby")


async def suggested(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of a move."""
    return await interaction.client.suggestions.complete(interaction, current)


@app_commands.command(name="play", description="Lay tiles")
@app_commands.describe(
    move="New or changed sets: r3-5; s2 k9 (to set 2 on the table); J joker",
    game="Which game (without: the one in this channel)",
)
@app_commands.autocomplete(move=suggested)
@app_commands.autocomplete(game=choices())
async def play(interaction: Interaction, move: str, game: int | None = None) -> None:
    """Lay tiles as the notation says."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await click.client.desk.play(click, match.id, move)

    await with_game(interaction, game, then)


@app_commands.command(name="draw", description="Draw a tile; your turn is over then")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices())
async def draw(interaction: Interaction, game: int | None = None) -> None:
    """Draw a tile."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await click.client.desk.act(click, match.id, Draw())

    await with_game(interaction, game, then)


@app_commands.command(name="pass", description="Pass; possible only when the pool is empty")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices())
async def pass_(interaction: Interaction, game: int | None = None) -> None:
    """Pass."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await click.client.desk.act(click, match.id, Pass())

    await with_game(interaction, game, then)


@app_commands.command(name="rack", description="See your tiles; only you see them")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices(phases=SHOWN))
async def rack(interaction: Interaction, game: int | None = None) -> None:
    """Show the own rack."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await click.client.desk.show_rack(click, match)

    await with_game(interaction, game, then, phases=SHOWN)


@app_commands.command(name="board", description="See the table as it is now")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices(phases=SHOWN, seated=False))
async def board(interaction: Interaction, game: int | None = None) -> None:
    """Show the table."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await click.client.desk.show_board(click, match)

    await with_game(interaction, game, then, phases=SHOWN, seated=False)


@app_commands.command(name="leave", description="Leave a game; your tiles stay out of play and count at the end")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices(phases=LEFT))
async def leave(interaction: Interaction, game: int | None = None) -> None:
    """Leave a game, after a question, or a lobby at once."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        if match.row.phase == "lobby":
            await click.client.matches.leave_lobby(match.id, member_of(click))
            await say(click, lobby_words.left(translator(click.locale)))
            await report_trouble(click, match.id)
        else:
            await click.client.desk.confirm(click, match, "resign")

    await with_game(interaction, game, then, phases=LEFT)


@app_commands.command(name="end", description="End a game before it is over, if all players agree")
@app_commands.describe(game="Which game (without: the one in this channel)")
@app_commands.autocomplete(game=choices(phases=LEFT, seated=False))
async def end(interaction: Interaction, game: int | None = None) -> None:
    """Vote for the end of a game, after a question; a moderator ends it for all."""

    async def then(click: Interaction, match: Match) -> None:
        await hold(click)
        await click.client.desk.confirm(click, match, "stop")

    await with_game(interaction, game, then, phases=LEFT, seated=not member_of(interaction).moderator)


async def setup(bot: RummikubBot) -> None:
    """Called by discord.py."""
    for command in (play, draw, pass_, rack, board, leave, end):
        bot.rummikub.add_command(command)
    bot.add_dynamic_items(TableButton, OrderButton)
    bot.add_listener(bot.desk.on_interaction, "on_interaction")
