"""Sitemaps of shared collections."""

import pytest
import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from server.community.collections.tables import CollectionPost
from tests.server.community.builders import add_posts
from tests.server.community.collections.test_collections import (
    create_collection,
    set_collections_of_post,
    set_sharing,
)
from tests.server.discovery.posts import at
from tests.server.discovery.test_sitemaps import SITEMAP, entries, paths_of, sitemap_paths
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def fill_collection(place: Place, browser: Browser, name: str, count: int) -> str:
    """Creates a shared collection with new posts, the last added at 5 o'clock; returns its id."""
    posts = await add_posts(place.engine, [{} for _ in range(count)])
    id = await create_collection(browser, name)
    for post in posts:
        await set_collections_of_post(browser, post, id)
    await set_sharing(browser, id, name)
    async with place.engine.begin() as connection:
        for hour, post in enumerate(posts, 6 - count):
            added = sa.update(CollectionPost).where(CollectionPost.post_id == post)
            await connection.execute(added.values(created_at=at(hour)))
    return id


async def listed_collections(visitor: Browser) -> list[str]:
    """Returns the paths of collections in all sitemaps."""
    files = [path for path in await sitemap_paths(visitor) if "collections" in path]
    return [path for file in files for path in paths_of(await entries(visitor, file))]


async def test_sitemap_lists_shared_collections_with_three_or_more_posts(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await fill_collection(place, hana, "二件", 2)
    private = await fill_collection(place, hana, "非公開", 3)
    await set_sharing(hana, private, "非公開", is_shared=False)
    id = await fill_collection(place, hana, "水出し", 3)

    assert await listed_collections(visitor) == [f"/collections/{id}", f"/ja/collections/{id}"]
    [first, _] = await entries(visitor, f"/sitemaps/collections-{id[0]}.xml")
    assert first.findtext(f"{SITEMAP}lastmod") == "2026-11-21T05:00:00Z"
    page = await visitor.get(f"/collections/{id}")
    assert '"robots":"index,follow' in page.text


async def test_sitemap_leaves_out_collections_of_suspended_members(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await fill_collection(place, hana, "水出し", 3)
    suspended = sa.update(Account).where(Account.id == hana.member_id)
    async with place.engine.begin() as connection:
        await connection.execute(suspended.values(suspended_at=place.moment()))

    assert await listed_collections(visitor) == []


async def test_collection_leaves_the_sitemap_with_its_third_post(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    id = await fill_collection(place, hana, "水出し", 3)
    [post, *_] = (await visitor.get(f"/api/collections/{id}/posts")).json()["posts"]
    await set_collections_of_post(hana, post["id"])

    assert await listed_collections(visitor) == []
