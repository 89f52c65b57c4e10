"""What members share on their page, and the index of their names."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import CodePoints

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    shown, hidden = sa.true(), sa.false()
    op.add_column(
        "profiles",
        sa.Column("shares_favourites", sa.Boolean(), nullable=False, server_default=shown),
    )
    op.add_column(
        "profiles", sa.Column("shares_follows", sa.Boolean(), nullable=False, server_default=hidden)
    )
    op.add_column("profiles", sa.Column("indexed_name", sa.String(50), nullable=True))
    op.create_table(
        "member_names",
        sa.Column("member_id", sa.String(36), nullable=False),
        sa.Column("suffix", CodePoints, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "suffix", name="pk_member_names"),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["accounts.id"],
            name="fk_member_names_member_id_accounts",
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "ix_member_names_place_suffix_member_id", "member_names", ["place", "suffix", "member_id"]
    )


def downgrade() -> None:
    op.drop_table("member_names")
    for column in ("indexed_name", "shares_follows", "shares_favourites"):
        op.drop_column("profiles", column)
