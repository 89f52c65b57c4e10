"""Pictures that an author takes out of a reported post: moderators see them until the decision."""

import io
import zipfile
from typing import Any

import pytest

from server.database.engine import create_sessions
from server.media.imaging.image_pool import ImagePool
from server.media.storage.local import LocalStorage
from server.media.uploads.actions.cleanup import clean_up
from server.media.uploads.dependencies import MemberLocks, Uploads
from server.media.uploads.queries import bytes_of_member
from tests.server.community.builders import NEW, add_image, execute, value
from tests.server.community.holds.test_held_pictures import upload
from tests.server.members import Browser, Place
from tests.server.moderation.queue.test_reported_texts import sweep
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

FINGERPRINT = "ab" * 32


async def publish(author: Browser, *images: str) -> int:
    """Publishes a post with these uploads; returns its id."""
    body = NEW | {"images": [{"id": id, "alt": None} for id in images]}
    answer = await author.change("POST", "/api/posts", json=body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


async def edit(place: Place, author: Browser, post_id: int, *images: str) -> Any:
    """Advances the clock by a minute and gives a post these pictures alone; returns the answer."""
    place.moment.advance(minutes=1)
    body = {"content": NEW["content"], "images": [{"id": id, "alt": None} for id in images]}
    return await author.change("PUT", f"/api/posts/{post_id}", json=body)


async def replaced(moderator: Browser) -> list[str]:
    """Returns the addresses of the replaced pictures of the only case."""
    [case] = await list_cases(moderator)
    return [one["url"] for one in case.get("replaced_pictures", [])]


async def test_picture_that_an_edit_takes_out_is_for_moderators_alone(
    place: Place, hana: Browser, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    image, name = await upload(place, alex)
    post_id = await publish(alex, image)
    await report(hana, f"post:{post_id}")
    assert await replaced(mori) == []

    edited = await edit(place, alex, post_id)

    assert (edited.status_code, edited.json()["images"]) == (200, [])
    assert await replaced(mori) == [f"/media/post-images/{name}"]
    readers = (visitor, hana, alex, mori)
    answers = [await one.get(f"/media/post-images/{name}") for one in readers]
    assert [one.status_code for one in answers] == [404, 404, 404, 200]
    assert answers[3].headers["cache-control"] == "private, no-store"


async def test_moderator_does_not_see_the_pictures_that_were_replaced_in_an_own_post(
    place: Place, hana: Browser, mori: Browser
) -> None:
    image, name = await upload(place, mori)
    post_id = await publish(mori, image)
    await report(hana, f"post:{post_id}")

    await edit(place, mori, post_id)

    assert (await mori.get(f"/media/post-images/{name}")).status_code == 404


async def test_picture_is_deleted_if_no_report_is_open_or_it_came_after_the_last_one(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    image, _ = await upload(place, alex)
    post_id = await publish(alex, image)
    assert (await edit(place, alex, post_id)).status_code == 200
    assert await place.count("post_images") == 0
    await report(hana, f"post:{post_id}")
    late = await add_image(place.engine, alex.member_id)
    place.moment.advance(minutes=1)
    now = place.moment.now
    await execute(place.engine, "UPDATE post_images SET created_at = :now", now=now)
    assert (await edit(place, alex, post_id, late)).status_code == 200

    assert (await edit(place, alex, post_id)).status_code == 200

    assert (await place.count("post_images"), await replaced(mori)) == (0, [])


async def test_replaced_picture_does_not_exist_for_its_author(
    place: Place, hana: Browser, alex: Browser
) -> None:
    image, _ = await upload(place, alex)
    post_id = await publish(alex, image)
    await report(hana, f"post:{post_id}")
    await edit(place, alex, post_id)

    again = await edit(place, alex, post_id, image)
    discarded = await alex.change("DELETE", f"/api/uploads/post-images/{image}")
    exported = await alex.get("/api/account/export")

    assert (again.status_code, discarded.status_code) == (422, 404)
    exported_names = zipfile.ZipFile(io.BytesIO(exported.content)).namelist()
    assert not [one for one in exported_names if "post-images" in one]
    async with create_sessions(place.engine).opened() as session:
        assert await bytes_of_member(session, alex.member_id) == 0
    assert await place.count("replaced_pictures") == 1


async def test_cleanup_of_unused_uploads_leaves_replaced_pictures(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    image, _ = await upload(place, alex)
    post_id = await publish(alex, image)
    await report(hana, f"post:{post_id}")
    await edit(place, alex, post_id)
    place.moment.advance(days=2)
    storage = LocalStorage(place.settings.data_dir / "media")
    sessions = create_sessions(place.engine)

    await clean_up(Uploads(sessions, storage, ImagePool(), MemberLocks(), place.moment))

    assert len(await replaced(mori)) == 1


async def test_sweep_deletes_replaced_pictures_after_the_decision(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    image, name = await upload(place, alex)
    post_id = await publish(alex, image)
    await report(hana, f"post:{post_id}")
    await edit(place, alex, post_id)
    await sweep(place)
    assert len(await replaced(mori)) == 1
    [case] = await list_cases(mori)
    await decide(mori, case, "keep")

    await sweep(place)

    assert await place.count("replaced_pictures") == await place.count("post_images") == 0
    queued = "SELECT count(*) FROM pending_removals WHERE name = :name"
    assert await value(place.engine, queued, name=name) == 1
    assert (await alex.get(f"/media/post-images/{name}")).status_code == 404


async def test_removal_of_the_post_deletes_replaced_pictures_and_refuses_them(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    image, _ = await upload(place, alex)
    await execute(place.engine, "UPDATE post_images SET fingerprint = :one", one=FINGERPRINT)
    post_id = await publish(alex, image)
    await report(hana, f"post:{post_id}")
    await edit(place, alex, post_id)
    [case] = await list_cases(mori)

    assert (await decide(mori, case, "remove")).status_code == 201

    assert await place.count("replaced_pictures") == await place.count("post_images") == 0
    refused = "SELECT post_id FROM refused_pictures WHERE fingerprint = :one"
    assert await value(place.engine, refused, one=FINGERPRINT) == post_id


async def test_departure_deletes_replaced_pictures(
    place: Place, hana: Browser, alex: Browser
) -> None:
    image, _ = await upload(place, alex)
    post_id = await publish(alex, image)
    await report(hana, f"post:{post_id}")
    await edit(place, alex, post_id)
    name = (await alex.get("/api/profiles/me")).json()["display_name"]

    given = {"confirmation": name, "posts": "keep"}
    answer = await alex.change("DELETE", "/api/account", json=given)

    assert answer.status_code == 204, answer.text
    assert await place.count("replaced_pictures") == await place.count("post_images") == 0
