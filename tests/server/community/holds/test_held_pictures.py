"""Pictures of a held post: for its author and for moderators alone, until it is published."""

import pytest

from server.media.storage.local import LocalStorage
from tests.server.community.builders import NEW, add_image, value
from tests.server.community.holds.held_things import list_word
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori

pytestmark = pytest.mark.anyio

__all__ = ("mori",)


async def test_picture_of_a_held_post_is_shown_to_author_and_moderators_only(
    place: Place, alex: Browser, hana: Browser, mori: Browser, visitor: Browser
) -> None:
    image = await add_image(place.engine, alex.member_id)
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)
    storage = LocalStorage(place.settings.data_dir / "media")
    await storage.put("post-images", name, data=b"picture", media_type="image/jpeg")
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
