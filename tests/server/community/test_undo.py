"""Undo of a deletion: the post is hidden at once, can be restored for some seconds, then erased."""

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.contracts.limits import LIMITS
from server.media.storage.local import LocalStorage
from tests.server.community.builders import add_image, add_post, value
from tests.server.members import Browser, Moment, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

TITLE = "Quittentee"
TEXT = "Zopf抹茶"
# Lists, feeds and pages that contain a post of this category, cultivar and prefecture.
LISTS = (
    "/api/posts",
    "/api/posts?sort=popular",
    "/api/posts?search=Zopf抹茶",
    "/api/posts?search=抹茶",
    "/api/posts?category=review&tea_variety=saemidori",
    "/api/cultivars/saemidori/posts",
    "/api/prefectures/kyoto/posts",
    "/api/search?q=Zopf抹茶",
    "/feed.atom",
    "/feeds/category/review.atom",
    "/feeds/cultivar/saemidori.atom",
    "/ja/community",
    "/ja",
    "/cultivars/saemidori",
)
# Paths of the post itself; `{id}` is its id.
POST_PATHS = ("/api/posts/{id}", "/api/posts/{id}/comments", "/post/{id}", "/ja/post/{id}")
FILE_STATES = {"hidden": 404, "shown": 200}


@pytest.fixture
async def post_id(place: Place, hana: Browser) -> int:
    """Inserts a post of Hana with a picture; returns its id."""
    number = await add_post(
        place.engine,
        user_id=hana.member_id,
        title=TITLE,
        content=TEXT,
        tea_variety="saemidori",
        prefecture="kyoto",
        rating=4,
    )
    image = await add_image(place.engine, hana.member_id, post_id=number)
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)
    storage = LocalStorage(place.settings.data_dir / "media")
    await storage.put("post-images", name, data=b"picture", media_type="image/jpeg")
    return number


async def picture_of(place: Place, post_id: int) -> str:
    """Returns the path of a post's picture."""
    select = "SELECT name FROM post_images WHERE post_id = :id"
    return f"/media/post-images/{await value(place.engine, select, id=post_id)}"


async def seen_by(reader: Browser) -> set[str]:
    """Returns those paths of LISTS whose response contains the post."""
    found = set()
    for path in LISTS:
        answer = await reader.get(path)
        assert answer.status_code == 200, path
        if TITLE in answer.text:
            found.add(path)
    return found


async def statuses_of(reader: Browser, post_id: int) -> set[int]:
    return {(await reader.get(path.format(id=post_id))).status_code for path in POST_PATHS}


async def test_deleted_post_is_shown_nowhere_and_restored_to_its_place(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, post_id: int
) -> None:
    picture = await picture_of(place, post_id)
    await alex.change("PUT", f"/api/posts/{post_id}/like")
    readers = (visitor, alex, hana)
    before = [await seen_by(reader) for reader in readers]
    places = (await visitor.get("/api/prefectures/posts")).json()

    await hana.change("DELETE", f"/api/posts/{post_id}")

    assert [await seen_by(reader) for reader in readers] == [set(), set(), set()]
    assert [await statuses_of(reader, post_id) for reader in readers] == [{410}, {410}, {410}]
    assert (await visitor.get(picture)).status_code == FILE_STATES["hidden"]
    assert (await visitor.get("/api/prefectures/posts")).json() != places
    assert (await visitor.get(f"/api/profiles/{hana.member_id}")).json()["posts_count"] == 0
    assert f"/post/{post_id}" not in (await visitor.get("/sitemaps/posts-1.xml")).text
    assert (await alex.change("PUT", f"/api/posts/{post_id}/like")).status_code == 410
    assert (await alex.get("/api/profiles/me/liked")).json()["posts"] == []

    back = await hana.change("POST", f"/api/posts/{post_id}/undo")

    assert (back.status_code, back.json()["title"], back.json()["likes"]) == (200, TITLE, 1)
    assert [await seen_by(reader) for reader in readers] == before
    assert before[0] >= {path for path in LISTS if path.startswith(("/api", "/feed"))}
    assert await statuses_of(visitor, post_id) == {200}
    assert (await visitor.get(picture)).status_code == FILE_STATES["shown"]
    assert (await visitor.get("/api/prefectures/posts")).json() == places


async def test_post_is_restored_for_its_author_only_and_within_the_time_limit(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, post_id: int
) -> None:
    path = f"/api/posts/{post_id}"
    await hana.change("DELETE", path)

    others = [(await one.change("POST", f"{path}/undo")).status_code for one in (visitor, alex)]
    place.moment.advance(seconds=LIMITS.undo_seconds + 1)
    late = await hana.change("POST", f"{path}/undo")

    assert others == [401, 410]
    assert (late.status_code, late.json()["code"]) == (410, "postDetail.removed")


async def test_deletion_is_finished_after_a_restart(
    place: Place,
    community: CommunityDependencies,
    database: AsyncEngine,
    hana: Browser,
    post_id: int,
) -> None:
    await hana.change("DELETE", f"/api/posts/{post_id}")

    # Like those of a restarted host, these dependencies share no memory with the running one.
    at_once = await finish_deletions(community)
    place.moment.advance(seconds=LIMITS.undo_seconds + 1)
    later = await finish_deletions(community), await finish_deletions(community)

    assert (at_once, later) == (0, (1, 0))
    for table in ("posts", "post_texts", "post_images", "withheld_posts"):
        assert await value(database, f"SELECT count(*) FROM {table}") == 0
    assert await value(database, "SELECT id FROM removed_posts") == post_id
    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 410
    assert (await hana.change("POST", f"/api/posts/{post_id}/undo")).status_code == 410


async def test_restored_post_is_not_erased(
    community: CommunityDependencies, moment: Moment, hana: Browser, post_id: int
) -> None:
    await hana.change("DELETE", f"/api/posts/{post_id}")
    await hana.change("POST", f"/api/posts/{post_id}/undo")
    moment.advance(seconds=LIMITS.undo_seconds + 1)

    assert await finish_deletions(community) == 0
    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 200
