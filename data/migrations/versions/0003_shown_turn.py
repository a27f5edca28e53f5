"""The turn whose player has been told of it, so that nobody is pinged twice."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("shown_turn", sa.Integer(), nullable=True))
