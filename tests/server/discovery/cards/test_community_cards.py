"""Share cards of posts and members: they change with the content and are removed with it."""

import io
import re

import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, Language, path_for
from server.discovery.cards.community_cards import stored_at
from server.media.imaging.open_graph.card_data import StoredImage
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

TAG = re.compile(r'<meta property="og:image(:alt)?" content="([^"]*)"/>')


@pytest.fixture
def pool() -> FakePool:
    """Returns a pool without workers, so that the host renders the head."""
    down = FakePool()
    down.is_down = True
    return down


async def card_of(browser: Browser, path: str) -> tuple[str, str]:
    """Returns path and alternative text of the image in a page's Open Graph tags."""
    found = dict(TAG.findall((await browser.get(path)).text))
    return found[""].removeprefix(ORIGIN), found[":alt"]


async def get_card_image(browser: Browser, address: str) -> Image.Image:
    """Requests a card and returns its picture."""
    answer = await browser.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    return Image.open(io.BytesIO(answer.content))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_post_has_its_own_card_in_each_language(
    place: Place, visitor: Browser, language: Language
) -> None:
    id = await add_post(place.engine, content="静岡の新茶。<b>&", title="初摘み")

    address, alt = await card_of(visitor, path_for("post", language, params={"id": str(id)}))

    assert address.startswith(f"/og/post/{id}-{language}-")
    assert "初摘み" in alt
    assert (await get_card_image(visitor, address)).size == (1200, 630)


async def test_old_card_url_redirects_to_the_new_one_after_an_edit(
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


async def test_card_of_a_removed_post_answers_404(
    place: Place, visitor: Browser, hana: Browser
) -> None:
    id = await add_post(place.engine, user_id=hana.member_id)
    address, _ = await card_of(visitor, f"/post/{id}")
    await get_card_image(visitor, address)

    assert (await hana.change("DELETE", f"/api/posts/{id}")).status_code == 204

    assert (await visitor.get(address)).status_code == 404
    assert TAG.findall((await visitor.get(f"/post/{id}")).text) == []


@pytest.mark.parametrize(
    "path", ["/og/post/12-ja-0123456789abcdef.jpg", "/og/member/nobody-en.jpg"]
)
async def test_card_of_an_unknown_post_or_member_answers_404(visitor: Browser, path: str) -> None:
    assert (await visitor.get(path)).status_code == 404


async def test_filtered_feed_has_the_card_of_the_community_page(visitor: Browser) -> None:
    address, _ = await card_of(visitor, "/ja/community?category=review")

    assert address.startswith("/og/page/community-ja-")
    assert (await get_card_image(visitor, address)).size == (1200, 630)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_member_card_has_no_e_mail_address(
    hana: Browser, visitor: Browser, language: Language
) -> None:
    path = path_for("member", language, params={"id": hana.member_id})

    address, alt = await card_of(visitor, path)

    assert address.startswith(f"/og/member/{hana.member_id}-{language}-")
    assert "@" not in alt
    assert (await get_card_image(visitor, address)).size == (1200, 630)


@pytest.mark.parametrize(
    ("url", "stored"),
    [
        (
            "/media/avatar-url/a-b/avatar.png?v=12",
            StoredImage("avatar-url", "a-b/avatar.png", "12"),
        ),
        ("/media/post-images/a-b/1.webp", StoredImage("post-images", "a-b/1.webp", "")),
        ("https://elsewhere.example/a.png", None),
        (None, None),
        ("", None),
    ],
)
def test_card_uses_only_images_stored_by_this_site(
    url: str | None, stored: StoredImage | None
) -> None:
    assert stored_at(url) == stored
