"""Handlers of sitemaps, feeds, robots.txt and other addresses for machines."""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache, partial

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.contracts.routes import LANGUAGES, PREFIXES, Language
from server.contracts.views import FilterLists
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.discovery import sitemap
from server.discovery.corrections import corrections_path, write_corrections
from server.discovery.feeds import FEED_MEDIA_TYPE, FeedKey, Kind, read_feed, write_feed
from server.discovery.queries import (
    ListedKind,
    filled_parts,
    filled_prefixes,
    last_post_id,
    read_lines,
    read_posts,
)
from server.discovery.site_texts import (
    DESCRIPTION,
    OPENSEARCH,
    write_llms_txt,
    write_opensearch,
    write_robots,
    write_security_txt,
)
from server.discovery.sitemap import FOLDER, INDEX, POSTS_A_FILE, SitemapEntry
from server.errors import Refusal
from server.pages.schemas import Names
from server.web.asgi import header
from server.web.negotiation import matches_etag
from server.web.problems import AnyRequest
from server.web.streams import ClosedStream

XML = "application/xml; charset=utf-8"
TEXT = "text/plain"
ONE_HOUR = {"cache-control": "public, max-age=3600"}
ONE_DAY = {"cache-control": "public, max-age=86400"}
# A removed post must disappear at once, so caches have to revalidate.
REVALIDATE = {"cache-control": "public, no-cache"}
CHUNK_CHARACTERS = 32_768
ROUTES_OF_KINDS: Mapping[ListedKind, str] = {"members": "member", "collections": "collection"}


@dataclass(frozen=True, slots=True)
class DiscoveryDependencies:
    """Dependencies of the handlers of sitemaps, feeds and texts."""

    origin: str
    names: Names
    email: str | None
    database: Sessions
    now: Clock
    lists: FilterLists
    diagrams: tuple[tuple[str, str], ...]


def discovery_handlers(site: DiscoveryDependencies) -> list[HTTPRouteHandler]:
    """Returns the handlers of texts, search descriptions, sitemaps and feeds."""
    return [
        *_text_handlers(site),
        *(_search(site, language) for language in LANGUAGES),
        *_sitemap_handlers(site),
        *(handler for language in LANGUAGES for handler in _feed_handlers(site, language)),
        *(_corrections_handler(site, language) for language in LANGUAGES),
    ]


def _text_handlers(site: DiscoveryDependencies) -> list[HTTPRouteHandler]:
    """Returns the handlers of robots.txt, llms.txt and security.txt."""
    robots, overview = write_robots(site.origin), write_llms_txt(site.origin, site.names)

    @get("/robots.txt", include_in_schema=False)
    async def get_robots() -> Response[bytes]:
        return Response(robots, media_type=TEXT, headers=ONE_HOUR)

    @get("/llms.txt", include_in_schema=False)
    async def get_overview() -> Response[bytes]:
        return Response(overview, media_type=TEXT, headers=ONE_DAY)

    @get("/.well-known/security.txt", include_in_schema=False)
    async def get_contact() -> Response[bytes]:
        """Sends security.txt; raises Refusal 404 if the operator has no e-mail address."""
        if site.email is None:
            raise Refusal("not-found", 404)
        contact = write_security_txt(site.origin, site.email, site.now())
        return Response(contact, media_type=TEXT, headers=ONE_DAY)

    return [get_robots, get_overview, get_contact]


def _search(site: DiscoveryDependencies, language: Language) -> HTTPRouteHandler:
    """Returns the handler of the OpenSearch description in one language."""
    body = write_opensearch(site.origin, site.names, language)

    @get(OPENSEARCH[language], name=f"opensearch.{language}", include_in_schema=False)
    async def get_search() -> Response[bytes]:
        return Response(body, media_type=f"{DESCRIPTION}; charset=utf-8", headers=ONE_DAY)

    return get_search


def _sitemap_handlers(site: DiscoveryDependencies) -> list[HTTPRouteHandler]:
    """Returns the handlers of the sitemap's index and its files."""
    fixed = sitemap.write_built_sitemaps(site.origin, site.lists, site.diagrams)

    @get(INDEX, include_in_schema=False)
    async def get_index() -> Response[bytes]:
        """Sends the index; it leaves out files without an entry, which the protocol forbids."""
        parts = await filled_parts(site.database, POSTS_A_FILE)
        letters = await _filled_letters(site) if parts else {}
        names = sitemap.names_of_files(parts, letters)
        body = sitemap.write_index(site.origin, names)
        return Response(body, media_type=XML, headers=REVALIDATE)

    @get(f"{FOLDER}/{{name:str}}", include_in_schema=False)
    async def get_sitemap(name: FromPath[str]) -> Response[bytes] | ClosedStream:
        """Sends a sitemap, written at start or from the database; Refusal 404 for another name."""
        file = name.removesuffix(".xml")
        if file == name:
            raise Refusal("not-found", 404)
        if file in fixed:
            return Response(fixed[file], media_type=XML, headers=ONE_HOUR)
        listed = await _list_entries(site, file)
        return ClosedStream(write_chunks(site.origin, listed), media_type=XML, headers=REVALIDATE)

    return [get_index, get_sitemap]


