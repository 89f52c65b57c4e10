"""What goes over the wire about posts, likes and comments."""

from datetime import datetime

import msgspec

from server.contracts.routes import Language
from server.media.uploads.schemas import PostImageView


class Author(msgspec.Struct, frozen=True):
    """A member, as far as a post or a comment shows them."""

    id: str
    display_name: str
    avatar_url: str | None


class PostView(msgspec.Struct, frozen=True):
    """A post as its reader sees it; without a user once its author has left."""

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


class PostPage(msgspec.Struct, frozen=True):
    """Some posts of a list, where to go on, and how many follow, as far as they are counted."""

    posts: tuple[PostView, ...]
    next: str | None
    remaining: int
    remaining_is_more: bool


class ChosenImage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An upload that a post is to show, and what it shows to whoever cannot see it."""

    id: str
    alt: str | None = None


class PostEdit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the author wants a post to say; nothing that is left out is kept."""

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


class NewPost(PostEdit, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A post that does not exist yet; its category and language stay what they are."""

    category: str
    language: Language


class LikeState(msgspec.Struct, frozen=True):
    """How many like a post, and whether the member is among them."""

    likes: int
    is_liked: bool = msgspec.field(name="isLiked")


class CommentView(msgspec.Struct, frozen=True, kw_only=True):
    """A comment as its reader sees it; without a user once its author has left."""

    id: int
    post_id: int
    content: str
    created_at: datetime
    user: Author | None


class CommentPage(msgspec.Struct, frozen=True):
    """Some comments of a post, oldest first, where to go on, and how many there are in all."""

    comments: tuple[CommentView, ...]
    next: str | None
    total: int


class NewComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a member wants to say below a post."""

    content: str
