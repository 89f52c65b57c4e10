"""Test that the longest allowed words of members do not overflow on search and account page."""

import pytest
from playwright.sync_api import expect

from server.contracts.limits import LIMITS
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import HANA, open_session
from tests.browser.reader import NARROW, NARROWEST, BrowserSettings, Reader
from tests.browser.sample_members import request_api

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

SIZES = [(768, 1024), NARROW, NARROWEST]
NAME = "W" * LIMITS.display_name_characters
COLLECTION = "W" * LIMITS.collection_name_characters


def overflow_at_all_sizes(reader: Reader) -> list[object]:
    """Returns the elements that overflow, with the size of the window."""
    found: list[object] = []
    for size in SIZES:
        reader.resize(size)
        found += [(size, one) for one in overflowing(reader)]
    return found


def test_long_words_of_members_wrap(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("ja"))
    open_session(reader, HANA)
    name = {"display_name": NAME, "language": "ja"}
    request_api(reader, "PUT", "/api/profiles/me", name)
    request_api(reader, "POST", "/api/account/collections", {"name": COLLECTION})

    for path, css in {
        f"/ja/search?q={NAME}": ".search-more a",
        f"/ja/search?q=x{NAME[1:]}": ".search-nothing",
        "/ja/account": "input[name=collections]",
    }.items():
        reader.open(path)
        expect(reader.page.locator(css).first).to_be_visible()
        assert overflow_at_all_sizes(reader) == [], path
