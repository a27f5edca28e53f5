"""The help, shown privately: a page with a picture, and a select that turns to the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from bot.texts import Translator, translator
from bot.texts import help as words
from bot.texts.tiles import ALT_LIMIT, joined, meld_in_words, tiles_in_words
from bot.ui.answers import hold, put
from bot.ui.base import Lasting, LayoutView, row
from bot.ui.pictures import Picture, drawn
from engine.core.errors import IllegalAction
from engine.rummikub.melds import Meld
from engine.rummikub.notation import parse_meld, parse_tiles
from engine.rummikub.tiles import Tile
from renderers import Strip, Strips

if TYPE_CHECKING:
    from bot.app import Interaction
    from bot.painter import Painter

FIRST = words.PAGES[0]
SKY = discord.Color(0x3B6EA8)


class HelpSelect(Lasting[discord.ui.Select[Any]], template=r"rk:help"):
    """Turns to another page."""

    def __init__(self, options: list[discord.SelectOption] | None = None, hint: str | None = None) -> None:
        super().__init__(discord.ui.Select(custom_id="rk:help", options=options or [], placeholder=hint))

    async def pressed(self, interaction: Interaction) -> None:
        """Show the page in place of the present one."""
        picked: Any = (interaction.data or {}).get("values") or [FIRST]
        await show_help(interaction, picked[0] if picked[0] in words.PAGES else FIRST)


async def show_help(interaction: Interaction, name: str = FIRST) -> None:
    """Answer privately with a page of the help."""
    await hold(interaction, in_place=True)
    t = translator(interaction.locale)
    page = words.page(t, name)
    picture = await picture_of(interaction.client.painter, t, page.examples) if page.examples else None
    await put(interaction, layout(t, name, page, picture), [picture] if picture else [])


def layout(t: Translator, name: str, page: words.Page, picture: Picture | None) -> discord.ui.LayoutView:
    """A page as it is laid out."""
    box: discord.ui.Container[Any] = discord.ui.Container(accent_color=SKY)
    box.add_item(discord.ui.TextDisplay(f"## {page.title}"))
    box.add_item(discord.ui.TextDisplay(page.text))
    if picture is not None:
        box.add_item(picture.gallery())
    options = [
        discord.SelectOption(label=words.page(t, each).title, value=each) for each in words.PAGES if each != name
    ]
    box.add_item(row(HelpSelect(options, words.more(t))))
    view = LayoutView(timeout=None)
    view.add_item(box)
    return view


async def picture_of(painter: Painter, t: Translator, examples: Sequence[words.Example]) -> Picture:
    """The examples under each other."""
    strips: list[Strip] = []
    told: list[str] = []
    for example in examples:
        sets = tuple(_read(text) for text in example.sets)
        marked = frozenset(parse_tiles(example.marked)) if example.marked else frozenset[Tile]()
        strips.append(Strip(example.caption, sets, example.legal, marked))
        shown = "; ".join(meld_in_words(t, s) if isinstance(s, Meld) else tiles_in_words(t, s) for s in sets)
        told.append(f"{example.caption}: {shown}")
    return await drawn(painter, "help.png", joined(t, told, ALT_LIMIT), Strips(strips))


def _read(text: str) -> Meld | tuple[Tile, ...]:
    """A set; where the tiles are none, the tiles."""
    try:
        return parse_meld(text)
    except IllegalAction:
        return parse_tiles(text)
