"""Too many searches are refused in the reader's language; other readers do not notice."""

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


async def test_a_reader_is_told_on_a_page_in_their_language(eager: Browser) -> None:
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


async def test_code_is_told_by_a_problem(eager: Browser) -> None:
    answer = await eager.get("/api/posts?search=more")

    assert (answer.status_code, answer.json()["code"]) == (429, "app.tooManyRequests")
    assert int(answer.headers["retry-after"]) == answer.json()["params"]["seconds"]


async def test_no_other_spelling_of_a_search_goes_round_it(eager: Browser) -> None:
    for query in ("%73earch=a", "a=b&search=c", "search=&search=d", "search=a&search=b&x=%ff"):
        assert (await eager.get(f"/api/posts?{query}")).status_code == 429, query
        assert (await eager.get(f"/community?{query}", headers=PERSON)).status_code == 429, query


async def test_no_header_makes_somebody_else_of_a_searcher(eager: Browser) -> None:
    for name in ("x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip", "cf-connecting-ip"):
        answer = await eager.get("/api/posts?search=more", headers={name: "198.51.100.99"})
        assert answer.status_code == 429, name


async def test_everything_but_searching_goes_on(eager: Browser) -> None:
    for path in ("/community", "/community?search=", "/community?page=2", "/api/posts", "/about"):
        assert (await eager.get(path, headers=PERSON)).status_code == 200, path


async def test_what_others_have_searched_for_a_moment_ago_is_shown(
    place: Place, eager: Browser
) -> None:
    path = "/ja/cultivars?search=midori"
    async with place.browser("198.51.100.82") as other:
        assert (await other.get(path, headers=PERSON)).status_code == 200

    assert (await eager.get(path, headers=PERSON)).status_code == 200


async def test_others_search_on(place: Place, eager: Browser) -> None:
    async with place.browser("198.51.100.80") as other:
        assert (await other.get("/community?search=word", headers=PERSON)).status_code == 200


async def test_a_refusal_is_not_kept_for_the_next_one(place: Place, eager: Browser) -> None:
    path = "/ja/community?search=unasked"
    assert (await eager.get(path, headers=PERSON)).status_code == 429

    async with place.browser("198.51.100.81") as other:
        answer = await other.get(path, headers=PERSON)

    assert answer.status_code == 200
