"""Storage adapter for S3-compatible services; boto3 runs in threads."""

import asyncio
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
# Waiting for a place says how busy this host is, not whether the store answers. A few readers ask
# for a hundred pictures at once, and an upload stores eight files.
PLACE_MOST_S = 4.0
ANSWER_MOST_S = 4.0
# Both together. An upload stores one file and then several at once: at most twice this time.
CALL_MOST_S = 5.0
LIST_MOST_S = 60.0
# After a timeout, calls fail at once for this time, so that waiting requests do not add up.
AWAY_S = 1.0
FIRST_REGION = "us-east-1"
PRESENT = {"BucketAlreadyOwnedByYou", "BucketAlreadyExists"}
ABSENT = {"NoSuchKey", "404", "NotFound"}
TAKEN = {"PreconditionFailed", "ConditionalRequestConflict", "412", "409"}
# Errors that boto3 raises before it sends a request.
UNASKED = ((ParamValidationError, BucketMissing), (NoCredentialsError, StorageForbidden))
FAILURES = {
    "NoSuchBucket": BucketMissing,
    # Code of a response without a body.
    "404": BucketMissing,
    "AccessDenied": StorageForbidden,
    "AllAccessDisabled": StorageForbidden,
    "403": StorageForbidden,
}


@dataclass(frozen=True, slots=True)
class Account:
    """Bucket, endpoint and credentials of an S3-compatible service."""

    bucket: str
    region: str
    endpoint: str | None = None
    access_key: str | None = None
    secret_key: str | None = field(default=None, repr=False)


class S3Storage:
    """Storage whose buckets are prefixes in one S3 bucket."""

    def __init__(self, account: Account) -> None:
        self._bucket, self._region = account.bucket, account.region
        self._limiter, self._places = CapacityLimiter(AT_ONCE), asyncio.Semaphore(AT_ONCE)
        self._away_until = 0.0
        self._client = _client_of(account)

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        await self._put(bucket, name, data=data, media_type=media_type)

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        """Writes an object unless it exists, by a condition of S3.

        Returns whether it was written.
        """
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
        """Writes an object; `conditions` are further parameters of S3's PutObject."""
        await self._call(
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
        """Returns the bytes, or None if the object does not exist."""

        def read() -> bytes | None:
            """Reads in a thread: boto3 blocks."""
            try:
                found = self._client.get_object(Bucket=self._bucket, Key=f"{bucket}/{name}")
            except ClientError as error:
                if _code(error) in ABSENT:
                    return None
                raise
            body: bytes = found["Body"].read()
            return body

        return await self._call(read)

    async def delete(self, bucket: Bucket, name: str) -> None:
        key = f"{bucket}/{name}"
        await self._call(lambda: self._client.delete_object(Bucket=self._bucket, Key=key))

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        return await self._list_names(bucket, f"{bucket}/{owner}/")

    async def all_names(self, bucket: Bucket) -> list[str]:
        return await self._list_names(bucket, f"{bucket}/")

    async def delete_unfinished(self, owner: str | None = None) -> None:
        """Does nothing: an object exists only when it is complete."""

    async def _list_names(self, bucket: Bucket, prefix: str) -> list[str]:
        """Lists the names in a bucket that start with the prefix."""

        def read() -> list[str]:
            """Lists all keys below the prefix in a thread, page by page."""
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=prefix
            )
            keys = (str(one["Key"]) for page in pages for one in page.get("Contents", ()))
            return sorted(key.removeprefix(f"{bucket}/") for key in keys)

        return await self._call(read, is_list=True)

    async def prepare(self) -> None:
        """Creates the bucket if it does not exist; raises StorageFailure if that fails."""

        def make() -> None:
            """Creates the bucket in a thread; accepts an existing one, which `check` then tries."""
            place = {"CreateBucketConfiguration": {"LocationConstraint": self._region}}
            try:
                # AWS rejects a location constraint for us-east-1 and requires it elsewhere.
                self._client.create_bucket(
                    Bucket=self._bucket, **({} if self._region == FIRST_REGION else place)
                )
            except ClientError as error:
                if _code(error) not in PRESENT:
                    raise

        await self._call(make)

    async def check(self) -> None:
        await self._call(lambda: self._client.head_bucket(Bucket=self._bucket))

    async def _call(self, work: Callable[[], Value], *, is_list: bool = False) -> Value:
        """Runs a call to S3 in a thread; raises StorageFailure.

        CALL_MOST_S includes the wait for a place, except for lists. A call without an answer for
        the whole ANSWER_MOST_S shows that S3 is unreachable: for AWAY_S, calls then fail at once.
        """
        answer_s = LIST_MOST_S if is_list else ANSWER_MOST_S
        call_s = PLACE_MOST_S + LIST_MOST_S if is_list else CALL_MOST_S
        started = monotonic()
        await self._take_place()
        left_s = min(answer_s, call_s - (monotonic() - started))
        try:
            return await run_to_completion(
                work, limiter=self._limiter, most_s=left_s, on_end=self._places.release
            )
        except ClientError as error:
            code = _code(error)
            raise FAILURES.get(code, StorageFailure)(code) from error
        except (NotReached, HTTPClientError, TimeoutError) as error:
            if isinstance(error, TimeoutError) and left_s < answer_s:
                raise StorageAway("busy") from error
            self._away_until = monotonic() + AWAY_S
            raise StorageAway(type(error).__name__) from error
        except BotoCoreError as error:
            kinds = (failure for kind, failure in UNASKED if isinstance(error, kind))
            raise next(kinds, StorageFailure)(type(error).__name__) from error

    async def _take_place(self) -> None:
        """Takes one of the AT_ONCE places for calls; the end of the call's thread releases it.

        Raises StorageAway if S3 was unreachable just now, or none is free within PLACE_MOST_S.
        """
        self._check_away()
        try:
            async with asyncio.timeout(PLACE_MOST_S):
                await self._places.acquire()
        except TimeoutError:
            raise StorageAway("busy") from None
        try:
            self._check_away()
        except StorageAway:
            self._places.release()
            raise

    def _check_away(self) -> None:
        """Raises StorageAway if S3 was unreachable less than AWAY_S ago."""
        if monotonic() < self._away_until:
            raise StorageAway("away")


def _code(error: ClientError) -> str:
    """Returns the error code of S3."""
    details: dict[str, Any] = error.response.get("Error", {})
    return str(details.get("Code", "unknown"))


def _client_of(account: Account) -> Any:
    """Returns boto3's client; raises StartRefused for settings that it rejects."""
    try:
        return boto3.client(
            "s3",
            region_name=account.region,
            endpoint_url=account.endpoint,
            aws_access_key_id=account.access_key,
            aws_secret_access_key=account.secret_key,
            config=Config(
                signature_version="s3v4",
                # Some stores do not support the newer checksums.
                request_checksum_calculation="when_required",
                response_checksum_validation="when_required",
                connect_timeout=2,
                read_timeout=3,
                retries={"total_max_attempts": 2},
                max_pool_connections=AT_ONCE * 2,
            ),
        )
    except (BotoCoreError, ValueError) as error:
        # The message can quote the endpoint, which can contain a password.
        raise StartRefused(
            f"the store has no valid address ({type(error).__name__}); check S3_REGION and "
            "S3_ENDPOINT."
        ) from error
