"""E-mail addresses, and their parts before the @, are shown to their owner only."""

from itertools import product

import pytest

from server.accounts.sessions.development_provider import MEMBERS
from server.contracts.routes import LANGUAGES, ROUTES, path_for
from tests.server.members import Browser, Place
from tests.server.operations import READINGS, TABLE, prepare_path, send_request

pytestmark = pytest.mark.anyio

ADDRESSES = tuple(member.email for member in MEMBERS)
FILES = ("/feed.atom", "/ja/feed.atom", "/sitemap.xml", "/sitemaps/members.xml", "/llms.txt")


def leaks(text: str, own: str = "") -> list[str]:
    return [address for address in ADDRESSES if address != own and address in text]


@pytest.fixture
async def nameless(place: Place) -> Browser:
    """Returns the browser of a member without a name, who has written a post."""
    async with place.browser("198.51.100.7") as browser:
        await place.sign_in(browser, "development-nameless")
        await browser.change("POST", "/api/posts", json=POST)
        return browser


POST = {"content": "一番茶", "category": "question", "language": "ja"}


async def test_api_response_contains_no_email_address_of_another_member(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, nameless: Browser
) -> None:
    paths = {name: await prepare_path(name, hana, place) for name in READINGS}
    others = {"alex": alex, "nobody": visitor}

    leaking = [
        f"{name} to {viewer}: {found}"
        for (viewer, browser), (name, path) in product(others.items(), paths.items())
        if (found := leaks((await send_request(browser, name, path)).text, address_of(viewer)))
    ]

    assert leaking == []
    assert ADDRESSES[0] in (await hana.get("/api/profiles/me")).text
    assert TABLE


def address_of(viewer: str) -> str:
    return next((address for address in ADDRESSES if address.startswith(viewer)), "")


async def test_page_or_file_contains_no_email_address_of_another_member(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, nameless: Browser
) -> None:
    post = (await prepare_path("GET /api/posts/{id}", hana, place)).rpartition("/")[2]
    ids = {"member": (hana.member_id, nameless.member_id), "cultivar": ("saemidori",)}
    pages = [
        path_for(name, language, params={"id": id})
        for name, language in product(ROUTES, LANGUAGES)
        for id in ids.get(name, (post,))
    ]

    leaking = [
        f"{path}: {found}"
        for path in [*pages, *FILES]
        for browser, own in ((visitor, ""), (alex, address_of("alex")))
        if (found := leaks((await browser.get(path)).text, own))
    ]

    assert leaking == []


async def test_email_name_of_a_member_without_a_name_is_not_shown_to_visitors(
    visitor: Browser, nameless: Browser
) -> None:
    first_part = next(one.email for one in MEMBERS if not one.name).partition("@")[0]

    for path in (
        "/api/posts",
        f"/api/profiles/{nameless.member_id}",
        f"/api/members/{nameless.member_id}/posts",
        f"/members/{nameless.member_id}",
        "/community",
        "/feed.atom",
    ):
        answer = await visitor.get(path)
        assert answer.status_code == 200, path
        assert first_part not in answer.text, path
