"""Removed posts are missing from pages, feeds, sitemaps and cards."""

from collections.abc import Iterator

import httpx
import pytest

from server.contracts.routes import LANGUAGES
from tests.journeys.author import Author
from tests.journeys.crawler import Page, open_page
from tests.journeys.sitemaps import read_sitemaps
from tests.running_site import RunningSite

NEW = {
    "content": "すぐに消す投稿です。",
    "category": "review",
    "language": "ja",
    "tea_variety": "saemidori",
}


@pytest.fixture(scope="module")
def visitor(written_site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=written_site.origin, headers={"accept": "*/*"}, timeout=10) as http:
        yield http


@pytest.fixture
def author(written_site: RunningSite) -> Iterator[Author]:
    with httpx.Client(base_url=written_site.origin, timeout=10) as http:
        author = Author(written_site.origin, http)
        author.sign_in()
        yield author


def lists_with_posts(author: Author) -> list[str]:
    """Returns the pages and feeds that can list a post of the author."""
    prefixes = ("", "/ja")
    return [
        prefix + path
        for prefix in prefixes
        for path in (
            "/feed.atom",
            "/feeds/category/review.atom",
            "/feeds/cultivar/saemidori.atom",
            f"/feeds/member/{author.id}.atom",
            "/community",
            "/community?category=review",
            "/cultivars/saemidori",
            f"/members/{author.id}",
        )
    ]


def test_removed_post_is_missing_from_pages_feeds_sitemaps_and_cards(
    written_site: RunningSite, visitor: httpx.Client, author: Author
) -> None:
    created = author.change("POST", "/api/posts", json=NEW)
    assert created.status_code == 201, created.text
    id = created.json()["id"]
    addresses = [f"{written_site.origin}/post/{id}", f"{written_site.origin}/ja/post/{id}"]
    pages = [open_page(visitor, address) for address in addresses]
    cards = [page.metas["og:image"] for page in pages]
    assert [page.status for page in pages] == [200, 200]
    assert set(addresses) <= read_sitemaps(visitor).keys()
    assert [path for path in lists_with_posts(author) if not lists_post(visitor, path, id)] == []
    assert [visitor.get(card).status_code for card in cards] == [200, 200]

    assert author.change("DELETE", f"/api/posts/{id}").status_code < 300

    assert set(addresses) & read_sitemaps(visitor).keys() == set()
    assert [path for path in lists_with_posts(author) if lists_post(visitor, path, id)] == []
    assert [visitor.get(card).status_code for card in cards] == [404, 404]
    for address, before in zip(addresses, pages, strict=True):
        assert_gone(open_page(visitor, address))
        assert visitor.get(before.embeddings[0]).status_code == 410
        assert NEW["content"] not in visitor.get(address).text
    assert len(addresses) == len(LANGUAGES)


def lists_post(visitor: httpx.Client, path: str, id: int) -> bool:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return f"/post/{id}" in answer.text


def assert_gone(page: Page) -> None:
    assert (page.status, page.metas["robots"]) == (410, "noindex,follow")
    assert (page.canonicals, page.alternates, page.graphs, page.embeddings) == ((), {}, (), ())
    assert {name for name in page.metas if name.startswith(("og:", "twitter:"))} == set()
