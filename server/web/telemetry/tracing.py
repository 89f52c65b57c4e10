"""Tracing to a collector if configured, otherwise none; its packages are loaded on demand."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from server.database.engine import Engine
from server.errors import StartRefused
from server.rendering.protocol import RenderedPage
from server.web.asgi import App


class Renderer(Protocol):
    """Renderer of a payload to head and body."""

    async def render(self, payload: bytes) -> RenderedPage: ...


class Tracing(Protocol):
    """Interface that adds spans to requests, renders and statements."""

    def requests(self, app: App) -> App: ...

    def cache_renders(self, app: App) -> App: ...

    def renders(self, renderer: Renderer) -> Renderer: ...

    def trace_statements(self, engine: Engine) -> None: ...

    def running(self) -> AbstractAsyncContextManager[None]: ...


class NoTracing:
    """Tracing that changes nothing."""

    def requests(self, app: App) -> App:
        return app

    def cache_renders(self, app: App) -> App:
        return app

    def renders(self, renderer: Renderer) -> Renderer:
        return renderer

    def trace_statements(self, engine: Engine) -> None:
        del engine

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        yield


def tracing_to(collector: str | None) -> Tracing:
    """Returns the tracing to the collector at a URL; without one, tracing that does nothing.

    Raises StartRefused if the packages of tracing are not installed.
    """
    if collector is None:
        return NoTracing()
    try:
        from server.web.telemetry.spans import Spans, otlp_exporter  # noqa: PLC0415 (an optional extra)
    except ImportError as error:
        raise StartRefused(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages that it needs are missing "
            f"({error.name}); install the extra `telemetry`, or leave it empty."
        ) from error
    return Spans(otlp_exporter(collector))
