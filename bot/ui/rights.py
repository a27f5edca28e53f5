"""What the bot must be allowed to do where a game is to be."""

from __future__ import annotations

import discord

IN_CHANNEL = ("view_channel", "send_messages", "attach_files")
IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
FOR_THREAD = ("create_public_threads", "send_messages_in_threads")


def missing(rights: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The permissions that lack for hosting a game in a channel or thread, as Discord's API names them."""
    return tuple(name for name in (IN_THREAD if thread else IN_CHANNEL) if not getattr(rights, name))


def missing_for_new_thread(rights: discord.Permissions) -> tuple[str, ...]:
    """The permissions that lack for opening a thread in a channel and hosting a game there."""
    return tuple(name for name in FOR_THREAD if not getattr(rights, name))
