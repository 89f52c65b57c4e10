"""Pictures of posts that a moderator removed are refused when they are uploaded again."""

import io
import json
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from server.accounts.sessions.rules import CLOCK_SKEW
from tests.server.community.builders import NEW, value
from tests.server.media.imaging.pictures import animation, encoded, quarters, with_exif
from tests.server.media.uploads.upload_requests import send_avatar, send_post_image
from tests.server.members import Browser, Place
from tests.server.moderation.test_appeals import answer_appeal, appeal, decisions
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

REFUSED = (422, "upload.refusedPicture")
PICTURE = encoded(quarters(), "PNG")


def outcome(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.json().get("code")


async def publish(author: Browser, *pictures: bytes) -> int:
    """Publishes a post with uploaded pictures and returns its number."""
    stored = [(await send_post_image(author, one)).json() for one in pictures]
    images = [{"id": one["id"], "alt": None} for one in stored]
    answer = await author.change("POST", "/api/posts", json=NEW | {"images": images})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["id"])


async def remove(
    moderator: Browser, reader: Browser, post_id: int, decision: str = "remove", **more: object
) -> None:
    """Reports a post and decides its case, by default with its removal."""
    await report(reader, f"post:{post_id}")
    [case] = await list_cases(moderator)
    assert (await decide(moderator, case, decision, **more)).status_code == 201


