"""Differences between SQLite and PostgreSQL that several modules share."""

from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.ext.compiler import compiles

from server.database.limits import Limits
from server.database.postgresql import NOT_CHECKED, connect_options, responds, watch_connections

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: TID251


class _ParsedJson(sa.JSON):
    """Column type JSONB, without importing PostgreSQL's dialect, which takes two megabytes."""

    __visit_name__ = "JSONB"


# SQLite numbers rows by itself only in a column of type INTEGER.
BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# Compared by code point, so that the beginnings of texts are ranges of an index.
CODE_POINTS = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
JSON = sa.JSON().with_variant(_ParsedJson(), "postgresql")

# PostgreSQL's error codes of a lost connection, a shutdown and an ended transaction; then of
# too little space, a conflict of changes, a lock timeout, and a statement timeout.
LOST_STATES = ("08", "57P", "25P03")
AWAY_STATES = (*LOST_STATES, "53", "58", "40", "55P03", "57014")

# PostgreSQL's error codes of a lock timeout and a deadlock.
LOCKED_STATES = ("55P03", "40P01")

# SQLite's error codes of a damaged file and of a file that is no database.
DAMAGED_CODES = (11, 26)

SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "busy_timeout=5000",
    "foreign_keys=ON",
    # Deleted content is overwritten, not only unlinked.
    "secure_delete=ON",
    "synchronous=NORMAL",
    # A search reads hundreds of texts from as many pages.
    "cache_size=-8000",
    # A damaged page raises an error instead of wrong rows.
    "cell_size_check=ON",
)


# A transaction is ended by its owner, so the pool does not roll back.
NO_RESET: dict[str, Any] = {"pool_reset_on_return": None}

# Driver connection, statement, parameters, and the time limit in seconds if there is one.
Fetch = Callable[[Any, str, tuple[Any, ...], float | None], Awaitable[Sequence[Sequence[Any]]]]


def is_sqlite(dialect: Dialect) -> bool:
    return dialect.name == "sqlite"


def stores_zone(dialect: Dialect) -> bool:
    """Returns whether instants are stored with their zone."""
    return not is_sqlite(dialect)


def insert_for(session: AsyncSession, table: type[object]) -> "postgresql.Insert | sqlite.Insert":
    """Returns the INSERT of the session's database; it has the methods `on_conflict_do_...`."""
    # The engine has loaded its own dialect; the other one need not be in memory.
    if is_sqlite(session.get_bind().dialect):
        from sqlalchemy.dialects import sqlite  # noqa: PLC0415, TID251

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415, TID251

    return postgresql.insert(table)


def engine_options(url: sa.URL, limits: Limits) -> dict[str, Any]:
    """Returns the options of `create_async_engine`.

    On PostgreSQL they are time limits and the pool's size; on SQLite a transaction of a change
    takes the write lock at its start.
    """
    if url.get_backend_name() == "sqlite":
        # A change takes its lock at the start, or it might fail at its end.
        options: dict[str, Any] = {"connect_args": {"isolation_level": "IMMEDIATE"}}
        return options | NO_RESET
    return {
        "connect_args": connect_options(limits),
        "pool_size": 10,
        "max_overflow": 10,
        "pool_timeout": limits.pool_s,
        # The connection that was used last needs no check.
        "pool_use_lifo": True,
    } | NO_RESET


def fetch_function(dialect: Dialect) -> Fetch:
    """Returns the function that runs a statement on the driver and fetches all rows.

    SQLite's ignores the time limit.
    """
    if is_sqlite(dialect):
        return lambda driver, text, given, _seconds: driver.execute_fetchall(text, given)
    return lambda driver, text, given, seconds: driver.fetch(text, *given, timeout=seconds)


def was_not_checked(info: MutableMapping[str, Any]) -> bool:
    """Returns whether the pool lent the connection with this `info` unchecked; clears the mark.

    It may be dead then. Always false for an SQLite file.
    """
    return bool(info.pop(NOT_CHECKED, False))


async def is_alive(dialect: Dialect, driver: Any) -> bool:
    """Returns whether a driver's connection responds; one to an SQLite file always does."""
    return is_sqlite(dialect) or await responds(driver)


def can_be_lost(dialect: Dialect) -> bool:
    """Returns whether the database can become unreachable; a file cannot."""
    return not is_sqlite(dialect)


def is_lost(error: BaseException) -> bool:
    """Returns whether an error means that a connection broke or could not be opened."""
    if isinstance(error, sa.exc.DBAPIError):
        is_closed = error.connection_invalidated or isinstance(error, sa.exc.InterfaceError)
        return is_closed or _sqlstate(error).startswith(LOST_STATES)
    return isinstance(error, ConnectionError | TimeoutError)


