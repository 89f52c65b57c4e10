"""Limit of searches: refusals in the language of the page; other clients are not affected."""

from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest

from server.community.cursors import format_cursor
from server.contracts.limits import LIMITS
from server.pages.cache.policy import find_policy
from server.web import search_limit
from server.web.search_limit import FOREIGN_SELECTIONS, SEARCHES, is_feed_position
from tests.server.conftest import START
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("stopped_limits", "few_searches")]

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
MOST = 12

SEARCHED = "/community?search={}", "/api/posts?search={}", "/relation/seimei/saemidori?x={}"


def fetch_metadata(site: str, mode: str, dest: str, **more: str) -> dict[str, str]:
    return {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest, **more}


OTHER_SITES = {
    "an image": fetch_metadata("cross-site", "no-cors", "image"),
    "an image on a sibling domain": fetch_metadata("same-site", "no-cors", "image"),
    "a fetch": fetch_metadata("cross-site", "cors", "empty"),
    "a frame": fetch_metadata("cross-site", "navigate", "iframe"),
    "a prefetched page": fetch_metadata(
        "cross-site", "navigate", "document", **{"sec-purpose": "prefetch;prerender"}
    ),
}
OWN_REQUESTS = {
    "a link on another site": fetch_metadata("cross-site", "navigate", "document"),
    "a request of this site's page": fetch_metadata("same-origin", "cors", "empty"),
    "an address that was typed, loaded in advance": fetch_metadata(
        "none", "navigate", "document", **{"sec-purpose": "prefetch;prerender"}
    ),
    "a link of this site, loaded in advance": fetch_metadata(
        "same-origin", "navigate", "document", **{"sec-purpose": "prefetch"}
    ),
    "a browser without metadata": {},
}


