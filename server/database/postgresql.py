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
LIVES_S = 1.0
# Marks a connection that was taken without a check.
UNASKED = "unasked"
# Time of the last use of a connection that returns only now.
RESTED_SINCE = "rested_since"

Record = sa.pool.ConnectionPoolEntry


def connect_options(limits: Limits) -> dict[str, object]:
    """The server enforces the limits; the driver enforces them when the server is silent."""
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
    """Checks an old connection before it is used; a dead one is dropped without waiting."""
    reactions: dict[str, Callable[..., Any]] = {
        "do_connect": _connect,
        "checkin": _remember,
        "checkout": _ask,
        "invalidate": _let_go,
        "handle_error": _give_up,
    }
    for event, reaction in reactions.items():
        sa.event.listen(engine.sync_engine, event, reaction)


def _connect(dialect: Any, _record: object, given: Any, named: Any) -> Any:
    """Opens a connection and unifies the many errors of an unreachable server."""
    if not in_greenlet():
        raise sa.exc.MissingGreenlet("a connection is not opened without waiting")
    try:
        return dialect.connect(*given, **named)
    except OSError as error:
        raise ConnectionError(str(error)) from error


def _remember(_connection: object, record: Record) -> None:
    record.info["used_at"] = record.info.pop(RESTED_SINCE, monotonic())


def _ask(connection: Any, record: Record, _lent: object) -> None:
    if monotonic() - record.info.get("used_at", monotonic()) < TRUSTED_S:
        return
    if not in_greenlet():
        record.info[UNASKED] = True
        return
    if not connection.run_async(answers):
        # Connections of the same age are closed when they are next used.
        raise sa.exc.InvalidatePoolError


async def answers(driver: Any) -> bool:
    try:
        await driver.execute("SELECT 1", timeout=LIVES_S)
    except Exception:
        return False
    return True


def _let_go(connection: Any, _record: object, _error: object) -> None:
    """Closes without waiting for the server."""
    if connection is not None:
        connection.driver_connection.terminate()


def _give_up(context: sa.engine.ExceptionContext) -> None:
    """Drops the connection, because a late answer would be taken for the next one."""
    if isinstance(context.original_exception, OSError):
        context.is_disconnect = True
