"""Head and data of the pages about the whole catalogue, such as its statistics and timeline."""

import pytest

from server.contracts.evidence import BREEDERS
from server.pages.cache.policy import BUILT_IN_FRESH_S, find_policy
from server.web.search_limit import is_combination
from tests.fake_build import FakePool
from tests.server.members import Browser
from tests.server.pages.test_member_loaders import preloaded

HTML = {"accept": "text/html"}


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/statistics", "Japanese tea cultivars in numbers"),
        ("/ja/statistics", "数字で見る日本茶の品種"),
        ("/timeline", "Timeline of Japanese tea cultivars"),
        ("/ja/breeders", "日本茶の育成者"),
    ],
)
async def test_overview_has_a_title_and_is_indexed_without_a_worker(
    visitor: Browser, pool: FakePool, path: str, title: str
) -> None:
    pool.is_down = True

    answer = await visitor.get(path, headers=HTML)

    assert answer.status_code == 200
    assert f"<title>{title} " in answer.text
    assert "noindex" not in answer.text


@pytest.mark.anyio
async def test_data_of_an_overview_is_sent_to_the_worker_alone(
    visitor: Browser, pool: FakePool
) -> None:
    answer = await visitor.get("/statistics", headers=HTML)

    assert preloaded(pool)["statistics"] == {"of": "statistics"}
    assert '"of"' not in answer.text


def test_overviews_are_cached_like_other_pages_of_the_build() -> None:
    for path in (b"/statistics", b"/ja/statistics", b"/calendar", b"/ja/calendar"):
        policy = find_policy(path, b"")
        assert policy is not None
        assert policy.fresh_s == BUILT_IN_FRESH_S


@pytest.mark.anyio
async def test_breeder_has_a_title_of_its_own(visitor: Browser, pool: FakePool) -> None:
    pool.is_down = True

    answer = await visitor.get("/ja/breeders/kyoto", headers=HTML)

    assert "kyotoが育成した茶の品種" in answer.text
    assert "noindex" not in answer.text


@pytest.mark.anyio
async def test_unknown_breeder_is_not_found(visitor: Browser, pool: FakePool) -> None:
    pool.is_down = True

    answer = await visitor.get("/breeders/nobody", headers=HTML)

    assert answer.status_code == 404
    assert "No such breeder" in answer.text


@pytest.mark.anyio
async def test_sitemap_lists_the_institutes_with_records(visitor: Browser) -> None:
    listed = (await visitor.get("/sitemaps/breeders.xml")).text

    assert "/ja/breeders/kanaya</loc>" in listed
    assert listed.count("<url>") == 2 * len(BREEDERS)


@pytest.mark.anyio
@pytest.mark.parametrize("query", ["about=seimei", "about=seimei&to=saemidori", "about=nobody"])
async def test_choice_in_the_pedigree_has_the_address_of_the_whole_and_is_not_indexed(
    visitor: Browser, pool: FakePool, query: str
) -> None:
    pool.is_down = True

    whole = await visitor.get("/ja/pedigree", headers=HTML)
    chosen = await visitor.get(f"/ja/pedigree?{query}", headers=HTML)

    assert "noindex" not in whole.text
    assert "noindex,follow" in chosen.text
    canonical = chosen.text.partition('rel="canonical"')[2].partition(">")[0]
    assert '/ja/pedigree"' in canonical


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/ja/pedigree", "about=seimei"),
        ("/calendar", "ids=seimei"),
        ("/cultivars", "origin=kyoto,kagoshima"),
        ("/ja/cultivars", "origin=kyoto&view=table"),
    ],
)
def test_choices_are_counted_as_combinations_and_not_cached(path: str, query: str) -> None:
    assert is_combination(path, query.encode())
    assert find_policy(path.encode(), query.encode()) is None
    assert not is_combination(path, b"")
    assert find_policy(path.encode(), b"") is not None
