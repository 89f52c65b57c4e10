"""Uploaded bytes in any store that speaks S3, asked beside the event loop."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeVar

import boto3
from anyio import CapacityLimiter
from botocore.config import Config
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    HTTPClientError,
    NoCredentialsError,
    ParamValidationError,
)
from botocore.exceptions import ConnectionError as NotReached

from server.contracts.limits import LIMITS
from server.errors import StartRefused
from server.media.storage.interface import (
    Bucket,
    BucketMissing,
    StorageAway,
    StorageFailure,
    StorageForbidden,
)
from server.media.storage.threads import run_to_completion

Value = TypeVar("Value")

AT_ONCE = 8
# A picture is one file and then several at once: whoever sends it knows within twice this time.
ANSWER_MOST_S = 4.0
LIST_MOST_S = 60.0
# So long nobody waits for a store that just did not answer: many who wait in turn would wait long.
AWAY_S = 1.0
FIRST_REGION = "us-east-1"
PRESENT = {"BucketAlreadyOwnedByYou", "BucketAlreadyExists"}
ABSENT = {"NoSuchKey", "404", "NotFound"}
TAKEN = {"PreconditionFailed", "ConditionalRequestConflict", "412", "409"}
# What is said before the store is asked: by the check of names, and for want of a key.
UNASKED = ((ParamValidationError, BucketMissing), (NoCredentialsError, StorageForbidden))
FAILURES = {
    "NoSuchBucket": BucketMissing,
    # All that an answer without a body says.
    "404": BucketMissing,
    "AccessDenied": StorageForbidden,
    "AllAccessDisabled": StorageForbidden,
    "403": StorageForbidden,
}


@dataclass(frozen=True, slots=True)
class Account:
    """Where the store is, and as whom it is asked."""

    bucket: str
    region: str
    endpoint: str | None = None
    access_key: str | None = None
    secret_key: str | None = field(default=None, repr=False)


class S3Storage:
    """The site's buckets are folders in one bucket of the store."""

    def __init__(self, account: Account) -> None:
        self._bucket, self._region = account.bucket, account.region
        self._limiter = CapacityLimiter(AT_ONCE)
        self._away_until = 0.0
        self._client = _client_of(account)

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        await self._put(bucket, name, data=data, media_type=media_type)

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        try:
            await self._put(bucket, name, data=data, media_type=media_type, IfNoneMatch="*")
        except StorageFailure as failure:
            if str(failure) in TAKEN:
                return False
            raise
        return True

    async def _put(
        self, bucket: Bucket, name: str, *, data: bytes, media_type: str, **conditions: str
    ) -> None:
        await self._ask(
            lambda: self._client.put_object(
                Bucket=self._bucket,
                Key=f"{bucket}/{name}",
                Body=data,
                ContentType=media_type,
                CacheControl=f"max-age={LIMITS.storage_cache_seconds}",
                **conditions,
            )
        )

    async def get(self, bucket: Bucket, name: str) -> bytes | None:
        def read() -> bytes | None:
            try:
                found = self._client.get_object(Bucket=self._bucket, Key=f"{bucket}/{name}")
            except ClientError as error:
                if _code(error) in ABSENT:
                    return None
                raise
            body: bytes = found["Body"].read()
            return body

        return await self._ask(read)

    async def delete(self, bucket: Bucket, name: str) -> None:
        key = f"{bucket}/{name}"
        await self._ask(lambda: self._client.delete_object(Bucket=self._bucket, Key=key))

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        return await self._names(bucket, f"{bucket}/{owner}/")

    async def all_names(self, bucket: Bucket) -> list[str]:
        return await self._names(bucket, f"{bucket}/")

    async def _names(self, bucket: Bucket, prefix: str) -> list[str]:
        def read() -> list[str]:
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=prefix
            )
            keys = (str(one["Key"]) for page in pages for one in page.get("Contents", ()))
            return sorted(key.removeprefix(f"{bucket}/") for key in keys)

        return await self._ask(read, most_s=LIST_MOST_S)

    async def prepare(self) -> None:
        """Makes the bucket where there is none; its owner's is left as it is."""

        def make() -> None:
            place = {"CreateBucketConfiguration": {"LocationConstraint": self._region}}
            try:
                # Amazon's first region is the one that must not be named, every other must be.
                self._client.create_bucket(
                    Bucket=self._bucket, **({} if self._region == FIRST_REGION else place)
                )
            except ClientError as error:
                if _code(error) not in PRESENT:
                    raise

        await self._ask(make)

    async def check(self) -> None:
        await self._ask(lambda: self._client.head_bucket(Bucket=self._bucket))

    async def _ask(self, work: Callable[[], Value], *, most_s: float = ANSWER_MOST_S) -> Value:
        if monotonic() < self._away_until:
            raise StorageAway("away")
        try:
            return await run_to_completion(work, limiter=self._limiter, most_s=most_s)
        except ClientError as error:
            code = _code(error)
            raise FAILURES.get(code, StorageFailure)(code) from error
        except (NotReached, HTTPClientError, TimeoutError) as error:
            self._away_until = monotonic() + AWAY_S
            raise StorageAway(type(error).__name__) from error
        except BotoCoreError as error:
            kinds = (failure for kind, failure in UNASKED if isinstance(error, kind))
            raise next(kinds, StorageFailure)(type(error).__name__) from error


def _code(error: ClientError) -> str:
    details: dict[str, Any] = error.response.get("Error", {})
    return str(details.get("Code", "unknown"))


def _client_of(account: Account) -> Any:
    try:
        return boto3.client(
            "s3",
            region_name=account.region,
            endpoint_url=account.endpoint,
            aws_access_key_id=account.access_key,
            aws_secret_access_key=account.secret_key,
            config=Config(
                signature_version="s3v4",
                # Some stores do not know the newer checksums.
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
                connect_timeout=2,
                read_timeout=3,
                retries={"total_max_attempts": 2},
                max_pool_connections=AT_ONCE * 2,
            ),
        )
    except (BotoCoreError, ValueError) as error:
        # What it says can quote an address, and that can hold a password.
        raise StartRefused(
            f"the store can't be asked ({type(error).__name__}); look at S3_REGION and S3_ENDPOINT."
        ) from error
