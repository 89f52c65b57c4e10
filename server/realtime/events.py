"""Events for open pages: what changed and which, never any text."""

import msgspec

from server.contracts.routes import Language


class Told(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the live connection; `type` names its kind."""


class PostCreated(Told, frozen=True, tag="postCreated"):
    """A new post; its author's other tabs need the author."""

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
    """A post's content changed."""

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
    """A member's name or picture changed, or they left; for hosts only."""


class Heartbeat(Told, frozen=True, tag="heartbeat"):
    """Heartbeat; the other side answers with the same."""


Event = PostCreated | PostChanged | PostEdited | PostRemoved | CommentAdded | CommentRemoved
Announced = Event | MemberChanged
LiveMessage = Event | Heartbeat
