"""Test of two members in two browsers, who see each other's changes live."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewSampleReader
from tests.browser.keyboard import activate_directly, press, tab_directly_to, wait_for_focus
from tests.browser.members import ALEX, HANA
from tests.browser.reader import NARROW, BrowserSettings, Reader
from tests.browser.sample_members import (
    errors_without_aborts,
    photo_files,
    prefix_of,
    throttle_network,
)

pytestmark = pytest.mark.browser

PHOTO_COUNT = 6
TITLES = {"en": "Six cups on one tray", "ja": "お盆に六つの湯呑み"}
COMMENTS = {"en": ("Which one first?", "The palest."), "ja": ("どれから飲みますか", "薄いほうから")}

TwoMembers = tuple[Reader, Reader, Language]


def type_into(reader: Reader, css: str, words: str) -> None:
    tab_directly_to(reader, css)
    reader.page.keyboard.type(words)


def fill_post_form(reader: Reader, language: Language) -> None:
    """Fills the post form by keyboard."""
    page = reader.page
    expect(page.get_by_role("heading", level=1)).to_have_text(text(language, "createPost.title"))
    tab_directly_to(reader, "input[name=category]:checked")
    press(reader, "ArrowDown", "ArrowUp")
    expect(page.locator("input[name=category]:checked")).to_have_value("review")
    type_into(reader, "input[name=title]", TITLES[language])
    type_into(reader, "textarea[name=content]", TITLES[language] * 2)
    tab_directly_to(reader, "input[name=rating]")
    press(reader, "ArrowRight", "ArrowRight", "ArrowRight")
    tab_directly_to(reader, ".post-form-more > summary")
    press(reader, "Enter")
    tab_directly_to(reader, "select[name=tea_type]")
    press(reader, "ArrowDown")
    tab_directly_to(reader, ".image-field-add button")
    with page.expect_file_chooser() as choosing:
        press(reader, "Enter")
    choosing.value.set_files(photo_files(PHOTO_COUNT))


def reorder_photos(reader: Reader, language: Language) -> None:
    """Moves the second picture first and adds its text, after all uploads."""
    page = reader.page
    submit = page.locator("form.post-form [type=submit]")
    rows = page.locator(".picture-row")
    expect(rows).to_have_count(PHOTO_COUNT)
    expect(submit).to_have_text(text(language, "createPost.bar.uploading"))
    expect(submit).to_be_disabled()
    expect(submit).to_be_enabled()
    type_into(reader, ".picture-row:nth-child(2) input", TITLES[language])
    activate_directly(reader, ".picture-row:nth-child(2) [data-way=earlier]")
    expect(rows.first.locator("input")).to_have_value(TITLES[language])
    full = page.get_by_role("button", name=text(language, "createPost.pictures.add"))
    expect(full).to_be_disabled()


def publish(reader: Reader, language: Language) -> int:
    """Submits the post, checks its highlighted card and returns its id."""
    page = reader.page
    activate_directly(reader, "form.post-form [type=submit]")
    card = page.locator(".post-card[data-new]")
    expect(card).to_be_visible()
    expect(card.locator(".post-card-new")).to_have_text(text(language, "post.new"))
    expect(card.locator(".card-images a")).to_have_count(4)
    expect(card.locator(".card-images-more")).to_have_text("+2")
    expect(card.locator(".card-images img").first).to_have_attribute("alt", TITLES[language])
    created = page.get_by_role("status").filter(has_text=text(language, "createPost.created"))
    expect(created).to_be_visible()
    return int(str(card.get_attribute("id")).removeprefix("post-"))


def read_and_like(members: TwoMembers, card: str) -> None:
    """The other member shows the new post by the button of arrived posts, and likes it."""
    author, other, language = members
    bar = other.page.locator(".feed-arrived button")
    expect(bar).to_contain_text(text(language, "community.arrived", count=1))
    expect(other.page.locator(card)).to_have_count(0)
    activate_directly(other, ".feed-arrived button")
    expect(other.page.locator(card)).to_be_visible()
    expect(bar).to_have_count(0)

    activate_directly(other, f"{card} .post-like")

    mine = other.page.locator(f"{card} .post-like")
    expect(mine).to_have_attribute("aria-pressed", "true")
    for reader in (author, other):
        expect(reader.page.locator(f"{card} .post-like .post-button-count")).to_have_text("1")
    expect(author.page.locator(f"{card} .post-like")).to_have_attribute("aria-pressed", "false")


def exchange_comments(members: TwoMembers, card: str) -> None:
    """The other member comments on the card, the author on the post page."""
    author, other, language = members
    question, answer = COMMENTS[language]
    activate_directly(other, f"{card} .post-comments")
    type_into(other, f"{card} textarea", question)
    press(other, "Control+Enter")
    expect(author.page.locator(f"{card} .post-comments .post-button-count")).to_have_text("1")

    activate_directly(author, f"{card} .post-card-time")

    comments = author.page.locator(".comment-row-content")
    expect(comments).to_have_text([question])
    type_into(author, ".comment-list textarea", answer)
    press(author, "Control+Enter")
    expect(comments).to_have_text([question, answer])
    expect(other.page.locator(f"{card} .comment-row-content")).to_have_text([question, answer])
    expect(other.page.locator(f"{card} .post-comments .post-button-count")).to_have_text("2")


def delete_comment_and_like(members: TwoMembers, card: str) -> None:
    """The other member deletes the comment and removes the like."""
    author, other, language = members
    activate_directly(other, f"{card} .comment-row-delete")
    dialog = other.page.get_by_role("alertdialog")
    expect(dialog).to_contain_text(text(language, "postDetail.comments.confirmTitle"))
    activate_directly(other, ".dialog .button-danger")
    expect(author.page.locator(".comment-row-content")).to_have_text([COMMENTS[language][1]])

    activate_directly(other, f"{card} .post-like")

    count = author.page.locator(".post-page-counts .post-like .post-button-count")
    expect(count).to_have_text("0")


def delete_post(members: TwoMembers, card: str) -> None:
    """The author deletes the post after confirmation; the other member's card is marked."""
    author, other, language = members
    dialog = author.page.get_by_role("alertdialog")
    activate_directly(author, ".post-menu summary")
    activate_directly(author, ".post-menu button")
    expect(dialog).to_contain_text(text(language, "postDetail.confirm.title"))
    press(author, "Escape")
    expect(dialog).to_have_count(0)
    activate_directly(author, ".post-menu summary")
    activate_directly(author, ".post-menu button")
    expect(dialog).to_be_visible()
    wait_for_focus(author, ".dialog .button-quiet")
    activate_directly(author, ".dialog .button-danger")

    expect(author.page).to_have_url(f"{author.origin}{prefix_of(language)}/community")
    deleted = text(language, "postDetail.deleted")
    expect(author.page.get_by_role("status").filter(has_text=deleted)).to_be_visible()
    expect(author.page.locator(card)).to_have_count(0)
    gone = other.page.locator(f"{card} .post-card-gone")
    expect(gone).to_have_text(text(language, "post.removed"))


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_posts_likes_and_comments_appear_live_to_another_member(
    fresh_sample_reader: NewSampleReader, language: Language
) -> None:
    """The author has a phone on a slow network; both use the keyboard only."""
    author = fresh_sample_reader(BrowserSettings(language, size=NARROW), HANA)
    other = fresh_sample_reader(BrowserSettings(language), ALEX)
    feed = f"{prefix_of(language)}/community"
    members = (author, other, language)
    throttle_network(author)
    # Playwright intercepts file choosers from the first listener on, so one is registered early.
    author.page.on("filechooser", lambda _: None)
    for reader in (author, other):
        reader.open(feed)
        reader.evaluate("() => { window.neverLeft = true; }")

    activate_directly(author, ".community-title .button")
    fill_post_form(author, language)
    reorder_photos(author, language)
    number = publish(author, language)
    card = f"#post-{number}"
    read_and_like(members, card)
    exchange_comments(members, card)
    delete_comment_and_like(members, card)
    delete_post(members, card)

    for reader in (author, other):
        assert reader.evaluate("() => window.neverLeft")
        assert errors_without_aborts(reader) == []
    answer = other.page.request.get(f"{other.origin}{prefix_of(language)}/post/{number}")
    assert answer.status == 410
