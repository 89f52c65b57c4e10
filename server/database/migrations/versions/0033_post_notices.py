"""Notices of posts that mention a member."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.create_table(
        "post_notices",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("post_id", BigId, nullable=False, autoincrement=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "post_id", name="pk_post_notices"),
        _to("accounts", "member_id"),
        _to("posts", "post_id"),
    )
    op.create_index("ix_post_notices_member_id_at", "post_notices", ["member_id", "at"])
    op.create_index("ix_post_notices_post_id", "post_notices", ["post_id"])


def downgrade() -> None:
    op.drop_table("post_notices")


def _to(target: str, column: str) -> sa.ForeignKeyConstraint:
    name = f"fk_post_notices_{column}_{target}"
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=name, ondelete="CASCADE")
