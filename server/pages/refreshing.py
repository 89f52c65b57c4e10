"""Drops the kept pages that a change made untrue: here at once, on the other hosts when told."""

from server.cache.purging import Purge, Tags
from server.realtime.channel import Channel
from server.realtime.events import (
    Announced,
    CommentAdded,
    CommentRemoved,
    MemberChanged,
    PostCreated,
)

# A post stands in these lists, and nobody knows where in them.
LISTS = frozenset({"feed", "relatedPosts", "memberPosts"})
# A member's name and picture stand wherever they wrote something.
SIGNED = LISTS | {"post", "member"}


class Refreshing:
    """Announces an event once this host shows nothing any more that it denies; hears the others."""

    def __init__(self, channel: Channel, purge: Purge) -> None:
        self._channel = channel
        self.purge = purge
        channel.listen(self._hear)

    def __call__(self, event: Announced) -> None:
        self._hear(event)
        self._channel.announce(event)

    def _hear(self, event: Announced) -> None:
        self.purge(outdated_by(event))


def outdated_by(event: Announced) -> Tags:
    """The tags of the pages that no longer say the truth."""
    match event:
        case MemberChanged():
            return SIGNED
        case PostCreated():
            return LISTS
        case CommentAdded() | CommentRemoved():
            return frozenset({f"post:{event.post_id}"})
        case _:
            return LISTS | {f"post:{event.id}"}
