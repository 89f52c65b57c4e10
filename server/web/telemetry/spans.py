"""The tracer: spans wait in memory and are sent by a thread; unsent ones are dropped."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import structlog
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

from server.database.engine import Engine
from server.web.asgi import App
from server.web.telemetry.renders import TracedRenderer
from server.web.telemetry.requests import TracedRequests
from server.web.telemetry.statements import watch_statements
from server.web.telemetry.tracing import Renderer

SEND_S = 5.0
# Longest wait for unsent spans at exit.
FAREWELL_S = 2.0


def exporter_to(collector: str) -> SpanExporter:
    """OTLP over HTTP; headers and certificates are the SDK's own settings (OTEL_EXPORTER_…)."""
    return OTLPSpanExporter(f"{collector}/v1/traces", timeout=SEND_S)


class Spans:
    """Sends spans of requests, renders and statements to a collector."""

    def __init__(self, exporter: SpanExporter) -> None:
        # Errors are logged once below; the SDK would log every batch.
        logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)
        self._provider = TracerProvider(
            resource=Resource.create({SERVICE_NAME: "chanoki"}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(_ToldOnce(exporter)))
        self._tracer = self._provider.get_tracer("chanoki")

    def requests(self, app: App) -> App:
        return TracedRequests(app, self._tracer)

    def drawings(self, app: App) -> App:
        """Renders for the cache have traces of their own."""
        return TracedRequests(app, self._tracer, prefix="draw ")

    def renders(self, renderer: Renderer) -> Renderer:
        return TracedRenderer(renderer, self._tracer)

    def statements(self, engine: Engine) -> None:
        watch_statements(engine, self._tracer)

    def flush(self) -> None:
        self._provider.force_flush()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        try:
            yield
        finally:
            # A daemon thread: a hanging collector delays no exit.
            farewell = threading.Thread(target=self._provider.shutdown, daemon=True)
            farewell.start()
            end = asyncio.get_running_loop().time() + FAREWELL_S
            while farewell.is_alive() and asyncio.get_running_loop().time() < end:
                await asyncio.sleep(0.02)


class _ToldOnce(SpanExporter):
    """Logs when the collector stops answering and when it answers again."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._is_lost = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
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
