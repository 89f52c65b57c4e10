"""Requests to a store that accepts connections but never responds fail after a short timeout."""

import asyncio
import socket
import time
from collections.abc import Iterator

import pytest

from server.media.storage.interface import StorageAway
from server.media.storage.s3 import ANSWER_MOST_S, CALL_MOST_S, Account, S3Storage

pytestmark = pytest.mark.anyio

NAME = "0b1c-hana/1700000000000.jpg"


@pytest.fixture
def silent() -> Iterator[S3Storage]:
    """Yields a store whose server accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        port = listening.getsockname()[1]
        yield S3Storage(Account("tea", "us-east-1", f"http://127.0.0.1:{port}", "key", "secret"))


async def seconds_until_away(storage: S3Storage) -> float:
    """Returns the seconds until storing a file raises `StorageAway`."""
    started = time.monotonic()
    with pytest.raises(StorageAway):
        await storage.put("post-images", NAME, data=b"leaf", media_type="image/jpeg")
    return time.monotonic() - started


def test_two_store_timeouts_last_ten_seconds_at_most() -> None:
    # An upload waits twice: for the fallback file, then for the other files in parallel.
    assert 2 * CALL_MOST_S <= 10


@pytest.mark.fault
async def test_silent_store_fails_waiting_requests_soon_and_later_ones_at_once(
    silent: S3Storage,
) -> None:
    together = await asyncio.gather(*(seconds_until_away(silent) for _ in range(20)))
    after = await seconds_until_away(silent)

    assert max(together) < ANSWER_MOST_S + 1
    assert after < 0.1
