"""Spans of requests, renders and statements, sent to a collector by a thread."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import sqlalchemy as sa
import structlog
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import (
    Span,
    SpanKind,
    Status,
    StatusCode,
    Tracer,
    get_current_span,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from server.database.engine import Engine
from server.rendering.pool import RenderUnavailable
from server.rendering.protocol import RenderedPage
from server.web.asgi import App, Message, Receive, Scope, Send, header
from server.web.logs import CACHE_STATUS, REQUEST_ID
from server.web.telemetry.tracing import Renderer
from server.web.telemetry.trusted_proxies import IS_TRUSTED

SEND_S = 5.0
# Longest wait for unsent spans at exit.
SHUTDOWN_S = 2.0
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STATEMENT_CHARACTERS_MOST = 2000
# Attribute of an execution context.
SPAN = "chanoki_span"

_PROPAGATOR = TraceContextTextMapPropagator()


def otlp_exporter(collector: str) -> SpanExporter:
    """Returns an exporter by OTLP over HTTP.

    Headers, such as a key, come from the SDK's own variables (OTEL_EXPORTER_…).
    """
    return OTLPSpanExporter(f"{collector}/v1/traces", timeout=SEND_S)


class Spans:
    """Sends spans of requests, renders and statements to a collector."""

    def __init__(self, exporter: SpanExporter) -> None:
        # Errors are logged once below; the SDK would log every batch.
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
        self._provider = TracerProvider(
            resource=Resource.create({SERVICE_NAME: "chanoki"}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(_LoggingExporter(exporter)))
        self._tracer = self._provider.get_tracer("chanoki")

    def requests(self, app: App) -> App:
        """Returns the app with a span for each request."""
        return TracedRequests(app, self._tracer)

    def cache_renders(self, app: App) -> App:
        """Returns the app that renders pages for the cache, with a trace for each of them."""
        return TracedRequests(app, self._tracer, prefix="draw ")

    def renders(self, renderer: Renderer) -> Renderer:
        """Returns the renderer with a span for each render."""
        return TracedRenderer(renderer, self._tracer)

    def trace_statements(self, engine: Engine) -> None:
        """Records a span for each statement of the engine."""
        watch_statements(engine, self._tracer)

    def flush(self) -> None:
        self._provider.force_flush()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Exports the remaining spans at the end of the block, within a time limit."""
        try:
            yield
        finally:
            # A daemon thread: a hanging collector delays no exit.
            shutdown = threading.Thread(target=self._provider.shutdown, daemon=True)
            shutdown.start()
            end = asyncio.get_running_loop().time() + SHUTDOWN_S
            while shutdown.is_alive() and asyncio.get_running_loop().time() < end:
                await asyncio.sleep(0.02)


class _LoggingExporter(SpanExporter):
    """Exporter that logs when the collector stops answering and when it answers again."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._is_lost = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Exports spans; logs only a change between success and failure."""
        try:
            result = self._exporter.export(spans)
        except Exception:
            result = SpanExportResult.FAILURE
        is_lost = result is not SpanExportResult.SUCCESS
        if is_lost != self._is_lost:
            self._is_lost = is_lost
            log = structlog.get_logger("chanoki.telemetry")
            log.warning("traces_not_sent" if is_lost else "traces_sent_again")
        return result

    def shutdown(self) -> None:
        self._exporter.shutdown()


class TracedRequests:
    """Middleware with a span for each request: route and status; no address, query or name."""

    def __init__(self, app: App, tracer: Tracer, *, prefix: str = "") -> None:
        self._app = app
        self._tracer = tracer
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs a request within a span that continues the trace of a trusted proxy."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else "_OTHER"
        status = 0

        async def send_on(message: Message) -> None:
            """Notes the status of the response."""
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._tracer.start_as_current_span(
            method,
            context=_parent_of(scope),
            kind=SpanKind.INTERNAL if self._prefix else SpanKind.SERVER,
            # Exception messages could quote members' texts.
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                await self._app(scope, receive, send_on)
            finally:
                _describe(span, scope, method=f"{self._prefix}{method}", status=status)


def _parent_of(scope: Scope) -> Context:
    """Returns the trace that a trusted proxy began, otherwise an empty context."""
    if not scope.get(IS_TRUSTED):
        return Context()
    names = (b"traceparent", b"tracestate")
    carried = {name.decode(): header(scope, name).decode("latin-1") for name in names}
    return _PROPAGATOR.extract(carried, context=Context())


def _describe(span: Span, scope: Scope, *, method: str, status: int) -> None:
    """Sets name, attributes and status of a span; `method` is a method after an optional prefix."""
    route, cache = scope.get("path_template"), scope.get(CACHE_STATUS)
    span.update_name(f"{method} {route or ('cached page' if cache else 'other')}")
    span.set_attributes(
        {
            "http.request.method": method.rpartition(" ")[2],
            "http.response.status_code": status,
            "chanoki.request_id": REQUEST_ID.get(),
            **({"http.route": route} if route else {}),
            **({"chanoki.page_cache": cache} if cache else {}),
        }
    )
    if status >= 500 or not status:
        span.set_status(Status(StatusCode.ERROR))


class TracedRenderer:
    """Renderer with a span for each render, including the wait for a worker."""

    def __init__(self, renderer: Renderer, tracer: Tracer) -> None:
        self._renderer = renderer
        self._tracer = tracer

    async def render(self, payload: bytes) -> RenderedPage:
        """Renders within a span, which has the reason if that fails."""
        with self._tracer.start_as_current_span(
            "render", record_exception=False, set_status_on_exception=False
        ) as span:
            span.set_attribute("chanoki.payload_bytes", len(payload))
            try:
                page = await self._renderer.render(payload)
            except RenderUnavailable as error:
                span.set_status(Status(StatusCode.ERROR, error.reason))
                raise
            span.set_attribute("chanoki.page_status", page.status)
            return page


def watch_statements(engine: Engine, tracer: Tracer) -> None:
    """Adds a span with the text of each statement of a request, without parameters."""
    system = engine.dialect.name

    @sa.event.listens_for(engine.sync_engine, "before_cursor_execute")
    def begin(*given: Any) -> None:
        """Starts a span before a statement; statements outside a request have none."""
        if not get_current_span().get_span_context().is_valid:
            return
        _connection, _cursor, statement, _parameters, context, _many = given
        attributes = {
            "db.system.name": system,
            "db.query.text": statement[:STATEMENT_CHARACTERS_MOST],
        }
        span = tracer.start_span(_verb(statement), kind=SpanKind.CLIENT, attributes=attributes)
        setattr(context, SPAN, span)

    @sa.event.listens_for(engine.sync_engine, "after_cursor_execute")
    def end(*given: Any) -> None:
        _end(given[4], failure=None)

    @sa.event.listens_for(engine.sync_engine, "handle_error")
    def fail(error: sa.engine.ExceptionContext) -> None:
        _end(error.execution_context, failure=type(error.original_exception).__name__)


def _end(context: Any, *, failure: str | None) -> None:
    """Ends the span of a statement, with the error if there was one."""
    span = getattr(context, SPAN, None)
    if span is None:
        return
    if failure:
        span.set_status(Status(StatusCode.ERROR, failure))
    span.end()
    setattr(context, SPAN, None)


def _verb(statement: str) -> str:
    """Returns the first word of a statement, such as SELECT."""
    return statement.lstrip().partition(" ")[0].upper()[:20]
