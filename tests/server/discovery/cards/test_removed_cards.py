"""Share cards of removed posts are deleted one at a time, and later if the store is away."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.engine import Commit, Sessions, create_sessions
from server.discovery.cards.card_images import DIRECT_MOST, CardRemoval
from server.media.storage.interface import Bucket, StorageAway
from server.media.storage.local import LocalStorage
from server.media.uploads.actions.cleanup import clean_up
from server.media.uploads.actions.removals import AT_ONCE
from server.media.uploads.dependencies import MemberLocks, Uploads
from server.media.uploads.tables import PendingRemoval
from server.realtime.events import PostRemoved
from tests.server.conftest import START
from tests.server.encoded_images import SharedImagePool

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

LANGUAGES = ("en", "ja")
# More folders than one round of the cleanup deletes.
MANY = AT_ONCE + 1


class CountingStore(LocalStorage):
    """Store that counts concurrent deletions and lets them wait for `go_on`.

    While it is away, it refuses them.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.is_away = False
        self.running = self.most_running = 0
        self.has_begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.go_on.set()

    async def names_of(self, bucket: Bucket, owner: str) -> list[str]:
        if self.is_away:
            raise StorageAway("away")
        self.running += 1
        self.most_running = max(self.running, self.most_running)
        self.has_begun.set()
        try:
            await self.go_on.wait()
            return await super().names_of(bucket, owner)
        finally:
            self.running -= 1


@pytest.fixture
async def store(tmp_path: Path) -> CountingStore:
    return CountingStore(tmp_path / "media")


@pytest.fixture
def sessions(database: AsyncEngine) -> Sessions:
    return create_sessions(database)


def card_removal(sessions: Sessions, store: CountingStore) -> CardRemoval:
    return CardRemoval(sessions, store, lambda: START)


async def run_cleanup(sessions: Sessions, store: CountingStore) -> None:
    """Runs the periodic cleanup of a host once."""
    await clean_up(Uploads(sessions, store, SharedImagePool(), MemberLocks(), lambda: START))


async def store_cards(store: CountingStore, count: int) -> None:
    """Stores a card of each post in each language."""
    for id in range(count):
        for language in LANGUAGES:
            name = f"post-{id}-{language}/0123.jpg"
            await store.put("cards", name, data=b"card", media_type="image/jpeg")


def commit_of_removals(count: int) -> Commit:
    """Returns the commit that removed this many posts of a member."""
    return Commit(tuple(PostRemoved(id) for id in range(count)))


async def count_queued(sessions: Sessions) -> int:
    async with sessions.opened() as session:
        return await session.scalar(sa.select(sa.func.count()).select_from(PendingRemoval)) or 0


async def until_all_are_gone(sessions: Sessions, store: CountingStore) -> None:
    """Waits until neither cards nor rows of the queue are left."""
    async with asyncio.timeout(60):
        while await store.all_names("cards") or await count_queued(sessions):
            await asyncio.sleep(0.01)


async def test_cards_of_many_posts_are_deleted_one_at_a_time(
    sessions: Sessions, store: CountingStore
) -> None:
    await store_cards(store, 30)
    remove = card_removal(sessions, store)

    remove(commit_of_removals(15))
    remove(Commit(tuple(PostRemoved(id) for id in range(15, 30))))
    await until_all_are_gone(sessions, store)

    assert store.most_running == 1


async def test_cards_of_many_posts_are_queued_before_the_first_is_deleted(
    sessions: Sessions, store: CountingStore
) -> None:
    store.go_on.clear()
    remove = card_removal(sessions, store)

    remove(commit_of_removals(DIRECT_MOST))
    await store.has_begun.wait()

    assert await count_queued(sessions) == DIRECT_MOST * len(LANGUAGES)
    store.go_on.set()
    await until_all_are_gone(sessions, store)


@pytest.mark.parametrize("count", [1, MANY])
async def test_cleanup_deletes_the_cards_that_a_store_was_away_for(
    sessions: Sessions, store: CountingStore, count: int
) -> None:
    await store_cards(store, count)
    store.is_away = True
    remove = card_removal(sessions, store)
    remove(commit_of_removals(count))
    async with asyncio.timeout(60):
        while await count_queued(sessions) < count * len(LANGUAGES):
            await asyncio.sleep(0.01)
    await run_cleanup(sessions, store)
    assert len(await store.all_names("cards")) == count * len(LANGUAGES)

    store.is_away = False
    await run_cleanup(sessions, store)

    assert (await store.all_names("cards"), await count_queued(sessions)) == ([], 0)
