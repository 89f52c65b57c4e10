"""What goes over the wire about uploaded pictures."""

import msgspec


class AvatarView(msgspec.Struct, frozen=True):
    """Where a member's picture is, the version included."""

    avatar_url: str


class ImageSource(msgspec.Struct, frozen=True):
    """The widths of a picture in one format, for a browser that knows it."""

    type: str
    srcset: str


class PostImageView(msgspec.Struct, frozen=True, kw_only=True):
    """A picture of a post: the file for every browser, better ones, and the room that it takes."""

    id: str
    url: str
    width: int
    height: int
    placeholder: str
    alt: str | None
    sources: tuple[ImageSource, ...]
    srcset: str


class UploadView(msgspec.Struct, frozen=True):
    """A picture that is stored and waits for its post."""

    id: str
    image: PostImageView
