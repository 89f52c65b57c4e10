"""Members' pages share what does not depend on who reads; their own likes are their own."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from tests.fake_build import FakePool
from tests.server.community.builders import NEW, add_post, add_posts
from tests.server.members import Browser, Place
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio


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
    for browser in (hana, alex):
        # Whoever has just changed something goes past what is shared.
        browser.http.cookies.delete("changed")
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
