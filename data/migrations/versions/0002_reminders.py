"""When the player on turn is reminded of the time, and the message that does it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("reminder_at", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("reminder_message_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_matches_reminder_at"), "matches", ["reminder_at"], unique=False)
