"""What open pages are told: that something changed, and which; never what anybody wrote."""

import msgspec

from server.contracts.routes import Language


class Told(msgspec.Struct, frozen=True, tag_field="type"):
    """Everything that travels to or from an open page; its `type` says which it is."""


class PostCreated(Told, frozen=True, tag="postCreated"):
    """A new post; who wrote it matters to their own other tabs."""

    id: int
    category: str
    language: Language
    user_id: str


class PostChanged(Told, frozen=True, tag="postChanged"):
    """A post's numbers moved."""

    id: int
    likes: int
    comments_count: int = msgspec.field(name="commentsCount")


class PostEdited(Told, frozen=True, tag="postEdited"):
    """A post says something else now."""

    id: int


class PostRemoved(Told, frozen=True, tag="postRemoved"):
    """A post is gone."""

    id: int


class CommentAdded(Told, frozen=True, tag="commentAdded"):
    """A post has one more comment."""

    post_id: int
    id: int


class CommentRemoved(Told, frozen=True, tag="commentRemoved"):
    """A comment is gone."""

    post_id: int
    id: int


class MemberChanged(Told, frozen=True, tag="memberChanged"):
    """A member is shown in another way now, or not at all: hosts are told, and no open page."""


class Heartbeat(Told, frozen=True, tag="heartbeat"):
    """Says that one is still there; the other side says it back."""


Event = PostCreated | PostChanged | PostEdited | PostRemoved | CommentAdded | CommentRemoved
Announced = Event | MemberChanged
LiveMessage = Event | Heartbeat
