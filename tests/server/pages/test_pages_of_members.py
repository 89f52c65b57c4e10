"""Pages for signed-in members: same data as the endpoints, with the member's own likes."""

import re

import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import NEW, add_post, add_posts
from tests.server.members import Browser, Place
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio


async def test_list_shows_each_member_their_own_likes(
    place: Place, hana: Browser, alex: Browser, pool: FakePool
) -> None:
    first, second = await add_posts(place.engine, [{}, {}])
    await hana.change("PUT", f"/api/posts/{first}/like")
    await alex.change("PUT", f"/api/posts/{second}/like")
    seen = []
    for browser in (hana, alex) * 2:
        await browser.get("/ja/community")
        posts = preloaded(pool)["feed"]["posts"]
        seen.append({post["id"] for post in posts if post["isLiked"]})

    assert seen == [{first}, {second}] * 2


@pytest.mark.parametrize("path", ["/ja/community", "/post/{id}", "/ja/members/{author}"])
async def test_page_of_a_member_has_the_data_of_the_endpoints(
    place: Place, hana: Browser, alex: Browser, pool: FakePool, path: str
) -> None:
    id = await add_post(place.engine, user_id=alex.member_id)
    await hana.change("PUT", f"/api/posts/{id}/like")
    await alex.get(path.format(id=id, author=alex.member_id))

    await hana.get(path.format(id=id, author=alex.member_id))

    data = preloaded(pool)
    listed = [
        one for name in ("feed", "memberPosts") for one in data.get(name, {}).get("posts", ())
    ]
    (post,) = listed or [data["post"]]
    assert post == (await hana.get(f"/api/posts/{id}")).json()


async def test_change_is_on_members_pages_at_once(
    hana: Browser, alex: Browser, pool: FakePool
) -> None:
    seen = []
    for author in (hana, alex):
        for browser in (hana, alex):
            await browser.get("/community")
        await author.change("POST", "/api/posts", json=NEW)
        await author.get("/community")
        seen.append(len(preloaded(pool)["feed"]["posts"]))

    assert seen == [1, 2]


async def test_members_without_a_text_about_them_have_descriptions_of_their_own(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    described = []
    for member in (hana, alex):
        answer = await visitor.get(f"/members/{member.member_id}")
        described.append(re.findall(r"The page of ([^\",]+), a member", answer.text)[0])

    assert len(set(described)) == 2
