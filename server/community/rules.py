"""Rules of posts and comments: fields of a category, images, versions, ids."""

import re
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import msgspec

from server.community.field_rules import (
    CHOICES,
    LINES,
    checked_choice,
    checked_content,
    checked_line,
    checked_price,
    checked_rating,
    unknown_choice,
)
from server.community.holds.rules import Text
from server.community.schemas import (
    ChosenImage,
    CommentEdit,
    NewPost,
    PostEdit,
    PostFields,
    PostView,
)
from server.contracts.limits import LIMITS
from server.contracts.reference import POST_CATEGORIES
from server.contracts.texts import is_blank, may_be_prose, normalise
from server.errors import Refusal

# The category whose posts can have an answer.
QUESTION = "question"
_IMAGE_ID = re.compile("[0-9a-f-]{36}")
_NUMBER = re.compile("[1-9][0-9]{0,17}")


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """Post in normal form; fields that its category does not have are null."""

    content: str
    title: str | None
    tea_type: str | None
    tea_variety: str | None
    prefecture: str | None
    rating: int | None
    price_yen: int | None
    shop_name: str | None
    harvest_period: str | None
    processing_method: str | None


def checked_category(category: str) -> str:
    """Returns the category if members may write in it, else raises Refusal 422."""
    known = POST_CATEGORIES.get(category)
    if known is None or not known.offered:
        raise unknown_choice("category")
    return category


def category_after(edit: PostEdit, *, before: str) -> str:
    """Returns the category that a post has after an edit.

    The category before the edit may stay although it is no longer offered; raises Refusal 422 for
    another one that is not offered.
    """
    return before if edit.category in (None, before) else checked_category(edit.category or "")


def check_newest(edit: PostEdit, *, changed_at: datetime) -> None:
    """Raises Refusal 409 if the edit is based on an older version of the post.

    An edit without `based_on` passes.
    """
    if edit.based_on is not None and edit.based_on != changed_at:
        raise Refusal("postRefusals.editedElsewhere", 409)


def checked_draft(post: PostFields, *, category: str) -> Draft:
    """Validates a post's fields and returns them in normal form; raises Refusal 422 for a fault.

    A field that the category does not have is not validated and becomes null. Category, language
    and images are not checked here.
    """
    content = checked_content(post.content)
    kept = POST_CATEGORIES[category].fields
    lines = {
        name: checked_line(getattr(post, name), name, most=most) if name in kept else None
        for name, most in LINES.items()
    }
    choices = {
        name: checked_choice(getattr(post, name), name, known=known) if name in kept else None
        for name, known in CHOICES.items()
    }
    return Draft(
        content=content,
        rating=checked_rating(post.rating) if "rating" in kept else None,
        price_yen=checked_price(post.price_yen) if "price_yen" in kept else None,
        **lines,
        **choices,
    )


def checked_images(images: tuple[ChosenImage, ...]) -> tuple[ChosenImage, ...]:
    """Returns a post's images with their alternative texts in normal form.

    Raises Refusal 422 for too many images, an invalid or repeated id, or an invalid alternative
    text, whose `position` counts from 1. Whether the uploads exist is not checked here.
    """
    if len(images) > LIMITS.post_images:
        raise Refusal("createPost.errors.imageCountError", 422, params={"most": LIMITS.post_images})
    are_ids = all(_IMAGE_ID.fullmatch(image.id) for image in images)
    if not are_ids or len({image.id for image in images}) < len(images):
        raise unknown_image()
    most = LIMITS.image_alt_characters
    alts = [
        checked_line(image.alt, "alt", most=most, position=position)
        for position, image in enumerate(images, 1)
    ]
    return tuple(ChosenImage(image.id, alt) for image, alt in zip(images, alts, strict=True))


def checked_comment(comment: CommentEdit) -> str:
    """Returns a comment's text in normal form.

    Raises Refusal 422 for a blank text, one that is too long, and forbidden characters.
    """
    content = normalise(comment.content)
    most = LIMITS.comment_characters
    if is_blank(content):
        raise Refusal("postDetail.commentRequired", 422)
    if len(content) > most:
        raise Refusal("postDetail.commentTooLong", 422, params={"most": most})
    if not may_be_prose(content):
        raise Refusal("postDetail.commentNotAllowed", 422)
    return content


def is_same_request(
    view: PostView, post: NewPost, *, draft: Draft, images: tuple[ChosenImage, ...]
) -> bool:
    """Returns whether a repeated request has the content of the post that the first one stored.

    True for a post that its author has edited: its first content is not stored.
    """
    if view.edited_at is not None:
        return True
    return view.language == post.language and has_content(
        view, category=post.category, draft=draft, images=images
    )


def has_content(
    view: PostView, *, category: str, draft: Draft, images: tuple[ChosenImage, ...]
) -> bool:
    """Returns whether a post has this category, these fields and these images in this order."""
    is_draft = all(getattr(view, name) == getattr(draft, name) for name in Draft.__struct_fields__)
    shown = tuple(ChosenImage(image.id, image.alt) for image in view.images)
    return view.category == category and is_draft and shown == images


def text_of_draft(draft: Draft, alts: Iterable[str | None]) -> Text:
    """Returns the texts of a post for the rules of holds: content, fields, alternative texts."""
    lines = (getattr(draft, name) for name in LINES if name != "title")
    return Text(draft.content, tuple(filter(None, (*lines, *alts))), draft.title or "")


def checked_idempotency_key(header: str | None) -> str | None:
    """Returns the UUID in the header Idempotency-Key, bare or in quotes; None without the header.

    Raises Refusal 400 for any other text.
    """
    if not header:
        return None
    try:
        return str(UUID(header.removeprefix('"').removesuffix('"')))
    except ValueError as error:
        raise Refusal("bad-request", 400) from error


def post_number(text: str) -> int:
    """Parses a post's id; raises Refusal 404 for text that is no positive whole number."""
    return checked_number(text, missing=missing_post())


def comment_number(text: str) -> int:
    """Parses a comment's id; raises Refusal 404 for text that is no positive whole number."""
    return checked_number(text, missing=missing_comment())


def missing_post() -> Refusal:
    """Returns Refusal 404 for a post that does not exist."""
    return Refusal("postDetail.notFound", 404)


def missing_comment() -> Refusal:
    """Returns Refusal 404 for a comment that does not exist."""
    return Refusal("postDetail.commentNotFound", 404)


def checked_number(text: str, *, missing: Refusal) -> int:
    """Parses an id of at most 18 digits, without leading zeros; raises `missing` for other text."""
    if not _NUMBER.fullmatch(text):
        raise missing
    return int(text)


def unknown_image() -> Refusal:
    """Returns Refusal 422 for an image that the member cannot put into the post.

    It does not exist, is another member's, is in another post, or is named twice.
    """
    return Refusal("postRefusals.imageUnknown", 422)
