"""Test that a file which writes to the shared site leaves nothing for the next file."""

from pathlib import Path

import pytest

from tests.browser.conftest import NewReader
from tests.browser.members import open_session, session_of
from tests.browser.reader import BrowserSettings, Reader
from tests.browser.sample_members import create_post
from tests.browser.sites import restored_afterwards
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

STARTS_MOST = 20


def start_sign_in(reader: Reader) -> int:
    """Requests the start of a login without going on; returns the status."""
    return reader.page.request.get("/api/auth/google", max_redirects=0).status


def feed_html(reader: Reader) -> str:
    return reader.page.request.get("/community").text()


def test_restored_site_has_no_rows_and_no_counts_of_the_file_before(
    site: RunningSite, new_reader: NewReader, tmp_path: Path
) -> None:
    member, visitor = new_reader(BrowserSettings()), new_reader(BrowserSettings())
    with restored_afterwards(site, tmp_path / "before.sqlite3"):
        open_session(member)
        first = create_post(member, "Written by the file before")
        before = feed_html(visitor)
        for _ in range(STARTS_MOST):
            refused = start_sign_in(visitor)
    with restored_afterwards(site, tmp_path / "again.sqlite3"):
        afterwards, gone = feed_html(visitor), session_of(member)["member"]
        open_session(member)
        second = create_post(member, "Written by the file after")

    assert "Written by the file before" in before
    assert refused == 429
    assert "Written by the file before" not in afterwards
    assert gone is None
    assert second > first
