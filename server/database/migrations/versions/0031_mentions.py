"""Members whom posts and comments named when they were written."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import BigId

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    for thing in ("post", "comment"):
        table, number = f"{thing}_mentions", f"{thing}_id"
        op.create_table(
            table,
            sa.Column(number, BigId, nullable=False, autoincrement=False),
            sa.Column("at", sa.Integer(), nullable=False, autoincrement=False),
            sa.Column("length", sa.Integer(), nullable=False),
            sa.Column("member_id", sa.String(36), nullable=False),
            sa.PrimaryKeyConstraint(number, "at", name=f"pk_{table}"),
            _to(f"{thing}s", table, number),
            *([_to("accounts", table, "member_id")] if thing == "post" else []),
        )
        op.create_index(f"ix_{table}_member_id", table, ["member_id"])


def downgrade() -> None:
    op.drop_table("comment_mentions")
    op.drop_table("post_mentions")


def _to(target: str, table: str, column: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_{column}_{target}"
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=name, ondelete="CASCADE")
