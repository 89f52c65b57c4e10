"""Storage protocol and its errors."""

from typing import Literal, Protocol, get_args

MemberBucket = Literal["avatar-url", "post-images"]
Bucket = MemberBucket | Literal["cards"]

# Uploads of members; cards are rendered again when they are lost.
BUCKETS: tuple[MemberBucket, ...] = get_args(MemberBucket)


class StorageFailure(Exception):
    """Raised when the store is unreachable, full or misconfigured."""


class StorageAway(StorageFailure):
    """Raised when the store did not answer in time; the operation may still take effect."""


class BucketMissing(StorageFailure):
    """Raised when the bucket does not exist."""


class StorageForbidden(StorageFailure):
    """Raised when the store denies access."""


class Storage(Protocol):
    """Interface of stores of named files in buckets.

    Names are `{owner}/{file}`, chosen by the site. Every method raises StorageFailure if the store
    fails.
    """

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        """Stores a file atomically, over one of the same name."""
        ...

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        """Stores a file atomically unless the name is taken; returns whether it was stored."""
        ...

    async def get(self, bucket: Bucket, name: str) -> bytes | None:
        """Returns a file's content; None if there is none."""
        ...

    async def delete(self, bucket: Bucket, name: str) -> None:
        """Deletes a file; succeeds if there is none."""
        ...

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        """Returns all file names of one owner, which is a member or a share card."""
        ...

    async def all_names(self, bucket: Bucket) -> list[str]:
        """Returns all names of a bucket, for backups and their restoration."""
        ...

    async def delete_unfinished(self, owner: str | None = None) -> None:
        """Deletes partial files of killed processes: of one owner, or of all if it is None."""
        ...

    async def check(self) -> None:
        """Raises StorageFailure if nothing can be stored now."""
        ...
