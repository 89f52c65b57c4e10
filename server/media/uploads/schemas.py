"""Responses of the upload endpoints."""

import msgspec


class AvatarView(msgspec.Struct, frozen=True):
    """Address of an avatar, with its version."""

    avatar_url: str


class ImageSource(msgspec.Struct, frozen=True):
    """Variants of an image in one format."""

    type: str
    srcset: str


class PostImageView(msgspec.Struct, frozen=True, kw_only=True):
    """Image of a post: original format, variants, size in pixels, placeholder."""

    id: str
    url: str
    width: int
    height: int
    placeholder: str
    alt: str | None
    sources: tuple[ImageSource, ...]
    srcset: str


class UploadView(msgspec.Struct, frozen=True):
    """Stored image that belongs to no post yet."""

    id: str
    image: PostImageView
