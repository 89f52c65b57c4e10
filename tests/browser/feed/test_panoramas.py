"""Tests that a single photo of any ratio fits its card, and stands in the middle of the viewer."""

import uuid

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import HANA, open_session, session_of
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import request_api
from tests.server.media.imaging.pictures import encoded, quarters

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

NARROWEST_PHOTO_PX = 120
# Distance between the middle of the photo in the viewer and the middle of the place for it.
OFF_CENTRE = """() => {
  const middle = ({top, bottom}) => (top + bottom) / 2;
  const photo = document.querySelector(".image-viewer img");
  return middle(photo.getBoundingClientRect())
    - middle(photo.parentElement.getBoundingClientRect());
}"""
# The shorter side of each photo, and the space between it and the right side of its card.
SPACE = """() => [...document.querySelectorAll(".card-images a")].map(photo => {
  const {width, height, right} = photo.getBoundingClientRect();
  const card = photo.closest(".post-card").getBoundingClientRect();
  return [Math.min(width, height), card.right - right];
})"""


def post_photo(reader: Reader, size: tuple[int, int]) -> None:
    """Creates a post with one photo of this size."""
    session = session_of(reader)
    headers = {
        "x-csrf-token": str(session["csrf"]),
        "x-member-id": str(session["member"]["id"]),
        "origin": reader.origin,
        "sec-fetch-site": "same-origin",
        "idempotency-key": str(uuid.uuid4()),
    }
    photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": encoded(quarters(size), "JPEG")}
    address = f"{reader.origin}/api/uploads/post-images"
    answer = reader.page.request.post(address, multipart={"file": photo}, headers=headers)
    assert answer.ok, answer.text()
    image = {"id": answer.json()["id"]}
    post = {"content": f"{size}", "category": "question", "language": "ja", "images": [image]}
    request_api(reader, "POST", "/api/posts", post)


def test_single_photo_fits_its_card_at_any_ratio(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    open_session(reader, HANA)
    for photo in [(1200, 400), (1600, 90), (90, 1600)]:
        post_photo(reader, photo)

    for path in ("/ja/community", "/ja/profile"):
        reader.open(path)
        expect(reader.page.locator(".card-images a")).to_have_count(3)
        for size in (NARROW, (768, 1024), WIDE):
            reader.resize(size)
            assert overflowing(reader) == [], (path, size)
            for narrowest, space in reader.evaluate(SPACE):
                assert narrowest >= NARROWEST_PHOTO_PX
                assert space >= 0, (path, size)


def test_viewer_shows_a_photo_in_the_middle(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja", size=NARROW))
    open_session(reader, HANA)
    post_photo(reader, (1200, 900))
    reader.open("/ja/community")

    reader.page.locator(".card-images a").first.click()

    expect(reader.page.locator(".image-viewer img")).to_be_visible()
    reader.wait_until("() => document.querySelector('.image-viewer img').complete")
    assert abs(reader.evaluate(OFF_CENTRE)) <= 1
