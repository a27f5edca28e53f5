"""The tables. ``migrations`` leads every older file here, and a test holds that both agree."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


class Moment(TypeDecorator[datetime]):
    """An aware datetime, kept as microseconds since 1970 UTC: exact, and sorts as it should."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        """Raises TypeError for a naive datetime."""
        return None if value is None else (value - _EPOCH) // _TICK

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The same moment, in UTC."""
        return None if value is None else _EPOCH + value * _TICK


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("host_id", BigInteger),
    Column("phase", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("state", Text),
    Column("deadline", Moment),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("shown_revision", Integer, nullable=False, server_default="0"),
    Column("message_id", BigInteger),
    Column("previous_match_id", Integer, ForeignKey("matches.id")),
    Column("reminder_at", Moment),
    Column("reminder_message_id", BigInteger),
    Column("shown_turn", Integer),
    CheckConstraint("phase IN ('lobby', 'playing', 'over', 'cancelled')", name="phase"),
    Index(None, "guild_id", "phase"),
    Index(None, "channel_id", "phase"),
    Index(None, "host_id", "phase"),
    Index(None, "deadline"),
    Index(None, "reminder_at"),
)
# Every match becomes "shown" within a second: kept partial, so that this one stays nearly empty.
_unshown = text("shown_revision < revision")
Index("ix_matches_unshown", matches.c.id, sqlite_where=_unshown, postgresql_where=_unshown)
# Two members press Rematch at once: one match follows another, unless it was cancelled.
_alive = text("phase != 'cancelled'")
Index("uq_matches_rematch", matches.c.previous_match_id, unique=True, sqlite_where=_alive, postgresql_where=_alive)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("computer", Text),
    PrimaryKeyConstraint("match_id", "seat"),
    Index(None, "user_id", "match_id"),
)

log = Table(
    "log",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer),
    Column("user_id", BigInteger),
    Column("action", Text, nullable=False),
    Column("public", Text),
    Column("token", Text),
    Column("correlation", Text),
    Column("at", Moment, nullable=False),
    PrimaryKeyConstraint("match_id", "revision", "number"),
    UniqueConstraint("match_id", "token"),
    Index(None, "user_id"),
)

drafts = Table(
    "drafts",
    metadata,
    Column("match_id", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("faults", Text),
    Column("updated_at", Moment, nullable=False),
    PrimaryKeyConstraint("match_id", "seat", "kind"),
    ForeignKeyConstraint(["match_id"], ["matches.id"], ondelete="CASCADE"),
    CheckConstraint("kind IN ('refused', 'staged')", name="kind"),
)

round_results = Table(
    "round_results",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("guild_id", BigInteger),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("ended_at", Moment, nullable=False),
    PrimaryKeyConstraint("match_id", "number", "seat"),
    Index(None, "guild_id", "user_id"),
    Index(None, "user_id"),
)

match_results = Table(
    "match_results",
    metadata,
    Column("match_id", Integer, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigInteger),
    Column("guild_id", BigInteger),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("rounds_won", Integer, nullable=False),
    Column("ended_at", Moment, nullable=False),
    PrimaryKeyConstraint("match_id", "seat"),
    Index(None, "guild_id", "user_id"),
    Index(None, "user_id"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("rack_order", Text, nullable=False),
    Column("reminders", Boolean, nullable=False),
    Column("locale", Text),
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
