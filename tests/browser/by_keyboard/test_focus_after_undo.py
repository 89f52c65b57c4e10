"""Tests of the focus after the deletion of a post or comment was undone."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewSampleReader
from tests.browser.keyboard import has_focus, press, tab_to, wait_for_focus
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings, Reader
from tests.browser.sample_members import create_post, request_api

pytestmark = pytest.mark.browser

UNDO = ".message-action"


def press_on(reader: Reader, css: str) -> None:
    reader.page.locator(css).first.focus()
    press(reader, "Enter")


def delete_by_menu(reader: Reader, within: str) -> None:
    """Deletes the post whose menu is in that element; a button offers the undo."""
    press_on(reader, f"{within} .post-menu summary")
    press_on(reader, f"{within} .post-menu button")
    press_on(reader, "dialog .button-danger")


@pytest.mark.parametrize("path", ["/community", "/profile"])
def test_focus_moves_to_the_restored_post_in_a_list(
    new_sample_reader: NewSampleReader, path: str
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    id = create_post(reader, "a thought to restore")
    reader.open(path)
    delete_by_menu(reader, f"#post-{id}")
    wait_for_focus(reader, UNDO)
    expect(reader.page.locator(f"#post-{id}")).to_have_count(0)

    press(reader, "Enter")

    wait_for_focus(reader, f"#post-{id} a")
    request_api(reader, "DELETE", f"/api/posts/{id}")


def test_focus_moves_to_the_restored_post_after_its_page_was_left(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    id = create_post(reader, "a thought to restore from its page")
    reader.open(f"/post/{id}")
    delete_by_menu(reader, ".post-page")
    expect(reader.page.locator(UNDO)).to_be_visible()
    # The page of the feed takes the focus from the button, sooner or later.
    wait_for_focus(reader, "main")

    press_on(reader, UNDO)

    wait_for_focus(reader, f"#post-{id} a")
    request_api(reader, "DELETE", f"/api/posts/{id}")


def add_comments(reader: Reader, post: int) -> list[int]:
    """Adds two comments to the post; returns their ids."""
    path = f"/api/posts/{post}/comments"
    texts = ("first answer", "second answer")
    return [int(request_api(reader, "POST", path, {"content": one})["id"]) for one in texts]


def delete_comment(reader: Reader, id: int) -> None:
    """Deletes the comment on its page, and waits for the button that undoes it."""
    press_on(reader, f"#comment-{id} .comment-row-delete")
    press_on(reader, "dialog .button-danger")
    wait_for_focus(reader, UNDO)
    expect(reader.page.locator(f"#comment-{id}")).to_have_count(0)


def test_focus_moves_to_the_restored_comment(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    post = create_post(reader, "a thought with answers")
    comment, _ = add_comments(reader, post)
    reader.open(f"/post/{post}")
    delete_comment(reader, comment)

    press(reader, "Enter")

    wait_for_focus(reader, f"#comment-{comment} a")
    request_api(reader, "DELETE", f"/api/posts/{post}")


def test_focus_stays_where_the_reader_moved_it_during_the_undo(
    new_sample_reader: NewSampleReader,
) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    post = create_post(reader, "a thought with further answers")
    comment, other = add_comments(reader, post)
    reader.open(f"/post/{post}")
    delete_comment(reader, comment)
    held: list[Route] = []

    def hold_request(route: Route) -> None:
        held.append(route)

    reader.page.route("**/undo", hold_request)
    press(reader, "Enter")
    while not held:
        reader.page.wait_for_timeout(20)
    tab_to(reader, f"#comment-{other} .comment-row-edit")

    held[0].continue_()

    expect(reader.page.locator(f"#comment-{comment}")).to_be_visible()
    reader.page.wait_for_timeout(100)
    assert has_focus(reader, f"#comment-{other} .comment-row-edit")
    request_api(reader, "DELETE", f"/api/posts/{post}")
