"""Profiles that moderators reset, and pictures of members that are refused afterwards."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, Json, UtcDateTime

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    op.add_column("profiles", sa.Column("avatar_fingerprints", Json, nullable=True))
    op.create_table(
        "reset_profiles",
        sa.Column("entry_id", BigId, nullable=False, autoincrement=False),
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("display_name", sa.String(50), nullable=True),
        sa.Column("bio", sa.Text(), nullable=True),
        sa.Column("picture", sa.Text(), nullable=True),
        sa.Column("fingerprints", Json, nullable=True),
        sa.PrimaryKeyConstraint("entry_id", name="pk_reset_profiles"),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["moderation_log.id"],
            name="fk_reset_profiles_entry_id_moderation_log",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_reset_profiles_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_reset_profiles_member_id", "reset_profiles", ["member_id"])
    op.create_table(
        "refused_avatars",
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("entry_id", BigId, nullable=False, autoincrement=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", "entry_id", name="pk_refused_avatars"),
    )
    op.create_index("ix_refused_avatars_entry_id", "refused_avatars", ["entry_id"])


def downgrade() -> None:
    op.drop_table("refused_avatars")
    op.drop_table("reset_profiles")
    op.drop_column("profiles", "avatar_fingerprints")
