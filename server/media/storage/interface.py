"""Where pictures live: what every kind of store can do."""

from typing import Literal, Protocol, get_args

MemberBucket = Literal["avatar-url", "post-images"]
Bucket = MemberBucket | Literal["cards"]

# What members send; the rest is the site's own, and drawn again when it is lost.
BUCKETS: tuple[MemberBucket, ...] = get_args(MemberBucket)


class StorageFailure(Exception):
    """The store is away, full or wrongly set up; nothing can be said about the bytes."""


class StorageAway(StorageFailure):
    """The store does not answer: what it was asked it may yet do, or never."""


class BucketMissing(StorageFailure):
    """The place for the bytes has never been made."""


class StorageForbidden(StorageFailure):
    """The store knows the site, and does not let it write."""


class Storage(Protocol):
    """Names are `{owner}/{file}`, made by the site and never by a sender."""

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        """Stores whole or not at all; what had the name before is replaced."""
        ...

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        """The same, but what has the name already stays, and the answer is no."""
        ...

    async def get(self, bucket: Bucket, name: str) -> bytes | None: ...

    async def delete(self, bucket: Bucket, name: str) -> None:
        """What is not there is as good as deleted."""
        ...

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        """The names of everything that a bucket has under one owner: a member, or a card."""
        ...

    async def all_names(self, bucket: Bucket) -> list[str]:
        """The names of everything in a bucket."""
        ...

    async def check(self) -> None:
        """Raises StorageFailure when nothing could be stored now."""
        ...
