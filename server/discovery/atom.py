"""Atom feeds of posts (RFC 4287): what is new on the site, in a category, on a tea, by a member."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from server.community.schemas import PostView
from server.contracts.locales import text
from server.contracts.routes import Language, page_url
from server.discovery.markup import DECLARATION, element

MEDIA_TYPE = "application/atom+xml; charset=utf-8"
HEADLINE_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Feed:
    """Head of a feed."""

    origin: str
    language: Language
    title: str
    subtitle: str
    # Address of the feed, and of the page with the same posts.
    own: str
    page: str


def write_feed(feed: Feed, posts: Iterable[PostView], *, started: datetime) -> bytes:
    """Returns the feed as XML; `started` is the date of an empty feed."""
    listed = tuple(posts)
    updated = max((changed(post) for post in listed), default=started)
    head = (
        element("id", feed.own),
        element("title", feed.title),
        element("subtitle", feed.subtitle),
        element("updated", _instant(updated)),
        element("link", rel="self", type="application/atom+xml", href=feed.own),
        element("link", rel="alternate", type="text/html", href=feed.page),
        element("icon", f"{feed.origin}/icon-192.png"),
    )
    entries = "".join(_entry(feed, post) for post in listed)
    start = f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{feed.language}">'
    return f"{DECLARATION}{start}{''.join(head)}\n{entries}</feed>\n".encode()


def changed(post: PostView) -> datetime:
    return post.edited_at or post.created_at


def headline(post: PostView) -> str:
    """Returns the title, or the start of the text."""
    folded = " ".join((post.title or post.content).split())
    short = folded[:HEADLINE_CHARACTERS]
    return folded if post.title or short == folded else f"{short}…"


def _entry(feed: Feed, post: PostView) -> str:
    address = page_url(feed.origin, "post", language=post.language, params={"id": str(post.id)})
    name = post.user.display_name if post.user else text(post.language, "post.deletedMember")
    parts = (
        element("id", address),
        element("title", headline(post)),
        element("published", _instant(post.created_at)),
        element("updated", _instant(changed(post))),
        element("link", rel="alternate", type="text/html", hreflang=post.language, href=address),
        f"<author>{element('name', name)}</author>",
        element("category", term=post.category),
        element("content", post.content, type="text"),
        *(
            element("link", rel="enclosure", type=_type_of(image.url), href=_whole(feed, image.url))
            for image in post.images
        ),
    )
    return f'<entry xml:lang="{post.language}">{"".join(parts)}</entry>\n'


def _whole(feed: Feed, address: str) -> str:
    return f"{feed.origin}{address}" if address.startswith("/") else address


def _type_of(address: str) -> str:
    ending = address.partition("?")[0].rpartition(".")[2].lower()
    return f"image/{'jpeg' if ending == 'jpg' else ending}"


def _instant(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
