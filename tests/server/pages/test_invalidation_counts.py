"""A change purges the page cache once and publishes one event."""

import asyncio

import msgspec
import pytest
from litestar.channels import ChannelsPlugin

from server.pages.cache.invalidation import Purge
from server.pages.cache.policy import Tags
from server.realtime.channel import GATHER_S, Batch
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


class Counts:
    """Purges of this host and events that it published."""

    def __init__(self) -> None:
        self.purges: list[Tags] = []
        self.events: list[object] = []


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    counts = Counts()
    purge, publish = Purge.__call__, ChannelsPlugin.publish

    def count_purge(self: Purge, tags: Tags) -> None:
        counts.purges.append(tags)
        purge(self, tags)

    def count_events(self: ChannelsPlugin, data: bytes, channels: str) -> None:
        counts.events += msgspec.json.decode(data, type=Batch).events
        publish(self, data, channels)

    monkeypatch.setattr(Purge, "__call__", count_purge)
    monkeypatch.setattr(ChannelsPlugin, "publish", count_events)
    return counts


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
async def test_like_purges_once_and_publishes_one_event(
    place: Place, hana: Browser, alex: Browser, counts: Counts, method: str
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await hana.change("PUT", f"/api/posts/{post_id}/like")
    if method == "DELETE":
        await settled()
        counts.purges.clear()
        counts.events.clear()
        await hana.change("DELETE", f"/api/posts/{post_id}/like")
    await settled()

    assert len(counts.purges) == 1
    assert len(counts.events) == 1


async def settled() -> None:
    """Longer than an event takes to come back to its own host."""
    await asyncio.sleep(GATHER_S + 0.4)
