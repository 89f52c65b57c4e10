"""The cards of posts and members follow what these say, and go when they go."""

import io
import re

import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, Language, path_for
from server.discovery.cards.page_cards import stored_at
from server.media.imaging.open_graph.card_data import Stored
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

TAG = re.compile(r'<meta property="og:image(:alt)?" content="([^"]*)"/>')


@pytest.fixture
def pool() -> FakePool:
    """Without a worker, so that the head is the host's own."""
    down = FakePool()
    down.is_down = True
    return down


async def card_of(browser: Browser, path: str) -> tuple[str, str]:
    """Where the picture of a page's shared link is, and its words."""
    found = dict(TAG.findall((await browser.get(path)).text))
    return found[""].removeprefix(ORIGIN), found[":alt"]


async def look_at(browser: Browser, address: str) -> Image.Image:
    answer = await browser.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    return Image.open(io.BytesIO(answer.content))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_post_has_a_card_of_its_own(
    place: Place, visitor: Browser, language: Language
) -> None:
    id = await add_post(place.engine, content="静岡の新茶。<b>&", title="初摘み")

    address, alt = await card_of(visitor, path_for("post", language, params={"id": str(id)}))

    assert address.startswith(f"/og/post/{id}-{language}-")
    assert "初摘み" in alt
    assert (await look_at(visitor, address)).size == (1200, 630)


async def test_another_text_has_another_address_to_which_the_old_one_leads(
    place: Place, visitor: Browser, hana: Browser
) -> None:
    id = await add_post(place.engine, user_id=hana.member_id, content="before")
    before, _ = await card_of(visitor, f"/post/{id}")
    edited = await hana.change("PUT", f"/api/posts/{id}", json={"content": "after"})
    assert edited.status_code == 200

    after, _ = await card_of(visitor, f"/post/{id}")
    answer = await visitor.get(before)

    assert before != after
    assert (answer.status_code, answer.headers["location"]) == (302, after)


async def test_a_removed_post_has_no_card(place: Place, visitor: Browser, hana: Browser) -> None:
    id = await add_post(place.engine, user_id=hana.member_id)
    address, _ = await card_of(visitor, f"/post/{id}")
    await look_at(visitor, address)

    assert (await hana.change("DELETE", f"/api/posts/{id}")).status_code == 204

    assert (await visitor.get(address)).status_code == 404
    assert TAG.findall((await visitor.get(f"/post/{id}")).text) == []


@pytest.mark.parametrize(
    "path", ["/og/post/12-ja-0123456789abcdef.jpg", "/og/member/nobody-en.jpg"]
)
async def test_what_was_never_there_has_no_card(visitor: Browser, path: str) -> None:
    assert (await visitor.get(path)).status_code == 404


async def test_the_feed_has_the_card_of_its_page(visitor: Browser) -> None:
    address, _ = await card_of(visitor, "/ja/community?category=review")

    assert address.startswith("/og/page/community-ja-")
    assert (await look_at(visitor, address)).size == (1200, 630)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_member_has_a_card_without_the_address_of_their_mail(
    hana: Browser, visitor: Browser, language: Language
) -> None:
    path = path_for("member", language, params={"id": hana.member_id})

    address, alt = await card_of(visitor, path)

    assert address.startswith(f"/og/member/{hana.member_id}-{language}-")
    assert "@" not in alt
    assert (await look_at(visitor, address)).size == (1200, 630)


@pytest.mark.parametrize(
    ("url", "stored"),
    [
        ("/media/avatar-url/a-b/avatar.png?v=12", Stored("avatar-url", "a-b/avatar.png", "12")),
        ("/media/post-images/a-b/1.webp", Stored("post-images", "a-b/1.webp", "")),
        ("https://elsewhere.example/a.png", None),
        (None, None),
        ("", None),
    ],
)
def test_only_pictures_of_ours_are_shown(url: str | None, stored: Stored | None) -> None:
    assert stored_at(url) == stored
