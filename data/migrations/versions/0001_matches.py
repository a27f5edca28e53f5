"""Matches, their log, drafts, results, preferences."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table('matches',
    sa.Column('id', sa.Integer(), nullable=False),
    sa.Column('game', sa.Text(), nullable=False),
    sa.Column('guild_id', sa.BigInteger(), nullable=True),
    sa.Column('channel_id', sa.BigInteger(), nullable=False),
    sa.Column('host_id', sa.BigInteger(), nullable=True),
    sa.Column('phase', sa.Text(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('settings', sa.Text(), nullable=False),
    sa.Column('state', sa.Text(), nullable=True),
    sa.Column('deadline', sa.BigInteger(), nullable=True),
    sa.Column('created_at', sa.BigInteger(), nullable=False),
    sa.Column('updated_at', sa.BigInteger(), nullable=False),
    sa.Column('ended_at', sa.BigInteger(), nullable=True),
    sa.Column('shown_revision', sa.Integer(), server_default='0', nullable=False),
    sa.Column('message_id', sa.BigInteger(), nullable=True),
    sa.Column('previous_match_id', sa.Integer(), nullable=True),
    sa.CheckConstraint("phase IN ('lobby', 'playing', 'over', 'cancelled')", name=op.f('ck_matches_phase')),
    sa.ForeignKeyConstraint(['previous_match_id'], ['matches.id'], name=op.f('fk_matches_previous_match_id')),
    sa.PrimaryKeyConstraint('id', name=op.f('pk_matches'))
    )
    with op.batch_alter_table('matches', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_matches_channel_id_phase'), ['channel_id', 'phase'], unique=False)
        batch_op.create_index(batch_op.f('ix_matches_deadline'), ['deadline'], unique=False)
        batch_op.create_index(batch_op.f('ix_matches_guild_id_phase'), ['guild_id', 'phase'], unique=False)
        batch_op.create_index(batch_op.f('ix_matches_host_id_phase'), ['host_id', 'phase'], unique=False)
        batch_op.create_index('ix_matches_unshown', ['id'], unique=False, sqlite_where=sa.text('shown_revision < revision'), postgresql_where=sa.text('shown_revision < revision'))
        batch_op.create_index('uq_matches_rematch', ['previous_match_id'], unique=True, sqlite_where=sa.text("phase != 'cancelled'"), postgresql_where=sa.text("phase != 'cancelled'"))

    op.create_table('meta',
    sa.Column('key', sa.Text(), nullable=False),
    sa.Column('value', sa.Text(), nullable=False),
    sa.PrimaryKeyConstraint('key', name=op.f('pk_meta'))
    )
    op.create_table('preferences',
    sa.Column('user_id', sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column('rack_order', sa.Text(), nullable=False),
    sa.Column('reminders', sa.Boolean(), nullable=False),
    sa.Column('locale', sa.Text(), nullable=True),
    sa.PrimaryKeyConstraint('user_id', name=op.f('pk_preferences'))
    )
    op.create_table('drafts',
    sa.Column('match_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('kind', sa.Text(), nullable=False),
    sa.Column('text', sa.Text(), nullable=False),
    sa.Column('faults', sa.Text(), nullable=True),
    sa.Column('updated_at', sa.BigInteger(), nullable=False),
    sa.CheckConstraint("kind IN ('refused', 'staged')", name=op.f('ck_drafts_kind')),
    sa.ForeignKeyConstraint(['match_id'], ['matches.id'], name=op.f('fk_drafts_match_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('match_id', 'seat', 'kind', name=op.f('pk_drafts'))
    )
    op.create_table('log',
    sa.Column('match_id', sa.Integer(), nullable=False),
    sa.Column('revision', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=True),
    sa.Column('user_id', sa.BigInteger(), nullable=True),
    sa.Column('action', sa.Text(), nullable=False),
    sa.Column('public', sa.Text(), nullable=True),
    sa.Column('token', sa.Text(), nullable=True),
    sa.Column('correlation', sa.Text(), nullable=True),
    sa.Column('at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['match_id'], ['matches.id'], name=op.f('fk_log_match_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('match_id', 'revision', 'number', name=op.f('pk_log')),
    sa.UniqueConstraint('match_id', 'token', name=op.f('uq_log_match_id_token'))
    )
    with op.batch_alter_table('log', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_log_user_id'), ['user_id'], unique=False)

    op.create_table('match_results',
    sa.Column('match_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=True),
    sa.Column('guild_id', sa.BigInteger(), nullable=True),
    sa.Column('points', sa.Integer(), nullable=False),
    sa.Column('won', sa.Boolean(), nullable=False),
    sa.Column('rounds_won', sa.Integer(), nullable=False),
    sa.Column('ended_at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['match_id'], ['matches.id'], name=op.f('fk_match_results_match_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('match_id', 'seat', name=op.f('pk_match_results'))
    )
    with op.batch_alter_table('match_results', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_match_results_guild_id_user_id'), ['guild_id', 'user_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_match_results_user_id'), ['user_id'], unique=False)

    op.create_table('round_results',
    sa.Column('match_id', sa.Integer(), nullable=False),
    sa.Column('number', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=True),
    sa.Column('guild_id', sa.BigInteger(), nullable=True),
    sa.Column('points', sa.Integer(), nullable=False),
    sa.Column('won', sa.Boolean(), nullable=False),
    sa.Column('ended_at', sa.BigInteger(), nullable=False),
    sa.ForeignKeyConstraint(['match_id'], ['matches.id'], name=op.f('fk_round_results_match_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('match_id', 'number', 'seat', name=op.f('pk_round_results'))
    )
    with op.batch_alter_table('round_results', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_round_results_guild_id_user_id'), ['guild_id', 'user_id'], unique=False)
        batch_op.create_index(batch_op.f('ix_round_results_user_id'), ['user_id'], unique=False)

    op.create_table('seats',
    sa.Column('match_id', sa.Integer(), nullable=False),
    sa.Column('seat', sa.Integer(), nullable=False),
    sa.Column('user_id', sa.BigInteger(), nullable=True),
    sa.Column('name', sa.Text(), nullable=False),
    sa.Column('computer', sa.Text(), nullable=True),
    sa.ForeignKeyConstraint(['match_id'], ['matches.id'], name=op.f('fk_seats_match_id'), ondelete='CASCADE'),
    sa.PrimaryKeyConstraint('match_id', 'seat', name=op.f('pk_seats'))
    )
    with op.batch_alter_table('seats', schema=None) as batch_op:
        batch_op.create_index(batch_op.f('ix_seats_user_id_match_id'), ['user_id', 'match_id'], unique=False)

