"""Limit of parallel calls to the S3 store: calls without a place are busy, the store not away."""

import asyncio
import threading
import time
from typing import Any

import pytest

from server.media.storage.interface import StorageAway
from server.media.storage.s3 import AT_ONCE, Account, S3Storage

pytestmark = pytest.mark.anyio

NAME = "0b1c-hana/1700000000000.jpg"


class FakeBody:
    """Body of a response of S3."""

    def read(self) -> bytes:
        return b"leaf"


class SlowClient:
    """Fake S3 client: lists nothing in 0.2 s, reads in 0.1 s, stores once `go_on` is set."""

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def get_paginator(self, _operation: str) -> "SlowClient":
        return self

    def paginate(self, **_parameters: str) -> list[dict[str, Any]]:
        time.sleep(0.2)
        return [{}]

    def get_object(self, **_parameters: str) -> dict[str, FakeBody]:
        time.sleep(0.1)
        return {"Body": FakeBody()}

    def put_object(self, **_parameters: object) -> None:
        self.go_on.wait()


@pytest.fixture
def client() -> SlowClient:
    return SlowClient()


@pytest.fixture
def storage(client: SlowClient, monkeypatch: pytest.MonkeyPatch) -> S3Storage:
    """Returns a store whose calls go to the slow client."""
    made = S3Storage(Account("tea", "us-east-1", "http://127.0.0.1:1", "key", "secret"))
    monkeypatch.setattr(made, "_client", client)
    return made


async def put(storage: S3Storage) -> None:
    await storage.put("post-images", NAME, data=b"leaf", media_type="image/jpeg")


async def test_waiting_for_a_place_does_not_count_as_waiting_for_the_store(
    storage: S3Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.media.storage.s3.PLACE_MOST_S", 60.0)
    monkeypatch.setattr("server.media.storage.s3.LIST_MOST_S", 2.0)

    # The last calls wait for sixteen others with the same place, 3.2 s.
    listed = (storage.names_of("post-images", "0b1c-hana") for _ in range(17 * AT_ONCE))

    assert await asyncio.gather(*listed) == [[]] * (17 * AT_ONCE)


async def test_call_without_a_place_fails_as_busy_and_later_calls_succeed(
    storage: S3Storage, client: SlowClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.media.storage.s3.PLACE_MOST_S", 0.05)
    first = [asyncio.create_task(put(storage)) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)

    with pytest.raises(StorageAway, match="busy"):
        await put(storage)

    client.go_on.set()
    await asyncio.gather(*first)
    await put(storage)


async def test_two_hundred_pictures_are_read_at_once(storage: S3Storage) -> None:
    # The last calls wait 2.4 s for a place.
    reads = [storage.get("post-images", NAME) for _ in range(25 * AT_ONCE)]

    assert set(await asyncio.gather(*reads)) == {b"leaf"}


async def test_four_uploads_of_eight_files_wait_for_each_other(
    storage: S3Storage, client: SlowClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.go_on.set()
    monkeypatch.setattr(client, "put_object", lambda **_parameters: time.sleep(0.6))

    await asyncio.gather(*(put(storage) for _ in range(4 * AT_ONCE)))


async def test_call_fails_as_busy_at_the_time_limit_of_wait_and_response_together(
    storage: S3Storage, client: SlowClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.media.storage.s3.CALL_MOST_S", 0.3)
    first = [asyncio.create_task(storage.names_of("post-images", "")) for _ in range(AT_ONCE)]
    await asyncio.sleep(0)
    started = time.monotonic()

    with pytest.raises(StorageAway, match="busy"):
        await put(storage)

    assert time.monotonic() - started < 1
    client.go_on.set()
    await asyncio.gather(*first)
    await put(storage)
