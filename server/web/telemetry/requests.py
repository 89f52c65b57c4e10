"""A span for each request: route and status, no address, query or name."""

from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from server.web.asgi import App, Message, Receive, Scope, Send, header
from server.web.journal import CACHE_STATUS, REQUEST_ID
from server.web.telemetry.peers import IS_TRUSTED

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_PROPAGATOR = TraceContextTextMapPropagator()


class TracedRequests:
    """Outermost middleware for traces, also for requests of the cache."""

    def __init__(self, app: App, tracer: Tracer, *, prefix: str = "") -> None:
        self._app = app
        self._tracer = tracer
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in METHODS else "_OTHER"
        status = 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._tracer.start_as_current_span(
            method,
            context=_begun_by(scope),
            kind=SpanKind.INTERNAL if self._prefix else SpanKind.SERVER,
            # Exception messages could quote members' texts.
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                await self._app(scope, receive, send_on)
            finally:
                _describe(span, scope, method=f"{self._prefix}{method}", status=status)


def _begun_by(scope: Scope) -> Context:
    """Continues only traces that a trusted proxy began."""
    if not scope.get(IS_TRUSTED):
        return Context()
    names = (b"traceparent", b"tracestate")
    carried = {name.decode(): header(scope, name).decode("latin-1") for name in names}
    return _PROPAGATOR.extract(carried, context=Context())


def _describe(span: Span, scope: Scope, *, method: str, status: int) -> None:
    route, kept = scope.get("path_template"), scope.get(CACHE_STATUS)
    span.update_name(f"{method} {route or ('kept page' if kept else 'other')}")
    span.set_attributes(
        {
            "http.request.method": method.rpartition(" ")[2],
            "http.response.status_code": status,
            "chanoki.request_id": REQUEST_ID.get(),
            **({"http.route": route} if route else {}),
            **({"chanoki.page_cache": kept} if kept else {}),
        }
    )
    if status >= 500 or not status:
        span.set_status(Status(StatusCode.ERROR))
