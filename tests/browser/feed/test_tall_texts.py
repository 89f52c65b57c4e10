"""Tests that texts of hundreds of short lines scroll in a box instead of filling the page."""

import pytest

from tests.browser.conftest import NewReader
from tests.browser.members import HANA, open_session, session_of
from tests.browser.reader import NARROW, BrowserSettings, Reader
from tests.browser.sample_members import create_post, request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# About 30 lines of each text, and the page around them.
TALLEST_PX = 3_000
HEIGHT = "() => document.documentElement.scrollHeight"
CAN_SCROLL = """css => {
  const box = document.querySelector(css);
  return box.scrollHeight > box.clientHeight;
}"""


@pytest.fixture
def hana(new_reader: NewReader) -> Reader:
    reader = new_reader(BrowserSettings("ja", size=NARROW))
    open_session(reader, HANA)
    return reader


def test_comment_of_500_lines_scrolls_in_a_box_and_is_printed_whole(hana: Reader) -> None:
    post = create_post(hana, "一番茶", "ja")
    content = "\n".join("。" * 500)
    request_api(hana, "POST", f"/api/posts/{post}/comments", {"content": content})

    hana.open(f"/ja/post/{post}")

    assert hana.evaluate(HEIGHT) < TALLEST_PX
    assert hana.evaluate(CAN_SCROLL, ".comment-row-content")
    hana.page.emulate_media(media="print")
    assert not hana.evaluate(CAN_SCROLL, ".comment-row-content")


def test_bio_of_250_lines_scrolls_in_a_box(hana: Reader) -> None:
    change = {"display_name": "はな", "language": "ja", "bio": "\n".join("。" * 250)}
    request_api(hana, "PUT", "/api/profiles/me", change)

    for path in ("/ja/profile", f"/ja/members/{session_of(hana)['member']['id']}"):
        hana.open(path)
        assert hana.evaluate(HEIGHT) < TALLEST_PX
        assert hana.evaluate(CAN_SCROLL, ".profile-bio")
