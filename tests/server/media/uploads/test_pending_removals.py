"""The cleanup empties the queue of removals, whatever is in it and whatever fails."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import Sessions, create_sessions
from server.database.transaction import transaction
from server.media.storage.interface import Bucket, Storage, StorageAway
from server.media.uploads.actions.cleanup import clean_up
from server.media.uploads.actions.removals import AT_ONCE, queue_removals
from server.media.uploads.dependencies import MemberLocks, Uploads
from tests.server.community.builders import value
from tests.server.conftest import START
from tests.server.encoded_images import SharedImagePool

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

FAILING = "0b1c-hana/1700000000000.jpg"
# More than two batches of the cleanup.
MANY = [f"0b1c-hana/{number}.jpg" for number in range(2 * AT_ONCE + 1)]


async def queue(sessions: Sessions, bucket: Bucket, names: list[str]) -> None:
    async with transaction(sessions) as opened:
        await queue_removals(opened, names, bucket=bucket, now=START)


async def run_cleanup(sessions: Sessions, storage: Storage) -> None:
    """Runs the periodic cleanup of a host once."""
    await clean_up(Uploads(sessions, storage, SharedImagePool(), MemberLocks(), lambda: START))


async def count_pending(database: AsyncEngine) -> int:
    count: int = await value(database, "SELECT count(*) FROM pending_removals")
    return count


async def test_avatar_in_the_queue_does_not_end_the_cleanup(
    database: AsyncEngine, storage: Storage
) -> None:
    sessions = create_sessions(database)
    await queue(sessions, "avatar-url", [FAILING])
    await queue(sessions, "post-images", MANY)

    await run_cleanup(sessions, storage)

    assert await count_pending(database) == 0


async def test_cleanup_removes_the_other_files_when_one_cannot_be_removed(
    database: AsyncEngine, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions, delete = create_sessions(database), storage.delete

    async def delete_most(bucket: Bucket, name: str) -> None:
        if name == FAILING:
            raise StorageAway("busy")
        await delete(bucket, name)

    monkeypatch.setattr(storage, "delete", delete_most)
    for bucket in ("avatar-url", "post-images"):
        await queue(sessions, bucket, [FAILING])
    await queue(sessions, "post-images", MANY)

    await run_cleanup(sessions, storage)

    assert await count_pending(database) == 2


async def test_cleanup_ends_after_one_batch_while_the_storage_is_away(
    database: AsyncEngine, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions, tried = create_sessions(database), []

    async def refuse(_bucket: Bucket, name: str) -> None:
        tried.append(name)
        raise StorageAway("away")

    monkeypatch.setattr(storage, "delete", refuse)
    await queue(sessions, "post-images", MANY)

    await run_cleanup(sessions, storage)

    assert (len(tried), await count_pending(database)) == (AT_ONCE, len(MANY))
