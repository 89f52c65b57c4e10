"""Accounts, sessions, sign-ins under way, and profiles."""

import sqlalchemy as sa
from alembic import op

from server.database.declarative import UtcDateTime

revision = "0002"
down_revision = "0001"

ID = sa.String(36)
HASH = sa.String(64)


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", ID, nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("full_name", sa.String(50)),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("issuer", "subject", name="uq_accounts_issuer_subject"),
    )
    _create_profiles()
    _create_sessions()
    op.create_table(
        "pending_sign_ins",
        sa.Column("token_hash", HASH, nullable=False),
        sa.Column("state", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("verifier", sa.String(128), nullable=False),
        sa.Column("return_path", sa.Text(), nullable=False),
        sa.Column("language", sa.String(2)),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_pending_sign_ins"),
    )
    op.create_index("ix_pending_sign_ins_expires_at", "pending_sign_ins", ["expires_at"])


def _create_profiles() -> None:
    op.create_table(
        "profiles",
        sa.Column("id", ID, nullable=False),
        sa.Column("display_name", sa.String(50)),
        sa.Column("email", sa.String(254)),
        sa.Column("bio", sa.Text()),
        sa.Column("avatar_url", sa.String(255)),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("favorite_tea_type", sa.String(64)),
        sa.Column("favorite_tea_variety", sa.String(64)),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_profiles"),
        sa.ForeignKeyConstraint(
            ["id"], ["accounts.id"], name="fk_profiles_id_accounts", ondelete="CASCADE"
        ),
    )


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", ID, nullable=False),
        sa.Column("account_id", ID, nullable=False),
        sa.Column("token_hash", HASH, nullable=False),
        sa.Column("previous_hash", HASH),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
            name="fk_sessions_account_id_accounts",
            ondelete="CASCADE",
        ),
    )
    for column in ("account_id", "previous_hash", "seen_at", "ends_at"):
        op.create_index(f"ix_sessions_{column}", "sessions", [column])


def downgrade() -> None:
    for table in ("pending_sign_ins", "sessions", "profiles", "accounts"):
        op.drop_table(table)
