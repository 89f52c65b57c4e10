"""Tests of the layout of the feed, its filters, cards, messages and picture viewer."""

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewSampleReader
from tests.browser.members import HANA
from tests.browser.reader import WIDE, BrowserSettings
from tests.browser.sample_members import request_api

pytestmark = pytest.mark.browser

PHONE = (390, 740)
NARROW_PHONE = (360, 740)
# In px from the top; an earlier layout had it at 690.
FIRST_CARD_MOST = 500
BACKGROUND = "() => getComputedStyle(document.querySelector('.post-like')).backgroundColor"
REVIEWS = "/community?category=review&tea_variety=saemidori"


def box_of(shown: Locator) -> FloatRect:
    box = shown.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize("path", ["/community", "/ja/community?category=review"])
def test_feed_is_centred_below_its_filters_on_a_wide_screen(
    new_sample_reader: NewSampleReader, path: str
) -> None:
    reader = new_sample_reader(BrowserSettings(size=WIDE))
    reader.open(path)

    feed = box_of(reader.page.locator(".feed"))
    filters = box_of(reader.page.locator(".feed-filters"))

    assert abs(feed["x"] - (WIDE[0] - feed["x"] - feed["width"])) <= 16
    assert (filters["x"], filters["width"]) == (feed["x"], feed["width"])
    assert filters["y"] + filters["height"] <= feed["y"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_first_review_is_on_the_first_screen_of_a_phone(
    new_sample_reader: NewSampleReader, language: Language
) -> None:
    reader = new_sample_reader(BrowserSettings(language, size=NARROW_PHONE, is_touch=True))
    prefix = "/ja" if language == "ja" else ""

    for path in ("/community?category=review", REVIEWS):
        reader.open(prefix + path)
        top = box_of(reader.page.locator(".post-card").first)["y"]
        assert top <= FIRST_CARD_MOST + 60 * (path == REVIEWS)


def test_filters_of_a_phone_open_in_a_sheet_and_apply_at_once(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE, is_touch=True))
    page = reader.page
    reader.open("/community?category=review")
    expect(page.locator("#tea_type")).to_be_hidden()

    page.locator(".filter-open").tap()
    page.select_option("#tea_type", "sencha")
    expect(page).to_have_url(f"{reader.origin}/community?category=review&tea_type=sencha")
    expect(page.locator(".filter-open .filter-badge [aria-hidden]")).to_have_text("1")
    assert axe_violations(reader) == []
    page.locator(".filter-choose").tap()
    page.get_by_role("dialog").get_by_role("button", name="Saemidori").tap()
    page.locator(".filter-close").tap()

    expect(page.locator("#tea_type")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reviews of Saemidori")


@pytest.mark.parametrize("path", ["/community", "/post/1"])
def test_messages_are_at_the_top(new_sample_reader: NewSampleReader, path: str) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE, is_touch=True))
    page = reader.page
    reader.open(path)

    page.locator(".post-like").first.tap()

    message = page.get_by_role("alert").filter(
        has_text=text("en", "postDetail.loginRequiredForLike")
    )
    assert box_of(message)["y"] <= 16


def test_like_button_looks_the_same_after_a_visitor_touches_it(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE, is_touch=True))
    reader.open("/community")
    before = reader.evaluate(BACKGROUND)

    reader.page.locator(".post-like").first.tap()
    expect(reader.page.locator("#messages .message")).to_be_visible()

    assert reader.evaluate(BACKGROUND) == before


def test_buttons_of_the_viewer_cover_no_photo_on_a_phone(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE, is_touch=True))
    page = reader.page
    reader.open("/community")

    page.locator(".card-images a").first.tap()
    photo = box_of(page.locator(".image-viewer img"))
    buttons = [box_of(one) for one in page.locator(".image-viewer-button").all()]

    assert len(buttons) == 3
    assert all(
        one["y"] + one["height"] <= photo["y"] or one["y"] >= photo["y"] + photo["height"]
        for one in buttons
    )


def test_own_post_has_its_menu_beside_its_author_and_the_avatar_of_the_header(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(size=PHONE), choice=HANA)
    page = reader.page
    reader.open("/community")
    words = {"category": "question", "language": "en", "content": "Which kettle?"}
    post = request_api(reader, "POST", "/api/posts", words)
    request_api(reader, "PUT", f"/api/posts/{post['id']}", {"content": "Which kettle, and why?"})

    reader.open("/community")
    card = page.locator(f"#post-{post['id']}")
    menu = box_of(card.locator(".post-menu summary"))
    author = box_of(card.locator(".post-card-author"))
    facts = box_of(card.locator(".post-card-facts"))
    initial = card.locator(".avatar").text_content()
    expect(page.locator(".header-member .avatar")).to_have_text(initial or "none")
    request_api(reader, "DELETE", f"/api/posts/{post['id']}")

    assert menu["y"] == author["y"]
    assert facts["y"] + facts["height"] <= author["y"] + 2 * author["height"] + 4
