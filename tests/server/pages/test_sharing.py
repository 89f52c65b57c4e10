"""Members' pages share what does not depend on who reads; their own likes are their own."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from server.cache.purging import Purge
from server.pages.sharing import ANSWERS_MOST, FRESH_S, Shared
from tests.fake_build import FakePool
from tests.server.community.builders import NEW, add_post, add_posts
from tests.server.members import Browser, Place
from tests.server.pages.test_member_preloads import preloaded

pytestmark = pytest.mark.anyio

TAGS = frozenset({"feed"})


class Reading:
    """Something to be read, which counts how often it was."""

    def __init__(self) -> None:
        self.count = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self) -> int:
        self.count += 1
        number = self.count
        await self.gate.wait()
        return number


@pytest.fixture
def readings_of_posts(place: Place) -> Iterator[list[str]]:
    """The questions in which posts are read with their authors."""
    asked: list[str] = []

    def listen(*given: Any) -> None:
        statement = str(given[2])
        if "display_name" in statement and "posts" in statement:
            asked.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", listen)
    yield asked
    sa.event.remove(sa.Engine, "before_cursor_execute", listen)


async def test_a_list_is_read_once_for_members_and_each_sees_their_own_likes(
    place: Place, hana: Browser, alex: Browser, pool: FakePool, readings_of_posts: list[str]
) -> None:
    first, second = await add_posts(place.engine, [{}, {}])
    await hana.change("PUT", f"/api/posts/{first}/like")
    await alex.change("PUT", f"/api/posts/{second}/like")
    seen = []
    for browser in (hana, alex) * 5:
        await browser.get("/ja/community")
        posts = preloaded(pool)["feed"]["posts"]
        seen.append({post["id"] for post in posts if post["isLiked"]})

    assert seen == [{first}, {second}] * 5
    # The host hears of the likes once more, by the channel, and what was read gets old.
    assert 1 <= len(readings_of_posts) <= 4


@pytest.mark.parametrize("path", ["/ja/community", "/post/{id}", "/ja/members/{author}"])
async def test_a_member_is_handed_what_the_endpoints_say(
    place: Place, hana: Browser, alex: Browser, pool: FakePool, path: str
) -> None:
    id = await add_post(place.engine, user_id=alex.member_id)
    await hana.change("PUT", f"/api/posts/{id}/like")
    await alex.get(path.format(id=id, author=alex.member_id))

    await hana.get(path.format(id=id, author=alex.member_id))

    told = preloaded(pool)
    listed = [
        one for name in ("feed", "memberPosts") for one in told.get(name, {}).get("posts", ())
    ]
    (post,) = listed or [told["post"]]
    assert post == (await hana.get(f"/api/posts/{id}")).json()


async def test_a_change_is_seen_at_once(hana: Browser, alex: Browser, pool: FakePool) -> None:
    seen = []
    for author in (hana, alex):
        for browser in (hana, alex):
            await browser.get("/community")
        await author.change("POST", "/api/posts", json=NEW)
        await author.get("/community")
        seen.append(len(preloaded(pool)["feed"]["posts"]))

    assert seen == [1, 2]


async def test_those_who_ask_at_once_wait_for_one_reading() -> None:
    shared, reading = Shared(Purge()), Reading()
    reading.gate.clear()

    asked = [asyncio.ensure_future(shared.read("feed", TAGS, reading)) for _ in range(50)]
    await asyncio.sleep(0)
    reading.gate.set()

    assert await asyncio.gather(*asked) == [1] * 50


async def test_an_answer_gets_old() -> None:
    moment = [0.0]
    shared, reading = Shared(Purge(), lambda: moment[0]), Reading()
    read = [await shared.read("feed", TAGS, reading)]
    moment[0] += FRESH_S - 0.1
    read.append(await shared.read("feed", TAGS, reading))
    moment[0] += 0.1
    read.append(await shared.read("feed", TAGS, reading))

    assert read == [1, 1, 2]


async def test_what_was_begun_before_a_change_is_given_to_nobody_who_came_after_it() -> None:
    purge = Purge()
    shared, reading = Shared(purge), Reading()
    reading.gate.clear()
    before = asyncio.ensure_future(shared.read("feed", TAGS, reading))
    await asyncio.sleep(0)
    purge(TAGS)
    after = asyncio.ensure_future(shared.read("feed", TAGS, reading))
    await asyncio.sleep(0)
    reading.gate.set()

    assert list(await asyncio.gather(before, after)) == [1, 2]


async def test_another_change_leaves_it_and_not_knowing_what_changed_drops_all() -> None:
    purge = Purge()
    shared, reading = Shared(purge), Reading()
    read = [await shared.read("feed", TAGS, reading)]
    purge(frozenset({"post:12"}))
    read.append(await shared.read("feed", TAGS, reading))
    purge(frozenset({"*"}))
    read.append(await shared.read("feed", TAGS, reading))

    assert read == [1, 1, 2]


async def test_whoever_fails_or_leaves_fails_alone() -> None:
    shared, reading = Shared(Purge()), Reading()
    reading.gate.clear()
    leaving = asyncio.ensure_future(shared.read("feed", TAGS, reading))
    await asyncio.sleep(0)
    staying = asyncio.ensure_future(shared.read("feed", TAGS, reading))
    await asyncio.sleep(0)
    leaving.cancel()
    reading.gate.set()

    assert await staying == 2
    assert leaving.cancelled()


async def test_endless_questions_leave_the_memory_as_it_was() -> None:
    shared, reading = Shared(Purge()), Reading()

    for number in range(ANSWERS_MOST * 2):
        await shared.read(number, TAGS, reading)

    assert len(shared._kept) == ANSWERS_MOST
    assert len(shared._turns) == 0
