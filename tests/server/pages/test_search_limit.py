"""Too many searches are refused in the language of the page; other clients are not affected."""

from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest

from server.contracts.limits import LIMITS
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

PERSON = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
MOST = LIMITS.searches_per_minute


@pytest.fixture
async def eager(place: Place, visitor: Browser) -> AsyncIterator[Browser]:
    """A browser that has searched as often as the limit allows."""
    for number in range(MOST):
        assert (await visitor.get(f"/robots.txt?search=word{number}")).status_code == 200
    yield visitor


async def test_limit_of_searches_is_explained_in_the_language_of_the_page(eager: Browser) -> None:
    for path, language, words in (
        ("/community", "en", "Too many searches"),
        ("/ja/community", "ja", "検索が多すぎます"),
        ("/ja/cultivars", "ja", "検索が多すぎます"),
    ):
        answer = await eager.get(f"{path}?search={quote('新茶')}", headers=PERSON)

        assert answer.status_code == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert "no-store" in answer.headers["cache-control"]
        assert "content-security-policy" in answer.headers
        assert f'<html lang="{language}"' in answer.text
        assert words in answer.text
        assert "noindex" in answer.text


async def test_api_answers_with_a_problem_above_the_limit(eager: Browser) -> None:
    answer = await eager.get("/api/posts?search=more")

    assert (answer.status_code, answer.json()["code"]) == (429, "app.tooManyRequests")
    assert int(answer.headers["retry-after"]) == answer.json()["params"]["seconds"]


async def test_other_spellings_of_a_search_count_too(eager: Browser) -> None:
    for query in ("%73earch=a", "a=b&search=c", "search=&search=d", "search=a&search=b&x=%ff"):
        assert (await eager.get(f"/api/posts?{query}")).status_code == 429, query
        assert (await eager.get(f"/community?{query}", headers=PERSON)).status_code == 429, query


async def test_headers_do_not_change_the_counted_address(eager: Browser) -> None:
    for name in ("x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip", "cf-connecting-ip"):
        answer = await eager.get("/api/posts?search=more", headers={name: "198.51.100.99"})
        assert answer.status_code == 429, name


async def test_pages_without_a_search_are_not_limited(eager: Browser) -> None:
    for path in ("/community", "/community?search=", "/community?page=2", "/api/posts", "/about"):
        assert (await eager.get(path, headers=PERSON)).status_code == 200, path


async def test_cached_search_is_sent_above_the_limit(place: Place, eager: Browser) -> None:
    path = "/ja/cultivars?search=midori"
    async with place.browser("198.51.100.82") as other:
        assert (await other.get(path, headers=PERSON)).status_code == 200

    assert (await eager.get(path, headers=PERSON)).status_code == 200


async def test_searches_of_other_addresses_are_not_limited(place: Place, eager: Browser) -> None:
    async with place.browser("198.51.100.80") as other:
        assert (await other.get("/community?search=word", headers=PERSON)).status_code == 200


async def test_refused_search_is_not_cached(place: Place, eager: Browser) -> None:
    path = "/ja/community?search=unasked"
    assert (await eager.get(path, headers=PERSON)).status_code == 429

    async with place.browser("198.51.100.81") as other:
        answer = await other.get(path, headers=PERSON)

    assert answer.status_code == 200
