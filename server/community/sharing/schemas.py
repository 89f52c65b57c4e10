"""Request and response bodies of what a member shares on their page."""

import msgspec

from server.community.collections.schemas import CollectionEntry


class SharingChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the member page shows; collections that are left out are private."""

    favourites: bool
    followed_cultivars: bool
    collections: tuple[str, ...]


class Sharing(msgspec.Struct, frozen=True):
    """The member's choices, for the member alone."""

    favourites: bool
    followed_cultivars: bool
    collections: tuple[CollectionEntry, ...]


class SharedCollection(msgspec.Struct, frozen=True):
    """Shared collection on the page of its member; the number of posts is the same for all."""

    id: str
    name: str
    posts_count: int


class SharedThings(msgspec.Struct, frozen=True):
    """What a member shares besides name, picture, bio, favourites and posts."""

    collections: tuple[SharedCollection, ...]
    # Ids of followed cultivars, the last followed one first.
    cultivars: tuple[str, ...]


class SharingForm(msgspec.Struct, frozen=True):
    """Form of the account page; `member` is the member whose page it was on."""

    member: str
    favourites: str | None = None
    followed_cultivars: str | None = None
    collections: list[str] | str = ""
