"""List of cultivars, sorted by the number of posts about each."""

import pytest

from server.community.page_reads import PageReads
from server.errors import Refusal
from tests.fake_build import FakePool
from tests.server.community.builders import add_posts
from tests.server.members import Browser, Place
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html"}


async def request_page(browser: Browser, path: str) -> None:
    assert (await browser.get(path, headers=HTML)).status_code == 200


@pytest.mark.parametrize("path", ["/cultivars", "/ja/cultivars"])
async def test_numbers_of_posts_are_sent_only_for_the_order_by_posts(
    place: Place, visitor: Browser, pool: FakePool, path: str
) -> None:
    await add_posts(place.engine, [{"tea_variety": "saemidori"}])

    await request_page(visitor, f"{path}?sort=written")
    assert preloaded(pool)["postsByCultivar"] == {"posts": {"saemidori": 1}}

    pool.payloads.clear()
    await request_page(visitor, f"{path}?sort=newest")
    assert "postsByCultivar" not in preloaded(pool)


async def test_new_post_is_counted_at_once(place: Place, visitor: Browser, pool: FakePool) -> None:
    for count in (1, 2):
        await add_posts(place.engine, [{"tea_variety": "saemidori"}])
        pool.payloads.clear()

        await request_page(visitor, "/cultivars?sort=written")

        assert preloaded(pool)["postsByCultivar"] == {"posts": {"saemidori": count}}


async def test_list_is_rendered_without_numbers_when_their_query_fails(
    visitor: Browser, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_self: PageReads) -> bytes:
        raise Refusal("app.unavailable", 503)

    monkeypatch.setattr(PageReads, "cultivar_counts", refuse)

    await request_page(visitor, "/cultivars?sort=written")

    assert preloaded(pool)["postsByCultivar"] is None
