"""Choices of notifications, consents to the weekly letter, and its outbox."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "notification_choices",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "kind", name="pk_notification_choices"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_notification_choices_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "letter_consents",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("consented_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", name="pk_letter_consents"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_letter_consents_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_letter_consents_consented_at", "letter_consents", ["consented_at"])
    op.create_table(
        "letters",
        sa.Column("id", BigId, nullable=False),
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("week", sa.String(10), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("attempts", sa.SmallInteger(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_letters"),
        sa.UniqueConstraint("member_id", "week", name="uq_letters_member_id_week"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_letters_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_letters_state_due_at", "letters", ["state", "due_at"])


def downgrade() -> None:
    op.drop_table("letters")
    op.drop_table("letter_consents")
    op.drop_table("notification_choices")
