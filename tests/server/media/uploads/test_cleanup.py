"""Unused images are deleted after a day; a failing store leaves neither row nor file behind."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from server.accounts.avatars.actions.avatars import accept_avatar, save_avatar
from server.database.engine import create_sessions
from server.errors import Refusal
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import (
    Bucket,
    BucketMissing,
    Storage,
    StorageAway,
    StorageFailure,
    StorageForbidden,
)
from server.media.uploads.actions.cleanup import clean_up
from server.media.uploads.actions.post_images import discard_post_image, save_post_image
from server.media.uploads.dependencies import MemberLocks, Uploads
from server.media.uploads.endpoints import unless_disconnected
from server.web.viewer import Member
from tests.server.encoded_images import SharedImagePool
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.media.uploads.upload_requests import send_post_image
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

PICTURE = encoded(quarters((700, 350)), "PNG")
FILES = 5


class FailingStore:
    """Wrapper of a real store that fails after some writes, and refuses removals while away."""

    def __init__(self, storage: Storage, failure: StorageFailure, *, after: int) -> None:
        self._storage = storage
        self._failure = failure
        self._left = after
        self.is_away = False

    async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
        self._count()
        await self._storage.put(bucket, name, data=data, media_type=media_type)

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        self._count()
        return await self._storage.create(bucket, name, data=data, media_type=media_type)

    async def get(self, bucket: Bucket, name: str) -> bytes | None:
        return await self._storage.get(bucket, name)

    async def delete(self, bucket: Bucket, name: str) -> None:
        if self.is_away:
            raise self._failure
        await self._storage.delete(bucket, name)

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        return await self._storage.names_of(bucket, owner)

    async def all_names(self, bucket: Bucket) -> list[str]:
        return await self._storage.all_names(bucket)

    async def delete_unfinished(self, owner: str | None = None) -> None:
        await self._storage.delete_unfinished(owner)

    async def check(self) -> None:
        await self._storage.check()

    def _count(self) -> None:
        """Counts an operation; raises the failure after the allowed number."""
        self._left -= 1
        if self._left < 0:
            raise self._failure


@pytest.fixture
def uploads(place: Place, storage: Storage) -> Uploads:
    """Returns the uploads of the site with this store."""
    sessions = create_sessions(place.engine)
    return Uploads(sessions, storage, SharedImagePool(), MemberLocks(), place.moment)


@pytest.fixture
async def member(hana: Browser) -> AsyncIterator[Member]:
    yield Member(id=hana.member_id, display_name="はな", language="ja")


async def is_empty(place: Place, storage: Storage, member: Member) -> bool:
    """Returns whether neither rows nor files of images are left."""
    counts = [await place.count(table) for table in ("post_images", "pending_removals")]
    return [*counts, await storage.names_of("post-images", member.id)] == [0, 0, []]


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (StorageFailure("disk full"), (503, "upload.postImageFailed", {"reason": "disk full"})),
        (StorageForbidden("no"), (503, "upload.notAllowed", {})),
        (BucketMissing("no"), (503, "upload.postBucketMissing", {})),
    ],
)
async def test_post_image_upload_leaves_nothing_when_the_store_fails(
    place: Place, uploads: Uploads, member: Member, failure: StorageFailure, expected: object
) -> None:
    for after in (0, 1, FILES - 1):
        failing = replace(uploads, storage=FailingStore(uploads.storage, failure, after=after))

        with pytest.raises(Refusal) as refused:
            await save_post_image(failing, member, data=PICTURE)

        refusal = refused.value
        assert (refusal.status, refusal.code, refusal.params) == expected
        assert await is_empty(place, uploads.storage, member)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (StorageFailure("disk full"), (503, "profileEdit.errors.uploadFailed")),
        (StorageForbidden("no"), (503, "profileEdit.errors.notAllowed")),
        (BucketMissing("no"), (503, "profileEdit.errors.avatarBucketMissing")),
    ],
)
async def test_avatar_upload_reports_the_reason_when_the_store_fails(
    uploads: Uploads, member: Member, failure: StorageFailure, expected: object
) -> None:
    failing = replace(uploads, storage=FailingStore(uploads.storage, failure, after=0))
    picture = await accept_avatar(failing, PICTURE)

    with pytest.raises(Refusal) as refused:
        await save_avatar(failing, member, picture=picture)

    assert (refused.value.status, refused.value.code) == expected


async def test_clean_up_retries_deletions_until_the_store_is_back(
    place: Place, uploads: Uploads, member: Member
) -> None:
    store = FailingStore(uploads.storage, StorageFailure("away"), after=3)
    store.is_away = True
    failing = replace(uploads, storage=store)
    with pytest.raises(Refusal):
        await save_post_image(failing, member, data=PICTURE)
    assert await uploads.storage.names_of("post-images", member.id) != []

    place.moment.advance(hours=1)
    await clean_up(failing)
    assert await place.count("pending_removals") == FILES
    store.is_away = False
    await clean_up(failing)

    assert await is_empty(place, uploads.storage, member)


async def test_failed_deletion_of_an_image_is_retried_without_a_traceback(
    uploads: Uploads, member: Member, place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    stored = await save_post_image(uploads, member, data=PICTURE)
    store = FailingStore(uploads.storage, StorageFailure("away"), after=99)
    store.is_away = True

    await discard_post_image(replace(uploads, storage=store), member, image_id=stored.id)

    assert await place.count("pending_removals") == FILES
    assert [record for record in caplog.records if record.exc_info] == []
    await clean_up(uploads)
    assert await is_empty(place, uploads.storage, member)


async def test_files_of_a_timed_out_store_are_deleted_later(
    place: Place, uploads: Uploads, member: Member
) -> None:
    store = FailingStore(uploads.storage, StorageAway("ReadTimeoutError"), after=3)
    with pytest.raises(Refusal) as refused:
        await save_post_image(replace(uploads, storage=store), member, data=PICTURE)
    assert (refused.value.status, refused.value.code) == (503, "upload.postImageFailed")
    # Deleted at once, the rows would be gone before a delayed file arrives.
    assert await place.count("pending_removals") == FILES
    assert await place.count("post_images") == 0

    place.moment.advance(hours=1)
    await clean_up(uploads)

    assert await is_empty(place, uploads.storage, member)


async def test_clean_up_keeps_files_of_a_running_upload(
    place: Place, uploads: Uploads, member: Member
) -> None:
    class SweptMeanwhile(FailingStore):
        async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
            await super().put(bucket, name, data=data, media_type=media_type)
            await clean_up(uploads)

    store = SweptMeanwhile(uploads.storage, StorageFailure(""), after=99)

    await save_post_image(replace(uploads, storage=store), member, data=PICTURE)

    assert len(await uploads.storage.names_of("post-images", member.id)) == FILES


async def test_upload_is_refused_when_the_account_is_deleted_during_it(
    place: Place, uploads: Uploads, member: Member
) -> None:
    async with place.engine.begin() as connection:
        await connection.execute(sa.text("DELETE FROM accounts"))

    with pytest.raises(Refusal) as refused:
        await save_post_image(uploads, member, data=PICTURE)

    assert (refused.value.status, refused.value.code) == (401, "upload.notAuthenticated")
    assert await is_empty(place, uploads.storage, member)


async def test_disconnect_during_storing_cancels_the_upload_and_leaves_nothing(
    place: Place, uploads: Uploads, member: Member
) -> None:
    has_begun = asyncio.Event()

    class Slow(FailingStore):
        async def put(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> None:
            await super().put(bucket, name, data=data, media_type=media_type)
            has_begun.set()
            await asyncio.sleep(30)

    async def receive() -> dict[str, Any]:
        await has_begun.wait()
        return {"type": "http.disconnect"}

    store = Slow(uploads.storage, StorageFailure(""), after=99)
    saving = save_post_image(replace(uploads, storage=store), member, data=PICTURE)
    async with asyncio.timeout(10):
        with pytest.raises(Refusal):
            await unless_disconnected(receive, saving)

    assert await is_empty(place, uploads.storage, member)


async def test_disconnect_during_processing_frees_the_slot_of_the_image_pool() -> None:
    image_pool = ImagePool()

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.05)
        return {"type": "http.disconnect"}

    for _ in range(5):
        with pytest.raises(Refusal):
            await unless_disconnected(receive, image_pool.responsive(PICTURE))

    assert (await image_pool.responsive(PICTURE)).fallback.width == 700


async def test_unused_post_image_is_deleted_after_a_day(
    place: Place, uploads: Uploads, member: Member, hana: Browser
) -> None:
    unused, used = [(await send_post_image(hana, PICTURE)).json()["id"] for _ in range(2)]
    given = {"content": "茶", "category": "culture", "language": "ja", "images": [{"id": used}]}
    key = {"idempotency-key": "0b1c0000-0000-4000-8000-000000000002"}
    posted = await hana.change("POST", "/api/posts", json=given, headers=key)
    assert posted.status_code == 201

    place.moment.advance(hours=23, minutes=59)
    await clean_up(uploads)
    assert await place.count("post_images") == 2
    place.moment.advance(minutes=1)
    await clean_up(uploads)

    assert await place.count("post_images") == 1
    assert await place.count("pending_removals") == 0
    assert len(await uploads.storage.names_of("post-images", member.id)) == FILES
    assert unused != used
