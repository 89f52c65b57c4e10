"""Crawls a site from its sitemaps over HTTP, without scripts."""

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

READERS = 4


@dataclass(frozen=True)
class Link:
    """A link of a page, or a picture."""

    attributes: Mapping[str, str]
    text: str = ""

    def get(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def href(self) -> str:
        return self.get("href")


@dataclass(frozen=True)
class Page:
    """A page as an independent HTML parser understands it."""

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
        if self.is_listed:
            return self.links
        followed = [link.href for link in self.anchors if link.get("rel") != "nofollow"]
        return frozenset(_inner(address, followed))

    @property
    def nodes(self) -> list[Node]:
        nodes: list[Node] = json.loads(self.graphs[0])["@graph"] if self.graphs else []
        return nodes


@dataclass
class CrawlResult:
    """What the sitemaps list, and every page that was opened, by its whole address."""

    listed: dict[str, Entry]
    pages: dict[str, Page] = field(default_factory=dict)

    def linked(self) -> set[str]:
        """Where the pages lead that search engines list."""
        pages = self.pages.values()
        return {link for page in pages if page.is_listed for link in page.links}


def crawl(visitor: httpx.Client) -> CrawlResult:
    """Follows every link; those of pages that search engines leave out, but for `nofollow`."""
    result = CrawlResult(read_sitemaps(visitor))
    waiting = set(result.listed)
    with ThreadPoolExecutor(READERS) as readers:
        while waiting:
            addresses = sorted(waiting)
            answers = readers.map(partial(open_page, visitor), addresses)
            opened = dict(zip(addresses, answers, strict=True))
            result.pages |= opened
            found = {link for address, page in opened.items() for link in page.followed(address)}
            waiting = _once(found, known=result.pages)
    return result


def is_combined_list(address: str) -> bool:
    path, _, query = address.partition("?")
    return is_combination("/" + path.split("/", 3)[-1], query.encode())


# Every page links to a login, every record to the form that follows it, to comparisons and to its
# files, every list to combinations, by addresses of their own. A few stand for all.
OPENED_MOST: Mapping[Callable[[str], bool], int] = {
    lambda address: "/ja/login?return=" in address: 4,
    lambda address: "/login?return=" in address and "/ja/" not in address: 4,
    lambda address: "/account?follow=" in address: 1,
    lambda address: "/compare?ids=" in address: 40,
    lambda address: "/data/v1/cultivars/" in address: 40,
    is_combined_list: 80,
}


def _once(found: Iterable[str], *, known: Mapping[str, Page]) -> set[str]:
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
        links=frozenset(_inner(address, [link.href for link in anchors])),
        anchors=anchors,
        pictures=tuple(_link(element) for element in document.iter("img")),
        ids=frozenset(map(str, document.xpath("//@id"))),
    )


def _link(element: html.HtmlElement) -> Link:
    attributes = {str(name): str(value) for name, value in element.items()}
    return Link(attributes, " ".join(element.text_content().split()))


def _inner(address: str, links: Iterable[str]) -> Iterator[str]:
    """The whole addresses of links to this site, without their fragments."""
    for link in links:
        if link.startswith("/") and not link.startswith("//"):
            yield urljoin(address, link.partition("#")[0])


def leads_elsewhere(path: str) -> bool:
    """A member's page sends a visitor to the login, and the login's own link to the provider."""
    found = match(path.partition("?")[0])
    is_for_members = found is not None and found.route.record.guard == "members"
    return is_for_members or path.startswith("/api/auth/")


def language_of(path: str) -> str:
    return "ja" if path == "/ja" or path.startswith(("/ja/", "/ja?")) else "en"


def inner_links(anchors: tuple[Link, ...]) -> list[Link]:
    return [link for link in anchors if link.href.startswith("/")]


def odd_links(anchors: tuple[Link, ...]) -> list[Link]:
    """Links without a text, or with an address that is neither absolute nor begins at the root."""
    allowed = ("/", "#", "https://", "http://", "mailto:", "tel:")
    return [
        link
        for link in anchors
        if not (link.text or link.get("aria-label")) or not link.href.startswith(allowed)
    ]


def strays(path: str, anchors: tuple[Link, ...]) -> Iterator[str]:
    """Yields the links that lead to a page of another language than they say."""
    for link in inner_links(anchors):
        there = match(link.href.partition("#")[0].partition("?")[0])
        if there and there.language != (link.get("hreflang") or language_of(path)):
            yield f"{path} -> {link.href}"
