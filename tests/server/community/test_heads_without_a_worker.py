"""Metadata of the community's pages while the render worker is down."""

import re
from datetime import UTC, datetime

import pytest

from server.community.cursors import format_cursor
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import add_image, add_post, add_posts, execute
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

# The cursor after post 34.
CURSOR = "WyJuZXdlc3QiLFsxNzk1Mjk5MTgyOTAyNjMxLDM0XV0"
AT = datetime.fromtimestamp(1795299182, UTC).replace(microsecond=902631)
# Id and time of the post that CURSOR names.
POST_OF_CURSOR: dict[str, object] = {"id": 34, "created_at": AT}
# An invented cursor, whose position is before the first post.
OLDEST_CURSOR = "WyJuZXdlc3QiLFsxLDc3N11d"

# An invented cursor, after which all posts follow.
FUTURE_CURSOR = format_cursor("newest", (datetime(2100, 1, 1, tzinfo=UTC), 777))


@pytest.fixture
def pool() -> FakePool:
    """Returns a pool that renders nothing."""
    down = FakePool()
    down.is_down = True
    return down


async def html_of(browser: Browser, path: str) -> str:
    return (await browser.get(path, headers={"accept": "text/html"})).text


def meta(html: str, name: str) -> list[str]:
    return re.findall(f'<meta (?:name|property)="{name}" content="([^"]*)"/>', html)


def links(html: str, tag: str) -> list[str]:
    return re.findall(f'hrefLang="{tag}" href="([^"]*)"', html)


def title(html: str) -> str:
    """Returns the title of a page."""
    [only] = re.findall("<title>(.*?)</title>", html)
    return str(only)


@pytest.fixture
async def post_id(place: Place, hana: Browser) -> int:
    """Inserts a post with markup, a cultivar and a picture; returns its id."""
    post_id = await add_post(
        place.engine,
        user_id=hana.member_id,
        content="<深蒸し>\nの香り" + "あ" * 200,
        tea_type="sencha",
        tea_variety="saemidori",
        prefecture="shizuoka",
    )
    await add_image(place.engine, hana.member_id, post_id=post_id)
    return post_id


async def test_post_page_has_article_metadata(
    visitor: Browser, hana: Browser, post_id: int
) -> None:
    html = await html_of(visitor, f"/post/{post_id}")

    start = "&lt;深蒸し&gt; の香り"
    assert title(html) == f"{start}{'あ' * 25}… by 茶畑 はな | Chanoki"
    assert meta(html, "description") == [f"{start}{'あ' * 111}…"]
    assert meta(html, "robots")[0].startswith("index,follow")
    assert meta(html, "og:type") == ["article"]
    assert links(html, "x-default") == links(html, "ja") == [f"{ORIGIN}/ja/post/{post_id}"]
    assert meta(html, "article:published_time") == ["2026-11-20T04:00:00Z"]
    assert meta(html, "article:modified_time") == ["2026-11-20T04:00:00Z"]
    assert meta(html, "article:author") == [f"{ORIGIN}/ja/members/{hana.member_id}"]
    assert meta(html, "article:section") == ["Review"]
    assert meta(html, "article:tag") == ["Sencha", "Saemidori", "Shizuoka"]
    assert meta(html, "og:image")[0].startswith(f"{ORIGIN}/og/post/{post_id}-en-")
    assert meta(html, "og:image:width") == ["1200"]
    assert meta(html, "og:image:type") == ["image/jpeg"]


async def test_post_without_author_and_image_has_title_and_card_metadata(
    place: Place, visitor: Browser
) -> None:
    post_id = await add_post(
        place.engine,
        title="朝の一杯",
        language="en",
        category="culture",
        edited_at=place.moment.now,
    )

    html = await html_of(visitor, f"/ja/post/{post_id}")

    assert title(html) == "朝の一杯 | 茶の木"
    assert links(html, "x-default") == [f"{ORIGIN}/post/{post_id}"]
    assert meta(html, "article:author") == meta(html, "article:tag") == []
    assert meta(html, "og:image")[0].startswith(f"{ORIGIN}/og/post/{post_id}-ja-")


async def test_missing_and_removed_posts_have_their_own_titles_and_noindex(
    place: Place, visitor: Browser
) -> None:
    await execute(place.engine, "INSERT INTO removed_posts VALUES (77, :at)", at=place.moment.now)

    removed, missing = [await html_of(visitor, f"/post/{id}") for id in (77, 12345)]

    assert title(removed) == "This post has been deleted | Chanoki"
    assert title(missing) == "Post not found | Chanoki"
    for html in (removed, missing):
        assert meta(html, "robots") == ["noindex,follow"]
        assert 'rel="canonical"' not in html


