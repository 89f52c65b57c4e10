"""Events for open pages and page caches: kind of a change and ids of what changed, no text."""

import msgspec

from server.contracts.routes import Language


class LiveEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """Message of the live connection; `type` names its kind."""


class PostCreated(LiveEvent, frozen=True, tag="postCreated"):
    """A new post, with its category, language and author."""

    id: int
    category: str
    language: Language
    user_id: str


class PostChanged(LiveEvent, frozen=True, tag="postChanged"):
    """A post's numbers changed."""

    id: int
    likes: int
    comments_count: int = msgspec.field(name="commentsCount")


class PostEdited(LiveEvent, frozen=True, tag="postEdited"):
    """A post's content changed."""

    id: int


class PostRemoved(LiveEvent, frozen=True, tag="postRemoved"):
    """A post was removed."""

    id: int


class PostRestored(LiveEvent, frozen=True, tag="postRestored"):
    """A post that was removed is shown again."""

    id: int


class CommentAdded(LiveEvent, frozen=True, tag="commentAdded"):
    """A post has one more comment."""

    post_id: int
    id: int


class CommentEdited(LiveEvent, frozen=True, tag="commentEdited"):
    """A comment's text changed."""

    post_id: int
    id: int


class CommentRemoved(LiveEvent, frozen=True, tag="commentRemoved"):
    """A comment was removed."""

    post_id: int
    id: int


class NotificationsChanged(LiveEvent, frozen=True, tag="notificationsChanged"):
    """A member has something new to read, or has read it; for pages of that member only."""

    member_id: str


class WithheldCommentEdited(LiveEvent, frozen=True, tag="withheldCommentEdited"):
    """The text of a comment changed that others do not see.

    Pages of its author alone receive it, as CommentEdited.
    """

    member_id: str
    post_id: int
    id: int


class MemberChanged(LiveEvent, frozen=True, tag="memberChanged"):
    """A member's profile changed, or they left.

    For the hosts' page caches only: open pages do not receive it.
    """


class CollectionChanged(LiveEvent, frozen=True, tag="collectionChanged"):
    """A collection that others may open changed.

    For the hosts' page caches only: open pages do not receive it.
    """

    id: str


class Heartbeat(LiveEvent, frozen=True, tag="heartbeat"):
    """Message of a browser that checks its connection; the host returns the same."""


OfComment = CommentAdded | CommentEdited | CommentRemoved
Event = PostCreated | PostChanged | PostEdited | PostRemoved | PostRestored | OfComment
ForOneMember = NotificationsChanged | WithheldCommentEdited
HostEvent = Event | ForOneMember | MemberChanged | CollectionChanged
LiveMessage = Event | NotificationsChanged | Heartbeat
