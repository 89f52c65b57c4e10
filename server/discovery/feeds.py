"""Feeds of the site, of categories, cultivars and members: titles and posts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Literal, NamedTuple

from server.accounts.profiles.queries import get_public_profile
from server.community.cursors import PageParams
from server.community.feed_query import FeedQuery
from server.community.queries.contributions import member_counts
from server.community.queries.posts import list_feed, list_posts_of, list_related
from server.community.schemas import PostView
from server.contracts.catalogue import CULTIVARS, EDITION
from server.contracts.locales import text
from server.contracts.reference import POST_CATEGORIES
from server.contracts.routes import PREFIXES, Language, page_url
from server.database.engine import Reading
from server.discovery.markup import DECLARATION, element
from server.errors import Refusal
from server.pages.schemas import Names
from server.web.viewer import Visitor

FEED_MEDIA_TYPE = "application/atom+xml; charset=utf-8"
HEADLINE_CHARACTERS = 40

Kind = Literal["site", "category", "cultivar", "member"]
ENTRIES = 30


def midnight(day: date) -> datetime:
    """Returns the start of a day in UTC."""
    return datetime.combine(day, time(), UTC)


PUBLISHED = midnight(EDITION.published)


@dataclass(frozen=True, slots=True)
class Feed:
    """Head of an Atom feed: its language, texts and addresses."""

    origin: str
    language: Language
    title: str
    subtitle: str
    # Address of the feed, and of the page with the same posts.
    own: str
    page: str
    # Date of the feed while it is empty; equal on all hosts, also after a restart.
    since: datetime = PUBLISHED


def write_feed(feed: Feed, posts: Iterable[PostView]) -> bytes:
    """Returns the feed as XML."""
    listed = tuple(posts)
    updated = max((changed_at(post) for post in listed), default=feed.since)
    return feed_document(feed, (_write_entry(feed, post) for post in listed), updated=updated)


def feed_document(
    feed: Feed, entries: Iterable[str], *, updated: datetime, author: str | None = None
) -> bytes:
    """Returns an Atom feed of these entries; `author` counts for entries without their own."""
    head = (
        element("id", feed.own),
        element("title", feed.title),
        element("subtitle", feed.subtitle),
        element("updated", format_instant(updated)),
        f"<author>{element('name', author)}</author>" if author else "",
        element("link", rel="self", type="application/atom+xml", href=feed.own),
        element("link", rel="alternate", type="text/html", href=feed.page),
        element("icon", f"{feed.origin}/icon-192.png"),
    )
    start = f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{feed.language}">'
    return f"{DECLARATION}{start}{''.join(head)}\n{''.join(entries)}</feed>\n".encode()


def changed_at(post: PostView) -> datetime:
    """Returns when the post was last changed."""
    return post.edited_at or post.created_at


def headline(post: PostView) -> str:
    """Returns the post's title, or the start of its text, in one line."""
    line = " ".join((post.title or post.content).split())
    short = line[:HEADLINE_CHARACTERS]
    return line if post.title or short == line else f"{short}…"


def _write_entry(feed: Feed, post: PostView) -> str:
    """Returns the Atom entry of a post."""
    address = page_url(feed.origin, "post", language=post.language, params={"id": str(post.id)})
    name = post.user.display_name if post.user else text(post.language, "post.deletedMember")
    parts = (
        element("id", address),
        element("title", headline(post)),
        element("published", format_instant(post.created_at)),
        element("updated", format_instant(changed_at(post))),
        element("link", rel="alternate", type="text/html", hreflang=post.language, href=address),
        f"<author>{element('name', name)}</author>",
        element("category", term=post.category),
        element("content", post.content, type="text"),
        *(
            element(
                "link",
                rel="enclosure",
                type=_type_of(image.url),
                href=_absolute_url(feed, image.url),
            )
            for image in post.images
        ),
    )
    return f'<entry xml:lang="{post.language}">{"".join(parts)}</entry>\n'


def _absolute_url(feed: Feed, address: str) -> str:
    """Returns the address with the site's origin, if it has none."""
    return f"{feed.origin}{address}" if address.startswith("/") else address


def _type_of(address: str) -> str:
    """Returns the media type of an image by the ending of its address."""
    ending = address.partition("?")[0].rpartition(".")[2].lower()
    return f"image/{'jpeg' if ending == 'jpg' else ending}"


def format_instant(moment: datetime) -> str:
    """Formats a time in UTC as RFC 3339 with seconds."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class FeedKey:
    """Key of a feed: kind, language and id; only the feed of the whole site has no id."""

    kind: Kind
    language: Language
    id: str = ""


def feed_path(key: FeedKey) -> str:
    name = "feed" if key.kind == "site" else f"feeds/{key.kind}/{key.id}"
    return f"{PREFIXES[key.language]}/{name}.atom"


async def read_feed(
    session: Reading, key: FeedKey, *, origin: str, names: Names
) -> tuple[Feed, tuple[PostView, ...]]:
    """Returns a feed's head and its newest posts.

    Raises Refusal 404 if its subject does not exist.
    """
    subject = await _find_subject(session, key, origin=origin, site=names.of(key.language))
    feed = Feed(
        origin=origin,
        language=key.language,
        title=subject.title,
        subtitle=text(key.language, "outside.feed.subtitle", site=names.of(key.language)),
        own=origin + feed_path(key),
        page=subject.page,
        since=subject.since,
    )
    return feed, await _list_posts(session, key)


class _Subject(NamedTuple):
    """Subject of a feed: title, page with the same posts, and since when it exists."""

    title: str
    page: str
    since: datetime = PUBLISHED


async def _find_subject(session: Reading, key: FeedKey, *, origin: str, site: str) -> _Subject:
    """Returns the subject of a feed; raises Refusal 404 if it does not exist."""
    language, id = key.language, key.id
    if key.kind == "category":
        known = POST_CATEGORIES.get(id)
        if known is None or not known.offered:
            raise Refusal("not-found", 404)
        page = f"{page_url(origin, 'community', language=language)}?category={id}"
        category = text(language, f"post.category.{id}")
        return _Subject(text(language, "outside.feed.category", site=site, category=category), page)
    if key.kind == "cultivar":
        cultivar = CULTIVARS.get(id)
        if cultivar is None:
            raise Refusal("not-found", 404)
        name = cultivar.name_ja if language == "ja" else cultivar.name_en
        page = page_url(origin, "cultivar", language=language, params={"id": id})
        return _Subject(text(language, "outside.feed.cultivar", site=site, name=name), page)
    if key.kind == "member":
        member = await get_public_profile(session, id, count=member_counts)
        page = page_url(origin, "member", language=language, params={"id": id})
        title = text(language, "outside.feed.member", site=site, name=member.display_name)
        return _Subject(title, page, member.joined_at)
    page = page_url(origin, "community", language=language)
    return _Subject(text(language, "outside.feed.site", site=site), page)


async def _list_posts(session: Reading, key: FeedKey) -> tuple[PostView, ...]:
    """Returns the newest posts of a feed."""
    page, viewer = PageParams(ENTRIES), Visitor()
    if key.kind == "member":
        found = await list_posts_of(session, key.id, page=page, viewer=viewer)
    elif key.kind == "cultivar":
        found = await list_related(session, key.id, page=page, viewer=viewer)
    else:
        query = FeedQuery(category=key.id or None, size=ENTRIES)
        found = await list_feed(session, query, viewer=viewer)
    return found.posts
