"""Loaders of data that a page can do without: null if they fail, which is logged."""

import asyncio
from collections.abc import Awaitable

import msgspec
import structlog

from server.community.cursors import PageParams
from server.community.feed_query import FeedQuery
from server.community.rules import post_number
from server.errors import Refusal
from server.pages.loader_context import NULL, LoaderContext
from server.web.viewer import Member

# Posts on the home page and the pages of cultivars and prefectures, which link to the others.
RELATED = 3
# Longest wait for data that a page can do without.
OPTIONAL_WAIT_S = 1.0


async def newest_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts of the home page; null if it fails, and the page goes without them."""
    newest = context.dependencies.reads.feed(FeedQuery(size=RELATED), viewer=context.viewer)
    return await null_if_failed("newest_posts_not_read", newest)


async def found(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts and members that the search finds; null on a Refusal, other errors pass."""
    try:
        reads, search = context.dependencies.reads, context.query.get("q", "")
        return msgspec.Raw(await reads.found(search, viewer=context.viewer))
    except Refusal as refusal:
        _log_failure("search_failed", refusal)
        return NULL


async def related_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads posts about the cultivar; null if it fails, and the browser loads them again."""
    reads, cultivar_id = context.dependencies.reads, context.params["id"]
    related = reads.related(cultivar_id, page=PageParams(RELATED), viewer=context.viewer)
    return await null_if_failed("related_posts_not_read", related)


async def posts_by_cultivar(context: LoaderContext) -> msgspec.Raw:
    """Loads the number of posts about each cultivar.

    Null if it fails; the list is then ordered by name.
    """
    counts = context.dependencies.reads.cultivar_counts()
    return await null_if_failed("cultivars_not_counted", counts)


async def has_unread_notifications(context: LoaderContext) -> bool:
    """Returns whether the header shows the mark of unread notifications.

    On the page of a post it first marks the notifications of that post as read, and on the account
    page those of decisions. False if it fails or takes longer than OPTIONAL_WAIT_S.
    """
    viewer, reads = context.viewer, context.dependencies.reads
    if not isinstance(viewer, Member):
        return False
    try:
        async with asyncio.timeout(OPTIONAL_WAIT_S):
            is_any = await reads.has_unread(viewer)
            if not is_any or context.route not in ("post", "account"):
                return is_any
            if context.route == "post":
                await reads.mark_post_read(viewer, post_number(context.params["id"]))
            else:
                await reads.mark_decisions_read(viewer)
            return await reads.has_unread(viewer)
    except Exception as error:
        _log_failure("notifications_not_read", error)
        return False


async def null_if_failed(event: str, read: Awaitable[bytes]) -> msgspec.Raw:
    """Returns the JSON of `read`, or null if it fails or takes longer than OPTIONAL_WAIT_S.

    Logs the failure as `event`.
    """
    try:
        async with asyncio.timeout(OPTIONAL_WAIT_S):
            return msgspec.Raw(await read)
    except Exception as error:
        _log_failure(event, error)
        return NULL


def _log_failure(event: str, error: Exception) -> None:
    structlog.get_logger("chanoki.pages").warning(event, reason=type(error).__name__)
