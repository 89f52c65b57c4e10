"""Opening, checking and closing connections to PostgreSQL."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util.concurrency import in_greenlet

from server.database.limits import Limits

# A connection used a moment ago is not checked.
TRUSTED_S = 1.0
CHECK_S = 1.0
# Marks a connection that was taken without a check.
NOT_CHECKED = "not_checked"
USED_AT = "used_at"

Record = sa.pool.ConnectionPoolEntry


def connect_options(limits: Limits) -> dict[str, object]:
    """Returns asyncpg's options: limits kept by the server, and by the driver if it is silent."""
    return {
        "timeout": limits.connect_s,
        "command_timeout": limits.answer_s,
        "server_settings": {
            "statement_timeout": _milliseconds(limits.statement_s or 0),
            "lock_timeout": _milliseconds(limits.lock_s),
            "idle_in_transaction_session_timeout": _milliseconds(limits.idle_s),
        },
    }


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


def watch_connections(engine: AsyncEngine) -> None:
    """Adds listeners that check idle connections before use and drop dead ones without waiting."""
    listeners: dict[str, Callable[..., Any]] = {
        "do_connect": _connect,
        "checkin": _note_use,
        "checkout": _check_idle,
        "invalidate": _terminate,
        "handle_error": _drop_unanswered,
    }
    for event, listener in listeners.items():
        sa.event.listen(engine.sync_engine, event, listener)


def _connect(dialect: Any, _record: object, given: Any, named: Any) -> Any:
    """Opens a connection; raises ConnectionError for each way in which a server is unreachable.

    Outside a greenlet it raises MissingGreenlet: `Driver` asks the pool for an idle connection
    there, and the pool must not open one by blocking.
    """
    if not in_greenlet():
        raise sa.exc.MissingGreenlet("a connection is not opened without waiting")
    try:
        return dialect.connect(*given, **named)
    except OSError as error:
        raise ConnectionError(str(error)) from error


def _note_use(_connection: object, record: Record) -> None:
    """Stores when the connection was last used."""
    record.info[USED_AT] = monotonic()


def _check_idle(connection: Any, record: Record, _lent: object) -> None:
    """Checks a connection idle for TRUSTED_S or more; raises InvalidatePoolError if it is dead.

    Outside a greenlet it cannot wait and marks the connection as not checked.
    """
    if monotonic() - record.info.get(USED_AT, monotonic()) < TRUSTED_S:
        return
    if not in_greenlet():
        record.info[NOT_CHECKED] = True
        return
    if not connection.run_async(responds):
        # The pool then replaces all connections of the same age at their next use.
        raise sa.exc.InvalidatePoolError


async def responds(driver: Any) -> bool:
    """Returns whether a connection responds within its time limit."""
    try:
        await driver.execute("SELECT 1", timeout=CHECK_S)
    except Exception:
        return False
    return True


def _terminate(connection: Any, _record: object, _error: object) -> None:
    """Closes a connection without waiting for the server."""
    if connection is not None:
        connection.driver_connection.terminate()


def _drop_unanswered(context: sa.engine.ExceptionContext) -> None:
    """Marks a connection as broken after a timeout or an error of the network.

    A late answer could otherwise be taken for the next statement's.
    """
    if isinstance(context.original_exception, OSError):
        context.is_disconnect = True