def is_away(error: Exception) -> bool:
    """Returns whether an error means that the database is full, locked or unreachable."""
    if is_lost(error) or isinstance(error, sa.exc.TimeoutError):
        return True
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    return _sqlstate(error).startswith(AWAY_STATES) or isinstance(error, sa.exc.OperationalError)


def _sqlstate(error: sa.exc.DBAPIError) -> str:
    """Returns the SQLSTATE of an error, or an empty text."""
    return str(getattr(error.orig, "sqlstate", None) or "")


def is_locked(error: sa.exc.DBAPIError) -> bool:
    """Returns whether an error means that another transaction held a lock for too long."""
    state = getattr(error.orig, "sqlstate", None)
    return state in LOCKED_STATES or "database is locked" in str(error.orig)


def is_damaged(error: Exception) -> bool:
    """Returns whether an error, of SQLAlchemy or the driver, means that the file is damaged."""
    told = getattr(error, "orig", None) or error
    # The low byte of an extended error code is the primary one.
    return getattr(told, "sqlite_errorcode", 0) % 256 in DAMAGED_CODES


async def empty_write_ahead_log(session: AsyncSession) -> None:
    """Empties SQLite's write-ahead log, in which deleted content can still be read.

    Called after the commit that removes an account; does nothing on PostgreSQL.
    """
    engine = session.bind
    if isinstance(engine, AsyncEngine) and is_sqlite(engine.dialect):
        # A connection of its own, because the session has returned its connection after the commit.
        async with engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def _close_late_connections(engine: sa.Engine) -> None:
    """Adds listeners that close connections which return after `dispose`, to an unused pool."""
    is_disposed = False

    @sa.event.listens_for(engine, "engine_disposed")
    def note_disposal(_engine: sa.Engine) -> None:
        nonlocal is_disposed
        is_disposed = True

    @sa.event.listens_for(engine, "checkin")
    def close_if_late(_connection: object, record: sa.pool.ConnectionPoolEntry) -> None:
        if is_disposed:
            record.invalidate()


def add_listeners(engine: AsyncEngine) -> None:
    """Adds listeners to the engine: SQLite gets its pragmas, PostgreSQL checks of connections.

    A disposed engine of either closes connections that are returned later.
    """
    _close_late_connections(engine.sync_engine)
    if not is_sqlite(engine.dialect):
        watch_connections(engine)
        return

    @sa.event.listens_for(engine.sync_engine, "connect")
    def apply_pragmas(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
        """Executes the pragmas on each connection that the pool opens."""
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class JsonRows(sa.sql.functions.FunctionElement[str]):
    """All rows of a query as the text of one JSON array, each an object of the named columns.

    Without rows PostgreSQL returns NULL and SQLite an empty array.
    """

    inherit_cache = True
    type = sa.Text()

    def __init__(self, **columns: sa.ColumnElement[Any]) -> None:
        named: list[sa.ColumnElement[Any]] = []
        for name, column in columns.items():
            named += (sa.literal_column(f"'{name}'"), column)
        super().__init__(*named)


@compiles(JsonRows, "postgresql")
def _json_rows_on_postgresql(rows: JsonRows, compiler: sa.Compiled, **how: Any) -> str:
    inside = ", ".join(compiler.process(part, **how) for part in rows.clauses)
    return f"CAST(json_agg(json_build_object({inside})) AS TEXT)"


@compiles(JsonRows, "sqlite")
def _json_rows_on_sqlite(rows: JsonRows, compiler: sa.Compiled, **how: Any) -> str:
    """Writes the SQL that builds the JSON array on SQLite."""
    inside = ", ".join(
        # SQLite returns stored JSON as text.
        f"json({compiler.process(part, **how)})"
        if isinstance(part.type, sa.JSON)
        else compiler.process(part, **how)
        for part in rows.clauses
    )
    return f"json_group_array(json_object({inside}))"


def is_missing_table(error: sa.exc.DBAPIError) -> bool:
    """Returns whether a statement failed because one of its tables does not exist."""
    return getattr(error.orig, "sqlstate", None) == "42P01" or "no such table" in str(error.orig)


async def begin_snapshot(connection: AsyncConnection) -> None:
    """Starts a reading transaction that sees the database as it is now, until it ends."""
    if is_sqlite(connection.dialect):
        # SQLite's driver starts no transaction for reads, and the first read fixes the moment.
        await connection.exec_driver_sql("BEGIN")
        await connection.exec_driver_sql("SELECT 1 FROM sqlite_master")
        return
    statement = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    await connection.execute(sa.text(statement))
    # The moment is that of the first statement, which is this one.
    await connection.execute(sa.text("SELECT 1"))


def by_code_point(connection: AsyncConnection, column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """Returns the column for ORDER BY, sorted by code point as on every installation."""
    if is_sqlite(connection.dialect) or not isinstance(column.type, sa.String):
        return column
    return sa.collate(column, "C")
