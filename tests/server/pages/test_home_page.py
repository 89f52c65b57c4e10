"""Posts of the home page, and the page without them."""

import pytest

from server.community.page_reads import PageReads
from tests.fake_build import FakePool
from tests.server.community.builders import add_posts
from tests.server.community.test_reader_specific_posts import preloaded_data
from tests.server.members import Browser, Place
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio


async def test_newest_posts_are_sent_to_the_worker_alone(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    ids = await add_posts(place.engine, [{} for _ in range(5)])

    sent = await preloaded_data(visitor, "/ja")

    shown = [post["id"] for post in preloaded(pool)["newestPosts"]["posts"]]
    assert shown == ids[::-1][:3]
    assert sorted(sent) == ["featuredCultivars"]


async def test_home_page_is_rendered_without_posts_when_they_take_too_long(
    visitor: Browser, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_too_long(*_: object, **__: object) -> bytes:
        raise TimeoutError

    # A real timeout could leave an open connection to the garbage collector.
    monkeypatch.setattr(PageReads, "feed", wait_too_long)

    answer = await visitor.get("/", headers={"accept": "text/html"})

    assert answer.status_code == 200
    assert preloaded(pool)["newestPosts"] is None
