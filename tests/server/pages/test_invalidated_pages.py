"""Invalidation of cached community pages: the first request after a change gets the new page."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import httpx
import pytest

from server.pages.cache.invalidation import tags_of
from server.pages.cache.policy import find_policy
from server.realtime.events import (
    CommentAdded,
    CommentEdited,
    CommentRemoved,
    MemberChanged,
    PostChanged,
    PostCreated,
    PostEdited,
    PostRemoved,
    WithheldCommentEdited,
)
from tests.server.community.builders import NEW
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

LISTED = {
    "/",
    "/community",
    "/cultivars/saemidori",
    "/map",
    "/members/hana",
    "/prefectures/kyoto",
}
SHOWN = {
    PostCreated(7, "review", "ja", "hana"): LISTED,
    PostChanged(7, 3, 1): LISTED | {"/post/7"},
    PostEdited(7): LISTED | {"/post/7"},
    PostRemoved(7): LISTED | {"/post/7"},
    CommentAdded(7, 1): {"/post/7"},
    CommentEdited(7, 1): {"/post/7"},
    CommentRemoved(7, 1): {"/post/7"},
    WithheldCommentEdited("hana", 7, 1): set(),
    MemberChanged(): LISTED | {"/post/7", "/post/8"},
}
EVERYWHERE = ("/", "/about", "/cultivars", "/community", "/cultivars/saemidori")
EVERY_PAGE = (*EVERYWHERE, "/map", "/prefectures/kyoto", "/members/hana", "/post/7", "/post/8")


@dataclass(frozen=True)
class CachedPath:
    """Path of a page that a visitor requests; the page is cached after the first request."""

    visitor: Browser
    path: str

    async def text(self) -> str:
        """Requests the page and returns its text."""
        return (await self.visitor.get(self.path)).text


@pytest.fixture
async def writer(place_with_long_freshness: Place) -> AsyncIterator[Browser]:
    """Yields the browser of a member."""
    async with place_with_long_freshness.browser() as browser:
        await place_with_long_freshness.sign_in(browser, "development-hana")
        yield browser


async def write_post(writer: Browser, **values: object) -> int:
    """Writes a post and returns its id."""
    answer = await writer.change("POST", "/api/posts", json=NEW | values)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


@pytest.mark.parametrize(("event", "outdated"), SHOWN.items(), ids=lambda one: type(one).__name__)
def test_event_has_the_tags_of_the_pages_that_show_it(
    event: PostEdited, outdated: set[str]
) -> None:
    tags = tags_of(event)
    plans = {path: find_policy(path.encode(), b"") for path in EVERY_PAGE}

    assert {path for path, plan in plans.items() if plan and plan.tags & tags} == outdated


@pytest.mark.parametrize("path", ["/community", "/post/1", "/members/a", "/cultivars/saemidori"])
def test_page_with_relative_times_expires_within_a_minute(path: str) -> None:
    plan = find_policy(path.encode(), b"")

    assert plan is not None
    assert plan.fresh_s + plan.stale_s < 60


async def test_new_post_is_in_the_feed_at_once(reader: Browser, writer: Browser) -> None:
    feed = CachedPath(reader, "/ja/community?sort=newest")
    own = CachedPath(reader, f"/members/{writer.member_id}")
    before = [await feed.text(), await own.text()]

    await write_post(writer, content="玉露を低温で")

    assert not any("玉露を低温で" in text for text in before)
    assert "玉露を低温で" in await feed.text()
    assert "玉露を低温で" in await own.text()


async def test_new_post_about_a_cultivar_is_on_its_page_at_once(
    reader: Browser, writer: Browser
) -> None:
    page = CachedPath(reader, "/cultivars/saemidori")
    await page.text()

    await write_post(writer, content="さえみどりの甘み", tea_variety="saemidori")

    assert "さえみどりの甘み" in await page.text()


async def test_page_of_a_prefecture_exists_only_while_it_has_a_post(
    reader: Browser, writer: Browser
) -> None:
    page = "/prefectures/tokyo"
    before = await reader.get(page)

    post_id = await write_post(writer, prefecture="tokyo")
    during = [await reader.get(page) for _ in range(2)]
    deletion = await writer.change("DELETE", f"/api/posts/{post_id}")

    assert deletion.is_success
    assert before.status_code == 404
    assert [one.status_code for one in during] == [200, 200]
    assert (await reader.get(page)).status_code == 404


async def test_each_change_of_a_post_is_on_its_page_at_once(
    reader: Browser, writer: Browser
) -> None:
    post_id = await write_post(writer)
    address = f"/api/posts/{post_id}"
    page = CachedPath(reader, f"/post/{post_id}")

    async def seen_after(change: Awaitable[httpx.Response]) -> str:
        await page.text()
        assert (await change).is_success
        return await page.text()

    assert '"likes":1' in await seen_after(writer.change("PUT", f"{address}/like"))
    commented = writer.change("POST", f"{address}/comments", json={"content": "私もそう思う"})
    assert "私もそう思う" in await seen_after(commented)
    edited = writer.change("PUT", address, json={"content": "浅蒸しだった"})
    assert "浅蒸しだった" in await seen_after(edited)
    assert "浅蒸しだった" not in await seen_after(writer.change("DELETE", address))
    assert (await reader.get(page.path)).status_code == 410


async def test_removed_member_is_named_on_no_page(reader: Browser, writer: Browser) -> None:
    post_id = await write_post(writer)
    name = (await writer.read_session())["member"]["display_name"]
    pages = [CachedPath(reader, "/community"), CachedPath(reader, f"/post/{post_id}")]
    before = [await page.text() for page in pages]

    removal = {"confirmation": name, "posts": "keep"}
    left = await writer.change("DELETE", "/api/account", json=removal)

    assert left.is_success, left.text
    assert all(name in text for text in before)
    assert not any(name in text for text in [await page.text() for page in pages])


@pytest.mark.databases("postgresql")
async def test_new_post_is_on_another_host_soon(
    place_with_long_freshness: Place, place: Place, reader: Browser, hana: Browser
) -> None:
    assert place_with_long_freshness.app is not place.app
    feed = CachedPath(reader, "/community")
    await asyncio.sleep(0.3)
    assert "かぶせ茶" not in await feed.text()

    await write_post(hana, content="かぶせ茶")

    await until(lambda: contains(feed, "かぶせ茶"))


async def contains(page: CachedPath, words: str) -> bool:
    return words in await page.text()


async def until(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Waits at most five seconds until a condition is true."""
    async with asyncio.timeout(5):
        while not await is_so():
            await asyncio.sleep(0.02)
