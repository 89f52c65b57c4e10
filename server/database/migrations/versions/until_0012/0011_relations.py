"""Members whom a member mutes or blocks, and muted words and categories."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0011"
down_revision = "0010"

ID = sa.String(36)


def upgrade() -> None:
    op.create_table(
        "member_relations",
        sa.Column("member_id", ID, nullable=False),
        sa.Column("other_id", ID, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "other_id", name="pk_member_relations"),
        _of_account("member_relations", "member_id"),
        _of_account("member_relations", "other_id"),
    )
    op.create_index("ix_member_relations_other_id", "member_relations", ["other_id"])
    op.create_table(
        "muted_topics",
        sa.Column("member_id", ID, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("written", sa.String(64), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "kind", "value", name="pk_muted_topics"),
        _of_account("muted_topics", "member_id"),
    )
    op.create_index("ix_muted_topics_kind_value", "muted_topics", ["kind", "value"])


def downgrade() -> None:
    op.drop_table("muted_topics")
    op.drop_table("member_relations")


def _of_account(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["accounts.id"], name=f"fk_{table}_{column}_accounts", ondelete="CASCADE"
    )
