"""Atom feeds, read by a feed parser."""

from typing import Any

import feedparser
import pytest
import sqlalchemy as sa
from lxml import etree

from server.community.tables import Post
from server.contracts.catalogue import EDITION
from tests.conftest import ORIGIN
from tests.server.discovery.posts import add_posts, at
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

HOSTILE = (
    "]]></content></entry><script>alert(1)</script>",
    "&amp;&lt;b&gt;",
    "\x00\x0b\ufffe control",
    "\u202e right to left",
    "👩‍🌾" * 30,
    "<![CDATA[ x ]]>",
    "\U0001f375 お茶 \u2028 二行",
    '" onmouseover="alert(1)',
)


async def read(browser: Browser, path: str) -> Any:
    """Requests a feed and returns it, parsed."""
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    etree.fromstring(answer.content)
    parsed = feedparser.parse(answer.content)
    assert not parsed.bozo
    return parsed


@pytest.mark.parametrize(("path", "language"), [("", "en"), ("/ja", "ja")])
async def test_feed_without_posts_is_valid(visitor: Browser, path: str, language: str) -> None:
    parsed = await read(visitor, f"{path}/feed.atom")

    assert parsed.feed.id == f"{ORIGIN}{path}/feed.atom"
    assert parsed.feed.language == language
    assert parsed.feed.link == f"{ORIGIN}{path}/community"
    assert parsed.feed.updated and parsed.feed.title and parsed.feed.subtitle
    assert parsed.entries == []


@pytest.mark.parametrize(
    "path",
    [
        "/feed.atom",
        "/ja/feeds/category/review.atom",
        "/feeds/cultivar/saemidori.atom",
    ],
)
async def test_feed_without_posts_has_the_date_of_the_first_edition(
    visitor: Browser, path: str
) -> None:
    parsed = await read(visitor, path)

    assert parsed.feed.updated == f"{EDITION.published.isoformat()}T00:00:00Z"


async def test_feed_of_a_member_without_posts_has_the_date_of_joining(place: Place) -> None:
    place.moment.advance(days=3)
    async with place.browser() as browser:
        await place.sign_in(browser, "development-hana")
        parsed = await read(browser, f"/feeds/member/{browser.member_id}.atom")

    assert parsed.feed.updated == "2026-11-24T04:00:00Z"


async def test_feed_lists_the_newest_post_first_with_author_date_and_content(
    place: Place, hana: Browser
) -> None:
    await add_posts(
        place.engine,
        {"id": 1, "created_at": at(1), "user_id": hana.member_id, "title": "初摘み"},
        {"id": 2, "created_at": at(2), "edited_at": at(3), "language": "en", "content": "A" * 60},
    )

    parsed = await read(hana, "/feed.atom")

    newest, older = parsed.entries
    assert newest.title == "A" * 40 + "…"
    assert newest.link == newest.id == f"{ORIGIN}/post/2"
    assert newest.updated == "2026-11-21T03:00:00Z"
    assert newest.published == "2026-11-21T02:00:00Z"
    assert older.title == "初摘み"
    assert older.link == f"{ORIGIN}/ja/post/1"
    assert older.author
    assert older.content[0].value == "新茶の香りがよいです。"
    assert older.content[0].language == "ja"
    assert "@" not in str(parsed.entries)


@pytest.mark.parametrize(
    ("path", "ids"),
    [
        ("/feeds/category/review.atom", [3, 1]),
        ("/ja/feeds/category/question.atom", [2]),
        ("/feeds/category/teaware.atom", []),
        ("/feeds/cultivar/saemidori.atom", [3]),
        ("/ja/feeds/cultivar/yabukita.atom", []),
        ("/feeds/member/{hana}.atom", [2, 1]),
    ],
)
async def test_feed_of_a_category_cultivar_or_member_has_only_its_posts(
    place: Place, hana: Browser, path: str, ids: list[int]
) -> None:
    await add_posts(
        place.engine,
        {"id": 1, "created_at": at(1), "user_id": hana.member_id},
        {"id": 2, "created_at": at(2), "user_id": hana.member_id, "category": "question"},
        {"id": 3, "created_at": at(3), "tea_variety": "saemidori"},
    )

    parsed = await read(hana, path.format(hana=hana.member_id))

    assert [int(entry.id.rpartition("/")[2]) for entry in parsed.entries] == ids


async def test_hostile_text_stays_plain_text_in_a_feed(place: Place, visitor: Browser) -> None:
    await add_posts(
        place.engine,
        *(
            {"id": number, "content": text.replace("\x00", ""), "title": text.replace("\x00", "")}
            for number, text in enumerate(HOSTILE, 1)
        ),
    )

    parsed = await read(visitor, "/feed.atom")

    assert len(parsed.entries) == len(HOSTILE)
    for entry in parsed.entries:
        assert entry.content[0].type == "text/plain"
        original = HOSTILE[int(entry.id.rpartition("/")[2]) - 1]
        assert entry.content[0].value.split()[-1] == original.split()[-1]


async def test_removed_post_leaves_the_feed_at_once(place: Place, visitor: Browser) -> None:
    await add_posts(place.engine, {"id": 1}, {"id": 2})
    before = await visitor.get("/feed.atom")
    async with place.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.id == 2))

    parsed = await read(visitor, "/feed.atom")

    assert [entry.id for entry in parsed.entries] == [f"{ORIGIN}/ja/post/1"]
    assert before.headers["cache-control"] == "public, no-cache"


async def test_feed_answers_304_until_a_new_post_is_added(place: Place, visitor: Browser) -> None:
    await add_posts(place.engine, {"id": 1})
    tag = (await visitor.get("/feed.atom")).headers["etag"]

    same = await visitor.get("/feed.atom", headers={"if-none-match": tag})
    await add_posts(place.engine, {"id": 2})
    new = await visitor.get("/feed.atom", headers={"if-none-match": tag})

    assert (same.status_code, same.content) == (304, b"")
    assert new.status_code == 200
    assert new.headers["etag"] != tag


@pytest.mark.parametrize(
    "path",
    [
        "/feeds/category/nothing.atom",
        "/feeds/category/brewing-tips.atom",
        "/feeds/cultivar/nobody.atom",
        "/feeds/member/nobody.atom",
        "/feeds/category/review",
        "/feeds/site/review.atom",
    ],
)
async def test_feed_of_an_unknown_subject_answers_404(visitor: Browser, path: str) -> None:
    assert (await visitor.get(path)).status_code == 404
