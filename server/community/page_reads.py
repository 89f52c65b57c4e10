"""Community data for pages: read as a visitor, plus the member's own likes.

Requests that arrive during a read of the same data share the next one. Role holders and members
with `Restrictions` have a read of their own.
"""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, Protocol, TypeVar

import msgspec

from server.accounts.profiles.queries import get_public_profile
from server.accounts.profiles.schemas import PublicProfile
from server.community.actions.notices import mark_group_read, mark_post_read
from server.community.collections.queries import (
    get_collection,
    list_collected,
    list_collections,
)
from server.community.cursors import PageParams
from server.community.feed_page import list_feed_of_page
from server.community.feed_query import FeedQuery
from server.community.letters.queries import get_settings
from server.community.members.queries import search_members
from server.community.notices.rules import DECISION_GROUP
from server.community.queries.comments import list_comments
from server.community.queries.contributions import member_counts
from server.community.queries.notifications import has_unread, list_notifications
from server.community.queries.page_visibility import check_reach
from server.community.queries.post_counts import count_by_cultivar, count_by_prefecture
from server.community.queries.posts import (
    get_post,
    list_about_prefecture,
    list_posts_of,
    list_related,
)
from server.community.queries.site_search import search_community
from server.community.queries.views import liked_among
from server.community.queries.visibility import NO_RESTRICTIONS, restrictions_of
from server.community.schemas import (
    CommentPage,
    FoundInCommunity,
    PostCounts,
    PostPage,
    PostView,
)
from server.community.sharing.queries import get_sharing, list_shared
from server.database.clock import Clock, utc_now
from server.database.coalesced_reads import CoalescedReads
from server.database.engine import Sessions
from server.database.readers import DriverReader
from server.database.transaction import transaction
from server.web.viewer import Member, Viewer, Visitor

View = TypeVar("View", bound=msgspec.Struct)
View_co = TypeVar("View_co", covariant=True)

VISITOR = Visitor()


@dataclass(frozen=True, slots=True)
class Loaded(Generic[View]):
    """Result of a read, and its JSON."""

    view: View
    encoded: bytes


class Load(Protocol[View_co]):
    """Query that reads one view for a viewer."""

    async def __call__(self, source: DriverReader, /, *, viewer: Viewer) -> View_co: ...


