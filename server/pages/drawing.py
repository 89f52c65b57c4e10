"""Draws a page: payload, render, document; without a renderer, the same document to be filled."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol

import msgspec
import structlog

from server.contracts.routes import Language
from server.pages.answer import PageAnswer, encoded, html_answer
from server.pages.cards import Cards
from server.pages.fallback_head import LastHeads, fallback_head, words_without_scripts
from server.pages.schemas import Card, PagePayload, Preloaded, Site, Viewer
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
# Of a page that throws the worker draws the fallback card instead, when it is told this status.
BROKEN = 500
NOT_KEPT = encoded({"cache-control": "private, no-store", "vary": "cookie"})


class Renderer(Protocol):
    """Turns a payload into head and body, or raises RenderUnavailable."""

    async def render(self, payload: bytes) -> RenderedPage: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """The page that an address stands for."""

    route: str
    language: Language
    url: str
    params: dict[str, str]
    card: Card
    status: int = 200
    preloaded: tuple[Preloaded, ...] = ()
    viewer: Viewer | None = None


@dataclass(frozen=True, slots=True)
class Easel:
    """What drawing needs."""

    site: Site
    cards: Cards
    document: Document
    renderer: Renderer
    now: Callable[[], datetime]
    last_heads: LastHeads = field(default_factory=LastHeads)


async def draw(easel: Easel, asked: Asked) -> PageAnswer:
    page = _payload(easel, asked)
    payload = escape_payload(msgspec.json.encode(page))
    try:
        rendered = await easel.renderer.render(payload)
    except RenderUnavailable as error:
        log = structlog.get_logger("chanoki.pages")
        log.warning("page_not_rendered", path=asked.url.partition("?")[0], reason=str(error))
        if error.reason == "exception" and asked.status != BROKEN:
            return await draw(easel, replace(asked, status=BROKEN))
        return _undrawn(easel, page, payload=payload)
    head = rendered.head
    # A head that is kept for everybody must not come from a page that is for one.
    if asked.status == 200 and asked.viewer is None:
        easel.last_heads.keep(asked.url, head)
    parts = (head, rendered.body, payload)
    headers = HEADERS if asked.viewer is None and asked.status != BROKEN else NOT_KEPT
    return _answer(easel, page, parts=parts, headers=headers)


def draw_without_renderer(easel: Easel, asked: Asked) -> PageAnswer:
    """For a page whose data failed: the frame comes up and the browser asks for the data again."""
    page = _payload(easel, asked)
    return _undrawn(easel, page, payload=escape_payload(msgspec.json.encode(page)))


def _payload(easel: Easel, asked: Asked) -> PagePayload:
    return PagePayload(
        route=asked.route,
        language=asked.language,
        url=asked.url,
        params=asked.params,
        status=asked.status,
        now=f"{easel.now().isoformat()[:19]}Z",
        viewer=asked.viewer,
        site=easel.site,
        card=asked.card,
        preloaded=asked.preloaded,
    )


def _undrawn(easel: Easel, page: PagePayload, *, payload: bytes) -> PageAnswer:
    known = easel.last_heads.find(page.url) if page.status == 200 else None
    parts = (known or fallback_head(page), b"", payload)
    return _answer(easel, page, parts=parts, headers=NOT_KEPT, words=words_without_scripts(page))


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
