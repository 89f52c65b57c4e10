"""The one file that tells SQLite from PostgreSQL."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite  # noqa: TID251
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

# SQLite numbers rows by itself only in a column that is exactly INTEGER.
BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")

# PostgreSQL's words for a lost connection, too little room, and a shutdown.
AWAY_STATES = ("08", "53", "57P", "58")

SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "busy_timeout=5000",
    "foreign_keys=ON",
    # What a member deletes is overwritten, not just let go.
    "secure_delete=ON",
    "synchronous=NORMAL",
)


def is_sqlite(dialect: Dialect) -> bool:
    return dialect.name == "sqlite"


def stores_zone(dialect: Dialect) -> bool:
    return not is_sqlite(dialect)


def insert_for(session: AsyncSession, table: type[object]) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that can say `on_conflict_do_nothing`, which both databases spell alike."""
    insert = sqlite.insert if is_sqlite(session.get_bind().dialect) else postgresql.insert
    return insert(table)


def pool_options(url: sa.URL) -> dict[str, object]:
    """A server's connections can die while idle; a file's can not."""
    if url.get_backend_name() == "sqlite":
        return {}
    return {"pool_pre_ping": True, "pool_size": 10, "max_overflow": 10, "pool_timeout": 5}


def is_away(error: Exception) -> bool:
    """Whether a database can't be reached or can't write just now: full, locked, restarting."""
    if isinstance(error, ConnectionError | TimeoutError | sa.exc.TimeoutError):
        return True
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    state = str(getattr(error.orig, "sqlstate", None) or "")
    is_lost = error.connection_invalidated or state.startswith(AWAY_STATES)
    return is_lost or isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError)


async def leave_no_trace(session: AsyncSession) -> None:
    """What was deleted is still in SQLite's journal until that is folded into the file."""
    if is_sqlite(session.get_bind().dialect):
        await session.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)"))


def set_up(engine: AsyncEngine) -> None:
    if not is_sqlite(engine.dialect):
        return

    @sa.event.listens_for(engine.sync_engine, "connect")
    def apply_pragmas(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
