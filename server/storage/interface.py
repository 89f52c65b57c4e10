"""Where uploaded bytes live: what every kind of store can do."""

from typing import Literal, Protocol, get_args

Bucket = Literal["avatar-url", "post-images"]
BUCKETS: tuple[Bucket, ...] = get_args(Bucket)


class StorageFailure(Exception):
    """The store is away, full or wrongly set up; nothing can be said about the bytes."""


class Storage(Protocol):
    """Names are `{owner}/{file}`, made by the site and never by a sender."""

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        """Stores whole or not at all; what had the name before is replaced."""
        ...

    async def get(self, bucket: Bucket, name: str) -> bytes | None: ...

    async def delete(self, bucket: Bucket, name: str) -> None:
        """What is not there is as good as deleted."""
        ...

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        """The names of everything that one member has in a bucket."""
        ...

    async def all_names(self, bucket: Bucket) -> list[str]:
        """The names of everything in a bucket."""
        ...

    async def check(self) -> None:
        """Raises StorageFailure when nothing could be stored now."""
        ...
