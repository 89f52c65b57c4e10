"""Reads of the community for pages: shared by all readers, plus each member's own likes.

Endpoints read the database themselves, because browsers call them after an event.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import msgspec

from server.accounts.profiles.queries import get_public_profile
from server.accounts.profiles.schemas import PublicProfile
from server.cache.answers import Answers, Subject
from server.community.cursors import PageParams
from server.community.feed_query import FeedQuery
from server.community.queries.comments import list_comments
from server.community.queries.contributions import count_of
from server.community.queries.likes import liked_among
from server.community.queries.posts import get_post, list_feed, list_posts_of, list_related
from server.community.schemas import CommentPage, PostPage, PostView
from server.database.engine import Sessions
from server.database.readers import Direct
from server.web.viewer import Member, Viewer, Visitor

View = TypeVar("View", bound=msgspec.Struct)

# Shared answers are read as a visitor.
NOBODY = Visitor()


@dataclass(frozen=True, slots=True)
class Shown(Generic[View]):
    """An answer, and the same as it goes over the wire."""

    view: View
    encoded: bytes

    @property
    def size(self) -> int:
        return len(self.encoded)


@dataclass(frozen=True, slots=True)
class Showing:
    """The database, and the answers that this host shares among its readers."""

    database: Sessions
    answers: Answers

    async def feed(self, query: FeedQuery, *, viewer: Viewer) -> bytes:
        ask = partial(list_feed, query=query, viewer=NOBODY)
        return await self._list(Subject(query, frozenset({"feed"})), ask, viewer=viewer)

    async def posts_of(self, member_id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        ask = partial(list_posts_of, member_id=member_id, page=page, viewer=NOBODY)
        subject = Subject(("posts of", member_id, page), frozenset({"memberPosts"}))
        return await self._list(subject, ask, viewer=viewer)

    async def related(self, cultivar_id: str, *, page: PageParams, viewer: Viewer) -> bytes:
        ask = partial(list_related, cultivar_id=cultivar_id, page=page, viewer=NOBODY)
        subject = Subject(("related", cultivar_id, page), frozenset({"relatedPosts"}))
        return await self._list(subject, ask, viewer=viewer)

    async def post(self, post_id: int, *, viewer: Viewer) -> Shown[PostView]:
        """Raises Refusal for a post that was never there, or is there no more."""
        ask = partial(get_post, post_id=post_id, viewer=NOBODY)
        subject = Subject(("post", post_id), _of_post(post_id))
        shown: Shown[PostView] = await self._find(subject, ask, viewer=viewer)
        if not await self._liked(viewer, [post_id]):
            return shown
        return _shown(msgspec.structs.replace(shown.view, is_liked=True))

    async def comments(self, post_id: int, *, page: PageParams, viewer: Viewer) -> bytes:
        ask = partial(list_comments, post_id=post_id, page=page)
        subject = Subject(("comments", post_id, page), _of_post(post_id))
        shown: Shown[CommentPage] = await self._find(subject, ask, viewer=viewer)
        return shown.encoded

    async def member(self, member_id: str, *, viewer: Viewer) -> Shown[PublicProfile]:
        async def ask() -> Shown[PublicProfile]:
            async with self.database.opened() as session:
                return _shown(await get_public_profile(session, member_id, count=count_of))

        # How many posts there are changes with the list of them.
        subject = Subject(("member", member_id), frozenset({"member", "memberPosts"}))
        return await self.answers.find(subject, ask, anew=_is_ahead(viewer))

    async def _list(
        self, subject: Subject, ask: Callable[[Direct], Awaitable[PostPage]], *, viewer: Viewer
    ) -> bytes:
        shown = await self._find(subject, ask, viewer=viewer)
        page = shown.view
        liked = await self._liked(viewer, [post.id for post in page.posts])
        if not liked:
            return shown.encoded
        posts = tuple(
            msgspec.structs.replace(post, is_liked=True) if post.id in liked else post
            for post in page.posts
        )
        return msgspec.json.encode(msgspec.structs.replace(page, posts=posts))

    async def _find(
        self, subject: Subject, ask: Callable[[Direct], Awaitable[View]], *, viewer: Viewer
    ) -> Shown[View]:
        async def ask_for_all() -> Shown[View]:
            async with self.database.reading() as source:
                return _shown(await ask(source))

        return await self.answers.find(subject, ask_for_all, anew=_is_ahead(viewer))

    async def _liked(self, viewer: Viewer, post_ids: list[int]) -> frozenset[int]:
        if not isinstance(viewer, Member):
            return frozenset()
        async with self.database.reading() as source:
            return await liked_among(source, viewer, post_ids)


def _shown(view: View) -> Shown[View]:
    return Shown(view, msgspec.json.encode(view))


def _of_post(post_id: int) -> frozenset[str]:
    return frozenset({"post", f"post:{post_id}"})


def _is_ahead(viewer: Viewer) -> bool:
    return isinstance(viewer, Member) and viewer.is_ahead
