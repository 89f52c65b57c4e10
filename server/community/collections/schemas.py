"""Request and response bodies of collections."""

from typing import Literal

import msgspec

from server.community.schemas import Author
from server.contracts.numbers import RowId


class CollectionEntry(msgspec.Struct, frozen=True):
    """One of the member's own collections, with the number of posts that the member sees in it."""

    id: str
    name: str
    is_shared: bool
    posts_count: int
    # Whether the post that the request named is in it.
    has_post: bool


class CollectionList(msgspec.Struct, frozen=True):
    """The member's own collections by name."""

    collections: tuple[CollectionEntry, ...]


class CollectionView(msgspec.Struct, frozen=True):
    """Collection for a reader who may open it: its member, and all if it is shared.

    `posts_count` is the same for all readers but its member.
    """

    id: str
    name: str
    owner: Author
    is_shared: bool
    posts_count: int


class NewCollection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New collection, private at first; `post` is saved into it."""

    name: str
    post: RowId | None = None


class CollectionChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name of a collection, and whether other readers may open it."""

    name: str
    is_shared: bool


class CollectionChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ids of the member's collections that have a post; the others no longer have it."""

    collections: tuple[str, ...]


class CollectionForm(msgspec.Struct, frozen=True):
    """Form of the saved posts or of a collection; `member` is the member whose page it was on."""

    member: str
    act: Literal["create", "change", "delete", "add", "remove"]
    collection: str = ""
    name: str = ""
    shared: str | None = None
    # Numbers of posts to add to the collection or to remove from it.
    posts: list[str] | str = ""
