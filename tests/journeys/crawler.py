"""Crawler that opens every page of a site from its sitemaps, over HTTP and without scripts."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urljoin

import httpx
from lxml import html

from server.contracts.routes import match
from server.web.search_limit import is_combination
from tests.journeys.heads import Node
from tests.journeys.sitemaps import Entry, read_sitemaps

THREADS = 4


@dataclass(frozen=True)
class Link:
    """Link (`a`) or image (`img`) of a page."""

    attributes: Mapping[str, str]
    text: str = ""

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def href(self) -> str:
        return self.get("href")


@dataclass(frozen=True)
class Page:
    """Response for an address; if it is HTML, with what lxml reads in the page.

    `embeddings` are the addresses of its oEmbed responses.
    """

    status: int
    canonicals: tuple[str, ...] = ()
    alternates: Mapping[str, str] = field(default_factory=dict)
    feeds: tuple[str, ...] = ()
    embeddings: tuple[str, ...] = ()
    metas: Mapping[str, str] = field(default_factory=dict)
    graphs: tuple[str, ...] = ()
    links: frozenset[str] = frozenset()
    anchors: tuple[Link, ...] = ()
    pictures: tuple[Link, ...] = ()
    ids: frozenset[str] = frozenset()

    @property
    def is_listed(self) -> bool:
        return self.metas.get("robots", "").startswith("index")

    def followed(self, address: str) -> frozenset[str]:
        """Returns the internal links to follow: on a noindex page none with `nofollow`."""
        if self.is_listed:
            return self.links
        followed = [link.href for link in self.anchors if link.get("rel") != "nofollow"]
        return frozenset(_internal_urls(address, followed))

    @property
    def nodes(self) -> list[Node]:
        nodes: list[Node] = json.loads(self.graphs[0])["@graph"] if self.graphs else []
        return nodes


@dataclass
class CrawlResult:
    """Entries of the sitemaps and opened pages, both by their absolute URL."""

    listed: dict[str, Entry]
    pages: dict[str, Page] = field(default_factory=dict)

    def linked(self) -> set[str]:
        """Returns the internal links of all indexed pages."""
        pages = self.pages.values()
        return {link for page in pages if page.is_listed for link in page.links}


def crawl(visitor: httpx.Client) -> CrawlResult:
    """Opens every page that is reachable from the sitemaps by followed links."""
    result = CrawlResult(read_sitemaps(visitor))
    waiting = set(result.listed)
    with ThreadPoolExecutor(THREADS) as threads:
        while waiting:
            addresses = sorted(waiting)
            answers = threads.map(partial(open_page, visitor), addresses)
            opened = dict(zip(addresses, answers, strict=True))
            result.pages |= opened
            found = {link for address, page in opened.items() for link in page.followed(address)}
            waiting = _not_opened(found, known=result.pages)
    return result


def is_combined_list(address: str) -> bool:
    path, _, query = address.partition("?")
    return is_combination("/" + path.split("/", 3)[-1], query.encode())


# Kinds of addresses of which only so many are opened, because every page, record or list links to
# others of them: logins, forms to follow a record, comparisons, data files, combined filters.
OPENED_MOST: Mapping[Callable[[str], bool], int] = {
    lambda address: "/ja/login?return=" in address: 4,
    lambda address: "/login?return=" in address and "/ja/" not in address: 4,
    lambda address: "/account?follow=" in address: 1,
    lambda address: "/compare?ids=" in address: 40,
    lambda address: "/data/v1/cultivars/" in address: 40,
    is_combined_list: 80,
}


def _not_opened(found: Iterable[str], *, known: Mapping[str, Page]) -> set[str]:
    """Returns the addresses to open next: unknown ones within the limits of `OPENED_MOST`."""
    new = {address for address in found if address not in known}
    for is_alike, most in OPENED_MOST.items():
        met = sum(map(is_alike, known))
        alike = sorted(filter(is_alike, new))
        new -= set(alike[max(0, most - met) :])
    return new


def open_page(visitor: httpx.Client, address: str) -> Page:
    answer = visitor.get(address)
    if not answer.headers.get("content-type", "").startswith("text/html") or not answer.content:
        return Page(answer.status_code)
    document = html.document_fromstring(answer.content)
    rels = [(link.get("rel"), link) for link in document.iter("link")]
    alternates = [link for rel, link in rels if rel == "alternate"]

    def of_type(kind: str) -> tuple[str, ...]:
        return tuple(
            urljoin(address, str(link.get("href")))
            for link in alternates
            if link.get("type") == kind
        )

    anchors = tuple(_link(element) for element in document.iter("a"))
    return Page(
        status=answer.status_code,
        canonicals=tuple(str(link.get("href")) for rel, link in rels if rel == "canonical"),
        alternates={
            str(link.get("hreflang")): str(link.get("href"))
            for link in alternates
            if link.get("hreflang")
        },
        feeds=of_type("application/atom+xml"),
        embeddings=of_type("application/json+oembed"),
        metas={
            str(meta.get("name") or meta.get("property")): str(meta.get("content"))
            for meta in document.iter("meta")
        },
        graphs=tuple(
            script.text_content()
            for script in document.iter("script")
            if script.get("type") == "application/ld+json"
        ),
        links=frozenset(_internal_urls(address, [link.href for link in anchors])),
        anchors=anchors,
        pictures=tuple(_link(element) for element in document.iter("img")),
        ids=frozenset(map(str, document.xpath("//@id"))),
    )


def _link(element: html.HtmlElement) -> Link:
    attributes = {str(name): str(value) for name, value in element.items()}
    return Link(attributes, " ".join(element.text_content().split()))


def _internal_urls(address: str, links: Iterable[str]) -> Iterator[str]:
    """Yields the absolute URLs of links to this site, without their fragments."""
    for link in links:
        if link.startswith("/") and not link.startswith("//"):
            yield urljoin(address, link.partition("#")[0])


def redirects_visitors(path: str) -> bool:
    """Returns whether visitors are redirected: to login, or from its button to the provider."""
    found = match(path.partition("?")[0])
    is_for_members = found is not None and found.route.record.guard == "members"
    return is_for_members or path.startswith("/api/auth/")


def language_of(path: str) -> str:
    return "ja" if path == "/ja" or path.startswith(("/ja/", "/ja?")) else "en"


def internal_links(anchors: tuple[Link, ...]) -> list[Link]:
    return [link for link in anchors if link.href.startswith("/")]


def invalid_links(anchors: tuple[Link, ...]) -> list[Link]:
    """Returns the links without text, or with an address relative to the page."""
    allowed = ("/", "#", "https://", "http://", "mailto:", "tel:")
    return [
        link
        for link in anchors
        if not (link.text or link.get("aria-label")) or not link.href.startswith(allowed)
    ]


def wrong_language_links(path: str, anchors: tuple[Link, ...]) -> Iterator[str]:
    """Yields links to the other language without a matching `hreflang` attribute."""
    for link in internal_links(anchors):
        target = match(link.href.partition("#")[0].partition("?")[0])
        if target and target.language != (link.get("hreflang") or language_of(path)):
            yield f"{path} -> {link.href}"
