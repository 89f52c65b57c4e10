"""Which feeds there are, what they are called, and which posts they hold."""

from dataclasses import dataclass
from typing import Literal

from server.accounts.profiles.queries import get_public_profile
from server.community.cursors import PageParams
from server.community.feed_query import FeedQuery
from server.community.queries.contributions import count_of
from server.community.queries.posts import list_feed, list_posts_of, list_related
from server.community.schemas import PostView
from server.contracts.catalogue import CULTIVARS
from server.contracts.locales import text
from server.contracts.reference import POST_CATEGORIES
from server.contracts.routes import PREFIXES, Language, page_url
from server.database.engine import Reading
from server.discovery.atom import Feed
from server.errors import Refusal
from server.pages.schemas import Names
from server.web.viewer import Visitor

Kind = Literal["site", "category", "cultivar", "member"]
ENTRIES = 30


@dataclass(frozen=True, slots=True)
class FeedKey:
    """A feed in a language; only the feed of the whole site has no id."""

    kind: Kind
    language: Language
    id: str = ""


def feed_path(asked: FeedKey) -> str:
    name = "feed" if asked.kind == "site" else f"feeds/{asked.kind}/{asked.id}"
    return f"{PREFIXES[asked.language]}/{name}.atom"


async def read_feed(
    session: Reading, asked: FeedKey, *, origin: str, names: Names
) -> tuple[Feed, tuple[PostView, ...]]:
    title, page = await _words(session, asked, origin=origin, site=names.of(asked.language))
    feed = Feed(
        origin=origin,
        language=asked.language,
        title=title,
        subtitle=text(asked.language, "outside.feed.subtitle", site=names.of(asked.language)),
        own=origin + feed_path(asked),
        page=page,
    )
    return feed, await _posts(session, asked)


async def _words(session: Reading, asked: FeedKey, *, origin: str, site: str) -> tuple[str, str]:
    """The feed's title and the page for people; what does not exist has no feed either."""
    language, id = asked.language, asked.id
    if asked.kind == "category":
        known = POST_CATEGORIES.get(id)
        if known is None or not known.offered:
            raise Refusal("not-found", 404)
        page = f"{page_url(origin, 'community', language=language)}?category={id}"
        category = text(language, f"post.category.{id}")
        return text(language, "outside.feed.category", site=site, category=category), page
    if asked.kind == "cultivar":
        cultivar = CULTIVARS.get(id)
        if cultivar is None:
            raise Refusal("not-found", 404)
        name = cultivar.name_ja if language == "ja" else cultivar.name_en
        page = page_url(origin, "cultivar", language=language, params={"id": id})
        return text(language, "outside.feed.cultivar", site=site, name=name), page
    if asked.kind == "member":
        member = await get_public_profile(session, id, count=count_of)
        page = page_url(origin, "member", language=language, params={"id": id})
        return text(language, "outside.feed.member", site=site, name=member.display_name), page
    return text(language, "outside.feed.site", site=site), page_url(
        origin, "community", language=language
    )


async def _posts(session: Reading, asked: FeedKey) -> tuple[PostView, ...]:
    page, viewer = PageParams(ENTRIES), Visitor()
    if asked.kind == "member":
        found = await list_posts_of(session, asked.id, page=page, viewer=viewer)
    elif asked.kind == "cultivar":
        found = await list_related(session, asked.id, page=page, viewer=viewer)
    else:
        wish = FeedQuery(category=asked.id or None, size=ENTRIES)
        found = await list_feed(session, wish, viewer=viewer)
    return found.posts
