"""The site works without the tables of likes or comments, as the specification demands."""

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.reactions import like_post
from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.queries.comments import list_comments
from server.community.queries.contributions import member_counts
from server.community.queries.posts import list_marked
from tests.fake_build import FakePool
from tests.server.community.builders import NEW, add_members, add_post, execute, read_post
from tests.server.members import Browser, Place
from tests.server.operations import grant_role
from tests.server.pages.test_member_loaders import preloaded

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def drop_table(engine: AsyncEngine, table: str) -> None:
    """Drops a table, on PostgreSQL with the foreign keys that refer to it."""
    cascade = "" if engine.dialect.name == "sqlite" else " CASCADE"
    await execute(engine, f"DROP TABLE {table}{cascade}")


@pytest.fixture
async def post_id(place: Place, hana: Browser) -> int:
    """Inserts a post of Hana with likes and comments in its counts; returns its id."""
    return await add_post(place.engine, user_id=hana.member_id, likes=3, comments_count=2)


async def code_of(browser: Browser, verb: str, path: str, body: Any = None) -> tuple[int, str]:
    """Sends a change; returns the status and the error code of the response."""
    answer = await browser.change(verb, path, json=body)
    return answer.status_code, answer.json().get("code", "")


async def test_posts_have_no_likes_without_the_likes_table(
    place: Place, hana: Browser, visitor: Browser, post_id: int
) -> None:
    await execute(place.engine, "DROP TABLE post_likes")

    for browser in (visitor, hana):
        for post in (
            (await browser.get("/api/posts")).json()["posts"][0],
            (await browser.get(f"/api/posts/{post_id}")).json(),
        ):
            assert (post["likes"], post["isLiked"], post["commentsCount"]) == (0, False, 2)
    assert (await hana.get("/api/profiles/me/liked")).json()["posts"] == []
    assert (await hana.get("/api/profiles/me")).json()["liked_count"] == 0
    busy = (503, "app.unavailable")
    assert await code_of(hana, "PUT", f"/api/posts/{post_id}/like") == busy
    assert await code_of(hana, "DELETE", f"/api/posts/{post_id}/like") == busy


async def test_edit_is_saved_without_the_likes_table(place: Place, hana: Browser) -> None:
    """The query of likes fails inside the transaction and must not roll it back."""
    written = (await hana.change("POST", "/api/posts", json=NEW)).json()
    await execute(place.engine, "DROP TABLE post_likes")
    path = f"/api/posts/{written['id']}"

    edited = await hana.change("PUT", path, json={"content": "二煎目が甘い"})

    assert (edited.status_code, edited.json()["likes"]) == (200, 0)
    assert (await hana.get(path)).json()["content"] == "二煎目が甘い"


async def test_comments_answer_503_and_pages_render_without_the_comments_table(
    place: Place, hana: Browser, visitor: Browser, post_id: int, pool: FakePool
) -> None:
    await drop_table(place.engine, "comments")
    unavailable = (503, "postDetail.commentsUnavailable")
    path = f"/api/posts/{post_id}/comments"

    assert await code_of(visitor, "GET", path) == unavailable
    assert await code_of(hana, "POST", path, {"content": "a"}) == unavailable
    assert await code_of(hana, "DELETE", "/api/comments/1") == unavailable
    assert len((await visitor.get("/api/posts")).json()["posts"]) == 1
    page = await visitor.get(f"/ja/post/{post_id}")
    assert page.status_code == 200
    assert preloaded(pool)["comments"] is None


async def test_post_and_account_can_be_removed_without_likes_and_comments_tables(
    place: Place, hana: Browser, post_id: int
) -> None:
    other = await add_post(place.engine, user_id=hana.member_id)
    for table in ("post_likes", "comments"):
        await drop_table(place.engine, table)

    removed = await hana.change("DELETE", f"/api/posts/{post_id}")
    exported = await hana.get("/api/account/export")
    left = await hana.change(
        "DELETE", "/api/account", json={"confirmation": "茶畑 はな", "posts": "keep"}
    )

    assert [removed.status_code, exported.status_code, left.status_code] == [204, 200, 204]
    assert (await hana.get(f"/api/posts/{other}")).json()["user"] is None


@pytest.mark.databases("sqlite")
async def test_notifications_and_moderation_show_what_can_be_read_without_the_comments_table(
    place: Place, hana: Browser, alex: Browser
) -> None:
    await grant_role(place, alex)
    post_id = await add_post(place.engine, user_id=hana.member_id)
    path = f"/api/posts/{post_id}"
    written = (await alex.change("POST", f"{path}/comments", json={"content": "a"})).json()
    await alex.change("PUT", f"{path}/like")
    for subject in (f"comment:{written['id']}", f"post:{post_id}"):
        await hana.change("POST", "/api/reports", json={"subject": subject, "reason": "spam"})
    assert (await hana.get("/api/notifications/unread")).json()["has_unread"]
    await drop_table(place.engine, "comments")

    cases = (await alex.get("/api/moderation/cases")).json()
    listed = (await hana.get("/api/notifications")).json()

    assert ([one["subject"] for one in cases["cases"]], cases["total"]) == ([f"post:{post_id}"], 1)
    assert [one["kind"] for one in listed["notifications"]] == ["like"]
    assert not (await hana.get("/api/notifications/unread")).json()["has_unread"]
    for page in ("/moderation/log", "/moderation"):
        assert (await alex.get(page)).status_code == 200
    await drop_table(place.engine, "post_likes")
    assert (await hana.get("/api/notifications")).json()["notifications"] == []


async def test_missing_column_raises_instead_of_counting_as_a_missing_table(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database)
    for table, column in (("post_likes", "id"), ("comments", "content")):
        await execute(database, f"ALTER TABLE {table} RENAME COLUMN {column} TO elsewhere")

    async with community.database.opened() as session:
        with pytest.raises(sa.exc.DBAPIError):
            await list_comments(session, post_id, page=PageParams(10), viewer=member)
    async with community.database.opened() as session:
        with pytest.raises(sa.exc.DBAPIError):
            await list_marked(session, member, mark="liked", page=PageParams(10))
    with pytest.raises(sa.exc.DBAPIError):
        await like_post(community, member, post_id=post_id)
    await execute(database, "ALTER TABLE post_likes RENAME COLUMN user_id TO whose")
    with pytest.raises(sa.exc.DBAPIError):
        await read_post(community, post_id)
    async with community.database.opened() as session:
        with pytest.raises(sa.exc.DBAPIError):
            await member_counts(session, member.id, is_own=True)


async def test_cultivar_page_renders_without_the_posts_table(
    place: Place, visitor: Browser, pool: FakePool
) -> None:
    await execute(place.engine, "ALTER TABLE posts RENAME TO elsewhere")

    page = await visitor.get("/cultivars/saemidori")

    assert page.status_code == 200
    assert preloaded(pool)["relatedPosts"] is None
