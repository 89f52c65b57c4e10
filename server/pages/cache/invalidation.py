"""Purges cached pages when their data changes, and tells the other hosts."""

from collections.abc import Callable

from server.pages.cache.policy import Tags
from server.realtime.channel import Channel
from server.realtime.events import (
    Announced,
    CommentAdded,
    CommentRemoved,
    MemberChanged,
    PostCreated,
)
from server.web.asgi import App, Message, Receive, Scope, Send

# Lists that may contain any post.
LISTS = frozenset({"feed", "relatedPosts", "memberPosts"})
# Pages that may show any member's name and picture.
SIGNED = LISTS | {"post", "member"}

CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
OWN = ("/api/profiles/", "/api/account")

Drop = Callable[[Tags], object]


class Purge:
    """Purges every cache of this host."""

    def __init__(self) -> None:
        self._drops: list[Drop] = []

    def listen(self, drop: Drop) -> None:
        self._drops.append(drop)

    def __call__(self, tags: Tags) -> None:
        for drop in self._drops:
            drop(tags)


class Invalidation:
    """Publisher of committed changes: purges this host once, then publishes the event once."""

    def __init__(self, channel: Channel, purge: Purge) -> None:
        self._channel = channel
        self.purge = purge
        channel.listen(self._on_event)

    def __call__(self, event: Announced) -> None:
        self._on_event(event)
        self._channel.announce(event)

    def _on_event(self, event: Announced) -> None:
        self.purge(tags_of(event))


def tags_of(event: Announced) -> Tags:
    """Tags of the pages whose data the event changed."""
    match event:
        case MemberChanged():
            return SIGNED
        case PostCreated():
            return LISTS
        case CommentAdded() | CommentRemoved():
            return frozenset({f"post:{event.post_id}"})
        case _:
            return LISTS | {f"post:{event.id}"}


class ProfileInvalidation:
    """Middleware that publishes a change of a member's profile or account.

    The change is committed by the time the response starts.
    """

    def __init__(self, app: App, publish: Invalidation) -> None:
        self._app = app
        self._publish = publish

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_change = scope["type"] == "http" and scope["method"] in CHANGING
        if not is_change or not scope["path"].startswith(OWN):
            await self._app(scope, receive, send)
            return

        async def publish_first(message: Message) -> None:
            if message["type"] == "http.response.start" and _may_be_stored(message["status"]):
                self._publish(MemberChanged())
            await send(message)

        await self._app(scope, receive, publish_first)


def _may_be_stored(status: int) -> bool:
    """Whether the change may be committed: a server error can follow the commit."""
    return not 300 <= status < 500
