"""Names of images: two hosts never choose the same one, on a store without conditional writes."""

import asyncio

import pytest

from server.database.engine import create_sessions
from server.media.imaging.worker_protocol import ImageFile, ResponsiveImage
from server.media.storage.interface import Bucket, Storage
from server.media.storage.local import LocalStorage
from server.media.uploads.actions.post_images import store_picture
from server.media.uploads.dependencies import MemberLocks, Uploads
from server.media.uploads.schemas import UploadView
from server.settings import Settings
from server.web.viewer import Member
from tests.server.encoded_images import SharedImagePool
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

HOSTS = 2
PICTURES = 6


class OverwritingStore(LocalStorage):
    """Store without conditional writes, like several S3-compatible servers."""

    async def create(self, bucket: Bucket, name: str, *, data: bytes, media_type: str) -> bool:
        await self.put(bucket, name, data=data, media_type=media_type)
        return True


@pytest.fixture
def stored(settings: Settings) -> tuple[Settings, Storage]:
    return settings, OverwritingStore(settings.data_dir / "media")


def picture(number: int) -> ResponsiveImage:
    return ResponsiveImage(ImageFile(b"leaf %d" % number, "jpg", 4, 3), (), "data:,")


async def test_images_stored_in_the_same_millisecond_get_different_names(
    place: Place, hana: Browser, storage: Storage
) -> None:
    member = Member(id=hana.member_id, display_name="はな", language="ja")
    hosts = [
        Uploads(
            create_sessions(place.engine), storage, SharedImagePool(), MemberLocks(), place.moment
        )
        # SQLite has only one host.
        for _ in range(1 if place.engine.dialect.name == "sqlite" else HOSTS)
    ]

    async def store(number: int) -> UploadView:
        host = hosts[number % len(hosts)]
        # Each host stores the images of a member one after the other.
        async with host.locks.of(member.id):
            return await store_picture(
                host, member, picture=picture(number), moment=place.moment.now
            )

    stored_uploads = await asyncio.gather(*map(store, range(HOSTS * PICTURES)))

    names = [one.image.url.removeprefix("/media/post-images/") for one in stored_uploads]
    stored = [await storage.get("post-images", name) for name in names]
    assert stored == [b"leaf %d" % number for number in range(HOSTS * PICTURES)]
