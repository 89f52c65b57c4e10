"""A span for each rendered page, waiting included."""

from opentelemetry.trace import Status, StatusCode, Tracer

from server.rendering.pool import RenderUnavailable
from server.rendering.protocol import RenderedPage
from server.web.telemetry.tracing import Renderer


class TracedRenderer:
    """A renderer with a span around each render."""

    def __init__(self, renderer: Renderer, tracer: Tracer) -> None:
        self._renderer = renderer
        self._tracer = tracer

    async def render(self, payload: bytes) -> RenderedPage:
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
