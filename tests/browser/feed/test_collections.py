"""Tests of collections of posts: filled, read, shared and deleted, with and without scripts."""

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, open_session, open_signed_in
from tests.browser.reader import NARROW, WIDE, BrowserSettings, ReaderPool
from tests.browser.sample_members import errors_without_aborts, prefix_of, request_api
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

CONTENT = "さえみどりを水出しで"
POST = {"content": CONTENT, "category": "question", "language": "ja", "images": []}
CARDS = ".post-shelf-cards article"
OUTCOME = "p[role=status]:not([id])"


@pytest.fixture(scope="module")
def post_id(restored_site: RunningSite, reader_pool: ReaderPool) -> int:
    author = reader_pool.acquire(restored_site, BrowserSettings())
    open_session(author, ALEX)
    id = int(request_api(author, "POST", "/api/posts", POST)["id"])
    reader_pool.release(author, BrowserSettings())
    return id


@pytest.mark.parametrize(
    ("language", "size"), [("ja", WIDE), pytest.param("en", NARROW, marks=pytest.mark.audit)]
)
def test_post_is_saved_into_a_new_collection_and_read_on_its_page(
    new_reader: NewReader, post_id: int, language: Language, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings(language, size=size))
    page, prefix, name = reader.page, prefix_of(language), f"水出し {language}"
    open_signed_in(reader, HANA, f"{prefix}/post/{post_id}")
    save = page.get_by_role("button", name=text(language, "postDetail.save"), exact=True)
    choose = page.get_by_role("button", name=text(language, "postDetail.collect"))
    if save.get_attribute("aria-pressed") == "false" and not choose.is_visible():
        save.click()

    choose.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill(name)
    assert axe_violations(reader) == []
    page.keyboard.press("Enter")

    expect(dialog).to_have_count(0)
    expect(choose).to_be_focused()
    reader.open(f"{prefix}/profile?tab=saved")
    assert axe_violations(reader) == []
    page.get_by_role("link", name=name).click()
    page.wait_for_url("**/collections/*")
    expect(page.locator(CARDS)).to_have_count(1)
    expect(page.locator(CARDS)).to_contain_text(CONTENT)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    assert axe_violations(reader) == []
    assert errors_without_aborts(reader) == []


def press(page: Page, key: str) -> None:
    page.get_by_role("button", name=text("ja", key), exact=True).click()


def open_form(page: Page, key: str) -> None:
    page.locator("summary", has_text=text("ja", key)).click()


@pytest.fixture
def page_without_scripts(new_reader: NewReader, post_id: int) -> Page:
    """Page of a member's saved posts, with one post, in a browser without scripts."""
    member = new_reader(BrowserSettings(has_scripts=False))
    open_session(member, HANA)
    request_api(member, "PUT", f"/api/posts/{post_id}/saved")
    member.page.goto("/ja/profile?tab=saved")
    return member.page


def test_collection_is_filled_shared_and_deleted_without_scripts(
    new_reader: NewReader, page_without_scripts: Page
) -> None:
    page = page_without_scripts
    page.fill("#collection-name", "旅の途中")
    press(page, "collections.create.action")
    expect(page.locator(OUTCOME)).to_have_text(text("ja", "collections.done.create"))
    open_form(page, "collections.add.title")
    page.check("input[name=posts]")
    page.select_option("#collection-target", label="旅の途中")
    press(page, "collections.add.action")
    page.get_by_role("link", name="旅の途中").click()
    open_form(page, "collections.edit.title")
    page.fill("#collection-name", "旅と水出し")
    page.check("input[name=shared]")
    press(page, "collections.edit.action")
    expect(page.get_by_role("heading", level=1)).to_have_text("旅と水出し")

    visitor = new_reader(BrowserSettings(has_scripts=False)).page
    visitor.goto(page.url.partition("?")[0])
    expect(visitor.locator(CARDS)).to_contain_text(CONTENT)
    empty_and_delete(page)
    answer = visitor.reload()
    assert answer is not None
    assert answer.status == 404


def empty_and_delete(page: Page) -> None:
    """Removes the only post of the collection, then deletes the collection."""
    open_form(page, "collections.remove.title")
    page.check("input[name=posts]")
    press(page, "collections.remove.action")
    expect(page.locator(CARDS)).to_have_count(0)
    open_form(page, "collections.delete.title")
    press(page, "collections.delete.action")
    expect(page.locator(OUTCOME)).to_have_text(text("ja", "collections.done.delete"))
