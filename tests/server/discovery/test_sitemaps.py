"""Sitemaps: every indexed page with its languages and its last change."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from xml.etree.ElementTree import Element

import pytest
import sqlalchemy as sa
from lxml import etree

from server.community.tables import Post
from server.contracts.catalogue import CULTIVARS, EDITION
from server.contracts.reference import LEGAL_TEXTS, POST_CATEGORIES
from server.discovery.endpoints.discovery import write_chunks
from server.discovery.sitemap import POSTS_A_FILE, SitemapEntry
from tests.conftest import ORIGIN
from tests.server.community.builders import add_members, execute
from tests.server.discovery.posts import add_posts, at
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
XHTML = "{http://www.w3.org/1999/xhtml}"


async def sitemap_paths(browser: Browser) -> list[str]:
    """Returns the paths of all sitemaps from the sitemap index."""
    answer = await browser.get("/sitemap.xml")
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    listed = etree.fromstring(answer.content).iterfind(f"{SITEMAP}sitemap/{SITEMAP}loc")
    return [str(element.text).removeprefix(ORIGIN) for element in listed]


async def entries(browser: Browser, path: str) -> list[Element]:
    """Returns the entries of a sitemap."""
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    found: list[Element] = etree.fromstring(answer.content).findall(f"{SITEMAP}url")
    return found


def paths_of(found: list[Element]) -> list[str]:
    return [str(entry.findtext(f"{SITEMAP}loc")).removeprefix(ORIGIN) for entry in found]


def alternates(entry: Element) -> dict[str, str]:
    """Returns the addresses of an entry's page by language."""
    found: Iterator[Element] = entry.iterfind(f"{XHTML}link")
    return {str(link.get("hreflang")): str(link.get("href")) for link in found}


async def test_sitemap_index_without_posts_lists_pages_and_cultivars(visitor: Browser) -> None:
    assert await sitemap_paths(visitor) == [
        "/sitemaps/pages.xml",
        "/sitemaps/cultivars.xml",
        "/sitemaps/lists.xml",
        "/sitemaps/lineages.xml",
        "/sitemaps/breeders.xml",
        "/sitemaps/prefectures.xml",
    ]


async def test_every_indexed_page_is_in_a_sitemap_with_its_languages(visitor: Browser) -> None:
    found = [
        entry for path in await sitemap_paths(visitor) for entry in await entries(visitor, path)
    ]

    listed = paths_of(found)
    assert len(listed) == len(set(listed))
    assert {"/", "/ja", "/cultivars", "/ja/cultivars/saemidori"} <= set(listed)
    assert not [path for path in listed if "login" in path or "profile" in path]
    assert len([path for path in listed if "/cultivars/" in path]) == 2 * len(CULTIVARS)
    for entry in found:
        assert set(alternates(entry)) == {"en", "ja", "x-default"}
        assert entry.findtext(f"{SITEMAP}loc") in alternates(entry).values()
        assert alternates(entry)["x-default"] == alternates(entry)["en"]


async def test_sitemap_lists_each_list_of_one_value_with_a_cultivar(visitor: Browser) -> None:
    assert paths_of(await entries(visitor, "/sitemaps/lists.xml")) == [
        f"{path}?{query}"
        for query in ("origin=kyoto", "lineage=13")
        for path in ("/cultivars", "/ja/cultivars")
    ]


async def test_pages_of_the_catalogue_have_the_date_of_its_edition(visitor: Browser) -> None:
    found = await entries(visitor, "/sitemaps/pages.xml")

    modified = [one.findtext(f"{SITEMAP}lastmod") for one in found]
    dates = dict(zip(paths_of(found), modified, strict=True))
    paths = ("cultivars", "lineages", "statistics", "timeline", "map", "calendar", "pedigree")
    for path in (*paths, "breeders", "database-info", "database-info/conflicts"):
        assert dates[f"/{path}"] == dates[f"/ja/{path}"] == EDITION.modified.isoformat()
    assert {dates[path] for path in ("/", "/community", "/about", "/ja/contact")} == {None}
    for path, day in LEGAL_TEXTS.items():
        assert dates[f"/{path}"] == dates[f"/ja/{path}"] == day.isoformat()


