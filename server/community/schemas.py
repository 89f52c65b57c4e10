"""Request and response bodies of posts, likes and comments."""

from datetime import datetime
from typing import Literal

import msgspec

from server.contracts.numbers import RowId
from server.contracts.routes import Language
from server.media.uploads.schemas import PostImageView
from server.moderation.schemas import HoldRule

# Why readers do not see a post or comment.
WithheldState = Literal["deleted", "hidden", "held"]
# The same for its author, who reads the rule that holds it.
Withheld = Literal["deleted", "hidden", HoldRule]


class Author(msgspec.Struct, frozen=True):
    """Name and picture of a member, mostly of the author of a post or comment."""

    id: str
    display_name: str
    avatar_url: str | None


class MentionView(msgspec.Struct, frozen=True):
    """Place of `@name` in a text, in UTF-16 units, and the member that it named when written."""

    id: str
    at: int
    length: int

    @property
    def columns(self) -> dict[str, str | int]:
        """Returns the values of the mention's database row, without the key of its text."""
        return {"member_id": self.id, "at": self.at, "length": self.length}


class PostView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Post for one reader; `user` is null after its author has left."""

    id: int
    user: Author | None
    content: str
    category: str
    title: str | None
    tea_type: str | None
    tea_variety: str | None
    prefecture: str | None
    rating: int | None
    price_yen: int | None
    shop_name: str | None
    harvest_period: str | None
    processing_method: str | None
    language: Language
    created_at: datetime
    edited_at: datetime | None
    likes: int
    is_liked: bool = msgspec.field(name="isLiked")
    comments_count: int = msgspec.field(name="commentsCount")
    images: tuple[PostImageView, ...]
    # Comment that the author of a question, or a moderator, chose.
    answer_id: int | None
    # Comment that the author of the post put to the top of the thread.
    pinned_id: int | None
    # Nobody can comment.
    are_comments_locked: bool
    # Why only its author sees it; null for a public post.
    withheld: Withheld | None
    # Members whom the text mentions, and whom the reader may reach.
    mentions: tuple[MentionView, ...] = ()


class RatingSummary(msgspec.Struct, frozen=True):
    """Mean rating of a cultivar's latest reviews (at most 1,000), to one decimal."""

    mean: float
    count: int


class PostPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Page of posts, the cursor of the next page, and how many follow (bounded)."""

    posts: tuple[PostView, ...]
    next: str | None
    remaining: int
    remaining_is_more: bool
    # Only on the first page of the reviews of a cultivar.
    rating: RatingSummary | None = None
    # False on a page whose cursor names no public post of the list, so that it is not indexed.
    has_known_cursor: bool = True


class FoundPost(msgspec.Struct, frozen=True):
    """Post as the page of search results names it; `author` is null after its author has left."""

    id: int
    title: str | None
    excerpt: str
    category: str
    author: str | None
    created_at: datetime


class FoundInCommunity(msgspec.Struct, frozen=True):
    """Newest posts and members that a search found."""

    posts: tuple[FoundPost, ...]
    has_more_posts: bool
    members: tuple[Author, ...]


class NamedMembers(msgspec.Struct, frozen=True):
    """Members whose names begin with the text that was typed after the `@` of a mention."""

    members: tuple[Author, ...]


class PostCounts(msgspec.Struct, frozen=True):
    """Number of posts by prefecture or cultivar; those without a post are left out."""

    posts: dict[str, int]


class Notification(msgspec.Struct, frozen=True):
    """What happened on one post for the member, or a decision of moderators.

    `kind` is comment, like, reply, mention, answer, question, follow- with the kind of the followed
    thing, report- with kept, acted or gone, correction- with kept or accepted, or the action of a
    decision about the member; `name` is the author of the newest comment or post.
    """

    kind: str
    at: datetime
    is_unread: bool
    post_id: int | None
    text: str
    count: int
    name: str | None
    # Of a correction: the record, whose names are `text` in Japanese and `name` in English.
    cultivar: str | None = None
    # What is new is the post itself: it mentions the member, or is about what they follow.
    is_of_post: bool = False
    # Group in which it is marked as read; null for one with a post, which is marked with the post.
    group: str | None = None


class NotificationList(msgspec.Struct, frozen=True):
    """Newest notifications of the last 90 days."""

    notifications: tuple[Notification, ...]
    has_unread: bool


class UnreadState(msgspec.Struct, frozen=True):
    """Whether the member has a notification that sets the mark in the header."""

    has_unread: bool


class ReadForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Form that marks all notifications as read; `member` is the member whose page it was on."""

    member: str
    language: str = "en"
    # Time of the newest notification that the page listed; without it, later ones are marked too.
    until: datetime | None = None


class ChosenImage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Upload that a post shows, and its alternative text."""

    id: str
    alt: str | None = None


class PostFields(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an author writes in a post and in an edit of it."""

    content: str
    title: str | None = None
    tea_type: str | None = None
    tea_variety: str | None = None
    prefecture: str | None = None
    rating: int | None = None
    # Digits may be typed in full width.
    price_yen: int | str | None = None
    shop_name: str | None = None
    harvest_period: str | None = None
    processing_method: str | None = None
    images: tuple[ChosenImage, ...] = ()


class PostEdit(PostFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New values of a post's fields; an omitted field is cleared, an omitted category stays.

    `based_on` is the time of the post's last edit, or of its creation, as the author read it; an
    edit that is based on an older post is refused. Without it the edit replaces any.
    """

    category: str | None = None
    based_on: datetime | None = None


class NewPost(PostFields, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """New post; its language cannot be edited later."""

    category: str
    language: Language


class LikeState(msgspec.Struct, frozen=True):
    """Number of likes, and whether the member likes the post."""

    likes: int
    is_liked: bool = msgspec.field(name="isLiked")


class SaveState(msgspec.Struct, frozen=True):
    """Whether the member has saved the post."""

    is_saved: bool


class CommentView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Comment; `user` is null after its author has left."""

    id: int
    post_id: int
    content: str
    created_at: datetime
    # Null until its author changes it.
    edited_at: datetime | None
    user: Author | None
    # Comment that this one replies to; a reply to a reply has the same one.
    parent_id: int | None
    # False for a reply whose parent is deleted or hidden from the reader.
    is_parent_shown: bool
    # Why only its author sees it; null for a public comment.
    withheld: Withheld | None
    # Members whom the text mentions, and whom the reader may reach.
    mentions: tuple[MentionView, ...] = ()


class CommentPage(msgspec.Struct, frozen=True):
    """Page of comments, oldest first, the cursor of the next page, and the total.

    The replies to a comment follow it and are counted too. `answer` is the chosen answer of a
    question and `pinned` the pinned comment, unless the page has it or it is hidden.
    """

    comments: tuple[CommentView, ...]
    next: str | None
    total: int
    answer: CommentView | None
    pinned: CommentView | None


class CommentEdit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New text of a comment."""

    content: str


class NewComment(CommentEdit, frozen=True, forbid_unknown_fields=True):
    """New comment; `parent` is the comment that it replies to."""

    parent: RowId | None = None
