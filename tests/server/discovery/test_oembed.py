"""oEmbed: the description by which another site shows a cultivar or a post as a card."""

import io
import re
from html import unescape
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, Language, path_for
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import add_post, execute
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

DISCOVERY = re.compile(r'<link rel="alternate" type="application/json\+oembed" href="([^"]*)"')
TITLE = re.compile(r'<meta property="og:title" content="([^"]*)"')
CULTIVAR = f"{ORIGIN}/cultivars/saemidori"


@pytest.fixture
def pool() -> FakePool:
    """Returns a pool without workers, so that the host renders the head."""
    down = FakePool()
    down.is_down = True
    return down


async def get_oembed(browser: Browser, url: str, limits: str = "") -> httpx.Response:
    return await browser.get(f"/oembed?url={quote(url, safe='')}{limits}")


async def oembed_of(browser: Browser, url: str, limits: str = "") -> dict[str, Any]:
    """Requests the oEmbed description of an address and returns it."""
    answer = await get_oembed(browser, url, limits)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
async def test_page_links_to_an_oembed_description_that_matches_it(
    place: Place, hana: Browser, language: Language
) -> None:
    post = await add_post(place.engine, user_id=hana.member_id, title="初摘み「朝」&c")
    paths = {
        path_for("cultivar", language, params={"id": "saemidori"}): None,
        path_for("post", language, params={"id": str(post)}): "茶畑 はな",
    }

    for path, author in paths.items():
        html = (await hana.get(path)).text
        [address] = DISCOVERY.findall(html)
        [title] = TITLE.findall(html)
        answer = await hana.get(unescape(address).removeprefix(ORIGIN))
        oembed = answer.json()

        assert (oembed["type"], oembed["version"]) == ("link", "1.0")
        assert oembed["title"] in unescape(title)
        assert oembed.get("author_name") == author
        assert oembed["provider_url"] == ORIGIN + path_for("home", language)
        assert answer.headers["access-control-allow-origin"] == "*"
        card = await hana.get(oembed["thumbnail_url"].removeprefix(ORIGIN))
        picture = Image.open(io.BytesIO(card.content))
        assert (
            picture.size == (oembed["thumbnail_width"], oembed["thumbnail_height"]) == (1200, 630)
        )


async def test_oembed_has_the_author_unless_the_member_was_removed(
    place: Place, hana: Browser
) -> None:
    of_hana = await add_post(place.engine, user_id=hana.member_id)
    of_nobody = await add_post(place.engine)

    known = await oembed_of(hana, f"{ORIGIN}/ja/post/{of_hana}")
    unknown = await oembed_of(hana, f"{ORIGIN}/ja/post/{of_nobody}")

    assert known["author_url"] == f"{ORIGIN}/ja/members/{hana.member_id}"
    assert not {"author_name", "author_url"} & set(unknown)


OTHER_SPELLINGS = (
    f"{CULTIVAR}/",
    f"{CULTIVAR}?utm_source=x#citation",
    f"{ORIGIN}/Cultivars/Saemidori",
    f"{ORIGIN}/cultivars/さえみどり",
    f"{ORIGIN}/cultivars/%E3%82%B5%E3%82%A8%E3%83%9F%E3%83%89%E3%83%AA",
    "https://tea.example/cultivars/saemidori",
    "http://TEA.example:80/cultivars/saemidori",
)
FOREIGN_OR_UNKNOWN = (
    f"{ORIGIN}/cultivars/nothing",
    f"{ORIGIN}/post/12345",
    f"{ORIGIN}/post/{'9' * 30}",
    f"{ORIGIN}/about",
    f"{ORIGIN}/nothing",
    f"{ORIGIN}.evil.example/cultivars/saemidori",
    "https://evil.example/cultivars/saemidori",
    "https://tea.example@evil.example/cultivars/saemidori",
    "https://me:pw@tea.example/cultivars/saemidori",
    "https://tea.example:444/cultivars/saemidori",
    "https://tea.example:x/cultivars/saemidori",
    "https://[tea.example/cultivars/saemidori",
    "ftp://tea.example/cultivars/saemidori",
    "javascript:alert(1)",
    "/cultivars/saemidori",
    "\x00",
    "%ff%fe",
)


async def test_oembed_accepts_other_spellings_of_a_url(visitor: Browser) -> None:
    page = await oembed_of(visitor, CULTIVAR)

    assert [url for url in OTHER_SPELLINGS if await oembed_of(visitor, url) != page] == []


SIZE_LIMITS = (
    ("&maxwidth=1200&maxheight=630", True),
    ("&maxwidth=1199", False),
    ("&maxheight=400", False),
    ("&maxwidth=", True),
    ("&maxwidth=wide", True),
    ("&maxwidth=-1", True),
    (f"&maxwidth={'9' * 5000}", True),
)


async def test_oembed_omits_a_thumbnail_larger_than_requested(visitor: Browser) -> None:
    for limits, is_shown in SIZE_LIMITS:
        oembed = await oembed_of(visitor, CULTIVAR, limits)
        of_card = {"thumbnail_url", "thumbnail_width", "thumbnail_height"} & set(oembed)

        assert len(of_card) == (3 if is_shown else 0), limits


async def test_oembed_answers_404_for_foreign_and_unknown_urls(visitor: Browser) -> None:
    for url in FOREIGN_OR_UNKNOWN:
        answer = await get_oembed(visitor, url)

        assert answer.status_code == 404, url
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.headers["cache-control"] == "no-store"


async def test_oembed_answers_410_for_a_removed_post(place: Place, visitor: Browser) -> None:
    await execute(place.engine, "INSERT INTO removed_posts VALUES (77, :at)", at=place.moment.now)

    assert (await get_oembed(visitor, f"{ORIGIN}/post/77")).status_code == 410


async def test_oembed_answers_501_for_formats_other_than_json(visitor: Browser) -> None:
    for form, status in (("json", 200), ("JSON", 200), ("xml", 501), ("x", 501)):
        assert (await get_oembed(visitor, CULTIVAR, f"&format={form}")).status_code == status


async def test_oembed_without_a_url_answers_400(visitor: Browser) -> None:
    assert (await visitor.get("/oembed")).status_code == 400
    assert (await visitor.get("/oembed?" + "a=1&" * 100)).status_code == 400


@pytest.mark.parametrize(
    ("path", "feed"),
    [
        ("/cultivars/saemidori", "/feeds/cultivar/saemidori.atom"),
        ("/ja/community?category=review", "/ja/feeds/category/review.atom"),
        ("/ja/community?category=review&rating=4", "/ja/feeds/category/review.atom"),
        ("/ja/members/{hana}", "/ja/feeds/member/{hana}.atom"),
        ("/database-info", "/feeds/corrections.atom"),
        ("/ja/database-info", "/ja/feeds/corrections.atom"),
        ("/community", None),
        ("/about", None),
    ],
)
async def test_page_links_to_its_own_feed_beside_the_feed_of_the_site(
    hana: Browser, path: str, feed: str | None
) -> None:
    html = (await hana.get(path.format(hana=hana.member_id))).text

    named = re.findall(r'<link rel="alternate" type="application/atom\+xml" href="([^"]*)"', html)
    own = [] if feed is None else [feed.format(hana=hana.member_id)]
    assert [address for address in named if "/feeds/" in address] == own
    assert len(named) == len(own) + 1
    for address in named:
        assert (await hana.get(address)).status_code == 200
