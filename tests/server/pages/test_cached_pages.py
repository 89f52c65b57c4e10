"""Page cache in the whole site: public pages are shared, pages of members are not."""

import asyncio

import httpx
import pytest

from server.pages.cache.policy import find_policy
from tests.fake_build import FakePool
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_two_hundred_visitors_at_once_cause_one_render(
    client: httpx.AsyncClient, pool: FakePool
) -> None:
    answers = await asyncio.gather(*(client.get(f"/ja/about?utm_id={n}") for n in range(200)))

    assert len(pool.payloads) == 1
    assert {answer.status_code for answer in answers} == {200}
    assert b"utm_id" not in pool.payloads[0]


async def test_parallel_requests_never_mix_pages_of_members_and_visitors(
    hana: Browser, alex: Browser, visitor: Browser
) -> None:
    names = {
        "hana": (await hana.read_session())["member"]["id"],
        "alex": (await alex.read_session())["member"]["id"],
    }

    async def reads(browser: Browser, own: str | None) -> None:
        """Requests pages and checks that they show the own member and no other."""
        for path in ("/", "/ja/about", "/cultivars/saemidori", "/ja/cultivars?search=a") * 5:
            answer = await browser.get(path)
            response = answer.text + repr(answer.headers)
            foreign = [id for name, id in names.items() if name != own and id in response]
            assert foreign == []
            assert (names[own] in answer.text) if own else '"viewer":null' in answer.text
            assert ("no-store" in answer.headers["cache-control"]) is bool(own)

    await asyncio.gather(*(reads(visitor, None), reads(hana, "hana"), reads(alex, "alex")) * 3)


async def test_changed_name_is_on_the_public_page_at_once(hana: Browser, visitor: Browser) -> None:
    page = f"/members/{hana.member_id}"
    change = {"display_name": "Hana of Uji", "bio": "", "language": "ja"}
    await visitor.get(page)

    saved = await hana.change("PUT", "/api/profiles/me", json=change)

    assert saved.status_code == 200, saved.text
    assert "Hana of Uji" in (await visitor.get(page)).text


async def test_any_session_cookie_bypasses_the_cache(place: Place, pool: FakePool) -> None:
    async with place.browser() as browser:
        await browser.get("/about")
        await browser.get("/about", headers={"cookie": "session=nonsense"})

    assert len(pool.payloads) == 2


async def test_language_cookie_redirects_from_a_cached_home_page(
    client: httpx.AsyncClient,
) -> None:
    await client.get("/")

    answer = await client.get("/", headers={"cookie": "language=ja"})

    assert (answer.status_code, answer.headers["location"]) == (302, "/ja")


async def test_cached_page_is_revalidated_by_its_tag(client: httpx.AsyncClient) -> None:
    tag = (await client.get("/about")).headers["etag"]

    assert (await client.get("/about", headers={"if-none-match": tag})).status_code == 304
    assert "etag" not in (await client.get("/about", headers={"cookie": "session=x"})).headers


@pytest.mark.parametrize(
    "path",
    [
        "/profile",
        "/profile/edit",
        "/create",
        "/account",
        "/auth/callback",
        "/profile/x.css",
        "/profile%2f.js",
        "/profile;x",
        "/about/",
        "/About",
        "//about",
        "/abou%74",
        "/cultivars/saemidori/",
        "/api/session",
        "/nothing",
        "/cultivars/yabu%E2%84%AAita",
    ],
)
def test_other_spellings_and_members_pages_have_no_policy(path: str) -> None:
    assert find_policy(path.encode(), b"") is None


@pytest.mark.parametrize("path", ["/profile/x.css", "/profile%2f.js", "/profile;x"])
async def test_private_path_with_a_suffix_answers_404_and_names_no_member(
    hana: Browser, visitor: Browser, path: str
) -> None:
    mine = await hana.get(path)

    assert mine.status_code == 404
    assert (await visitor.get(path)).status_code == 404
    assert hana.member_id not in (await visitor.get(path)).text


def test_spellings_of_a_query_have_the_same_policy() -> None:
    forms = [
        b"search=okumidori&page=2",
        b"page=2&search=okumidori",
        b"utm_source=x&page=2&&search=okumidori&x&search=other",
        b"search=%6Fkumidori&page=2&lineage=",
    ]

    plans = {find_policy(b"/ja/cultivars", form) for form in forms}

    assert {plan.query for plan in plans if plan} == {b"search=okumidori&page=2"}
    assert find_policy(b"/cultivars", b"search=" + b"a" * 2000) is None
    assert find_policy(b"/cultivars", b"search=a&" * 50) is None


def test_policy_has_the_tags_of_its_queries() -> None:
    plan = find_policy(b"/ja/members/abc", b"")

    assert plan is not None
    queries = ("member", "memberPosts", "shared")
    assert plan.tags == {*queries, *(f"{name}:abc" for name in queries)}
    assert plan.fresh_s == 2.0