async def test_only_a_cursor_of_a_post_of_the_list_is_indexed(
    place: Place, visitor: Browser
) -> None:
    await add_posts(place.engine, [{}, {"category": "shop"}, POST_OF_CURSOR])

    for query, own, is_listed in (
        (f"?after={CURSOR}", f"?after={CURSOR}", True),
        (f"?after={CURSOR}=", "", True),
        (f"?after={FUTURE_CURSOR}", "", False),
        (f"?category=shop&after={CURSOR}", "?category=shop", False),
    ):
        html = await html_of(visitor, f"/community{query}")

        assert links(html, "ja") == [f"{ORIGIN}/ja/community{own.replace('&', '&amp;')}"]
        assert meta(html, "robots")[0].startswith("index") is is_listed


async def test_category_pages_are_indexed_and_filtered_pages_are_not(
    place: Place, visitor: Browser
) -> None:
    await add_posts(place.engine, [{}] * 12 + [{"category": "shop"}] * 11 + [POST_OF_CURSOR])

    for query, says, own, is_listed in (
        ("", "Community", "", True),
        ("?category=review", "Review – Community", "?category=review", True),
        ("?page=3", "Community, page 3", "?page=3", True),
        ("?page=9", "Community, page 3", "?page=3", True),
        ("?category=teaware&page=2", "Teaware – Community", "?category=teaware", True),
        ("?category=shop&page=2", "Shop – Community, page 2", "?category=shop&page=2", True),
        (f"?after={CURSOR}", "Community, posts before no. 34", f"?after={CURSOR}", True),
        (
            f"?after={CURSOR}&page=2",
            "Community, posts before no. 34, page 2",
            f"?after={CURSOR}&page=2",
            True,
        ),
        (f"?after={OLDEST_CURSOR}", "Community, posts before no. 777", "", False),
        (
            f"?category=shop&after={OLDEST_CURSOR}&page=2",
            "Shop – Community, posts before no. 777",
            "?category=shop",
            False,
        ),
        ("?after=abc", "Community", "", True),
        ("?after=%3Cb%3E", "Community", "", True),
        ("?sort=popular", "Community: Popular", "", False),
        ("?following=1&page=2", "Community: Following", "", False),
        ("?following=1&search=yuzu", "Community: Following, yuzu", "", False),
        (
            "?category=review&rating=4&tea_type=sencha&prefecture=shizuoka"
            "&tea_variety=saemidori&search=%E3%81%8A%E8%8C%B6&page=2&after=abc",
            "Reviews of Saemidori: お茶, 4 stars or more, Sencha, Shizuoka",
            "?category=review",
            False,
        ),
        (
            "?category=review&tea_variety=saemidori",
            "Reviews of Saemidori",
            "?category=review",
            False,
        ),
    ):
        html = await html_of(visitor, f"/community{query}")

        assert title(html) == f"{says} | Chanoki"
        assert links(html, "ja") == [f"{ORIGIN}/ja/community{own.replace('&', '&amp;')}"]
        assert meta(html, "robots")[0].startswith("index") is is_listed


async def test_highest_rating_is_named_without_or_more(visitor: Browser) -> None:
    html = await html_of(visitor, "/community?category=review&rating=5")

    assert title(html) == "Review – Community: 5 stars | Chanoki"


async def test_member_page_is_indexed_once_it_has_posts_and_a_bio(
    place: Place, visitor: Browser, hana: Browser
) -> None:
    path = f"/members/{hana.member_id}"
    early = await html_of(visitor, path)
    for _ in range(3):
        await add_post(place.engine, user_id=hana.member_id)
    await hana.change(
        "PUT",
        "/api/profiles/me",
        json={"display_name": "はな", "bio": "静岡\nが好き", "language": "ja"},
    )

    html = await html_of(visitor, path)

    assert meta(early, "robots") == ["noindex,follow"]
    assert meta(html, "robots")[0].startswith("index")
    assert meta(html, "description") == ["静岡 が好き"]
    assert meta(html, "og:type") == ["profile"]
    assert meta(html, "profile:username") == ["はな"]
    assert title(await html_of(visitor, "/members/nobody")) == "Member not found | Chanoki"


async def test_edit_page_is_noindex_for_author_and_other_members(
    hana: Browser, alex: Browser, post_id: int
) -> None:
    for browser in (hana, alex):
        html = await html_of(browser, f"/post/{post_id}/edit")

        assert meta(html, "robots") == ["noindex,nofollow"]
        assert 'rel="canonical"' not in html
