"""Community data for pages: read as a visitor, plus the member's own likes.

Requests that wait for the same data share one read, members and visitors alike.
"""

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

import msgspec

from server.accounts.profiles.queries import get_public_profile
from server.accounts.profiles.schemas import PublicProfile
from server.community.cursors import PageParams
from server.community.feed_query import FeedQuery
from server.community.queries.comments import list_comments
from server.community.queries.contributions import count_of
from server.community.queries.posts import get_post, list_feed, list_posts_of, list_related
from server.community.queries.views import liked_among
from server.community.schemas import CommentPage, PostPage, PostView
from server.database.coalesced_reads import CoalescedReads
from server.database.engine import Sessions
from server.database.readers import DriverReader
from server.web.viewer import Member, Viewer, Visitor

View = TypeVar("View", bound=msgspec.Struct)

VISITOR = Visitor()


@dataclass(frozen=True, slots=True)
class Loaded(Generic[View]):
    """Result of a read, and its JSON."""

    view: View
    encoded: bytes


@dataclass(frozen=True, slots=True)
class PageReads:
    """Reads of the community's data for page loaders."""

    database: Sessions
    coalesced: CoalescedReads = field(default_factory=CoalescedReads)

    async def feed(self, query: FeedQuery, *, viewer: Viewer) -> bytes:
        load = partial(list_feed, query=query, viewer=VISITOR)
        return await self._list(query, load, viewer=viewer)

    async def posts_of(self, member_id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        load = partial(list_posts_of, member_id=member_id, page=page, viewer=VISITOR)
        return await self._list(("posts of", member_id, page), load, viewer=viewer)

    async def related(self, cultivar_id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        load = partial(list_related, cultivar_id=cultivar_id, page=page, viewer=VISITOR)
        return await self._list(("related", cultivar_id, page), load, viewer=viewer)

    async def post(self, post_id: int, *, viewer: Viewer) -> Loaded[PostView]:
        """Raises Refusal for an unknown or removed post."""
        load = partial(get_post, post_id=post_id, viewer=VISITOR)
        loaded: Loaded[PostView] = await self._read(("post", post_id), load)
        if not await self._liked(viewer, [post_id]):
            return loaded
        return _loaded(msgspec.structs.replace(loaded.view, is_liked=True))

    async def comments(self, post_id: int, *, page: PageParams) -> bytes:
        load = partial(list_comments, post_id=post_id, page=page)
        loaded: Loaded[CommentPage] = await self._read(("comments", post_id, page), load)
        return loaded.encoded

    async def member(self, member_id: str) -> Loaded[PublicProfile]:
        async def load() -> Loaded[PublicProfile]:
            async with self.database.opened() as session:
                return _loaded(await get_public_profile(session, member_id, count=count_of))

        return await self.coalesced.read(("member", member_id), load)

    async def _list(
        self, key: Hashable, load: Callable[[DriverReader], Awaitable[PostPage]], *, viewer: Viewer
    ) -> bytes:
        loaded = await self._read(key, load)
        page = loaded.view
        liked = await self._liked(viewer, [post.id for post in page.posts])
        if not liked:
            return loaded.encoded
        posts = tuple(
            msgspec.structs.replace(post, is_liked=True) if post.id in liked else post
            for post in page.posts
        )
        return msgspec.json.encode(msgspec.structs.replace(page, posts=posts))

    async def _read(
        self, key: Hashable, load: Callable[[DriverReader], Awaitable[View]]
    ) -> Loaded[View]:
        async def load_for_all() -> Loaded[View]:
            async with self.database.reading() as source:
                return _loaded(await load(source))

        return await self.coalesced.read(key, load_for_all)

    async def _liked(self, viewer: Viewer, post_ids: list[int]) -> frozenset[int]:
        if not isinstance(viewer, Member):
            return frozenset()
        async with self.database.reading() as source:
            return await liked_among(source, viewer, post_ids)


def _loaded(view: View) -> Loaded[View]:
    return Loaded(view, msgspec.json.encode(view))
