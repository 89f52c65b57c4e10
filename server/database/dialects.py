"""The one file that tells SQLite from PostgreSQL."""

from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncSession
from sqlalchemy.ext.compiler import compiles

from server.database.limits import Limits
from server.database.postgresql import UNASKED, answers, connect_options, watch_connections

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql, sqlite  # noqa: TID251


class _ParsedJson(sa.JSON):
    """JSONB, said without the package of PostgreSQL's dialect, which weighs two megabytes."""

    __visit_name__ = "JSONB"


# SQLite numbers rows by itself only in a column that is exactly INTEGER.
BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(_ParsedJson(), "postgresql")

# PostgreSQL's words for a lost connection, a shutdown and a transaction that was shown out; then
# for too little room, a clash of changes, a row that is held too long, and too long a statement.
LOST_STATES = ("08", "57P", "25P03")
AWAY_STATES = (*LOST_STATES, "53", "58", "40", "55P03", "57014")

# PostgreSQL's words for a lock that did not come in time, and for two that wait for each other.
LOCKED_STATES = ("55P03", "40P01")

# SQLite's numbers for a file with wrong pages in it, and for one that is something else.
DAMAGED_CODES = (11, 26)

SQLITE_PRAGMAS = (
    "journal_mode=WAL",
    "busy_timeout=5000",
    "foreign_keys=ON",
    # What a member deletes is overwritten, not just let go.
    "secure_delete=ON",
    "synchronous=NORMAL",
    # A search looks at hundreds of texts, and reads them in as many places.
    "cache_size=-8000",
    # A page that can't be right is not read as if it were.
    "cell_size_check=ON",
)


# Whoever began a transaction ends it: a connection that comes back has none, and is not asked.
KEPT: dict[str, Any] = {"pool_reset_on_return": None}

# The driver, the text, its values, and how many seconds there are where that is limited.
Fetch = Callable[[Any, str, tuple[Any, ...], float | None], Awaitable[Sequence[Sequence[Any]]]]


def is_sqlite(dialect: Dialect) -> bool:
    return dialect.name == "sqlite"


def stores_zone(dialect: Dialect) -> bool:
    return not is_sqlite(dialect)


def insert_for(session: AsyncSession, table: type[object]) -> "postgresql.Insert | sqlite.Insert":
    """An INSERT that can say `on_conflict_do_nothing`, which both databases spell alike."""
    # The engine has loaded its own dialect, and a host need not hold the other one.
    if is_sqlite(session.get_bind().dialect):
        from sqlalchemy.dialects import sqlite  # noqa: PLC0415, TID251

        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415, TID251

    return postgresql.insert(table)


def engine_options(url: sa.URL, limits: Limits) -> dict[str, Any]:
    """A server's connections are bounded in number and in time; a file's in nothing but locks."""
    if url.get_backend_name() == "sqlite":
        # A change takes its turn where it begins, or it might have to give up where it ends.
        options: dict[str, Any] = {"connect_args": {"isolation_level": "IMMEDIATE"}}
        return options | KEPT
    return {
        "connect_args": connect_options(limits),
        "pool_size": 10,
        "max_overflow": 10,
        "pool_timeout": limits.pool_s,
    } | KEPT


def driver_rows(dialect: Dialect) -> Fetch:
    """How the driver is asked for all rows at once; the drivers have no words in common."""
    if is_sqlite(dialect):
        return lambda driver, text, given, _seconds: driver.execute_fetchall(text, given)
    return lambda driver, text, given, seconds: driver.fetch(text, *given, timeout=seconds)


def was_not_asked(info: MutableMapping[str, Any]) -> bool:
    """Whether a connection was lent unasked that may be dead; a file's never is."""
    return bool(info.pop(UNASKED, False))


async def lives(driver: Any) -> bool:
    """Whether such a connection still answers."""
    return await answers(driver)


def can_be_lost(dialect: Dialect) -> bool:
    """A file is there, or nothing is."""
    return not is_sqlite(dialect)


def is_lost(error: BaseException) -> bool:
    """Whether a connection broke, or none came about: not the statement's fault."""
    if isinstance(error, sa.exc.DBAPIError):
        is_closed = error.connection_invalidated or isinstance(error, sa.exc.InterfaceError)
        return is_closed or _state(error).startswith(LOST_STATES)
    return isinstance(error, ConnectionError | TimeoutError)


def is_away(error: Exception) -> bool:
    """Whether a database can't be reached or can't write just now: full, locked, restarting."""
    if is_lost(error) or isinstance(error, sa.exc.TimeoutError):
        return True
    if not isinstance(error, sa.exc.DBAPIError):
        return False
    return _state(error).startswith(AWAY_STATES) or isinstance(error, sa.exc.OperationalError)


def _state(error: sa.exc.DBAPIError) -> str:
    return str(getattr(error.orig, "sqlstate", None) or "")


def is_locked(error: sa.exc.DBAPIError) -> bool:
    """Whether somebody else held for too long what a statement wanted to hold."""
    state = getattr(error.orig, "sqlstate", None)
    return state in LOCKED_STATES or "database is locked" in str(error.orig)


def is_damaged(error: Exception) -> bool:
    """Whether a file is not what its database wrote; SQLAlchemy's word for it, or the driver's."""
    told = getattr(error, "orig", None) or error
    return getattr(told, "sqlite_errorcode", 0) % 256 in DAMAGED_CODES


async def leave_no_trace(session: AsyncSession) -> None:
    """What was deleted is still in SQLite's journal until that is folded into the file."""
    engine = session.bind
    if isinstance(engine, AsyncEngine) and is_sqlite(engine.dialect):
        # Of its own: what follows a commit comes when the session has let go of its connection.
        async with engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def set_up(engine: AsyncEngine) -> None:
    if not is_sqlite(engine.dialect):
        watch_connections(engine)
        return

    @sa.event.listens_for(engine.sync_engine, "connect")
    def apply_pragmas(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in SQLITE_PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


class JsonRows(sa.sql.functions.FunctionElement[str]):
    """All rows of a question as the text of one JSON array, each an object of the named columns."""

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
    inside = ", ".join(
        # To SQLite stored JSON is text like any other.
        f"json({compiler.process(part, **how)})"
        if isinstance(part.type, sa.JSON)
        else compiler.process(part, **how)
        for part in rows.clauses
    )
    return f"json_group_array(json_object({inside}))"


def is_missing_table(error: sa.exc.DBAPIError) -> bool:
    """Whether a statement failed because a table that it names does not exist."""
    return getattr(error.orig, "sqlstate", None) == "42P01" or "no such table" in str(error.orig)


async def begin_snapshot(connection: AsyncConnection) -> None:
    """From here on this connection sees one moment, however long it reads."""
    if is_sqlite(connection.dialect):
        # Its driver begins nothing for reads alone.
        await connection.exec_driver_sql("BEGIN")
        await connection.exec_driver_sql("SELECT 1 FROM sqlite_master")
        return
    statement = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    await connection.execute(sa.text(statement))
    # The moment is that of the first question, which is this one.
    await connection.execute(sa.text("SELECT 1"))


def by_code_point(connection: AsyncConnection, column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """An order that is the same wherever the database was made."""
    if is_sqlite(connection.dialect) or not isinstance(column.type, sa.String):
        return column
    return sa.collate(column, "C")
