"""A span for each statement of a request: its text without parameters."""

from typing import Any

import sqlalchemy as sa
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer, get_current_span

from server.database.engine import Engine

SPAN = "chanoki_span"
TEXT_CHARACTERS_MOST = 2000


def watch_statements(engine: Engine, tracer: Tracer) -> None:
    """Statements outside of requests have no spans."""
    system = engine.dialect.name

    @sa.event.listens_for(engine.sync_engine, "before_cursor_execute")
    def begin(*given: Any) -> None:
        if not get_current_span().get_span_context().is_valid:
            return
        _connection, _cursor, statement, _parameters, context, _many = given
        told = {"db.system.name": system, "db.query.text": statement[:TEXT_CHARACTERS_MOST]}
        span = tracer.start_span(_verb(statement), kind=SpanKind.CLIENT, attributes=told)
        setattr(context, SPAN, span)

    @sa.event.listens_for(engine.sync_engine, "after_cursor_execute")
    def end(*given: Any) -> None:
        _end(given[4], failure=None)

    @sa.event.listens_for(engine.sync_engine, "handle_error")
    def fail(error: sa.engine.ExceptionContext) -> None:
        _end(error.execution_context, failure=type(error.original_exception).__name__)


def _end(context: Any, *, failure: str | None) -> None:
    span = getattr(context, SPAN, None)
    if span is None:
        return
    if failure:
        span.set_status(Status(StatusCode.ERROR, failure))
    span.end()
    setattr(context, SPAN, None)


def _verb(statement: str) -> str:
    return statement.lstrip().partition(" ")[0].upper()[:20]
