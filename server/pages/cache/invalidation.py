"""Purges cached pages when their data changes, and publishes the change to the other hosts."""

from collections.abc import Callable, Iterable

from server.database.engine import Commit
from server.pages.cache.policy import Tags
from server.realtime.channel import Channel
from server.realtime.events import (
    CollectionChanged,
    CommentAdded,
    CommentEdited,
    CommentRemoved,
    HostEvent,
    MemberChanged,
    NotificationsChanged,
    PostCreated,
    WithheldCommentEdited,
)

# Tags of lists that may contain any post.
LISTS = frozenset(
    {
        "feed", "newestPosts", "relatedPosts", "memberPosts", "map", "prefecture",
        "collection", "collectionPosts", "shared",
    }
)  # fmt: skip
# Tags of pages that may show any member's name and picture.
SIGNED = LISTS | {"post", "member"}

Purge = Callable[[Tags], object]


class Invalidation:
    """Subscriber of commits that purges this host's cached pages and publishes the events.

    Without a page cache (`purge` is None) it only publishes.
    """

    def __init__(self, channel: Channel, purge: Purge | None) -> None:
        self._channel = channel
        self._purge = purge
        channel.listen(self._on_events)

    def __call__(self, commit: Commit) -> None:
        """Purges pages by the events of a commit and publishes the events.

        If the database's answer to the commit was lost, it publishes only changes of members.
        """
        events = [event for event in commit.events if isinstance(event, HostEvent)]
        self._on_events(events)
        for event in events:
            # Open pages must not hear of a change that may not be stored. MemberChanged goes to
            # hosts only, which then render their pages once more.
            if commit.is_certain or isinstance(event, MemberChanged):
                self._channel.publish(event)

    def _on_events(self, events: Iterable[HostEvent]) -> None:
        """Purges this host's cached pages whose data the events changed.

        The events come from its own commits, from other hosts, or from the moderation poll.
        """
        tags = frozenset[str]().union(*map(tags_of, events))
        if tags and self._purge:
            self._purge(tags)


def tags_of(event: HostEvent) -> Tags:
    """Returns the cache tags of the pages whose data the event changed."""
    match event:
        case MemberChanged():
            return SIGNED
        case CollectionChanged():
            return frozenset({f"collection:{event.id}", "shared"})
        case NotificationsChanged() | WithheldCommentEdited():
            # Members' pages are not cached, and visitors' pages have no withheld comments.
            return frozenset()
        case PostCreated():
            return LISTS
        case CommentAdded() | CommentEdited() | CommentRemoved():
            return frozenset({f"post:{event.post_id}"})
        case _:
            # The other events are changes of one post, whose number is `id`.
            return LISTS | {f"post:{event.id}"}
