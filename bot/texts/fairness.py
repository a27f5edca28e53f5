"""That nobody can have arranged the tiles: what is published when a game begins and when it is over."""

from __future__ import annotations

from bot.texts import Translator


def sealed(t: Translator, commitment: str) -> str:
    """When a match begins: the SHA-256 of the seed from which all its shuffles follow."""
    return t("Tiles sealed before the deal: `{hash}`", hash=commitment)


def opened(t: Translator, seed: str) -> str:
    """When it is over: the seed, and how to check it."""
    return t(
        "The seal is open: all shuffles came from `{seed}`. Its SHA-256 is the number shown at the deal; "
        "the record replays every tile.",
        seed=seed,
    )


def record_label(t: Translator) -> str:
    """The button that gives the record."""
    return t("Record")


def record(t: Translator, match_id: int) -> str:
    """Goes with the file."""
    return t(
        "The record of game #{game}: every rack, draw and move, with the seed. A changed line no longer fits "
        "the mark at its end. To check the seal: `printf %s SEED | sha256sum`.",
        game=match_id,
    )
