"""Pictures of held posts and of no post: hidden from other readers until the post is published."""

from typing import Any

import pytest

from server.media.storage.local import LocalStorage
from tests.server.community.builders import NEW, add_image, execute, later, value
from tests.server.community.holds.held_things import list_word
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori

pytestmark = pytest.mark.anyio

__all__ = ("mori",)


async def upload(place: Place, member: Browser) -> tuple[str, str]:
    """Stores a picture without a post; returns its id and name."""
    image = await add_image(place.engine, member.member_id)
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)
    storage = LocalStorage(place.settings.data_dir / "media")
    await storage.put("post-images", name, data=b"picture", media_type="image/jpeg")
    return image, name


async def test_picture_without_a_post_is_shown_to_its_owner_only(
    place: Place, alex: Browser, hana: Browser, mori: Browser, visitor: Browser
) -> None:
    _, name = await upload(place, alex)

    readers = (visitor, hana, mori, alex)
    answers = [await one.get(f"/media/post-images/{name}") for one in readers]

    assert [one.status_code for one in answers] == [404, 404, 404, 200]
    assert answers[3].headers["cache-control"] == "private, no-store"


@pytest.mark.databases("sqlite")
async def test_picture_without_a_post_is_shown_to_nobody_once_its_owner_has_left(
    place: Place, alex: Browser, visitor: Browser
) -> None:
    _, name = await upload(place, alex)
    await execute(place.engine, "UPDATE post_images SET user_id = NULL")

    answer = await visitor.get(f"/media/post-images/{name}")

    assert answer.status_code == 404


@pytest.mark.databases("sqlite")
async def test_file_of_an_upload_in_progress_is_shown_to_nobody(
    place: Place, alex: Browser, visitor: Browser
) -> None:
    _, name = await upload(place, alex)
    await execute(place.engine, "DELETE FROM post_images")
    queue = (
        "INSERT INTO pending_removals (bucket, name, created_at) VALUES ('post-images', :name, :at)"
    )
    await execute(place.engine, queue, name=name, at=later(hours=1))

    answers = [await one.get(f"/media/post-images/{name}") for one in (visitor, alex)]

    assert [one.status_code for one in answers] == [404, 404]


async def test_picture_of_a_held_post_is_shown_to_author_and_moderators_only(
    place: Place, alex: Browser, hana: Browser, mori: Browser, visitor: Browser
) -> None:
    image, name = await upload(place, alex)
    await list_word(place.engine)
    body = {**NEW, "content": "quittenwort", "images": [{"id": image, "alt": "急須"}]}
    await alex.change("POST", "/api/posts", json=body)

    readers = (visitor, hana, alex, mori)
    answers = [await one.get(f"/media/post-images/{name}") for one in readers]
    [case] = await list_cases(mori)

    assert [one.status_code for one in answers] == [404, 404, 200, 200]
    assert {one.headers["cache-control"] for one in answers[2:]} == {"private, no-store"}
    [picture] = case["thing"]["images"]
    assert (picture["url"], picture["alt"]) == (f"/media/post-images/{name}", "急須")
    await decide(mori, case, "keep")
    shown = await visitor.get(f"/media/post-images/{name}")
    assert (shown.status_code, "no-store" in shown.headers["cache-control"]) == (200, False)


LINKS = " ".join(f"https://{number}.example" for number in range(4))


async def write_post_with_picture(
    place: Place, browser: Browser, alt: str | None
) -> dict[str, Any]:
    """Writes a post with a picture that has this alternative text; returns the post."""
    image = await add_image(place.engine, browser.member_id)
    body = {**NEW, "images": [{"id": image, "alt": alt}]}
    answer = await browser.change("POST", "/api/posts", json=body)
    assert answer.status_code == 201, answer.text
    post: dict[str, Any] = answer.json()
    return post


@pytest.mark.parametrize(("alt", "rule"), [("赤いquittenwort", "word"), (LINKS, "links")])
async def test_alternative_text_holds_a_new_post(
    place: Place, alex: Browser, visitor: Browser, alt: str, rule: str
) -> None:
    await list_word(place.engine)

    post = await write_post_with_picture(place, alex, alt)

    assert post["withheld"] == rule
    assert (await visitor.get(f"/api/posts/{post['id']}")).status_code == 404


async def test_edit_that_adds_a_word_to_an_alternative_text_holds_the_post(
    place: Place, alex: Browser, visitor: Browser
) -> None:
    await list_word(place.engine)
    post = await write_post_with_picture(place, alex, "急須")
    [image] = post["images"]
    body = {"content": NEW["content"], "images": [{"id": image["id"], "alt": "quittenwort"}]}

    edited = await alex.change("PUT", f"/api/posts/{post['id']}", json=body)

    assert edited.json()["withheld"] == "word"
    assert (await visitor.get(f"/api/posts/{post['id']}")).status_code == 404


async def test_edit_that_keeps_an_alternative_text_does_not_hold_the_post(
    place: Place, alex: Browser
) -> None:
    post = await write_post_with_picture(place, alex, "quittenwort")
    await list_word(place.engine)
    [image] = post["images"]
    shown = {"id": image["id"], "alt": "quittenwort"}
    body = {"content": NEW["content"], "title": "朝", "images": [shown]}

    edited = await alex.change("PUT", f"/api/posts/{post['id']}", json=body)

    assert (edited.status_code, edited.json()["withheld"]) == (200, None)
