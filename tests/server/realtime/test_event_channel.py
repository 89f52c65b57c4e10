"""Channel of published events: to every open page of every host; failures affect no publisher."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.channels.backends.memory import MemoryChannelsBackend

from server.database.engine import create_engine, driver_connection
from server.realtime.channel import WAITING_MOST, Channel
from server.realtime.events import (
    CommentAdded,
    CommentRemoved,
    Event,
    PostChanged,
    PostCreated,
    PostEdited,
    PostRemoved,
    WithheldCommentEdited,
)
from server.realtime.postgresql import PostgresChannels
from server.realtime.subscribers import MemberSession, Subscribers
from tests.server.realtime.live_site import channel_serving, is_silent, next_message

pytestmark = pytest.mark.anyio

POSTS = tuple(PostCreated(id, "review", "ja", "alex") for id in (1, 2))
EVERY_EVENT = (
    PostCreated(id=1, category="review", language="ja", user_id="hana"),
    PostChanged(id=1, likes=3, comments_count=2),
    PostEdited(1),
    PostRemoved(1),
    CommentAdded(post_id=1, id=9),
    CommentRemoved(post_id=1, id=9),
)
# EVERY_EVENT as the browser receives it.
MESSAGES = [
    {"type": "postCreated", "id": 1, "category": "review", "language": "ja", "user_id": "hana"},
    {"type": "postChanged", "id": 1, "likes": 3, "commentsCount": 2},
    {"type": "postEdited", "id": 1},
    {"type": "postRemoved", "id": 1},
    {"type": "commentAdded", "post_id": 1, "id": 9},
    {"type": "commentRemoved", "post_id": 1, "id": 9},
]


async def test_every_event_reaches_every_page_in_order() -> None:
    async with channel_serving() as (site, channel), site.page() as one, site.page() as other:
        for event in EVERY_EVENT:
            channel.publish(event)

        for page in (one, other):
            assert [await next_message(page) for _ in MESSAGES] == MESSAGES


async def test_repeated_changes_of_a_post_are_merged_into_the_last_one() -> None:
    async with channel_serving() as (site, channel), site.page() as page:
        for likes in range(50):
            channel.publish(PostChanged(id=1, likes=likes, comments_count=0))

        assert (await next_message(page))["likes"] == 49
        assert await is_silent(page)


async def test_every_one_of_many_parallel_events_arrives() -> None:
    async with channel_serving() as (site, channel), site.page() as page:
        for number in range(60):
            channel.publish(PostRemoved(number))

        assert [(await next_message(page))["id"] for _ in range(60)] == list(range(60))


async def test_members_receive_events_in_order_while_hidden_ones_are_looked_up() -> None:
    looked_up = asyncio.Event()

    async def hidden_from(event: Event) -> frozenset[str]:
        """Returns no members, for the first post only after a while."""
        if event == POSTS[0]:
            await looked_up.wait()
        return frozenset()

    subscribers = Subscribers()
    channel = Channel(MemoryChannelsBackend(), subscribers, hidden_from)
    with subscribers.subscription({"203.0.113.7": 1}, MemberSession("hana", "1")) as page:
        assert page is not None
        channel.publish_here([*POSTS, PostRemoved(1)])
        # In this time the events arrive that need no look-up, or a fast one.
        await asyncio.sleep(0.05)
        looked_up.set()

        async with asyncio.timeout(30):
            received = [msgspec.json.decode(await page.next()) for _ in range(3)]

    types = [(event["type"], event["id"]) for event in received]
    assert types == [("postCreated", 1), ("postCreated", 2), ("postRemoved", 1)]


async def test_edit_of_a_withheld_comment_reaches_only_the_pages_of_its_author() -> None:
    subscribers = Subscribers()
    channel = Channel(MemoryChannelsBackend(), subscribers)
    sessions = [MemberSession("hana", "1"), MemberSession("hana", "2"), MemberSession("alex", "3")]
    with ExitStack() as stack:
        opened = [
            stack.enter_context(subscribers.subscription({"203.0.113.7": 1}, session))
            for session in (*sessions, None)
        ]
        pages = [page for page in opened if page is not None]
        channel.publish_here([WithheldCommentEdited("hana", 1, 9), PostRemoved(1)])

        first = [msgspec.json.decode(await page.next()) for page in pages]

    edited = {"type": "commentEdited", "post_id": 1, "id": 9}
    removed = {"type": "postRemoved", "id": 1}
    assert first == [edited, edited, removed, removed]


async def test_publishing_on_a_stopped_channel_raises_nothing() -> None:
    async with channel_serving() as (_, channel):
        pass

    channel.publish(PostRemoved(1))


async def test_number_of_waiting_events_is_bounded() -> None:
    async with channel_serving() as (_, channel):
        for number in range(WAITING_MOST * 2):
            channel.publish(PostRemoved(number))

        assert len(channel._waiting) == WAITING_MOST


async def test_unknown_or_malformed_events_are_ignored() -> None:
    async with channel_serving() as (site, channel), site.page() as page:
        for carried in (b"x", b'[{"type":"somethingNewer"}]', b"[1]"):
            channel._channels.publish(carried, "community")
        channel.publish(PostRemoved(1))

        assert (await next_message(page))["id"] == 1


@asynccontextmanager
async def two_hosts(address: str) -> AsyncIterator[Any]:
    """Yields two hosts that share a channel, and the channel of the first."""
    one, other = (PostgresChannels(partial(driver_connection, address)) for _ in range(2))
    async with channel_serving(one) as (here, channel), channel_serving(other) as (there, _):
        await _wait_for_listeners(address, hosts=2)
        yield here, there, channel


async def _wait_for_listeners(address: str, *, hosts: int) -> None:
    """Waits until this many database connections listen for events."""
    engine = create_engine(address)
    waiting = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
    )
    async with asyncio.timeout(10), engine.connect() as connection:
        while (await connection.execute(waiting)).scalar_one() < hosts:
            await asyncio.sleep(0.05)
            await connection.rollback()
    await engine.dispose()


async def test_events_reach_the_pages_of_another_host(postgresql: str) -> None:
    async with (
        two_hosts(postgresql) as (here, there, channel),
        here.page() as near,
        there.page() as far,
    ):
        for event in EVERY_EVENT:
            channel.publish(event)

        for page in (near, far):
            assert [await next_message(page) for _ in MESSAGES] == MESSAGES


async def test_sixty_long_events_fit_into_notifications_of_postgresql(postgresql: str) -> None:
    async with two_hosts(postgresql) as (_, there, channel), there.page() as far:
        for number in range(60):
            channel.publish(
                PostCreated(
                    id=2**62 + number, category="region-info", language="ja", user_id="u" * 36
                )
            )

        assert len([await next_message(far) for _ in range(60)]) == 60


@pytest.mark.fault
async def test_lost_notification_connection_is_restored(postgresql: str) -> None:
    async with two_hosts(postgresql) as (_, there, channel), there.page() as far:
        engine = create_engine(postgresql)
        end = sa.text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )
        async with engine.connect() as connection:
            await connection.execute(end)
        await engine.dispose()

        async with asyncio.timeout(15):
            while await is_silent(far):
                channel.publish(PostRemoved(5))


async def test_publishing_without_the_database_raises_nothing() -> None:
    address = "postgresql+asyncpg://nobody@127.0.0.1:1/nothing"
    channel = Channel(PostgresChannels(partial(driver_connection, address)), Subscribers())

    async with channel.running():
        for number in range(5000):
            channel.publish(PostRemoved(number))
        await asyncio.sleep(0.3)
