"""Coalesced reads: requests for the same data share one read that begins after they arrived."""

import asyncio
from dataclasses import dataclass, field

import pytest

from server.database.coalesced_reads import WAIT_S, CoalescedReads

pytestmark = pytest.mark.anyio


@dataclass
class Source:
    """Data that changes, and reads of it that end when a test allows it."""

    data: str = "old"
    reads: int = 0
    may_end: asyncio.Event = field(default_factory=asyncio.Event)
    failure: Exception | None = None

    async def load(self) -> str:
        """Counts a read, and returns the data once the test lets it end; raises its failure."""
        self.reads += 1
        found = self.data
        await self.may_end.wait()
        if self.failure:
            raise self.failure
        return found


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def coalesced() -> CoalescedReads:
    return CoalescedReads()


async def settled() -> None:
    """Lets the event loop run all tasks that are ready."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_two_hundred_requests_at_once_cause_two_reads(
    coalesced: CoalescedReads, source: Source
) -> None:
    results = asyncio.gather(*(coalesced.read("feed", source.load) for _ in range(200)))
    await settled()
    source.may_end.set()

    assert await results == ["old"] * 200
    assert source.reads == 2


async def test_request_does_not_share_a_read_that_began_before_it(
    coalesced: CoalescedReads, source: Source
) -> None:
    first = asyncio.ensure_future(coalesced.read("feed", source.load))
    await settled()
    source.data = "new"
    second = asyncio.ensure_future(coalesced.read("feed", source.load))
    await settled()
    source.may_end.set()

    assert [await first, await second] == ["old", "new"]


async def test_result_is_not_cached_after_the_read(
    coalesced: CoalescedReads, source: Source
) -> None:
    source.may_end.set()
    found = [await coalesced.read("feed", source.load)]
    source.data = "new"
    found.append(await coalesced.read("feed", source.load))

    assert found == ["old", "new"]


async def test_reads_of_different_keys_run_concurrently(
    coalesced: CoalescedReads, source: Source
) -> None:
    results = asyncio.gather(*(coalesced.read(key, source.load) for key in ("feed", "post 7")))
    await settled()

    assert source.reads == 2
    source.may_end.set()
    await results


async def test_request_starts_its_own_read_after_a_short_wait_for_a_slow_one(
    coalesced: CoalescedReads, source: Source
) -> None:
    slow = asyncio.ensure_future(coalesced.read("feed", source.load))
    await settled()
    quick = Source("new")
    quick.may_end.set()

    async with asyncio.timeout(WAIT_S * 20):
        assert await coalesced.read("feed", quick.load) == "new"
    assert not slow.done()
    source.may_end.set()
    assert await slow == "old"


async def test_failure_reaches_all_requests_that_share_the_read_and_no_later_one(
    coalesced: CoalescedReads, source: Source
) -> None:
    source.failure = OSError("away")
    results = asyncio.gather(
        *(coalesced.read("feed", source.load) for _ in range(3)), return_exceptions=True
    )
    await settled()
    source.may_end.set()

    assert [type(one) for one in await results] == [OSError] * 3
    source.failure = None
    assert await coalesced.read("feed", source.load) == "old"


async def test_requests_get_their_data_when_others_disconnect(
    coalesced: CoalescedReads, source: Source
) -> None:
    first, second, third = (
        asyncio.ensure_future(coalesced.read("feed", source.load)) for _ in range(3)
    )
    await settled()
    first.cancel()
    second.cancel()
    await settled()
    source.may_end.set()

    assert await third == "old"
    assert first.cancelled()
    assert second.cancelled()
    assert await coalesced.read("feed", source.load) == "old"
