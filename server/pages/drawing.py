"""Draws a page: payload, render, document; without a renderer, the same document to be filled."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import msgspec
import structlog

from server.contracts.routes import Language
from server.pages.answer import PageAnswer, encoded, html_answer
from server.pages.meta.community import meta_of
from server.pages.meta.document_head import head_html, noscript_html
from server.pages.page_request import PageCards, PageRequest
from server.pages.schemas import PagePayload, Site
from server.rendering.document import Document, escape_payload
from server.rendering.pool import RenderUnavailable
from server.rendering.protocol import RenderedPage
from server.web.asgi import Header

WEB_MANIFESTS: dict[Language, str] = {
    "en": "/manifest.webmanifest",
    "ja": "/ja/manifest.webmanifest",
}

# A signed-in reader's page must not be shown to the next one at the same machine.
HEADERS = encoded({"cache-control": "no-cache", "vary": "cookie"})
# With this status the worker renders the fallback card instead of a page that throws.
BROKEN = 500
NOT_KEPT = encoded({"cache-control": "private, no-store", "vary": "cookie"})


class Renderer(Protocol):
    """Turns a payload into head and body, or raises RenderUnavailable."""

    async def render(self, payload: bytes) -> RenderedPage: ...


@dataclass(frozen=True, slots=True)
class Easel:
    """What drawing needs."""

    site: Site
    cards: PageCards
    document: Document
    renderer: Renderer
    now: Callable[[], datetime]


async def draw(easel: Easel, request: PageRequest) -> PageAnswer:
    page = _payload(easel, request)
    payload = escape_payload(msgspec.json.encode(page))
    try:
        rendered = await easel.renderer.render(payload)
    except RenderUnavailable as error:
        log = structlog.get_logger("chanoki.pages")
        log.warning("page_not_rendered", path=request.url.partition("?")[0], reason=str(error))
        if error.reason == "exception" and request.status != BROKEN:
            return await draw(easel, replace(request, status=BROKEN))
        return _undrawn(easel, page, payload=payload)
    parts = (rendered.head, rendered.body, payload)
    headers = HEADERS if request.viewer is None and request.status != BROKEN else NOT_KEPT
    return _answer(easel, page, parts=parts, headers=headers)


def draw_without_renderer(easel: Easel, request: PageRequest) -> PageAnswer:
    """For a page whose data failed: the frame comes up and the browser asks for the data again."""
    page = _payload(easel, request)
    return _undrawn(easel, page, payload=escape_payload(msgspec.json.encode(page)))


def _payload(easel: Easel, request: PageRequest) -> PagePayload:
    return PagePayload(
        route=request.route,
        language=request.language,
        url=request.url,
        params=request.params,
        status=request.status,
        now=f"{easel.now().isoformat()[:19]}Z",
        viewer=request.viewer,
        site=request.site,
        meta=meta_of(request),
        preloaded=request.preloaded,
    )


def _undrawn(easel: Easel, page: PagePayload, *, payload: bytes) -> PageAnswer:
    parts = (head_html(page), b"", payload)
    return _answer(easel, page, parts=parts, headers=NOT_KEPT, words=noscript_html(page))


def _answer(
    easel: Easel,
    page: PagePayload,
    *,
    parts: tuple[bytes, bytes, bytes],
    headers: tuple[Header, ...],
    words: bytes = b"",
) -> PageAnswer:
    head, body, payload = parts
    shell = easel.document.shell(
        page.route, page.language, web_manifest=WEB_MANIFESTS[page.language]
    )
    html = shell.fill(head=head, body=body, payload=payload, words=words)
    return html_answer(page.status, html, headers)
