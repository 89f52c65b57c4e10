"""Reports on posts, comments and members, and the roles of members."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId, UtcDateTime

revision = "0010"
down_revision = "0009"

ID = sa.String(36)


def upgrade() -> None:
    # The strongest lock comes first: taken later, it could deadlock.
    op.add_column("accounts", sa.Column("role", sa.String(16)))
    op.create_table(
        "reports",
        sa.Column("id", BigId, nullable=False, autoincrement=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("reporter_id", ID),
        sa.Column("contact", sa.String(254)),
        sa.Column("subject", sa.String(48), nullable=False),
        sa.Column("member_id", ID),
        sa.Column("reason", sa.String(32), nullable=False),
        sa.Column("note", sa.Text()),
        sa.Column("closed_at", UtcDateTime()),
        sa.Column("open_key", sa.String(90)),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.UniqueConstraint("open_key", name="uq_reports_open_key"),
        sa.ForeignKeyConstraint(
            ["reporter_id"],
            ["accounts.id"],
            name="fk_reports_reporter_id_accounts",
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_reports_member_id_accounts",
            ondelete="SET NULL",
        ),
    )
    op.create_index("ix_reports_closed_at_subject", "reports", ["closed_at", "subject"])
    op.create_index("ix_reports_reporter_id", "reports", ["reporter_id"])
    op.create_index("ix_reports_member_id", "reports", ["member_id"])


def downgrade() -> None:
    op.drop_table("reports")
    op.drop_column("accounts", "role")
