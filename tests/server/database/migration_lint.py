"""Lint of migrations: statements that block PostgreSQL's tables or break running code."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

NAME = r'"?(?P<table>\w+)"?'
ADD, ALTER = rf"ALTER TABLE {NAME} ADD", rf"ALTER TABLE {NAME} ALTER COLUMN \S+"
ONLINE = re.compile(r"(CREATE (UNIQUE )?|DROP |RE)INDEX CONCURRENTLY")
# Statements that every migration sends, whatever it changes.
ROUTINE = re.compile(r"SET |SELECT |(INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) alembic_version")
NEW_TABLE = re.compile(rf"CREATE TABLE (IF NOT EXISTS )?{NAME}")
# Statements that block readers or writers, for longer the larger the table is.
BLOCKING = {
    rf"CREATE (UNIQUE )?INDEX (?!CONCURRENTLY).*? ON {NAME}": "an index that is not made online",
    rf"{ADD} COLUMN (?!.* DEFAULT ).* NOT NULL": "a column that old code leaves empty",
    rf"{ADD} COLUMN .* DEFAULT (now|random|nextval|gen_)": "a default for each row",
    rf"{ADD} COLUMN .* (SERIAL|BIGSERIAL|GENERATED)": "a default for each row",
    rf"{ADD} CONSTRAINT \S+ (UNIQUE|PRIMARY KEY) (?!USING)": "an index that is not made online",
    rf"{ADD} CONSTRAINT \S+ (CHECK|FOREIGN KEY)(?!.* NOT VALID)": "a scan of each row",
    rf"{ALTER} TYPE": "a rewritten table",
    rf"{ALTER} SET NOT NULL": "a scan of each row",
    rf"LOCK TABLE {NAME}": "a lock",
    rf"(VACUUM FULL|CLUSTER|REINDEX TABLE) {NAME}": "a rewritten table",
    rf"UPDATE {NAME} (?!.* WHERE )": "every row at once",
}
# Statements that break older code, unless the revision names the oldest code it works with.
REMOVALS = {
    rf"DROP TABLE (IF EXISTS )?{NAME}": "a removed table",
    rf"ALTER TABLE {NAME} DROP COLUMN": "a removed column",
    rf"ALTER TABLE {NAME} RENAME": "a removed name",
    rf"{ALTER} DROP DEFAULT": "a removed default",
}


def faults_of(statements: Sequence[str], *, may_remove: bool = False) -> list[str]:
    """Returns the statements of a migration that break a rule, each as `why: statement`.

    Tables that the migration creates are not in use yet. With `may_remove`, the revision names the
    oldest code that it works with, so that it may drop columns and tables.
    """
    plain = [" ".join(statement.split()) for statement in statements]
    relevant = [one for one in plain if not ROUTINE.match(one)]
    new = {found["table"] for one in relevant if (found := NEW_TABLE.match(one))}
    rules = BLOCKING if may_remove else BLOCKING | REMOVALS
    faults = [
        f"{why}: {one}"
        for one in relevant
        for rule, why in rules.items()
        if (found := re.match(rule, one, re.IGNORECASE)) and found["table"] not in new
    ]
    online = [one for one in relevant if ONLINE.match(one)]
    if online and len(online) < len(relevant):
        faults.append(f"not in a step of its own: {online[0]}")
    return faults


@contextmanager
def recorded_statements(engine: AsyncEngine) -> Iterator[list[str]]:
    """Yields a list to which the statements sent to the database in the block are added."""
    statements: list[str] = []

    def record(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement)

    sa.event.listen(engine.sync_engine, "before_cursor_execute", record)
    try:
        yield statements
    finally:
        sa.event.remove(engine.sync_engine, "before_cursor_execute", record)
