"""Pictures of a former member's kept posts: they move to addresses without the member's id."""

import json

import pytest
import sqlalchemy as sa

from server.database.engine import create_sessions
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import Bucket, Storage, StorageFailure
from server.media.uploads.actions.cleanup import clean_up
from server.media.uploads.dependencies import MemberLocks, Uploads
from server.media.uploads.tables import PostImage
from server.parts import make_storage
from tests.server.community.builders import add_image, add_post, execute, value
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

REMOVAL = {"confirmation": "茶畑 はな", "posts": "keep"}


async def refuse(*_arguments: object, **_options: object) -> None:
    raise StorageFailure("full")


def storage_of(place: Place) -> Storage:
    """Returns an adapter for the store of the site."""
    return make_storage(place.settings)


def uploads_of(place: Place, storage: Storage | None = None) -> Uploads:
    """Returns the dependencies of the cleanup."""
    sessions = create_sessions(place.engine)
    store = storage or storage_of(place)
    return Uploads(sessions, store, ImagePool(), MemberLocks(), place.moment)


async def add_picture(place: Place, member_id: str, post_id: int) -> str:
    """Adds a picture with its files to a post; returns the picture's id."""
    image = await add_image(place.engine, member_id, post_id=post_id)
    async with place.engine.begin() as connection:
        select = sa.select(PostImage.name, PostImage.files).where(PostImage.id == image)
        name, files = (await connection.execute(select)).one()
        sources = [{"type": "image/webp", "srcset": f"/media/post-images/{files[1]} 640w"}]
        update = sa.update(PostImage).where(PostImage.id == image)
        await connection.execute(update.values(sources=sources))
    for one in files:
        data = one.partition("/")[2].encode()
        await storage_of(place).put("post-images", one, data=data, media_type="image/jpeg")
    assert name in files
    return image


async def delete_account_with_kept_posts(place: Place, hana: Browser, count: int) -> list[int]:
    """Writes `count` posts with a picture as Hana and deletes the account, but keeps the posts.

    Returns the ids of the posts.
    """
    posts = [await add_post(place.engine, user_id=hana.member_id) for _ in range(count)]
    for post_id in posts:
        await add_picture(place, hana.member_id, post_id)
    answer = await hana.change("DELETE", "/api/account", json=REMOVAL)
    assert answer.status_code == 204
    return posts


async def test_picture_of_a_kept_post_has_an_address_without_the_members_id(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    member_id = hana.member_id
    posts = await delete_account_with_kept_posts(place, hana, 2)

    shown = [(await visitor.get(f"/api/posts/{post_id}")).json() for post_id in posts]

    images = [post["images"][0] for post in shown]
    assert member_id not in str(images)
    addresses = [
        address
        for image in images
        for address in (image["url"], image["sources"][0]["srcset"].split()[0])
    ]
    for address in addresses:
        answer = await visitor.get(address)
        assert answer.content == address.rpartition("/")[2].encode()
    # A shared folder would reveal that the pictures are of one member.
    assert len({image["url"].split("/")[3] for image in images}) == 2
    assert await storage_of(place).names_of("post-images", member_id) == []
    assert await place.count("pending_removals") == 0


async def test_cleanup_moves_the_pictures_that_the_removal_left(
    place: Place, hana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.community.actions.member_data.MOVED_MOST", 1)
    member_id = hana.member_id
    await delete_account_with_kept_posts(place, hana, 3)
    unmoved = "SELECT count(*) FROM post_images WHERE name NOT LIKE 'kept-%'"
    assert await value(place.engine, unmoved) == 2

    await clean_up(uploads_of(place))

    assert await value(place.engine, unmoved) == 0
    assert await storage_of(place).names_of("post-images", member_id) == []


async def test_picture_stays_where_it_is_while_the_storage_is_full(
    place: Place, hana: Browser, visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.community.actions.member_data.MOVED_MOST", 0)
    [post_id] = await delete_account_with_kept_posts(place, hana, 1)
    full = storage_of(place)
    monkeypatch.setattr(full, "put", refuse)

    with pytest.raises(StorageFailure):
        await clean_up(uploads_of(place, full))

    [image] = (await visitor.get(f"/api/posts/{post_id}")).json()["images"]
    assert (await visitor.get(image["url"])).status_code == 200
    await clean_up(uploads_of(place))
    [image] = (await visitor.get(f"/api/posts/{post_id}")).json()["images"]
    assert image["url"].startswith("/media/post-images/kept-")
    # The names that the first attempt reserved are free again in an hour.
    place.moment.advance(hours=2)
    await clean_up(uploads_of(place))
    assert await place.count("pending_removals") == 0


async def test_old_address_of_a_hidden_picture_answers_404_while_the_storage_keeps_the_file(
    place: Place, hana: Browser, visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.community.actions.member_data.MOVED_MOST", 0)
    [post_id] = await delete_account_with_kept_posts(place, hana, 1)
    hide = "INSERT INTO withheld_posts (post_id, state, at) VALUES (:id, 'hidden', :at)"
    await execute(place.engine, hide, id=post_id, at=place.moment())
    files = await value(place.engine, "SELECT files FROM post_images")
    storage = storage_of(place)
    monkeypatch.setattr(storage, "delete", refuse)

    await clean_up(uploads_of(place, storage))

    old = json.loads(files) if isinstance(files, str) else files
    assert set(old) < set(await storage.all_names("post-images"))
    for name in old:
        assert (await visitor.get(f"/media/post-images/{name}")).status_code == 404


async def test_picture_of_a_post_that_is_deleted_during_the_move_leaves_no_file(
    place: Place, hana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.community.actions.member_data.MOVED_MOST", 0)
    await delete_account_with_kept_posts(place, hana, 1)

    storage = storage_of(place)
    get = storage.get

    async def delete_and_get(bucket: Bucket, name: str) -> bytes | None:
        await execute(place.engine, "DELETE FROM post_images")
        return await get(bucket, name)

    monkeypatch.setattr(storage, "get", delete_and_get)

    await clean_up(uploads_of(place, storage))

    place.moment.advance(hours=2)
    await clean_up(uploads_of(place))
    names = await storage_of(place).all_names("post-images")
    assert [name for name in names if name.startswith("kept-")] == []
