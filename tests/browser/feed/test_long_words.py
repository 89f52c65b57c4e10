"""Tests that the longest words of members and of rules do not overflow on phones."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from server.contracts.limits import LIMITS
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import HANA, open_session, session_of
from tests.browser.reader import NARROW, NARROWEST, BrowserSettings, Reader
from tests.browser.sample_members import request_api
from tests.running_site import RunningSite

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


def test_name_of_a_moderator_and_words_of_rules_wrap(
    site: RunningSite, new_reader: NewReader
) -> None:
    reader = new_reader(BrowserSettings("en"))
    open_session(reader, HANA)
    request_api(reader, "PUT", "/api/profiles/me", {"display_name": NAME, "language": "en"})
    member = session_of(reader)["member"]["id"]
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        update = "UPDATE accounts SET role = 'administrator' WHERE id = ?"
        connection.execute(update, (member,))
        connection.execute(
            "INSERT INTO moderation_log (created_at, made_by, action, subject_kind, subject_id,"
            " member_id, reason, details) VALUES ('2026-11-29 00:00:00.000000', 'a',"
            " 'restore-profile', 'member', ?, ?, 'a', ?)",
            (member, member, '{"rule": "rude"}'),
        )

    for path, css in {"/moderation/roles": ".case", "/moderation/log": ".moderation-log"}.items():
        reader.open(path)
        expect(reader.page.locator(css).first).to_be_visible()
        assert overflow_at_all_sizes(reader) == [], path