async def test_sitemap_of_pages_has_the_feed_of_each_offered_category(visitor: Browser) -> None:
    listed = paths_of(await entries(visitor, "/sitemaps/pages.xml"))

    offered = [id for id, category in POST_CATEGORIES.items() if category.offered]
    feeds = [path for path in listed if "?" in path]
    assert len(offered) == 6
    assert feeds == [
        f"{path}?category={id}" for id in offered for path in ("/community", "/ja/community")
    ]
    for feed in feeds:
        assert '"robots":"index,follow' in (await visitor.get(feed)).text


async def test_sitemap_of_lineages_has_the_diagram_of_each_page(visitor: Browser) -> None:
    found = await entries(visitor, "/sitemaps/lineages.xml")

    images = [one.findtext(f"{IMAGE}image/{IMAGE}loc") for one in found]
    assert dict(zip(paths_of(found), images, strict=True))["/ja/lineages/13"] == (
        f"{ORIGIN}/images/13uji.jpg"
    )


async def test_sitemap_of_cultivars_has_the_date_of_each_records_edition(visitor: Browser) -> None:
    found = await entries(visitor, "/sitemaps/cultivars.xml")

    dates = {
        str(entry.findtext(f"{SITEMAP}loc")).rpartition("/")[2]: entry.findtext(f"{SITEMAP}lastmod")
        for entry in found
    }
    assert dates == {id: EDITION.modified_on(id).isoformat() for id in CULTIVARS}
    assert len(set(dates.values())) > 1


async def test_sitemap_of_posts_has_the_last_change_and_the_language_of_the_text(
    place: Place, visitor: Browser
) -> None:
    await add_posts(
        place.engine,
        {"id": 1, "language": "ja", "created_at": at(1)},
        {"id": 2, "language": "en", "created_at": at(1), "edited_at": at(3)},
    )

    found = await entries(visitor, "/sitemaps/posts-0.xml")

    assert paths_of(found) == ["/post/1", "/ja/post/1", "/post/2", "/ja/post/2"]
    assert [entry.findtext(f"{SITEMAP}lastmod") for entry in found[1:3]] == [
        "2026-11-21T01:00:00Z",
        "2026-11-21T03:00:00Z",
    ]
    assert alternates(found[0])["x-default"] == f"{ORIGIN}/ja/post/1"
    assert alternates(found[2])["x-default"] == f"{ORIGIN}/post/2"


async def test_removed_post_leaves_the_sitemap_at_once(place: Place, visitor: Browser) -> None:
    await add_posts(place.engine, {"id": 1}, {"id": 2})
    async with place.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.id == 1))

    found = await entries(visitor, "/sitemaps/posts-0.xml")

    assert paths_of(found) == ["/post/2", "/ja/post/2"]


async def test_posts_are_split_into_sitemaps_by_their_ids(place: Place, visitor: Browser) -> None:
    await add_posts(place.engine, {"id": POSTS_A_FILE - 1}, {"id": POSTS_A_FILE}, {"id": 1_000_000})

    listed = [path for path in await sitemap_paths(visitor) if "posts" in path]

    assert listed == [f"/sitemaps/posts-{part}.xml" for part in (0, 1, 100)]
    assert paths_of(await entries(visitor, listed[0]))[0] == f"/post/{POSTS_A_FILE - 1}"
    assert paths_of(await entries(visitor, listed[1]))[0] == f"/post/{POSTS_A_FILE}"
    assert paths_of(await entries(visitor, listed[-1]))[0] == "/post/1000000"
    assert paths_of(await entries(visitor, "/sitemaps/posts-50.xml")) == []


