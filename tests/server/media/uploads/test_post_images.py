"""Images of posts: row and files are stored together in the member's folder, or not at all."""

import asyncio
import re
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from server.accounts.sessions import write_guard
from server.media.storage.interface import Storage
from server.web.rate_limits.rates import Rate
from tests.server.community.builders import add_post, execute
from tests.server.media.imaging.pictures import animation, encoded, quarters
from tests.server.media.uploads.upload_requests import (
    POST_IMAGES,
    addresses_of,
    send_avatar,
    send_post_image,
)
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

PICTURE = encoded(quarters((700, 350)), "JPEG")
USE = "UPDATE post_images SET post_id = :post_id"


def name_of(address: str) -> str:
    return address.removeprefix("/media/post-images/")


async def test_post_image_upload_without_a_session_answers_401(
    place: Place, visitor: Browser
) -> None:
    answer = await send_post_image(visitor, PICTURE)

    assert (answer.status_code, answer.json()["code"]) == (401, "upload.notAuthenticated")
    assert await place.count("post_images") == 0


async def test_post_image_is_stored_in_every_width(
    place: Place, hana: Browser, storage: Storage
) -> None:
    answer = await send_post_image(hana, PICTURE)

    stored = answer.json()
    image = stored["image"]
    folder = f"/media/post-images/{hana.member_id}"
    taken_at = int(place.moment.now.timestamp() * 1000)
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "private, no-store")
    assert stored["id"] == image["id"]
    assert image["url"] == f"{folder}/{taken_at}.jpg"
    assert (image["width"], image["height"], image["alt"]) == (700, 350, None)
    assert image["srcset"] == f"{image['url']} 700w"
    assert [source["type"] for source in image["sources"]] == ["image/avif", "image/webp"]
    for source in image["sources"]:
        ending = source["type"].removeprefix("image/")
        name = rf"{folder}/[0-9a-f]{{16}}"
        assert re.fullmatch(
            rf"{name}-320\.{ending} 320w, {name}-700\.{ending} 700w", source["srcset"]
        )
    assert image["placeholder"].startswith("data:image/webp;base64,")
    assert len(image["placeholder"]) <= 400
    names = sorted(name_of(address) for address in addresses_of(image))
    assert await storage.names_of("post-images", hana.member_id) == names
    for address in addresses_of(image):
        assert (await hana.get(address)).status_code == 200
    assert await place.count("pending_removals") == 0


