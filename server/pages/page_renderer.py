"""Renders pages; without a worker the document comes with its head, and the browser renders it."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus
from time import perf_counter
from typing import Protocol

import msgspec
import structlog

from server.contracts.routes import Language
from server.pages.meta.community import meta_of
from server.pages.meta.document_head import head_html, noscript_html
from server.pages.page_request import PageCards, PageRequest
from server.pages.schemas import PagePayload, Site
from server.rendering.document import Document, escape_payload
from server.rendering.pool import PoolSnapshot, RenderUnavailable
from server.rendering.protocol import RenderedPage
from server.web.asgi import Header, Receive, Scope, Send
from server.web.metrics import Labelled, Metrics

WEB_MANIFESTS: dict[Language, str] = {
    "en": "/manifest.webmanifest",
    "ja": "/ja/manifest.webmanifest",
}
# Data of these queries reach the browser as rendered HTML alone.
WORKER_QUERIES = frozenset(
    {
        "compared", "found", "newestPosts", "observations",
        "statistics", "timeline", "breeders", "breeder", "map", "prefecture", "calendar",
        "pedigree",
    }
)  # fmt: skip
# With this status the worker renders the fallback screen instead of a page that throws.
BROKEN = 500
# Statuses of pages that no cache may store.
UNSTORED = frozenset({HTTPStatus.REQUEST_URI_TOO_LONG, BROKEN})


@dataclass(frozen=True, slots=True)
class PageResponse:
    """Complete response, which is itself an ASGI application."""

    status: int
    body: bytes
    headers: tuple[Header, ...]

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Sends the page as an ASGI response."""
        start = {"type": "http.response.start", "status": self.status}
        await send({**start, "headers": list(self.headers)})
        await send({"type": "http.response.body", "body": self.body})

    def with_headers(self, headers: Mapping[str, str]) -> "PageResponse":
        """Returns the response with these headers in place of those of the same names."""
        changed = encoded(headers)
        names = {name for name, _ in changed}
        others = [pair for pair in self.headers if pair[0] not in names]
        return PageResponse(self.status, self.body, (*others, *changed))


def encoded(headers: Mapping[str, str]) -> tuple[Header, ...]:
    """Returns headers as pairs of bytes."""
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


def html_response(status: int, html: bytes, headers: tuple[Header, ...]) -> PageResponse:
    """Returns an HTML page as a response."""
    length = (b"content-length", b"%d" % len(html))
    return PageResponse(status, html, (_HTML_TYPE, length, *headers))


def redirect(status: int, target: str, **headers: str) -> PageResponse:
    """Returns a redirect without a body, with further `headers`."""
    fields = {"location": target, "content-type": "text/plain", "content-length": "0", **headers}
    return PageResponse(status, b"", encoded(fields))


_HTML_TYPE: Header = (b"content-type", b"text/html; charset=utf-8")
REVALIDATED = encoded({"cache-control": "no-cache", "vary": "cookie"})
# A member's page must not be shown to the next reader at the same machine.
NOT_STORED = encoded({"cache-control": "private, no-store", "vary": "cookie"})

# A suspended member is a visitor here, and yet this page is about them.
OF_ONE_READER = frozenset({"suspended"})


class RenderWorker(Protocol):
    """Renders a payload to head and body; raises RenderUnavailable."""

    async def render(self, payload: bytes) -> RenderedPage: ...


class RenderWorkers(RenderWorker, Protocol):
    """Pool of render workers."""

    def snapshot(self) -> PoolSnapshot: ...


