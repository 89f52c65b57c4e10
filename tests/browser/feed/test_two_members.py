"""Two members in two browsers see each other's changes live."""

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

PICTURES = 6
WORDS = {"en": "Six cups on one tray", "ja": "お盆に六つの湯呑み"}
ANSWERS = {"en": ("Which one first?", "The palest."), "ja": ("どれから飲みますか", "薄いほうから")}

Walk = tuple[Reader, Reader, Language]


def say(reader: Reader, css: str, words: str) -> None:
    tab_directly_to(reader, css)
    reader.page.keyboard.type(words)


def compose(reader: Reader, language: Language) -> None:
    """Fills the post form by keyboard."""
    page = reader.page
    expect(page.get_by_role("heading", level=1)).to_have_text(text(language, "createPost.title"))
    tab_directly_to(reader, "input[name=category]:checked")
    press(reader, "ArrowDown", "ArrowUp")
    expect(page.locator("input[name=category]:checked")).to_have_value("review")
    say(reader, "input[name=title]", WORDS[language])
    say(reader, "textarea[name=content]", WORDS[language] * 2)
    tab_directly_to(reader, "input[name=rating]")
    press(reader, "ArrowRight", "ArrowRight", "ArrowRight")
    tab_directly_to(reader, ".post-form-more > summary")
    press(reader, "Enter")
    tab_directly_to(reader, "select[name=tea_type]")
    press(reader, "ArrowDown")
    tab_directly_to(reader, ".image-field-add button")
    with page.expect_file_chooser() as choosing:
        press(reader, "Enter")
    choosing.value.set_files(photo_files(PICTURES))


def arrange(reader: Reader, language: Language) -> None:
    """Moves the second picture first and adds its text, after all uploads."""
    page = reader.page
    submit = page.locator("form.post-form [type=submit]")
    rows = page.locator(".picture-row")
    expect(rows).to_have_count(PICTURES)
    expect(submit).to_have_text(text(language, "createPost.bar.uploading"))
    expect(submit).to_be_disabled()
    expect(submit).to_be_enabled()
    say(reader, ".picture-row:nth-child(2) input", WORDS[language])
    activate_directly(reader, ".picture-row:nth-child(2) [data-way=earlier]")
    expect(rows.first.locator("input")).to_have_value(WORDS[language])
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
    expect(card.locator(".card-images img").first).to_have_attribute("alt", WORDS[language])
    created = page.get_by_role("status").filter(has_text=text(language, "createPost.created"))
    expect(created).to_be_visible()
    return int(str(card.get_attribute("id")).removeprefix("post-"))


def read_and_like(walk: Walk, card: str) -> None:
    """Shows the new post by the button of arrived posts and likes it."""
    author, other, language = walk
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


def talk(walk: Walk, card: str) -> None:
    """Comments in the panel of the card and on the post page."""
    author, other, language = walk
    question, answer = ANSWERS[language]
    activate_directly(other, f"{card} .post-comments")
    say(other, f"{card} textarea", question)
    press(other, "Control+Enter")
    expect(author.page.locator(f"{card} .post-comments .post-button-count")).to_have_text("1")

    activate_directly(author, f"{card} .post-card-time")

    said = author.page.locator(".comment-row-content")
    expect(said).to_have_text([question])
    say(author, ".comment-list textarea", answer)
    press(author, "Control+Enter")
    expect(said).to_have_text([question, answer])
    expect(other.page.locator(f"{card} .comment-row-content")).to_have_text([question, answer])
    expect(other.page.locator(f"{card} .post-comments .post-button-count")).to_have_text("2")


def take_back(walk: Walk, card: str) -> None:
    """Deletes the comment and removes the like."""
    author, other, language = walk
    activate_directly(other, f"{card} .comment-row-delete")
    dialog = other.page.get_by_role("alertdialog")
    expect(dialog).to_contain_text(text(language, "postDetail.comments.confirmTitle"))
    activate_directly(other, ".dialog .button-danger")
    expect(author.page.locator(".comment-row-content")).to_have_text([ANSWERS[language][1]])

    activate_directly(other, f"{card} .post-like")

    count = author.page.locator(".post-page-counts .post-like .post-button-count")
    expect(count).to_have_text("0")


def delete(walk: Walk, card: str) -> None:
    """Deletes the post after confirmation; the other reader's card is marked."""
    author, other, language = walk
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
    walk = (author, other, language)
    throttle_network(author)
    # Chromium begins to hand over file choosers only once a listener is registered.
    author.page.on("filechooser", lambda _: None)
    for reader in (author, other):
        reader.open(feed)
        reader.evaluate("() => { window.neverLeft = true; }")

    activate_directly(author, ".community-title .button")
    compose(author, language)
    arrange(author, language)
    number = publish(author, language)
    card = f"#post-{number}"
    read_and_like(walk, card)
    talk(walk, card)
    take_back(walk, card)
    delete(walk, card)

    for reader in (author, other):
        assert reader.evaluate("() => window.neverLeft")
        assert errors_without_aborts(reader) == []
    answer = other.page.request.get(f"{other.origin}{prefix_of(language)}/post/{number}")
    assert answer.status == 410
