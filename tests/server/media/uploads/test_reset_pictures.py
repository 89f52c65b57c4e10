"""Files of a picture that a moderator resets: removed after the commit, never one in use."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncSession

from server.database.engine import create_sessions
from server.media.storage.interface import Bucket, Storage, StorageFailure
from server.media.uploads.actions.cleanup import clean_up
from server.media.uploads.dependencies import MemberLocks, Uploads
from tests.server.accounts.profiles.test_profile_resets import (
    EMPTY,
    picture_url,
    reset_profile,
    shown_profile,
    undo_entry,
)
from tests.server.encoded_images import SharedImagePool
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.media.uploads.upload_requests import send_avatar
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori", "picture_url")

OTHER = encoded(quarters((90, 90)), "PNG")


@dataclass(frozen=True)
class Scene:
    """Member (alex) with a picture at `url`, reader who reports it (hana), moderator (mori)."""

    alex: Browser
    hana: Browser
    mori: Browser
    url: str

    async def reset(self) -> int:
        """Resets the profile and returns the number of the log entry."""
        return await reset_profile(self.mori, self.hana, self.alex)

    async def reset_without_removal(self, storage: Storage, monkeypatch: pytest.MonkeyPatch) -> int:
        """Resets the profile while the storage deletes nothing."""

        async def refuse(_storage: Storage, _bucket: Bucket, _name: str) -> None:
            raise StorageFailure("away")

        with monkeypatch.context() as patch:
            patch.setattr(type(storage), "delete", refuse)
            return await self.reset()

    async def upload(self) -> str:
        """Uploads another picture and returns its address."""
        return str((await send_avatar(self.alex, OTHER)).json()["avatar_url"])

    async def status_of(self, address: str) -> int:
        """Returns the status of the response to a reader who opens a picture."""
        return (await self.hana.get(address)).status_code


@pytest.fixture
async def scene(alex: Browser, hana: Browser, mori: Browser, picture_url: str) -> Scene:
    """Returns the members and the picture of these tests."""
    return Scene(alex, hana, mori, picture_url)


@pytest.fixture
def uploads(place: Place, storage: Storage) -> Uploads:
    """Returns what the periodic cleanup of the site needs."""
    sessions = create_sessions(place.engine)
    return Uploads(sessions, storage, SharedImagePool(), MemberLocks(), place.moment)


async def test_failed_commit_of_a_reset_leaves_profile_and_picture(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await shown_profile(scene.hana, scene.alex)
    await report(scene.hana, f"member:{scene.alex.member_id}")
    [case] = await list_cases(scene.mori)

    async def fail(_session: AsyncSession) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(AsyncSession, "commit", fail)
        refused = await decide(scene.mori, case, "reset")

    assert refused.status_code >= 500
    assert await shown_profile(scene.hana, scene.alex) == before
    assert await scene.status_of(scene.url) == 200


@pytest.mark.stores("folder", "s3")
async def test_cleanup_removes_the_picture_when_the_storage_failed_after_a_reset(
    place: Place, scene: Scene, uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scene.reset_without_removal(uploads.storage, monkeypatch)
    assert await shown_profile(scene.hana, scene.alex) == EMPTY
    assert await place.count("pending_removals") == 1

    await clean_up(uploads)

    assert await scene.status_of(scene.url) == 404
    assert await place.count("pending_removals") == 0


async def test_cleanup_keeps_a_picture_that_was_restored_or_uploaded_since(
    scene: Scene, uploads: Uploads, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry_id = await scene.reset_without_removal(uploads.storage, monkeypatch)
    assert await undo_entry(scene.mori, entry_id) == 204
    await clean_up(uploads)
    assert await scene.status_of(scene.url) == 200
    await scene.reset_without_removal(uploads.storage, monkeypatch)
    other = await scene.upload()

    await clean_up(uploads)

    assert (await shown_profile(scene.hana, scene.alex))[2] == other
    assert await scene.status_of(other) == 200


async def test_picture_that_is_uploaded_during_the_removal_stays(
    place: Place, scene: Scene, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, delete = asyncio.Event(), type(storage).delete

    async def delete_late(store: Any, bucket: Bucket, name: str) -> None:
        has_begun.set()
        await asyncio.sleep(0.3)
        await delete(store, bucket, name)

    async def upload() -> str:
        await has_begun.wait()
        return await scene.upload()

    monkeypatch.setattr(type(storage), "delete", delete_late)
    _, other = await asyncio.gather(scene.reset(), upload())

    assert (await shown_profile(scene.hana, scene.alex))[2] == other
    assert await scene.status_of(other) == 200
    assert await place.count("pending_removals") == 0
