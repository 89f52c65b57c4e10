"""Handler of oEmbed (oembed.com): how other sites embed a cultivar or a post."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.community.queries.posts import get_post
from server.community.rules import post_number
from server.contracts.catalogue import CULTIVARS
from server.contracts.locales import text
from server.contracts.routes import Language, Match, match, page_url
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.discovery.cards.page_cards import ShareCards
from server.errors import Refusal
from server.pages.addresses import canonical_path
from server.pages.meta.community import single_line, title_of
from server.pages.page_request import CardPage
from server.pages.schemas import Names
from server.web.asgi import query_values
from server.web.problems import AnyRequest, problem
from server.web.viewer import Visitor

WIDTH, HEIGHT = 1200, 630
# Seconds for which a consumer may cache; posts can be deleted, records rarely change.
POST_S, CULTIVAR_S = 3_600, 86_400
DIGITS_MOST = 9
PORTS = {"http": 80, "https": 443}
SHOWN_ANYWHERE = {
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex",
}


class OEmbedLink(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """oEmbed response of type "link": text and a picture, no HTML."""

    type: str
    version: str
    title: str
    provider_name: str
    provider_url: str
    cache_age: int
    author_name: str | None = None
    author_url: str | None = None
    thumbnail_url: str | None = None
    thumbnail_width: int | None = None
    thumbnail_height: int | None = None


@dataclass(frozen=True, slots=True)
class OEmbedDependencies:
    """Dependencies of the handler."""

    origin: str
    names: Names
    database: Sessions
    cards: ShareCards


def oembed_handler(site: OEmbedDependencies) -> HTTPRouteHandler:
    """Returns the handler of oEmbed."""

    @get("/oembed", include_in_schema=False)
    async def get_oembed(request: AnyRequest) -> Response[Any]:
        """Sends the link of a page; refusals are JSON too and may be read by any site."""
        params = query_values(request.scope["query_string"].decode("latin-1"))
        try:
            link = await _describe(site, params)
        except Refusal as refusal:
            answer = problem(refusal.status, refusal.code)
            answer.headers.update(SHOWN_ANYWHERE)
            return answer
        headers = {**SHOWN_ANYWHERE, "cache-control": "public, no-cache"}
        body = msgspec.json.encode(link)
        return Response(body, media_type="application/json", headers=headers)

    return get_oembed


async def _describe(site: OEmbedDependencies, params: Mapping[str, str]) -> OEmbedLink:
    """Returns the oEmbed response of the page at the parameter `url`.

    Raises Refusal 400 without `url`, 404 or 410 for any page but a cultivar's or a public post's,
    501 for another format than JSON. A client with too little room gets no picture.
    """
    if params.get("format", "json").lower() != "json":
        raise Refusal("not-implemented", HTTPStatus.NOT_IMPLEMENTED)
    if "url" not in params:
        raise Refusal("bad-request", HTTPStatus.BAD_REQUEST)
    page = _page_at(site.origin, params["url"])
    if page is None:
        raise Refusal("not-found", HTTPStatus.NOT_FOUND)
    link = (
        await _describe_post(site, page)
        if page.route.name == "post"
        else _describe_cultivar(site, page)
    )
    return await _add_picture(site, page, link) if _has_room(params) else link


def _page_at(origin: str, url: str) -> Match | None:
    """Returns the route of the cultivar or post at an address of this site, None for any other.

    It does not check that the cultivar or post exists.
    """
    path = _path_below(origin, url)
    canonical = canonical_path(path) if path is not None else None
    found = match(canonical) if canonical else None
    return found if found and found.route.name in ("cultivar", "post") else None


def _path_below(origin: str, url: str) -> str | None:
    """Returns the path of an address of this site; None for other addresses."""
    ours = urlsplit(origin)
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or parts.hostname != ours.hostname or parts.username is not None:
        return None
    # http and https name the same page.
    if port not in (None, ours.port, PORTS[parts.scheme]):
        return None
    return unquote(parts.path, errors="replace")


async def _describe_post(site: OEmbedDependencies, page: Match) -> OEmbedLink:
    """Returns the oEmbed response of a post; raises Refusal if visitors cannot read it."""
    async with transaction(site.database) as opened:
        post = await get_post(opened.session, post_number(page.params["id"]), viewer=Visitor())
    link = _make_link(site, page.language, title=title_of(post), cache_age=POST_S)
    if post.user is None:
        return link
    author = {"id": post.user.id}
    return msgspec.structs.replace(
        link,
        author_name=single_line(post.user.display_name),
        author_url=page_url(site.origin, "member", language=page.language, params=author),
    )


def _describe_cultivar(site: OEmbedDependencies, page: Match) -> OEmbedLink:
    """Returns the oEmbed response of a cultivar; raises Refusal 404 for an unknown id."""
    record = CULTIVARS.get(page.params["id"])
    if record is None:
        raise Refusal("not-found", HTTPStatus.NOT_FOUND)
    names = {"nameJa": record.name_ja, "nameEn": record.name_en, "name": record.name_en}
    is_one = record.name_ja == record.name_en
    key = "cultivar.meta.titleOneName" if is_one else "cultivar.meta.title"
    title = text(page.language, key, **names)
    return _make_link(site, page.language, title=title, cache_age=CULTIVAR_S)


def _make_link(
    site: OEmbedDependencies, language: Language, *, title: str, cache_age: int
) -> OEmbedLink:
    """Returns an oEmbed response of the type `link`."""
    return OEmbedLink(
        type="link",
        version="1.0",
        title=title,
        provider_name=site.names.of(language),
        provider_url=page_url(site.origin, "home", language=language),
        cache_age=cache_age,
    )


async def _add_picture(site: OEmbedDependencies, page: Match, link: OEmbedLink) -> OEmbedLink:
    """Returns the response with the page's share card as the thumbnail."""
    card = await site.cards.of_page(CardPage(page.route.name, page.language, page.params))
    return msgspec.structs.replace(
        link, thumbnail_url=card.url, thumbnail_width=WIDTH, thumbnail_height=HEIGHT
    )


def _has_room(params: Mapping[str, str]) -> bool:
    """Returns whether maxwidth and maxheight, if they are numbers, allow the card."""
    return not any(
        limit.isdecimal() and len(limit) <= DIGITS_MOST and int(limit) < size
        for limit, size in (
            (params.get("maxwidth", ""), WIDTH),
            (params.get("maxheight", ""), HEIGHT),
        )
    )
