"""Words that the operator lists, and when members wrote what, to hold texts for review."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.create_table(
        "listed_words",
        sa.Column("word", sa.String(100), nullable=False),
        sa.Column("written", sa.String(100), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("word", name="pk_listed_words"),
    )
    op.create_table(
        "recent_texts",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("digest", sa.String(64), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_recent_texts"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_recent_texts_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_recent_texts_member_id_at", "recent_texts", ["member_id", "at"])


def downgrade() -> None:
    op.drop_table("recent_texts")
    op.drop_table("listed_words")
