"""The command line. Whatever is heavy is imported by the command that needs it, so that ``judge`` starts at once."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from bot.config import Config
    from bot.reach import Places

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


def main() -> None:
    """Entry point of ``rummikub-bot``."""
    app()


@app.callback(invoke_without_command=True)
def run(context: typer.Context) -> None:
    """A Discord bot that hosts Rummikub. Without a command: connect to Discord."""
    if context.invoked_subcommand is None:
        from bot.loop import new_loop

        config = _config()
        _log(config)
        _until_signal(_connect(config), new_loop())


@app.command()
def playground(
    database: Annotated[Path | None, typer.Option(help="Keep the games in this file (otherwise in memory).")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to serve on (0: any free one).")] = 0,
    members: Annotated[int, typer.Option(min=4, max=10, help="Members to act as.")] = 4,
) -> None:
    """Try the bot in a local Discord in the browser: no token, no network."""
    try:
        from bot.playground import Playground, PortTaken
    except ModuleNotFoundError as missing:
        if missing.name != "simcord":
            raise
        from bot.texts import cli

        _fail(cli.no_simcord)
    config = _config().model_copy(update={"database": database})
    _log(config)
    from bot.texts import cli, translator

    def ready(url: str) -> None:
        typer.echo(cli.playground_ready(translator(), url))

    try:
        _until_signal(Playground(config, ready, members=members, port=port).run(), setting="--database")
    except PortTaken:
        _fail(lambda t: cli.port_taken(t, port))
    typer.echo(cli.playground_stopped(translator(), None if config.database is None else str(config.database)))


@app.command()
def judge() -> None:
    """Judge plays: one JSON object a line on standard input, one on standard output.

    \b
    What a line may hold, and what it means to leave it out:
      play     the play, as typed: "r3-5; r5-7", "draw" or "pass"    needed
      table    the sets on the table: ["r3-7", "k10 r10 b10"]        none
      rack     the tiles on the rack: "r5 b8 J"                      none
      opened   whether the player has opened: true or false          true
      rules    "official", "basque", "lithuanian" or "spanish"       "official"
      options  rules that differ: {"opening_points": 50}             none
      pool     how many tiles are in the pool; 0 allows to pass      not known

    \b
    Example:
      {"table": ["r3-7"], "rack": "r5 b8", "play": "r3-5; r5-7"}
    """  # noqa: D301 -- the help keeps lines after a backspace as they are
    from engine.rummikub.referee import judge_line

    _line_by_line(judge_line)


@app.command()
def solve() -> None:
    """Find the best play: one JSON object a line on standard input, one on standard output.

    \b
    What a line may hold, and what it means to leave it out:
      table    the sets on the table: ["r3-7", "k10 r10 b10"]        none
      rack     the tiles on the rack: "r5 b8 J"                      none
      opened   whether the player has opened: true or false          true
      goal     "tiles": most of them, then most points; "points"     "tiles"
      rules    "official", "basque", "lithuanian" or "spanish"       "official"
      options  rules that differ: {"opening_points": 50}             none
      pool     as in judge; makes no difference                      not known

    \b
    Example:
      {"table": ["r3-7"], "rack": "r5 b8", "opened": true}
    """  # noqa: D301 -- the help keeps lines after a backspace as they are
    from engine.rummikub.solver import solve_line

    _line_by_line(lambda line: solve_line(line, time.perf_counter))


@app.command()
def render(
    position: Annotated[str, typer.Argument(help="TABLE / RACK in the notation, as in 'r3-7; 10rbk / r5 b8 J'.")],
    board: Annotated[Path | None, typer.Option(help="Write the picture of the table here (PNG).")] = None,
    rack: Annotated[Path | None, typer.Option(help="Write the picture of the rack here (PNG).")] = None,
    players: Annotated[str | None, typer.Option(help="The bar of players, as in 'Ane:12,Jonas:3'.")] = None,
    last: Annotated[str | None, typer.Option(help="Mark the tiles of this play on the table.")] = None,
) -> None:
    """Draw a position as players would see it.

    \b
    Example:
      rummikub-bot render "r3-7; r10 b10 k10 / r5 b8 J" --board board.png
    """  # noqa: D301 -- the help keeps lines after a backspace as they are
    from bot.texts import cli, faults, preview, table, translator
    from engine.core.errors import IllegalAction
    from renderers import BoardLabels
    from renderers.command import draw_position

    if board is None and rack is None:
        _fail(cli.nothing_to_draw)
    t = translator()
    labels = BoardLabels(
        pool=table.pool_label(t),
        empty=table.empty_label(t),
        laid=preview.laid_label(t),
        moved=preview.moved_label(t),
    )
    try:
        pictures = draw_position(position, labels, players=players, last=last)
        for path, png in zip((board, rack), pictures, strict=True):
            if path is not None:
                path.write_bytes(png)
    except IllegalAction as wrong:
        told = " ".join(faults.explain_all(t, wrong.faults))
        _fail(lambda _: told)
    except OSError as failed:
        where = str(failed.filename)
        _fail(lambda t: cli.cannot_write(t, where))


@app.command()
def backup(target: Annotated[Path, typer.Argument(help="Where the copy goes.")]) -> None:
    """Copy the game file, whole and consistent, also while the bot runs."""
    from bot.texts import cli, translator
    from data import StoreError, Unwritable
    from data import backup as copy

    source = _database()
    try:
        copy(source, target)
    except StoreError as trouble:
        if isinstance(trouble, Unwritable) and trouble.data["path"] == str(target):
            _fail(lambda t: cli.cannot_write(t, str(target)))
        code, data = trouble.code, trouble.data
        _fail(lambda t: cli.store_trouble(t, code, data))
    typer.echo(cli.backed_up(translator(), str(source), str(target)))


@app.command()
def restore(source: Annotated[Path, typer.Argument(help="A copy made by backup.")]) -> None:
    """Put a copy in the place of the game file; the bot must be stopped. The replaced file is kept beside it."""
    from bot.texts import cli, translator
    from data import Corrupt, NotADatabase, StoreError
    from data import restore as put_back

    target = _database(must_exist=False)
    if not source.is_file():
        _fail(lambda t: cli.no_copy(t, str(source)))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        kept = put_back(source, target)
    except StoreError as trouble:
        if isinstance(trouble, NotADatabase | Corrupt) and trouble.data["path"] == str(source):
            _fail(lambda t: cli.bad_copy(t, str(source)))
        code, data = trouble.code, trouble.data
        _fail(lambda t: cli.store_trouble(t, code, data))
    except OSError as failed:
        where = str(failed.filename)
        _fail(lambda t: cli.cannot_write(t, where))
    typer.echo(cli.restored(translator(), str(source), str(target), str(kept) if kept else None))


@app.command()
def doctor() -> None:
    """Look over the settings and the game file, every unfinished game replayed; with a token, its channels too."""
    import asyncio

    from bot.texts import cli, translator
    from bot.upkeep import examine
    from data import StoreError

    config = _config()
    database = _database()
    try:
        found = asyncio.run(examine(database))
    except StoreError as trouble:
        code, data = trouble.code, trouble.data
        _fail(lambda t: cli.store_trouble(t, code, data))
    typer.echo(cli.findings(translator(), str(database), found, has_token=config.discord_token is not None))
    well = found.well
    if config.discord_token is not None and found.places:
        well &= _look_at_discord(config.discord_token.get_secret_value(), found.places)
    if not well:
        raise typer.Exit(1)


def _look_at_discord(token: str, places: Places) -> bool:
    """Say what hinders open games there; whether nothing does."""
    import asyncio

    import discord

    from bot.reach import barriers
    from bot.texts import cli, translator
    from bot.trouble import UNREACHABLE

    t = translator()
    try:
        lines = [cli.barrier(t, found) for found in asyncio.run(barriers(token, places))]
    except discord.LoginFailure:
        lines = [cli.token_refused(t)]
    except (discord.HTTPException, *UNREACHABLE) as lost:
        lines = [cli.unreachable(t, str(lost) or type(lost).__name__)]
    typer.echo("\n".join(lines or [cli.reachable(t)]))
    return not lines


def _database(*, must_exist: bool = True) -> Path:
    """The game file that the settings name."""
    from bot.texts import cli

    database = _config().database
    if database is None or (must_exist and not database.is_file()):
        _fail(lambda t: cli.no_file(t, str(database)))
    return database


def _line_by_line(answer: Callable[[str], str]) -> None:
    try:
        for line in sys.stdin.buffer:
            if text := line.decode(errors="replace").strip():
                sys.stdout.buffer.write(answer(text).encode(errors="backslashreplace") + b"\n")
                sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Nobody reads any more; Python would complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        pass


async def _connect(config: Config) -> None:

    import aiohttp
    import discord

    from bot.app import RummikubBot
    from bot.loop import spare
    from bot.texts import cli

    if config.discord_token is None:
        _fail(cli.no_token)
    spare()
    async with RummikubBot(config) as bot:
        try:
            await bot.start(config.discord_token.get_secret_value())
        except discord.LoginFailure:
            _fail(cli.token_refused)
        except (OSError, aiohttp.ClientError, discord.DiscordServerError) as lost:
            detail = str(lost)
            _fail(lambda t: cli.unreachable(t, detail))


def _config() -> Config:
    from pydantic import ValidationError

    from bot.config import Config
    from bot.texts import cli

    try:
        return Config()
    except ValidationError as wrong:
        problems = [("_".join(map(str, e["loc"])).upper(), e["msg"]) for e in wrong.errors(include_input=False)]
        _fail(lambda t: cli.bad_setting(t, [(_variable(name), reason) for name, reason in problems]))
    except UnicodeDecodeError:
        _fail(cli.bad_env_file)


def _variable(name: str) -> str:
    return name if name.startswith("DISCORD_") else f"RUMMIKUB_{name}"


def _log(config: Config) -> None:
    from bot.logs import set_up

    set_up(config.log_level, as_json=config.log_json)


def _fail(say: Callable[..., str]) -> NoReturn:
    """End with one line that says what to do, and exit code 2."""
    from bot.texts import translator

    typer.echo(say(translator()), err=True)
    raise typer.Exit(2)


def _until_signal(
    work: Coroutine[Any, Any, None], loop: Callable[[], AbstractEventLoop] | None = None, setting: str | None = None
) -> None:
    """Run ``work`` until it ends or somebody asks it to stop (Ctrl-C, SIGTERM); either way it ends in order.

    ``loop`` makes the event loop; ``setting`` names the game file, where it is not the variable.
    """
    import asyncio
    import signal

    from bot.texts import cli
    from data import StoreError

    async def supervised() -> None:
        task = asyncio.ensure_future(work)
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)
        with suppress(asyncio.CancelledError):
            await task

    try:
        with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=loop) as runner:
            runner.run(supervised())
    except StoreError as trouble:
        code, data = trouble.code, trouble.data
        _fail(lambda t: cli.store_trouble(t, code, data, setting or cli.DATABASE))


if __name__ == "__main__":
    main()