async def test_sitemap_index_leaves_out_files_of_withheld_posts(
    place: Place, visitor: Browser, hana: Browser
) -> None:
    await add_posts(place.engine, *({"id": id, "user_id": hana.member_id} for id in (1, 2, 3)))
    before = await sitemap_paths(visitor)
    await execute(
        place.engine,
        "INSERT INTO withheld_posts (post_id, user_id, state, at)"
        " SELECT id, user_id, 'deleted', created_at FROM posts",
    )

    after = await sitemap_paths(visitor)

    assert before[6:] == ["/sitemaps/posts-0.xml", f"/sitemaps/members-{hana.member_id[0]}.xml"]
    assert after == before[:6]


async def test_sitemap_lists_members_with_three_or_more_posts(
    place: Place, hana: Browser, alex: Browser
) -> None:
    of_hana = [{"user_id": hana.member_id, "created_at": at(hour)} for hour in (1, 2, 3)]
    of_alex = [{"user_id": alex.member_id} for _ in range(2)]
    await add_posts(place.engine, *of_hana, *of_alex)

    listed = [path for path in await sitemap_paths(hana) if "members" in path]
    found = [entry for path in listed for entry in await entries(hana, path)]

    assert listed == [f"/sitemaps/members-{hana.member_id[0]}.xml"]
    assert paths_of(found) == [f"/members/{hana.member_id}", f"/ja/members/{hana.member_id}"]
    assert found[0].findtext(f"{SITEMAP}lastmod") == "2026-11-21T03:00:00Z"


async def test_sitemaps_list_everything_when_read_in_several_batches(
    monkeypatch: pytest.MonkeyPatch, place: Place, hana: Browser
) -> None:
    monkeypatch.setattr("server.discovery.queries.LINES_AT_ONCE", 2)
    writers = sorted(one.id for one in await add_members(place.engine, 40))
    posts = [{"user_id": writer} for writer in writers for _ in range(3)]
    await add_posts(place.engine, *posts)

    listed = [path for path in await sitemap_paths(hana) if "members" in path]
    found = [entry for path in listed for entry in await entries(hana, path)]

    pages = [path for writer in writers for path in (f"/members/{writer}", f"/ja/members/{writer}")]
    assert paths_of(found) == pages
    found = await entries(hana, "/sitemaps/posts-0.xml")
    assert paths_of(found)[::2] == [f"/post/{id}" for id in range(1, len(posts) + 1)]


async def test_sitemap_of_posts_is_compressed(place: Place, visitor: Browser) -> None:
    await add_posts(place.engine, *({"id": id} for id in range(1, 100)))
    path = "/sitemaps/posts-0.xml"

    plain = await visitor.get(path, headers={"accept-encoding": "identity"})
    answer = await visitor.get(path, headers={"accept-encoding": "gzip"})

    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert answer.content == plain.content
    assert plain.text.count("<url>") == 198


async def test_other_tasks_have_their_turn_while_a_sitemap_is_written() -> None:
    turns = 0

    async def other_task() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def listed() -> AsyncGenerator[SitemapEntry]:
        for id in range(1000):
            yield SitemapEntry("post", {"id": str(id)})

    other = asyncio.create_task(other_task())
    chunks = [chunk async for chunk in write_chunks(ORIGIN, listed())]
    other.cancel()

    assert turns >= len(chunks) - 1 > 10


@pytest.mark.parametrize(
    "path",
    [
        "posts-0.xml",
        "posts-1.xml",
        "posts-x.xml",
        "posts--1.xml",
        "members-g.xml",
        "members-.xml",
        "members-0123.xml",
        "secret.xml",
        "pages",
        "%2e%2e%2fpages.xml",
    ],
)
async def test_unknown_sitemap_answers_404(visitor: Browser, path: str) -> None:
    assert (await visitor.get(f"/sitemaps/{path}")).status_code == 404


async def test_robots_txt_names_the_sitemap(visitor: Browser) -> None:
    answer = await visitor.get("/robots.txt")

    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert f"Sitemap: {ORIGIN}/sitemap.xml" in answer.text