@dataclass(frozen=True, slots=True)
class PageReads:
    """Reader of community data for page loaders, mostly as JSON; marks notifications as read."""

    database: Sessions
    coalesced: CoalescedReads = field(default_factory=CoalescedReads)
    now: Clock = utc_now
    # Whether the site has a mail server.
    offers_letter: bool = False

    async def feed(self, query: FeedQuery, *, viewer: Viewer) -> bytes:
        """Returns a page of the feed as JSON.

        The feed of what a member follows is read for that member alone; a visitor's is empty.
        """
        load = partial(list_feed_of_page, query=query)
        if query.is_following and isinstance(viewer, Member):
            async with self.database.reading() as source:
                return msgspec.json.encode(await load(source, viewer=viewer))
        return await self._list(query, load, viewer=viewer)

    async def has_unread(self, member: Member) -> bool:
        """Returns whether the member has a notification that sets the mark in the header."""
        async with self.database.reading() as source:
            return await has_unread(source, member, now=self.now())

    async def mark_post_read(self, member: Member, post_id: int) -> None:
        """Marks the member's notifications about a post as read, when the member opens its page."""
        async with transaction(self.database) as opened:
            await mark_post_read(opened, member, post_id=post_id, now=self.now())

    async def mark_decisions_read(self, member: Member) -> None:
        """Marks the notifications of decisions as read, when the member opens the account page."""
        async with transaction(self.database) as opened:
            await mark_group_read(opened, member, group=DECISION_GROUP, now=self.now())

    async def notifications(self, member: Member) -> bytes:
        """Returns the member's recent notifications, and whether any is unread, as JSON."""
        async with self.database.reading() as source:
            found = await list_notifications(source, member, now=self.now())
        return msgspec.json.encode(found)

    async def notification_settings(self, member: Member) -> bytes:
        """Returns the member's channel of each kind of notification as JSON."""
        async with transaction(self.database) as opened:
            view = await get_settings(opened.session, member, is_offered=self.offers_letter)
        return msgspec.json.encode(view)

    async def found(self, search: str, *, viewer: Viewer) -> bytes:
        """Returns the newest posts and first members that a search finds, a few each, as JSON."""
        load = partial(search_community, search=search, now=self.now())
        loaded: Loaded[FoundInCommunity] = await self._read(("found", search), load, viewer=viewer)
        return loaded.encoded

    async def members_found(self, search: str, *, after: str | None, viewer: Viewer) -> bytes:
        """Returns a page of members whose name the text of a search finds, as JSON."""
        async with self.database.reading() as source:
            page = await search_members(source, search, after=after, viewer=viewer, now=self.now())
        return msgspec.json.encode(page)

    async def sharing(self, member: Member) -> bytes:
        """Returns the member's own choices of what the member's page shares, as JSON."""
        async with self.database.reading() as source:
            return msgspec.json.encode(await get_sharing(source, member))

    async def shared(self, member_id: str, *, viewer: Viewer) -> bytes:
        """Returns the collections and cultivars that a member's page shares, as JSON.

        Raises Refusal 404 for an unknown member, or one whom a block hides.
        """
        async with self.database.reading() as source:
            view = await list_shared(source, member_id, viewer=viewer, now=self.now())
        return msgspec.json.encode(view)

    async def posts_of(self, member_id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        """Returns a page of a member's posts as JSON."""
        load = partial(list_posts_of, member_id=member_id, page=page)
        return await self._list(("posts of", member_id, page), load, viewer=viewer)

    async def collections(self, member: Member) -> bytes:
        """Returns the member's collections as JSON."""
        async with self.database.reading() as source:
            return msgspec.json.encode(await list_collections(source, member))

    async def collection(self, id: str, *, viewer: Viewer) -> bytes:
        """Returns the name, owner and number of posts of a collection as JSON.

        Raises Refusal 404 for an unknown collection, or one that the viewer may not read.
        """
        async with self.database.reading() as source:
            view = await get_collection(source, id, viewer=viewer, now=self.now())
        return msgspec.json.encode(view)

    async def collected(self, id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        """Returns a page of the posts of a collection as JSON.

        Raises Refusal 404 for an unknown collection, or one that the viewer may not read.
        """
        async with self.database.reading() as source:
            found = await get_collection(source, id, viewer=viewer, now=self.now())
            view = await list_collected(source, found, page=page, viewer=viewer)
        return msgspec.json.encode(view)

    async def related(self, cultivar_id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        """Returns a page of the posts about a cultivar as JSON."""
        load = partial(list_related, cultivar_id=cultivar_id, page=page)
        return await self._list(("related", cultivar_id, page), load, viewer=viewer)

    async def about_prefecture(self, prefecture: str, *, page: PageParams, viewer: Viewer) -> bytes:
        """Returns a page of the posts about a prefecture as JSON."""
        load = partial(list_about_prefecture, prefecture=prefecture, page=page)
        return await self._list(("prefecture", prefecture, page), load, viewer=viewer)

    async def prefecture_counts(self) -> bytes:
        """Returns the number of posts about each prefecture as JSON."""
        return await self._counts("prefectures", count_by_prefecture)

    async def cultivar_counts(self) -> bytes:
        """Returns the number of posts about each cultivar as JSON."""
        return await self._counts("cultivars", count_by_cultivar)

    async def _counts(
        self, key: str, count: Callable[[DriverReader], Awaitable[PostCounts]]
    ) -> bytes:
        """Returns numbers of posts, which are the same for every reader, as JSON.

        Requests with the same `key` at the same time share one read.
        """

        async def load(source: DriverReader, *, viewer: Viewer) -> PostCounts:
            del viewer
            return await count(source)

        loaded: Loaded[PostCounts] = await self._read(key, load, viewer=VISITOR)
        return loaded.encoded

    async def post(self, post_id: int, *, viewer: Viewer) -> Loaded[PostView]:
        """Returns a post with its JSON.

        Raises Refusal 404 or 410 for a post that the viewer does not see.
        """
        load = partial(get_post, post_id=post_id)
        loaded: Loaded[PostView] = await self._read(("post", post_id), load, viewer=viewer)
        if not await self._liked(viewer, [post_id]):
            return loaded
        return _loaded(msgspec.structs.replace(loaded.view, is_liked=True))

    async def comments(self, post_id: int, *, page: PageParams, viewer: Viewer) -> bytes:
        """Returns a page of a post's comments as JSON.

        Raises Refusal 404 or 410 for a post that the viewer does not see, 503 if the table of
        comments is missing.
        """
        load = partial(list_comments, post_id=post_id, page=page)
        key = ("comments", post_id, page)
        loaded: Loaded[CommentPage] = await self._read(key, load, viewer=viewer)
        return loaded.encoded

    async def member(self, member_id: str, *, viewer: Viewer) -> Loaded[PublicProfile]:
        """Returns a member's public profile with its JSON.

        Raises Refusal 404 for an unknown member, or one whom a block hides.
        """
        if isinstance(viewer, Member):
            async with self.database.reading() as source:
                await check_reach(source, viewer, member_id)

        async def load() -> Loaded[PublicProfile]:
            async with self.database.opened() as session:
                return _loaded(await get_public_profile(session, member_id, count=member_counts))

        return await self.coalesced.read(("member", member_id), load)

    async def _list(self, key: Hashable, load: Load[PostPage], *, viewer: Viewer) -> bytes:
        """Returns a list of posts as JSON, with the likes of the viewer."""
        loaded = await self._read(key, load, viewer=viewer)
        page = loaded.view
        liked = await self._liked(viewer, [post.id for post in page.posts])
        if not liked:
            return loaded.encoded
        posts = tuple(
            msgspec.structs.replace(post, is_liked=True) if post.id in liked else post
            for post in page.posts
        )
        return msgspec.json.encode(msgspec.structs.replace(page, posts=posts))

    async def _read(self, key: Hashable, load: Load[View], *, viewer: Viewer) -> Loaded[View]:
        """Returns what `load` reads; requests that wait for the same `key` share a visitor's read.

        A role holder and a member with restrictions have a read of their own.
        """
        if isinstance(viewer, Member):
            async with self.database.reading() as source:
                has_own = viewer.role is not None
                if has_own or await restrictions_of(source, viewer) != NO_RESTRICTIONS:
                    return _loaded(await load(source, viewer=viewer))

        async def load_for_all() -> Loaded[View]:
            async with self.database.reading() as source:
                return _loaded(await load(source, viewer=VISITOR))

        return await self.coalesced.read(key, load_for_all)

    async def _liked(self, viewer: Viewer, post_ids: list[int]) -> frozenset[int]:
        """Returns which of these posts the viewer likes; none for a visitor."""
        if not isinstance(viewer, Member):
            return frozenset()
        async with self.database.reading() as source:
            return await liked_among(source, viewer, post_ids)


def _loaded(view: View) -> Loaded[View]:
    """Returns a view with its JSON."""
    return Loaded(view, msgspec.json.encode(view))
