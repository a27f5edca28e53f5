"""The configuration: from the environment, from ``.env``, or the default."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from platformdirs import user_data_path
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Config(BaseSettings):
    """What may be set from outside. README lists them; ``.env.example`` shows them.

    Build it inside ``main()``, never at import. Raises ``pydantic.ValidationError`` for a bad value.
    """

    model_config = SettingsConfigDict(
        env_prefix="RUMMIKUB_", env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    database: Path | None = Field(default_factory=lambda: user_data_path("rummikub-bot") / "games.sqlite3")
    """The file of all games; ``None`` keeps them in memory (tests and the playground only)."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_json: bool = False

    @field_validator("discord_token")
    @classmethod
    def _one_word(cls, token: SecretStr | None) -> SecretStr | None:
        words = token.get_secret_value().split() if token else []
        if len(words) > 1:
            raise ValueError("must be one word")
        return SecretStr(words[0]) if words else None

    @field_validator("database")
    @classmethod
    def _home(cls, database: Path | None) -> Path | None:
        return database.expanduser() if database else None

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level
