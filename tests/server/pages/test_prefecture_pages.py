"""The map of prefectures and their pages: which exist, their heads, and the posts on them."""

import pytest

from server.community.page_reads import PageReads
from server.contracts.prefectures import PREFECTURE_PAGES
from tests.fake_build import FakePool
from tests.server.community.builders import add_post, add_posts
from tests.server.community.test_reader_specific_posts import preloaded_data
from tests.server.members import Browser, Place
from tests.server.pages.test_member_loaders import preloaded

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html"}


async def refuse(*_: object, **__: object) -> bytes:
    raise TimeoutError


async def test_map_has_the_number_of_posts_for_the_worker_alone(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    await add_posts(place.engine, [{"prefecture": "kyoto"}, {"prefecture": "kyoto"}, {}])

    sent = await preloaded_data(visitor, "/ja/map")

    assert preloaded(pool)["map"]["posts"] == {"posts": {"kyoto": 2}}
    assert preloaded(pool)["map"]["view"]["of"] == "map"
    assert list(sent) == []


@pytest.mark.parametrize("path", ["/map?show=area", "/ja/map?show=posts"])
async def test_each_subject_of_the_map_has_the_address_of_the_map(
    visitor: Browser, pool: FakePool, path: str
) -> None:
    pool.is_down = True

    answer = await visitor.get(path, headers=HTML)

    address = path.partition("?")[0]
    assert f'{address}"' in answer.text.partition('rel="canonical"')[2].partition(">")[0]


async def test_map_is_rendered_without_posts_when_their_query_fails(
    visitor: Browser, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PageReads, "prefecture_counts", refuse)

    answer = await visitor.get("/map", headers=HTML)

    assert answer.status_code == 200
    assert preloaded(pool)["map"]["posts"] is None


async def test_prefecture_has_its_newest_posts_of_every_category(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    categories = ["review", "region-info", "review", "review"]
    ids = await add_posts(
        place.engine, [{"prefecture": "kyoto", "category": one} for one in categories]
    )
    await add_post(place.engine, prefecture="mie")

    answer = await visitor.get("/ja/prefectures/kyoto", headers=HTML)

    shown = [post["id"] for post in preloaded(pool)["prefecture"]["posts"]["posts"]]
    assert answer.status_code == 200
    assert shown == ids[::-1][:3]


async def test_prefecture_of_the_catalogue_has_a_head_of_its_own(
    visitor: Browser, pool: FakePool
) -> None:
    pool.is_down = True

    answer = await visitor.get("/ja/prefectures/kyoto", headers=HTML)

    assert "kyotoの茶の品種と茶園" in answer.text
    assert "noindex" not in answer.text


async def test_prefecture_with_posts_but_no_cultivars_has_a_page_that_is_not_indexed(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    pool.is_down = True
    missing = await visitor.get("/prefectures/tokyo", headers=HTML)
    await add_post(place.engine, prefecture="tokyo")

    found = await visitor.get("/prefectures/tokyo", headers=HTML)

    assert "tokyo" not in PREFECTURE_PAGES
    assert missing.status_code == 404
    assert found.status_code == 200
    assert "noindex" in found.text


async def test_unknown_prefecture_is_not_found(visitor: Browser, pool: FakePool) -> None:
    pool.is_down = True

    answer = await visitor.get("/prefectures/edo", headers=HTML)

    assert answer.status_code == 404
    assert "No page of this prefecture" in answer.text


async def test_prefecture_of_the_catalogue_is_rendered_without_posts_when_their_query_fails(
    visitor: Browser, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PageReads, "about_prefecture", refuse)

    known = await visitor.get("/prefectures/kyoto", headers=HTML)
    assert preloaded(pool)["prefecture"]["posts"] is None
    unknown = await visitor.get("/prefectures/tokyo", headers=HTML)

    assert (known.status_code, unknown.status_code) == (200, 404)


async def test_sitemap_lists_the_prefectures_of_the_catalogue(visitor: Browser) -> None:
    listed = (await visitor.get("/sitemaps/prefectures.xml")).text

    assert "/ja/prefectures/shizuoka</loc>" in listed
    assert "tokyo" not in listed
    assert listed.count("<url>") == 2 * len(PREFECTURE_PAGES)
