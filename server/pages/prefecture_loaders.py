"""Loaders of the map of prefectures and of their pages, with posts."""

import msgspec

from server.community.cursors import PageParams
from server.contracts.prefectures import PREFECTURE_PAGES
from server.pages.loader_context import LoaderContext, Missing
from server.pages.optional_loaders import RELATED, null_if_failed
from server.web.viewer import Viewer, Visitor


class _View(msgspec.Struct, frozen=True):
    """Field of a prefecture's built view that the head needs."""

    meta: msgspec.Raw


class _Page(msgspec.Struct, frozen=True):
    """Data of a prefecture's page; the posts are null if they failed."""

    meta: msgspec.Raw
    view: msgspec.Raw
    posts: msgspec.Raw


class _Posts(msgspec.Struct, frozen=True):
    """List of posts, of which only whether it is empty matters."""

    posts: tuple[msgspec.Raw, ...]


async def map_page(context: LoaderContext) -> msgspec.Raw:
    """Loads the map with the number of posts of each prefecture, null if they can't be counted."""
    view = context.dependencies.catalogue[context.language].overviews["map"]
    counts = context.dependencies.reads.prefecture_counts()
    return _join_posts(view, await null_if_failed("prefectures_not_counted", counts))


async def prefecture(context: LoaderContext) -> msgspec.Raw:
    """Loads a prefecture with its newest posts.

    Raises Missing for an unknown one, and for one that neither the catalogue nor any post that can
    be read mentions.
    """
    id = context.params["id"]
    view = context.dependencies.catalogue[context.language].prefectures.get(id)
    if view is None:
        raise Missing
    posts = await _load_newest_posts(context, context.viewer)
    # A page that exists for visitors exists for a reader who hides its posts, too.
    is_known = id in PREFECTURE_PAGES or _has_posts(posts)
    if not is_known and not _has_posts(await _load_newest_posts(context, Visitor())):
        raise Missing
    return _join_posts(view, posts)


async def _load_newest_posts(context: LoaderContext, viewer: Viewer) -> msgspec.Raw:
    """Returns the newest posts about the prefecture, or null if they can't be read."""
    reads, page = context.dependencies.reads, PageParams(RELATED)
    newest = reads.about_prefecture(context.params["id"], page=page, viewer=viewer)
    return await null_if_failed("prefecture_posts_not_read", newest)


def _join_posts(view: msgspec.Raw, posts: msgspec.Raw) -> msgspec.Raw:
    """Returns the page's data as JSON: head, view and posts."""
    meta = msgspec.json.decode(view, type=_View).meta
    return msgspec.Raw(msgspec.json.encode(_Page(meta, view, posts)))


def _has_posts(posts: msgspec.Raw) -> bool:
    """Returns whether the JSON of posts has one; false for null."""
    read = msgspec.json.decode(posts, type=_Posts | None)
    return read is not None and bool(read.posts)
