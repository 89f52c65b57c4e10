"""oEmbed (oembed.com): what another site needs to know to show a cultivar or a post as a card."""

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
from server.errors import Refusal
from server.pages.addresses import canonical_path
from server.pages.cards import Cards, Place
from server.pages.community_heads import folded, title_of
from server.pages.schemas import Names
from server.web.asked import first_values
from server.web.problems import AnyRequest, problem
from server.web.viewer import Visitor

WIDTH, HEIGHT = 1200, 630
# A post may be gone tomorrow; a record hardly ever changes.
POST_S, CULTIVAR_S = 3_600, 86_400
DIGITS_MOST = 9
PORTS = {"http": 80, "https": 443}
SHOWN_ANYWHERE = {
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex",
}


class OEmbedLink(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The type "link": words and a picture, and no markup of ours in anybody's page."""

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
    """Whose pages these are, and where their words and cards come from."""

    origin: str
    names: Names
    database: Sessions
    cards: Cards


def oembed_handler(site: OEmbedDependencies) -> HTTPRouteHandler:
    @get("/oembed", include_in_schema=False)
    async def get_oembed(request: AnyRequest) -> Response[Any]:
        asked = first_values(request.scope["query_string"].decode("latin-1"))
        try:
            link = await _describe(site, asked)
        except Refusal as refusal:
            answer = problem(refusal.status, refusal.code)
            answer.headers.update(SHOWN_ANYWHERE)
            return answer
        headers = {**SHOWN_ANYWHERE, "cache-control": "public, no-cache"}
        body = msgspec.json.encode(link)
        return Response(body, media_type="application/json", headers=headers)

    return get_oembed


async def _describe(site: OEmbedDependencies, asked: Mapping[str, str]) -> OEmbedLink:
    if asked.get("format", "json").lower() != "json":
        raise Refusal("not-implemented", HTTPStatus.NOT_IMPLEMENTED)
    if "url" not in asked:
        raise Refusal("bad-request", HTTPStatus.BAD_REQUEST)
    page = _page_at(site.origin, asked["url"])
    if page is None:
        raise Refusal("not-found", HTTPStatus.NOT_FOUND)
    link = await _post(site, page) if page.route.name == "post" else _cultivar(site, page)
    return await _pictured(site, page, link) if _has_room(asked) else link


def _page_at(origin: str, url: str) -> Match | None:
    """The cultivar or the post at an address of ours, however it is spelled; else nothing."""
    path = _path_below(origin, url)
    canonical = canonical_path(path) if path is not None else None
    found = match(canonical) if canonical else None
    return found if found and found.route.name in ("cultivar", "post") else None


def _path_below(origin: str, url: str) -> str | None:
    ours = urlsplit(origin)
    try:
        asked = urlsplit(url)
        port = asked.port
    except ValueError:
        return None
    if asked.scheme not in PORTS or asked.hostname != ours.hostname or asked.username is not None:
        return None
    # A page that was shared by http is the same page.
    if port not in (None, ours.port, PORTS[asked.scheme]):
        return None
    return unquote(asked.path, errors="replace")


async def _post(site: OEmbedDependencies, page: Match) -> OEmbedLink:
    """Raises Refusal for a post that was never there, or is there no more."""
    async with transaction(site.database) as opened:
        post = await get_post(opened.session, post_number(page.params["id"]), viewer=Visitor())
    link = _link(site, page.language, title=title_of(post), cache_age=POST_S)
    if post.user is None:
        return link
    author = {"id": post.user.id}
    return msgspec.structs.replace(
        link,
        author_name=folded(post.user.display_name),
        author_url=page_url(site.origin, "member", language=page.language, params=author),
    )


def _cultivar(site: OEmbedDependencies, page: Match) -> OEmbedLink:
    record = CULTIVARS.get(page.params["id"])
    if record is None:
        raise Refusal("not-found", HTTPStatus.NOT_FOUND)
    names = {"nameJa": record.name_ja, "nameEn": record.name_en, "name": record.name_en}
    is_one = record.name_ja == record.name_en
    key = "cultivar.meta.titleOneName" if is_one else "cultivar.meta.title"
    title = text(page.language, key, **names)
    return _link(site, page.language, title=title, cache_age=CULTIVAR_S)


def _link(
    site: OEmbedDependencies, language: Language, *, title: str, cache_age: int
) -> OEmbedLink:
    return OEmbedLink(
        type="link",
        version="1.0",
        title=title,
        provider_name=site.names.of(language),
        provider_url=page_url(site.origin, "home", language=language),
        cache_age=cache_age,
    )


async def _pictured(site: OEmbedDependencies, page: Match, link: OEmbedLink) -> OEmbedLink:
    card = await site.cards.of_page(Place(page.route.name, page.language, page.params))
    return msgspec.structs.replace(
        link, thumbnail_url=card.url, thumbnail_width=WIDTH, thumbnail_height=HEIGHT
    )


def _has_room(asked: Mapping[str, str]) -> bool:
    """Cards have one size: whoever has less room gets none. What is no number is not asked."""
    return not any(
        limit.isdecimal() and len(limit) <= DIGITS_MOST and int(limit) < size
        for limit, size in (
            (asked.get("maxwidth", ""), WIDTH),
            (asked.get("maxheight", ""), HEIGHT),
        )
    )