@pytest.mark.databases("sqlite", "postgresql")
@pytest.mark.stores("folder", "s3")
async def test_removed_picture_is_refused_for_every_member_in_posts_and_as_avatar(
    hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await publish(alex, PICTURE)
    assert (await send_post_image(hana, PICTURE)).status_code == 201
    await remove(mori, hana, post_id)

    for member in (hana, alex, mori):
        assert outcome(await send_post_image(member, PICTURE)) == REFUSED
        assert outcome(await send_avatar(member, PICTURE)) == (
            422,
            "profileEdit.errors.refusedPicture",
        )
    other = encoded(quarters((82, 80)), "PNG")
    assert (await send_post_image(alex, other)).status_code == 201
    assert (await send_avatar(alex, other)).status_code == 200


async def test_same_pixels_are_refused_in_another_file(
    hana: Browser, alex: Browser, mori: Browser
) -> None:
    pixels = quarters((1200, 900))
    notes = PngInfo()
    notes.add_text("Comment", "other words")
    await remove(mori, hana, await publish(alex, encoded(pixels, "PNG", compress_level=1)))

    same = {
        "other compression and metadata": encoded(pixels, "PNG", compress_level=9, pnginfo=notes),
        "alpha channel": encoded(pixels.convert("RGBA"), "PNG"),
        "palette": encoded(pixels.convert("P", palette=Image.Palette.ADAPTIVE), "PNG"),
        "lossless WebP": encoded(pixels, "WEBP", lossless=True),
    }
    for name, data in same.items():
        assert outcome(await send_post_image(alex, data)) == REFUSED, name


async def test_picture_as_the_site_served_it_is_refused_in_every_size_and_as_png(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await publish(alex, encoded(quarters((1200, 900)), "JPEG", quality=90))
    [image] = (await hana.get(f"/api/posts/{post_id}")).json()["images"]
    names = await value(place.engine, "SELECT CAST(files AS TEXT) FROM post_images")
    served = [(await hana.get(f"/media/post-images/{name}")).content for name in json.loads(names)]
    await remove(mori, hana, post_id)

    assert image["url"].endswith(json.loads(names)[0]) and len(served) > 3
    for data in served:
        with Image.open(io.BytesIO(data)) as saved:
            if saved.format != "AVIF":
                assert outcome(await send_post_image(alex, data)) == REFUSED, saved.format
            assert outcome(await send_post_image(alex, encoded(saved, "PNG"))) == REFUSED


async def test_served_animation_is_refused(hana: Browser, alex: Browser, mori: Browser) -> None:
    post_id = await publish(alex, animation("GIF"))
    [image] = (await hana.get(f"/api/posts/{post_id}")).json()["images"]
    served = (await hana.get(image["url"])).content
    await remove(mori, hana, post_id)

    assert outcome(await send_post_image(alex, served)) == REFUSED


async def test_photo_without_its_metadata_is_the_same_photo(
    hana: Browser, alex: Browser, mori: Browser
) -> None:
    photo = with_exif(6, (400, 300))
    start = photo.index(b"\xff\xe1")
    length = int.from_bytes(photo[start + 2 : start + 4])
    bare = photo[:start] + photo[start + 2 + length :]
    await remove(mori, hana, await publish(alex, photo))

    assert outcome(await send_post_image(alex, bare)) == REFUSED


async def test_animation_is_recognised_by_all_its_frames(
    hana: Browser, alex: Browser, mori: Browser
) -> None:
    await remove(mori, hana, await publish(alex, animation("WEBP", lossless=True)))

    assert outcome(await send_post_image(alex, animation("PNG"))) == REFUSED
    assert (await send_post_image(alex, animation("PNG", frames=7))).status_code == 201


async def test_reversed_removal_allows_the_picture_unless_another_removed_post_had_it(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    first, second = [await publish(alex, PICTURE) for _ in range(2)]
    await remove(mori, hana, first)
    await remove(mori, hana, second)
    await grant_role(place, hana)
    newest, older = [one["id"] for one in await decisions(alex)]

    await appeal(alex, older)
    await answer_appeal(hana, older, "upheld")
    assert outcome(await send_post_image(alex, PICTURE)) == REFUSED
    await appeal(alex, newest)
    assert (await answer_appeal(hana, newest, "reversed")).status_code == 204

    assert outcome(await send_post_image(alex, PICTURE)) == REFUSED
    select = "SELECT DISTINCT post_id FROM refused_pictures"
    assert await value(place.engine, select) == first


async def test_picture_is_allowed_after_an_appeal(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await remove(mori, hana, await publish(alex, PICTURE))
    await grant_role(place, hana)
    [removal] = await decisions(alex)
    await appeal(alex, removal["id"])

    assert (await answer_appeal(hana, removal["id"], "reversed")).status_code == 204

    assert await place.count("refused_pictures") == 0
    assert (await send_post_image(alex, PICTURE)).status_code == 201


async def test_upload_of_before_the_removal_is_refused_when_its_post_is_sent(
    hana: Browser, alex: Browser, mori: Browser
) -> None:
    early = (await send_post_image(alex, PICTURE)).json()
    shown = await publish(hana, PICTURE)
    await remove(mori, hana, await publish(alex, PICTURE))

    images = [{"id": early["id"], "alt": None}]
    answer = await alex.change("POST", "/api/posts", json=NEW | {"images": images})

    assert outcome(answer) == REFUSED
    # A published post keeps the picture and can be edited.
    post = (await hana.get(f"/api/posts/{shown}")).json()
    kept = [{"id": one["id"], "alt": "葉"} for one in post["images"]]
    edit = {"content": "新しい文", "images": kept}
    assert (await hana.change("PUT", f"/api/posts/{shown}", json=edit)).status_code == 200


async def test_removal_with_everything_refuses_all_pictures_of_the_member(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    other = encoded(quarters((90, 80)), "PNG")
    reported = await publish(alex, PICTURE)
    await publish(alex, other)
    await remove(mori, hana, reported, decision="suspend", everything=True)

    assert [outcome(await send_post_image(hana, one)) for one in (PICTURE, other)] == [REFUSED] * 2


@pytest.mark.parametrize("rule", ["wrongCategory", "wrongFact"])
async def test_picture_of_a_post_that_was_removed_for_its_text_is_allowed(
    place: Place, hana: Browser, alex: Browser, mori: Browser, rule: str
) -> None:
    await remove(mori, hana, await publish(alex, PICTURE), rule=rule)

    assert await place.count("refused_pictures") == 0
    assert (await send_post_image(alex, PICTURE)).status_code == 201


async def test_deletion_by_the_author_refuses_nothing(place: Place, alex: Browser) -> None:
    post_id = await publish(alex, PICTURE)
    await alex.change("DELETE", f"/api/posts/{post_id}")
    place.moment.advance(seconds=CLOCK_SKEW.total_seconds())

    assert (await send_post_image(alex, PICTURE)).status_code == 201
