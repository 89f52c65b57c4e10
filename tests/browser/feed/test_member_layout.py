"""Tests of the layout of the post form on a phone, and of a member's page on a wide screen."""

import pytest
from playwright.sync_api import FloatRect, Locator

from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import WIDE, BrowserSettings

pytestmark = pytest.mark.browser

NARROW_PHONE = (360, 740)
NEWEST_AUTHOR = "async () => (await (await fetch('/api/posts')).json()).posts[0].user.id"


def boxes_of(shown: Locator) -> list[FloatRect]:
    boxes = [one.bounding_box() for one in shown.all()]
    return [box for box in boxes if box is not None]


@pytest.mark.parametrize("path", ["/create", "/ja/create"])
def test_categories_stand_in_two_rows_of_three_on_a_phone(
    new_sample_reader: NewSampleReader, path: str
) -> None:
    reader = new_sample_reader(BrowserSettings(size=NARROW_PHONE, is_touch=True), HANA)
    reader.open(path)

    cards = boxes_of(reader.page.locator(".category-card"))

    assert [len({round(card[side]) for card in cards}) for side in ("x", "y")] == [3, 2]
    assert len(cards) == 6
    assert min(card["height"] for card in cards) >= 44
    bottom = max(card["y"] + card["height"] for card in cards)
    assert bottom - min(card["y"] for card in cards) <= 130


def test_post_form_has_category_photos_text_cultivar_and_rating_in_this_order(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=NARROW_PHONE, is_touch=True), HANA)
    reader.open("/create")
    page = reader.page
    parts = (
        ".category-cards",
        "button:has-text('photo')",
        "[name=title]",
        "[name=content]",
        ".cultivar-field-count",
        "input[type=radio][value='5']",
        "details",
    )

    tops = [boxes_of(page.locator(f"form {part}").first)[0]["y"] for part in parts]

    assert tops == sorted(tops)


@pytest.mark.parametrize("prefix", ["", "/ja"])
def test_posts_of_a_member_are_aligned_with_the_name_on_a_wide_screen(
    new_sample_reader: NewSampleReader, prefix: str
) -> None:
    reader = new_sample_reader(BrowserSettings(size=WIDE))
    reader.open(prefix + "/community")
    member = reader.evaluate(NEWEST_AUTHOR)
    reader.open(f"{prefix}/members/{member}")

    heading = boxes_of(reader.page.locator(".profile-section h2"))[0]
    cards = boxes_of(reader.page.locator(".post-shelf-cards .post-card"))
    right = max(card["x"] + card["width"] for card in cards)

    assert {round(card["x"]) for card in cards if card["x"] < WIDE[0] / 2} == {round(heading["x"])}
    assert abs(heading["x"] - (WIDE[0] - right)) <= 16
    reader.resize((900, 900))
    left = [
        boxes_of(reader.page.locator(one))[0]["x"] for one in (".profile-section h2", ".post-card")
    ]
    assert left[0] == left[1]
