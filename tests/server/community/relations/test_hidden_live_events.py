"""Live events of new posts and comments: sent only to members who do not hide them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from server.realtime.channel import Channel
from server.realtime.events import Event, PostCreated
from server.realtime.subscribers import MemberSession, Subscribers
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import NEW, execute
from tests.server.community.relations.test_relations import hide, mute_topics
from tests.server.members import Browser, Loopback, Moment, Place
from tests.server.realtime.live_site import LiveSite, is_silent, next_message, serving
from tests.server.sites import patient_site

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class LivePlace:
    """Site on a real port, and the browsers of two members."""

    place: Place
    site: LiveSite
    hana: Browser
    alex: Browser

    @asynccontextmanager
    async def page_of(self, browser: Browser | None) -> AsyncIterator[ClientConnection]:
        """Yields the live connection of a member's open page; without a browser, of a visitor's."""
        headers = {"cookie": f"session={browser.token}"} if browser else {}
        options: dict[str, Any] = {
            "address": f"ws://{ORIGIN.removeprefix('http://')}/api/live",
            "host": "127.0.0.1",
            "port": self.site.port,
            "additional_headers": headers,
        }
        async with self.site.page(**options) as page:
            yield page


@pytest.fixture
async def live(
    settings: Settings,
    pool: FakePool,
    database: AsyncEngine,
    moment: Moment,
    has_background_tasks: bool,
) -> AsyncIterator[LivePlace]:
    """Yields a site on a real port with two members who are signed in."""
    address = database.url.render_as_string(hide_password=False)
    chosen = replace(settings, database_url=address, environment="development")
    loopback = Loopback()
    app = patient_site(
        chosen,
        pool,
        now=moment,
        provider_transport=loopback,
        has_background_tasks=has_background_tasks,
    )
    loopback.app = app
    place = Place(app, database, chosen, moment)
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(serving(app))
        browsers = []
        for subject in ("development-hana", "development-alex"):
            browser = await stack.enter_async_context(place.browser())
            await place.sign_in(browser, subject)
            await place.make_established(browser)
            browsers.append(browser)
        yield LivePlace(place, site, *browsers)


async def write_post(browser: Browser, content: str = "深蒸しの香り") -> int:
    """Writes a post and returns its id."""
    answer = await browser.change("POST", "/api/posts", json=NEW | {"content": content})
    return int(answer.json()["id"])


@pytest.mark.parametrize("kind", ["mute", "block"])
async def test_new_post_is_not_announced_to_a_member_who_hides_its_author(
    live: LivePlace, kind: str
) -> None:
    await hide(live.hana, live.alex.member_id, kind)
    async with (
        live.page_of(live.hana) as hidden,
        live.page_of(live.alex) as own,
        live.page_of(None) as public,
    ):
        post_id = await write_post(live.alex)

        assert (await next_message(own))["id"] == post_id
        assert (await next_message(public))["type"] == "postCreated"
        assert await is_silent(hidden)


async def test_post_is_not_announced_to_a_member_whom_its_author_blocks(live: LivePlace) -> None:
    await hide(live.alex, live.hana.member_id, "block")
    async with live.page_of(live.hana) as page:
        await write_post(live.alex)

        assert await is_silent(page)


async def test_muted_words_and_categories_are_not_announced(live: LivePlace) -> None:
    await mute_topics(live.hana, ["香り"], ["question"])
    async with live.page_of(live.hana) as page:
        await write_post(live.alex, "深蒸しの香り")
        question = NEW | {"category": "question", "content": "淹れ方"}
        await live.alex.change("POST", "/api/posts", json=question)
        seen = await write_post(live.alex, "釜炒り")

        assert (await next_message(page))["id"] == seen


async def test_comment_is_not_announced_to_a_member_who_hides_its_author(live: LivePlace) -> None:
    post_id = await write_post(live.hana)
    await hide(live.hana, live.alex.member_id, "mute")
    async with live.page_of(live.hana) as page:
        path = f"/api/posts/{post_id}/comments"
        answer = await live.alex.change("POST", path, json={"content": "はい"})
        assert answer.status_code == 201

        # The number of comments is the same for all readers. The event of the member's own post
        # may have been published before the page was open.
        events = [await next_message(page)]
        if events[0]["type"] == "postCreated":
            events.append(await next_message(page))
        assert (events[-1]["type"], events[-1]["id"]) == ("postChanged", post_id)
        assert await is_silent(page)


@pytest.mark.databases("sqlite")
async def test_connection_is_refused_while_the_session_cannot_be_read(live: LivePlace) -> None:
    await execute(live.place.engine, "ALTER TABLE sessions RENAME TO away")
    with pytest.raises(InvalidStatus):
        async with live.page_of(live.hana):
            pass


async def test_members_get_no_event_while_their_lists_cannot_be_read() -> None:
    async def fail(_event: Event) -> frozenset[str]:
        raise OSError

    subscribers = Subscribers()
    channel = Channel(MemoryChannelsBackend(), subscribers, fail)
    with (
        subscribers.subscription({"203.0.113.7": 1}) as visitor,
        subscribers.subscription({"203.0.113.7": 1}, MemberSession("hana", "1")) as member,
    ):
        channel.publish_here([PostCreated(1, "review", "ja", "alex")])
        await asyncio.sleep(0.05)

        assert visitor is not None
        assert member is not None
        assert "postCreated" in await visitor.next()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await member.next()
