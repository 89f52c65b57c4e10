"""Head and data of the page of search results."""

import pytest

from tests.fake_build import FakePool
from tests.server.members import Browser
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html"}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/search?q=Norin+40", "“Norin 40”: search"),
        ("/ja/search?q=%E6%8A%B9%E8%8C%B6", "「抹茶」の検索"),
        ("/ja/search", "検索"),
        ("/search?q=%00%E2%80%AE", "Search"),
    ],
)
async def test_title_names_the_search(
    visitor: Browser, pool: FakePool, path: str, title: str
) -> None:
    pool.is_down = True

    answer = await visitor.get(path, headers=HTML)

    assert answer.status_code == 200
    assert f"<title>{title} " in answer.text
    assert '<meta name="robots" content="noindex,follow"' in answer.text


async def test_posts_and_members_are_sent_to_the_worker_alone(
    visitor: Browser, pool: FakePool
) -> None:
    answer = await visitor.get("/search?q=a", headers=HTML)

    assert preloaded(pool)["found"] == {"posts": [], "has_more_posts": False, "members": []}
    assert "has_more_posts" not in answer.text
