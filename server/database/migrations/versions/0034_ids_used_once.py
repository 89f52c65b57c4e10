"""Ids of comments, letters and reports that SQLite gives once, as PostgreSQL does."""

import sqlalchemy as sa
from alembic import op

from server.database.dialects import is_sqlite

revision = "0034"
down_revision = "0033"

# Highest id of each table that is stored now, and of comments also the ids of deleted ones.
HIGHEST = {
    "comments": (
        "SELECT max(id) FROM (SELECT max(id) AS id FROM comments"
        " UNION ALL SELECT max(parent_id) FROM comments"
        " UNION ALL SELECT max(subject_id) FROM moderation_log WHERE subject_kind = 'comment'"
        " UNION ALL SELECT max(CAST(substr(subject, 9) AS BIGINT)) FROM reports"
        " WHERE subject LIKE 'comment:%') AS ids"
    ),
    "letters": "SELECT max(id) FROM letters",
    "reports": "SELECT max(id) FROM reports",
}
# A sequence never goes back, but one that was restored from a backup may have begun too low.
ADVANCE_SEQUENCE = (
    "SELECT setval(pg_get_serial_sequence(:name, 'id'), CAST(:highest AS BIGINT))"
    " WHERE CAST(:highest AS BIGINT) >="
    " coalesce(pg_sequence_last_value(CAST(pg_get_serial_sequence(:name, 'id') AS regclass)), 0)"
)


def upgrade() -> None:
    bind = op.get_bind()
    for table, select in HIGHEST.items():
        given = {"name": table, "highest": bind.scalar(sa.text(select))}
        if not is_sqlite(bind.dialect):
            bind.execute(sa.text(ADVANCE_SEQUENCE), given)
            continue
        _rebuild(table, numbers_once=True)
        bind.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table})
        insert = "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, coalesce(:highest, 0))"
        bind.execute(sa.text(insert), given)


def downgrade() -> None:
    if is_sqlite(op.get_bind().dialect):
        for table in HIGHEST:
            _rebuild(table, numbers_once=False)


def _rebuild(table: str, *, numbers_once: bool) -> None:
    """Copies a table of SQLite to one with or without AUTOINCREMENT."""
    options = {"sqlite_autoincrement": numbers_once}
    with op.batch_alter_table(table, recreate="always", table_kwargs=options):
        pass