async def test_derived_images_are_cached_forever_and_the_original_for_an_hour(
    place: Place, hana: Browser
) -> None:
    image = (await send_post_image(hana, PICTURE)).json()["image"]
    await execute(place.engine, USE, post_id=await add_post(place.engine))
    original, *derived = addresses_of(image)

    assert (await hana.get(original)).headers["cache-control"] == "public, max-age=3600"
    for address in derived:
        shown = await hana.get(address)
        assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = await hana.get(address, headers={"if-none-match": shown.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("condition", "status"),
    [("*", 304), ('"other", W/{tag}', 304), ("other{tag}", 200), ('"other"', 200)],
)
async def test_post_image_answers_304_only_when_if_none_match_matches(
    hana: Browser, condition: str, status: int
) -> None:
    image = (await send_post_image(hana, PICTURE)).json()["image"]

    for address in addresses_of(image):
        tag = (await hana.get(address)).headers["etag"]
        headers = {"if-none-match": condition.replace("{tag}", tag)}
        assert (await hana.get(address, headers=headers)).status_code == status


async def test_removed_post_image_answers_404_even_with_its_etag(hana: Browser) -> None:
    upload = (await send_post_image(hana, PICTURE)).json()
    addresses = addresses_of(upload["image"])
    tags = {address: (await hana.get(address)).headers["etag"] for address in addresses}

    await hana.change("DELETE", f"/api/uploads/post-images/{upload['id']}")

    for address, tag in tags.items():
        again = await hana.get(address, headers={"if-none-match": tag})
        assert (again.status_code, again.headers["cache-control"]) == (404, "no-store")


async def test_animated_post_image_is_stored_as_gif_and_webp(hana: Browser) -> None:
    image = (await send_post_image(hana, animation("GIF"))).json()["image"]

    assert image["url"].endswith(".gif")
    assert [source["type"] for source in image["sources"]] == ["image/webp"]


async def test_post_images_of_the_same_millisecond_all_keep_their_files(
    place: Place, hana: Browser, storage: Storage
) -> None:
    answers = await asyncio.gather(*(send_post_image(hana, PICTURE) for _ in range(4)))

    urls = {answer.json()["image"]["url"] for answer in answers}
    files = {address for answer in answers for address in addresses_of(answer.json()["image"])}
    assert len(urls) == await place.count("post_images") == 4
    assert len(await storage.names_of("post-images", hana.member_id)) == len(files) == 4 * 5


async def test_post_image_never_overwrites_a_file_of_another_host(
    place: Place, hana: Browser, storage: Storage
) -> None:
    taken_at = int(place.moment.now.timestamp() * 1000)
    taken = f"{hana.member_id}/{taken_at}.jpg"
    await storage.put("post-images", taken, data=b"another's", media_type="image/jpeg")

    image = (await send_post_image(hana, PICTURE)).json()["image"]

    assert image["url"].endswith(f"/{taken_at + 1}.jpg")
    assert await storage.get("post-images", taken) == b"another's"
    assert await place.count("pending_removals") == 0


async def test_unused_post_image_is_deleted_by_its_owner_only(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, storage: Storage
) -> None:
    image_id = (await send_post_image(hana, PICTURE)).json()["id"]
    path = f"{POST_IMAGES}/{image_id}"

    assert (await visitor.change("DELETE", path)).json()["code"] == "upload.notAuthenticated"
    assert (await alex.change("DELETE", path)).status_code == 404
    assert (await hana.change("DELETE", path)).status_code == 204
    assert (await hana.change("DELETE", path)).status_code == 404
    assert (await hana.change("DELETE", f"{POST_IMAGES}/nonsense")).status_code == 404

    assert await storage.names_of("post-images", hana.member_id) == []
    assert await place.count("post_images") == await place.count("pending_removals") == 0


async def test_post_image_used_in_a_post_can_not_be_deleted(hana: Browser) -> None:
    image_id = (await send_post_image(hana, PICTURE)).json()["id"]
    post = await _post_with(hana, image_id)

    refused = await hana.change("DELETE", f"{POST_IMAGES}/{image_id}")

    assert (post.status_code, refused.status_code) == (201, 404)


async def _post_with(browser: Browser, image_id: str) -> httpx.Response:
    """Sends a post with this image."""
    given: dict[str, Any] = {"content": "茶", "category": "culture", "language": "ja"}
    key = {"idempotency-key": "0b1c0000-0000-4000-8000-000000000001"}
    body = given | {"images": [{"id": image_id}]}
    return await browser.change("POST", "/api/posts", json=body, headers=key)


async def test_post_image_upload_is_refused_when_the_member_quota_is_used_up(
    place: Place, hana: Browser
) -> None:
    await send_post_image(hana, PICTURE)
    async with place.engine.begin() as connection:
        await connection.execute(sa.text(f"UPDATE post_images SET bytes = {500 * 1024 * 1024}"))

    answer = await send_post_image(hana, PICTURE)

    assert (answer.status_code, answer.json()["code"]) == (403, "upload.storageFull")


async def test_post_image_uploads_are_limited_to_60_per_hour(
    hana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the limit of all changes, which is as low per minute.
    monkeypatch.setattr(write_guard, "WRITES", Rate("writes", 100, 60))

    answers = [await send_post_image(hana, b"") for _ in range(61)]

    assert [answer.status_code for answer in answers] == [415] * 60 + [429]
    assert answers[-1].json()["code"] == "app.tooManyRequests"


@pytest.mark.parametrize("left_out", ["x-csrf-token", "x-member-id", "sec-fetch-site"])
async def test_cross_site_post_image_upload_is_refused_with_403(
    place: Place, hana: Browser, left_out: str
) -> None:
    wrong = "cross-site" if left_out == "sec-fetch-site" else ""

    answer = await send_post_image(hana, PICTURE, headers={left_out: wrong})

    assert (answer.status_code, answer.json()["code"]) == (403, "app.forbidden")
    assert await place.count("post_images") == 0


@pytest.mark.parametrize("stale", ["x-csrf-token", "x-member-id"])
async def test_upload_with_the_csrf_token_or_the_id_of_another_member_is_refused(
    place: Place, hana: Browser, alex: Browser, stale: str
) -> None:
    headers = {stale: hana.csrf if stale == "x-csrf-token" else hana.member_id}

    picture = await send_post_image(alex, PICTURE, headers=headers)
    avatar = await send_avatar(alex, PICTURE, headers=headers)

    assert (picture.status_code, picture.json()["code"]) == (403, "upload.idMismatch")
    assert (avatar.status_code, avatar.json()["code"]) == (403, "profileEdit.errors.idMismatch")
    assert await place.count("post_images") == 0


async def test_unauthenticated_upload_answers_401_without_reading_the_body(
    visitor: Browser,
) -> None:
    async def endless() -> Any:
        raise AssertionError("the body was read")
        yield b""

    headers = {"content-type": "multipart/form-data; boundary=b", "content-length": "1000"}

    answer = await visitor.change("POST", POST_IMAGES, content=endless(), headers=headers)

    assert answer.status_code == 401