class MeasuredPool:
    """Pool of render workers whose renders are timed and whose failures are counted."""

    def __init__(self, pool: RenderWorkers, metrics: Metrics) -> None:
        self._pool = pool
        self._failures: Counter[str] = Counter()
        self._seconds = metrics.durations("render_seconds")
        metrics.watch(self._render_metrics)

    async def render(self, payload: bytes) -> RenderedPage:
        """Renders and measures the time of a success; a failure is counted by its reason."""
        started = perf_counter()
        try:
            page = await self._pool.render(payload)
        except RenderUnavailable as error:
            self._failures[error.reason] += 1
            raise
        self._seconds.observe(perf_counter() - started)
        return page

    def _render_metrics(self) -> Mapping[str, float | Labelled]:
        """Returns the state of the pool and the failures by reason."""
        pool = self._pool.snapshot()
        return {
            "render_queue": pool.queued,
            "render_workers": pool.workers,
            "render_workers_ready": pool.ready,
            "render_worker_restarts_total": pool.restarts,
            "render_breaker_open": float(pool.is_breaker_open),
            "render_failures_total": Labelled("reason", self._failures),
        }


@dataclass(frozen=True, slots=True)
class PageRenderer:
    """Renderer of pages, with the site, share cards, document, render worker and clock."""

    site: Site
    cards: PageCards
    document: Document
    worker: RenderWorker
    now: Callable[[], datetime]

    async def render(self, request: PageRequest) -> PageResponse:
        """Renders a page with the worker.

        A page that throws is rendered once more with status 500, as an error. If the worker cannot
        render, the response has head and payload without content, and the browser renders it.
        """
        page = self._make_payload(request)
        payload = escape_payload(msgspec.json.encode(page))
        try:
            rendered = await self.worker.render(payload)
        except RenderUnavailable as error:
            log = structlog.get_logger("chanoki.pages")
            path = request.url.partition("?")[0]
            log.warning("page_not_rendered", path=path, reason=str(error))
            if error.reason == "exception" and request.status != BROKEN:
                return await self.render(replace(request, status=BROKEN))
            return self._unrendered(page, _payload_for_browser(page, payload))
        parts = (rendered.head, rendered.body, _payload_for_browser(page, payload))
        is_for_all = request.viewer is None and request.route not in OF_ONE_READER
        is_public = is_for_all and request.status not in UNSTORED
        return self._make_response(page, parts, REVALIDATED if is_public else NOT_STORED)

    def render_without_worker(self, request: PageRequest) -> PageResponse:
        """Returns a page without content; the browser loads its data again and renders it."""
        page = self._make_payload(request)
        return self._unrendered(
            page, _payload_for_browser(page, escape_payload(msgspec.json.encode(page)))
        )

    def _make_payload(self, request: PageRequest) -> PagePayload:
        """Returns the page's payload: route, data and head, for the worker and the browser."""
        return PagePayload(
            route=request.route,
            language=request.language,
            url=request.url,
            params=request.params,
            status=request.status,
            now=f"{self.now().isoformat()[:19]}Z",
            viewer=request.viewer,
            site=self.site,
            meta=meta_of(request),
            preloaded=request.preloaded,
        )

    def _unrendered(self, page: PagePayload, payload: bytes) -> PageResponse:
        """Returns a page with its head and, for readers without scripts, title and two links."""
        parts = (head_html(page), b"", payload)
        return self._make_response(page, parts, NOT_STORED, noscript=noscript_html(page))

    def _make_response(
        self,
        page: PagePayload,
        parts: tuple[bytes, bytes, bytes],
        headers: tuple[Header, ...],
        *,
        noscript: bytes = b"",
    ) -> PageResponse:
        """Returns the response of the document that has head, body and payload filled in."""
        head, body, payload = parts
        manifest = WEB_MANIFESTS[page.language]
        shell = self.document.shell(page.route, page.language, web_manifest=manifest)
        html = shell.fill(head=head, body=body, payload=payload, noscript=noscript)
        return html_response(page.status, html, headers)


def _payload_for_browser(page: PagePayload, encoded_page: bytes) -> bytes:
    """Returns the payload without data that only the worker needs."""
    kept = tuple(one for one in page.preloaded if one.query not in WORKER_QUERIES)
    if len(kept) == len(page.preloaded):
        return encoded_page
    return escape_payload(msgspec.json.encode(msgspec.structs.replace(page, preloaded=kept)))