async def _filled_letters(site: DiscoveryDependencies) -> dict[str, list[str]]:
    """Returns by kind which first letters the ids of members and collections in sitemaps have."""
    return {
        kind: await filled_prefixes(site.database, kind, sitemap.PREFIXES, now=site.now())
        for kind in ROUTES_OF_KINDS
    }


async def _list_entries(site: DiscoveryDependencies, name: str) -> AsyncGenerator[SitemapEntry]:
    """Returns the entries of a sitemap from the database; raises Refusal 404 for another name."""
    kind, _, part = name.partition("-")
    for known in ROUTES_OF_KINDS:
        if kind == known and part in tuple(sitemap.PREFIXES):
            return _list_by_prefix(site, known, part)
    last = await last_post_id(site.database)
    if kind == "posts" and last and part in map(str, range(last // POSTS_A_FILE + 1)):
        return _list_posts(site, int(part) * POSTS_A_FILE)
    raise Refusal("not-found", 404)


async def _list_posts(site: DiscoveryDependencies, first: int) -> AsyncGenerator[SitemapEntry]:
    """Yields the posts of one sitemap, from the id `first`, each with its first image."""
    end = first + POSTS_A_FILE
    while posts := await read_posts(site.database, first, end):
        for post in posts:
            image = f"{site.origin}/media/post-images/{post.image}" if post.image else None
            yield SitemapEntry("post", {"id": str(post.id)}, post.modified, image, post.language)
        first = posts[-1].id + 1


async def _list_by_prefix(
    site: DiscoveryDependencies, kind: ListedKind, prefix: str
) -> AsyncGenerator[SitemapEntry]:
    """Yields the members or collections of one sitemap, by the prefix of their ids."""
    after, end, now = prefix, f"{prefix}\uffff", site.now()
    while lines := await read_lines(site.database, kind, after, end, now=now):
        for line in lines:
            yield SitemapEntry(ROUTES_OF_KINDS[kind], {"id": line.id}, line.modified)
        after = lines[-1].id


async def write_chunks(origin: str, listed: AsyncGenerator[SitemapEntry]) -> AsyncGenerator[bytes]:
    """Yields a sitemap as XML in chunks, so that ten thousand posts are never in memory at once.

    Other requests have their turn between two chunks.
    """
    piece = sitemap.OPENING
    async with aclosing(listed):
        async for one in listed:
            piece += sitemap.write_entry(origin, one)
            if len(piece) > CHUNK_CHARACTERS:
                yield piece.encode()
                piece = ""
                # Neither stored rows nor a client that reads fast suspend the task.
                await asyncio.sleep(0)
    yield (piece + sitemap.CLOSING).encode()


def _feed_handlers(site: DiscoveryDependencies, language: Language) -> list[HTTPRouteHandler]:
    """Returns the handlers of the feeds of posts in one language."""
    prefix = PREFIXES[language]

    async def feed_of(request: AnyRequest, key: FeedKey) -> Response[bytes]:
        """Sends a feed, or 304 if the client has it."""
        async with transaction(site.database) as opened:
            feed, posts = await read_feed(opened.session, key, origin=site.origin, names=site.names)
        return _answer_with_etag(request, write_feed(feed, posts), REVALIDATE)

    @get(f"{prefix}/feed.atom", name=f"feed.{language}", include_in_schema=False)
    async def get_feed(request: AnyRequest) -> Response[bytes]:
        return await feed_of(request, FeedKey("site", language))

    def feed_of_kind(kind: Kind) -> HTTPRouteHandler:
        """Returns the handler of the feeds of a category, cultivar or member."""
        path = f"{prefix}/feeds/{kind}/{{name:str}}"

        @get(path, name=f"feed.{kind}.{language}", include_in_schema=False)
        async def get_feed_of_kind(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
            """Sends a feed; a name without `.atom` is not found."""
            if not name.endswith(".atom"):
                raise Refusal("not-found", 404)
            return await feed_of(request, FeedKey(kind, language, name.removesuffix(".atom")))

        return get_feed_of_kind

    kinds = (feed_of_kind("category"), feed_of_kind("cultivar"), feed_of_kind("member"))
    return [get_feed, *kinds]


def _corrections_handler(site: DiscoveryDependencies, language: Language) -> HTTPRouteHandler:
    """Returns the handler of the feed of corrections in one language."""
    # Written at the first request: at the start it would take a third of the time of `create_app`.
    body = cache(partial(write_corrections, site.origin, site.names, language))

    @get(corrections_path(language), name=f"feed.corrections.{language}", include_in_schema=False)
    async def get_corrections(request: AnyRequest) -> Response[bytes]:
        return _answer_with_etag(request, body(), ONE_HOUR)

    return get_corrections


def _answer_with_etag(
    request: AnyRequest, body: bytes, caching: Mapping[str, str]
) -> Response[bytes]:
    """Returns the body with an entity tag, or 304 if the client has it."""
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    # Weak, because `Compression` sends the same feed in several codings.
    headers = {**caching, "etag": f"W/{etag}"}
    if matches_etag(header(request.scope, b"if-none-match"), etag):
        return Response(b"", status_code=304, media_type=FEED_MEDIA_TYPE, headers=headers)
    return Response(body, media_type=FEED_MEDIA_TYPE, headers=headers)