@pytest.fixture
def few_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lowers the limit of searches, so that it is reached sooner."""
    for name, rate in (("SEARCHES", SEARCHES), ("FOREIGN_SELECTIONS", FOREIGN_SELECTIONS)):
        monkeypatch.setattr(search_limit, name, rate._replace(most=MOST))


@pytest.fixture
async def browser_at_limit(place: Place, visitor: Browser) -> AsyncIterator[Browser]:
    """Yields a browser that has searched as often as the limit allows."""
    for number in range(MOST):
        assert (await visitor.get(f"/robots.txt?search=word{number}")).status_code == 200
    yield visitor


async def test_limit_is_that_of_the_shared_file(
    visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_limit, "SEARCHES", SEARCHES)

    for number in range(LIMITS.searches_per_minute - 1):
        await visitor.get(f"/robots.txt?search={number}")

    assert (await visitor.get("/api/posts?search=last")).status_code == 200
    assert (await visitor.get("/api/posts?search=more")).status_code == 429


async def test_positions_of_the_feed_are_counted_unless_they_are_cached(visitor: Browser) -> None:
    cursors = [format_cursor("newest", (START, number)) for number in range(MOST + 1)]
    statuses = []
    for cursor in (cursors[0], *cursors):
        answer = await visitor.get(f"/ja/community?after={cursor}", headers=HTML)
        statuses.append(answer.status_code)

    assert statuses == [200] * (MOST + 1) + [429]


@pytest.mark.parametrize(
    ("query", "is_position"),
    [
        ("", False),
        ("page=3", False),
        ("category=review", False),
        ("category=review&page=2", False),
        ("category=review&sort=", False),
        ("after=x", True),
        ("category=review&rating=4", True),
    ],
)
def test_positions_of_the_feed_are_cursors_and_several_filters(
    query: str, is_position: bool
) -> None:
    assert is_feed_position("/community", query.encode()) is is_position
    assert not is_feed_position("/cultivars", query.encode())
    # Unlike combinations of filters elsewhere, positions of the feed are cached.
    assert find_policy(b"/community", query.encode()) is not None


async def test_limit_of_searches_is_explained_in_the_language_of_the_page(
    browser_at_limit: Browser,
) -> None:
    for path, language, words in (
        ("/community", "en", "Too many searches"),
        ("/ja/community", "ja", "検索が多すぎます"),
        ("/ja/cultivars", "ja", "検索が多すぎます"),
    ):
        answer = await browser_at_limit.get(f"{path}?search={quote('新茶')}", headers=HTML)

        assert answer.status_code == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert "no-store" in answer.headers["cache-control"]
        assert "content-security-policy" in answer.headers
        assert f'<html lang="{language}"' in answer.text
        assert words in answer.text
        assert "noindex" in answer.text


async def test_api_answers_with_a_problem_above_the_limit(browser_at_limit: Browser) -> None:
    answer = await browser_at_limit.get("/api/posts?search=more")

    assert (answer.status_code, answer.json()["code"]) == (429, "app.tooManyRequests")
    assert int(answer.headers["retry-after"]) == answer.json()["params"]["seconds"]


async def test_other_spellings_of_a_search_count_too(browser_at_limit: Browser) -> None:
    for query in ("%73earch=a", "a=b&search=c", "search=&search=d", "search=a&search=b&x=%ff"):
        assert (await browser_at_limit.get(f"/api/posts?{query}")).status_code == 429, query
        assert (
            await browser_at_limit.get(f"/community?{query}", headers=HTML)
        ).status_code == 429, query


async def test_headers_do_not_change_the_counted_address(browser_at_limit: Browser) -> None:
    for name in ("x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip", "cf-connecting-ip"):
        answer = await browser_at_limit.get(
            "/api/posts?search=more", headers={name: "198.51.100.99"}
        )
        assert answer.status_code == 429, name


async def test_pages_without_a_search_are_not_limited(browser_at_limit: Browser) -> None:
    for path in ("/community", "/community?search=", "/community?page=2", "/api/posts", "/about"):
        assert (await browser_at_limit.get(path, headers=HTML)).status_code == 200, path


async def test_cached_search_is_sent_above_the_limit(
    place: Place, browser_at_limit: Browser
) -> None:
    path = "/ja/cultivars?search=midori"
    async with place.browser("198.51.100.82") as other:
        assert (await other.get(path, headers=HTML)).status_code == 200

    assert (await browser_at_limit.get(path, headers=HTML)).status_code == 200


async def test_searches_of_other_addresses_are_not_limited(
    place: Place, browser_at_limit: Browser
) -> None:
    async with place.browser("198.51.100.80") as other:
        assert (await other.get("/community?search=word", headers=HTML)).status_code == 200


async def test_refused_search_is_not_cached(place: Place, browser_at_limit: Browser) -> None:
    path = "/ja/community?search=refused"
    assert (await browser_at_limit.get(path, headers=HTML)).status_code == 429

    async with place.browser("198.51.100.81") as other:
        answer = await other.get(path, headers=HTML)

    assert answer.status_code == 200


SELECTIONS = (
    "/ja/relation/seimei/saemidori",
    "/cultivars?origin=kagoshima&decade=1990",
    "/ja/cultivars?origin=kagoshima,miyazaki",
    "/cultivars?view=table",
    "/cultivars?from=-3",
    "/data/v1/cultivars.csv?ids=seimei",
)
SINGLE_VALUES = (
    "/relation",
    "/cultivars?origin=kagoshima",
    "/ja/cultivars?page=2",
    "/data/v1/cultivars.csv",
)


@pytest.mark.parametrize("path", SELECTIONS)
async def test_page_of_chosen_values_counts_as_a_search(
    browser_at_limit: Browser, path: str
) -> None:
    assert (await browser_at_limit.get(path, headers=HTML)).status_code == 429


@pytest.mark.parametrize("path", SINGLE_VALUES)
async def test_page_of_one_chosen_value_is_not_limited(
    browser_at_limit: Browser, path: str
) -> None:
    assert (await browser_at_limit.get(path, headers=HTML)).status_code == 200


@pytest.mark.parametrize("kind", OTHER_SITES)
@pytest.mark.parametrize("path", SEARCHED)
async def test_search_loaded_by_another_site_is_refused_and_not_counted(
    visitor: Browser, path: str, kind: str
) -> None:
    for number in range(2 * MOST):
        answer = await visitor.get(path.format(number), headers=HTML | OTHER_SITES[kind])
        assert (answer.status_code, answer.json()["code"]) == (403, "app.forbidden")
        assert answer.headers["cache-control"] == "no-store"

    assert (await visitor.get(path.format("own"), headers=HTML)).status_code == 200


async def test_cached_search_is_refused_to_another_site_too(visitor: Browser) -> None:
    path = "/ja/cultivars?search=midori"
    assert (await visitor.get(path, headers=HTML)).status_code == 200

    answer = await visitor.get(path, headers=HTML | OTHER_SITES["an image"])

    assert answer.status_code == 403


@pytest.mark.parametrize("kind", OTHER_SITES)
async def test_page_without_a_search_may_be_loaded_by_another_site(
    visitor: Browser, kind: str
) -> None:
    assert (await visitor.get("/community", headers=HTML | OTHER_SITES[kind])).status_code == 200


@pytest.mark.parametrize("kind", OWN_REQUESTS)
async def test_search_of_a_reader_is_answered_and_counted(visitor: Browser, kind: str) -> None:
    for number in range(MOST):
        answer = await visitor.get(f"/community?search={number}", headers=HTML | OWN_REQUESTS[kind])
        assert answer.status_code == 200

    refused = await visitor.get("/community?search=more", headers=HTML | OWN_REQUESTS[kind])

    assert refused.status_code == 429


async def test_selection_of_open_data_by_another_site_has_a_rate_of_its_own(
    visitor: Browser,
) -> None:
    headers = OTHER_SITES["a fetch"] | {"accept": "*/*"}
    for number in range(MOST + 1):
        path = "/data/v1/cultivars.json?ids=seimei"
        answer = await visitor.get(path, headers=headers)
        assert answer.status_code == (200 if number < MOST else 429)
        assert answer.headers["access-control-allow-origin"] == "*"
    others = [await visitor.get(f"/data/v1/cultivars.csv?{x}=2", headers=headers) for x in "vw"]

    assert [other.status_code for other in others] == [200, 200]
    assert (await visitor.get("/community?search=own", headers=HTML)).status_code == 200
