"""What the command line says to the person who runs the bot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from bot.texts import Translator
from bot.texts.trouble import permissions

if TYPE_CHECKING:
    from bot.reach import Barrier
    from bot.upkeep import Findings

DATABASE = "RUMMIKUB_DATABASE"
"""The variable that names the game file."""


def no_token(t: Translator) -> str:
    """DISCORD_TOKEN is not set."""
    return t(
        "No bot token: set DISCORD_TOKEN in the environment or in a file .env (README: “Your own server”). "
        "To try the bot without one: rummikub-bot playground"
    )


def token_refused(t: Translator) -> str:
    """Discord does not know the token."""
    return t("Discord refused the token in DISCORD_TOKEN: copy it anew from the Bot page of your application.")


def unreachable(t: Translator, detail: str) -> str:
    """There is no way to Discord."""
    return t("Discord cannot be reached ({detail}): check the network and start again.", detail=detail)


def bad_setting(t: Translator, problems: Iterable[tuple[str, str]]) -> str:
    """Settings that cannot be read, as pairs of name and reason."""
    listed = "; ".join(f"{name}: {reason}" for name, reason in problems)
    return t("Bad setting: {listed}. README lists the settings.", listed=listed)


def bad_env_file(t: Translator) -> str:
    """The ``.env`` file is not UTF-8 text."""
    return t("The file .env cannot be read: it must be a text file in UTF-8.")


def no_simcord(t: Translator) -> str:
    """The playground's optional part is missing."""
    return t("The playground needs SimCord, which is not installed: uv sync --extra playground")


def cannot_write(t: Translator, path: str) -> str:
    """A picture or a backup could not be written."""
    return t("{path} cannot be written: choose another place.", path=path)


def playground_ready(t: Translator, url: str) -> str:
    """The playground runs."""
    return t(
        "Rummikub playground: {url}\n"
        "Open it in a browser, choose a member under “Viewing as”, and type /rummikub start. Ctrl-C stops.\n"
        "A game may have a thread of its own: send its number (#1) as a message to go there, #0 to come back.",
        url=url,
    )


def playground_stopped(t: Translator, path: str | None) -> str:
    """The playground has ended; ``path``: the file in which its games are, None where they were in memory."""
    if path is None:
        return t("Stopped. The games were in memory only and are gone: --database FILE keeps them.")
    return t("Stopped. The games are kept in {path}.", path=path)


def port_taken(t: Translator, port: int) -> str:
    """The playground's port is in use."""
    return t("Port {port} is in use: choose another with --port, or leave it out.", port=port)


def no_file(t: Translator, path: str) -> str:
    """The game file is not there."""
    return t(
        "There is no game file {path}. That is normal before the first start of the bot, which makes it; "
        "else {setting} has to name where it is.",
        path=path,
        setting=DATABASE,
    )


def no_copy(t: Translator, path: str) -> str:
    """The copy that is to be put back is not there."""
    return t("There is no file {path}: name a copy that backup made.", path=path)


def bad_copy(t: Translator, path: str) -> str:
    """What is to be put back is no copy, or a damaged one."""
    return t("{path} is not a whole copy of a game file: name one that backup made.", path=path)


def nothing_to_draw(t: Translator) -> str:
    """``render`` was not told where to."""
    return t("Say where the pictures go: --board FILE, --rack FILE, or both.")


def backed_up(t: Translator, source: str, target: str) -> str:
    """A copy was made."""
    return t("{source} is copied to {target}.", source=source, target=target)


def restored(t: Translator, source: str, target: str, kept: str | None) -> str:
    """A copy was put back; ``kept``: where what was there before is now."""
    told = t("{target} is now what {source} holds.", source=source, target=target)
    return told if kept is None else f"{told} {t('What was there before is in {path}.', path=kept)}"


def findings(t: Translator, path: str, found: Findings, *, has_token: bool) -> str:
    """What a look at the game file found, a line each."""
    lines = [t("Game file: {path}", path=path)]
    if not has_token:
        lines.append(t("No DISCORD_TOKEN is set: the bot could not connect to Discord with these settings."))
    lines += [t("Damage: {detail}", detail=detail) for detail in found.damage]
    if found.damage:
        lines.append(t("The file is damaged: stop the bot and put a backup back with rummikub-bot restore FILE."))
        return "\n".join(lines)
    lines.append(t("Open lobbies: {lobbies}. Running games: {playing}.", lobbies=found.lobbies, playing=found.playing))
    for numbers, line in (
        (found.unreadable, t("Games that cannot be read by this version of the bot:")),
        (found.unsound, t("Games whose state is not what their log leads to:")),
        (found.unshown, t("Games with something to tell their channel, which the bot does when it runs:")),
    ):
        if numbers:
            lines.append(f"{line} {', '.join(f'#{n}' for n in numbers)}")
    if found.well:
        lines.append(t("Game file and games are well."))
    return "\n".join(lines)


def barrier(t: Translator, found: Barrier) -> str:
    """What hinders the games of a channel, and what to do."""
    where = {"channel": found.channel_id, "games": ", ".join(f"#{n}" for n in found.games)}
    match found.code:
        case "lacking":
            return t(
                "Channel {channel} ({games}): the bot lacks {names}. Give its role these permissions there.",
                names=permissions(found.missing),
                **where,
            )
        case "gone":
            return t(
                "Channel {channel} ({games}) is deleted or hidden from the bot: give its role View Channel there, "
                "or end the games elsewhere with /rummikub end.",
                **where,
            )
        case "locked":
            return t("Thread {channel} ({games}) is archived and locked: a moderator must open it again.", **where)
        case "left":
            return t(
                "The bot is not in server {server} ({games}): invite it again (README: “Your own server”).",
                server=found.guild_id,
                **where,
            )


def reachable(t: Translator) -> str:
    """Nothing hinders the bot in Discord."""
    return t("Discord: the bot may do what it must in every channel with an open game.")


def store_trouble(t: Translator, code: str, data: Mapping[str, Any], setting: str = DATABASE) -> str:
    """The database file cannot be used; ``code`` and ``data`` as ``data.StoreError`` has them.

    ``setting``: where it was named, a variable or an option.
    """
    path = data.get("path", "")
    match code:
        case "unwritable":
            return t(
                "The database {path} cannot be written: check its folder's rights, or name another with {setting}.",
                path=path,
                setting=setting,
            )
        case "newer_schema":
            return t(
                "The database {path} comes from a newer version of this bot: "
                "update the bot, or name another file with {setting}.",
                path=path,
                setting=setting,
            )
        case "not_a_database" | "corrupt":
            return t(
                "The file {path} is not a whole database of this bot: "
                "restore a backup, or name another file with {setting}.",
                path=path,
                setting=setting,
            )
        case "not_a_copy":
            return t("There is a file {path} already, which is no copy of a game file: name another one.", path=path)
        case "same_file":
            return t("{path} is the game file itself: name another file.", path=path)
        case "locked":
            return t("The database {path} is in use by another process: stop the other bot first.", path=path)
        case "in_use":
            return t(
                "Another bot plays with the games in {path}: stop it first, or name another file with {setting}.",
                path=path,
                setting=setting,
            )
        case "disk_full":
            return t("The disk of {path} is full: make room and start again.", path=path)
        case "disk_failed":
            return t("The disk of {path} fails: check it, and put a backup back on a sound one.", path=path)
        case _:
            return t("The database {path} cannot be used ({code}).", path=path, code=code)
