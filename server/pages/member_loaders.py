"""Loaders of a member's own data, and of a member's public page."""

import msgspec

from server.accounts.profiles.queries import get_own_profile
from server.community.cursors import PageParams
from server.community.feed_query import parse_page_size
from server.community.follows.queries import list_follows
from server.community.queries.contributions import member_counts
from server.community.queries.posts import list_marked
from server.community.queries.statements import Mark
from server.community.relations.queries import list_hidden
from server.database.transaction import transaction
from server.errors import Refusal
from server.pages.loader_context import NULL, LoaderContext, Missing
from server.pages.optional_loaders import null_if_failed
from server.web.viewer import Member


async def me(context: LoaderContext) -> msgspec.Raw:
    """Loads the member's own profile for the pages `profile`, `profileEdit` and `account`.

    The header does not need it. Null for visitors, and while the member has no profile: the browser
    then requests it once more.
    """
    if not isinstance(context.viewer, Member):
        return NULL
    try:
        async with transaction(context.dependencies.reads.database) as opened:
            view = await get_own_profile(opened.session, context.viewer, count=member_counts)
    except Refusal:
        return NULL
    return _as_raw_json(view)


async def member(context: LoaderContext) -> msgspec.Raw:
    """Loads the public profile of a member; raises Missing for an unknown one."""
    try:
        loaded = await context.dependencies.reads.member(
            context.params["id"], viewer=context.viewer
        )
    except Refusal as refusal:
        raise Missing from refusal
    return msgspec.Raw(loaded.encoded)


async def my_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads the member's own posts; null for visitors, and if the address opens another tab."""
    if not isinstance(context.viewer, Member) or context.query.get("tab") in {"liked", "saved"}:
        return NULL
    return await _posts_of(context, context.viewer.id)


async def liked_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts that the member liked; null unless the address opens their tab."""
    return await _marked_posts(context, "liked")


async def saved_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts that the member saved; null unless the address opens their tab."""
    return await _marked_posts(context, "saved")


async def collections(context: LoaderContext) -> msgspec.Raw:
    """Loads the member's collections; null unless the address opens the tab of saved posts."""
    if not isinstance(context.viewer, Member) or context.query.get("tab") != "saved":
        return NULL
    return msgspec.Raw(await context.dependencies.reads.collections(context.viewer))


async def collection(context: LoaderContext) -> msgspec.Raw:
    """Loads a collection; raises Missing if the viewer may not open it."""
    reads, id = context.dependencies.reads, context.params["id"]
    try:
        return msgspec.Raw(await reads.collection(id, viewer=context.viewer))
    except Refusal as refusal:
        raise Missing from refusal


async def collection_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts of a collection; raises Missing if the viewer may not open it."""
    reads, id = context.dependencies.reads, context.params["id"]
    try:
        page = _page_of(context)
        return msgspec.Raw(await reads.collected(id, page=page, viewer=context.viewer))
    except Refusal as refusal:
        raise Missing from refusal


async def sharing(context: LoaderContext) -> msgspec.Raw:
    """Loads the member's choices of what to share; null for visitors."""
    if not isinstance(context.viewer, Member):
        return NULL
    return msgspec.Raw(await context.dependencies.reads.sharing(context.viewer))


async def shared(context: LoaderContext) -> msgspec.Raw:
    """Loads what a member shares on the public page; null if it fails, and the page omits it."""
    reads, id = context.dependencies.reads, context.params["id"]
    return await null_if_failed("shared_not_read", reads.shared(id, viewer=context.viewer))


async def members_found(context: LoaderContext) -> msgspec.Raw:
    """Loads the members that a search finds; null if it fails, and the page says so."""
    reads, query = context.dependencies.reads, context.query
    after = query.get("after")
    found = reads.members_found(query.get("q", ""), after=after, viewer=context.viewer)
    return await null_if_failed("members_not_found", found)


async def member_posts(context: LoaderContext) -> msgspec.Raw:
    """Loads the posts on a member's public page."""
    return await _posts_of(context, context.params["id"])


async def hidden(context: LoaderContext) -> msgspec.Raw:
    """Loads muted and blocked members and muted topics, for `/account`; null for visitors.

    `hide` in the address is the id of a member whom the page offers to mute or block.
    """
    if not isinstance(context.viewer, Member):
        return NULL
    asked = context.query.get("hide")
    async with transaction(context.dependencies.reads.database) as opened:
        return _as_raw_json(await list_hidden(opened.session, context.viewer.id, asked=asked))


async def follows(context: LoaderContext) -> msgspec.Raw:
    """Loads the followed members and subjects, for `/account`; null for visitors.

    `follow` in the address is the `kind:id` of something that the page offers to follow.
    """
    if not isinstance(context.viewer, Member):
        return NULL
    asked = context.query.get("follow")
    async with transaction(context.dependencies.reads.database) as opened:
        return _as_raw_json(await list_follows(opened.session, context.viewer, asked=asked))


async def notifications(context: LoaderContext) -> msgspec.Raw:
    """Loads the member's notifications; null for visitors."""
    if not isinstance(context.viewer, Member):
        return NULL
    return msgspec.Raw(await context.dependencies.reads.notifications(context.viewer))


async def notification_settings(context: LoaderContext) -> msgspec.Raw:
    """Loads of which events the member wants notifications; null for visitors."""
    if not isinstance(context.viewer, Member):
        return NULL
    return msgspec.Raw(await context.dependencies.reads.notification_settings(context.viewer))


async def _marked_posts(context: LoaderContext, mark: Mark) -> msgspec.Raw:
    """Loads the posts that the member liked or saved; null unless the address opens their tab."""
    if not isinstance(context.viewer, Member) or context.query.get("tab") != mark:
        return NULL
    async with context.dependencies.reads.database.reading() as source:
        page = await list_marked(source, context.viewer, mark=mark, page=_page_of(context))
    return _as_raw_json(page)


async def _posts_of(context: LoaderContext, member_id: str) -> msgspec.Raw:
    """Loads a page of a member's posts as JSON."""
    reads, page = context.dependencies.reads, _page_of(context)
    return msgspec.Raw(await reads.posts_of(member_id, page=page, viewer=context.viewer))


def _page_of(context: LoaderContext) -> PageParams:
    """Returns size and cursor of a page of posts, from the address's query."""
    return PageParams(parse_page_size(context.query), context.query.get("after"))


def _as_raw_json(view: msgspec.Struct) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(view))
