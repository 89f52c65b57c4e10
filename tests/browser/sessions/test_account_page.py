"""Tests of the account page: sessions, data export and account removal."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.members import (
    ALEX,
    HANA,
    NAMELESS,
    login_marker_of,
    open_session,
    open_signed_in,
    session_of,
)
from tests.browser.reader import BrowserSettings, Reader

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]


def press_button(reader: Reader, key: str) -> None:
    reader.page.get_by_role("button", name=text("en", key), exact=False).first.click()


def test_session_of_another_browser_is_listed_and_ended(new_reader: NewReader) -> None:
    here, there = new_reader(BrowserSettings()), new_reader(BrowserSettings())
    open_session(there, HANA)
    open_signed_in(here, HANA, "/account")
    rows = here.page.locator(".session-row")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text=text("en", "account.sessions.current"))).to_have_count(1)

    press_button(here, "account.sessions.end")

    expect(rows).to_have_count(1)
    expect(here.page.get_by_text(text("en", "account.sessions.ended"))).to_be_visible()
    assert session_of(there)["member"] is None
    assert session_of(here)["member"]


def test_end_all_sessions_logs_out_every_browser(new_reader: NewReader) -> None:
    here, there = new_reader(BrowserSettings()), new_reader(BrowserSettings())
    open_session(there, ALEX)
    open_signed_in(here, ALEX, "/account")

    press_button(here, "account.sessions.endAll")

    expect(here.page).to_have_url(f"{here.origin}/ja")
    assert login_marker_of(here) is None
    assert session_of(there)["member"] is None
    there.open("/profile")
    assert there.path == "/login?return=/profile"


def test_account_export_is_a_zip_with_data_and_readable_html(
    reader: Reader, tmp_path: Path
) -> None:
    open_signed_in(reader, HANA, "/account")

    with reader.page.expect_download() as downloading:
        reader.page.get_by_role("link", name=text("en", "account.download.action")).click()
    path = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(path)

    assert path.name == "chanoki.zip"
    archive = zipfile.ZipFile(io.BytesIO(path.read_bytes()))
    assert archive.testzip() is None
    assert json.loads(archive.read("data.json"))["profile"]["email"] == "hana@example.com"
    archive.extractall(tmp_path / "opened")
    page = reader.page.context.new_page()
    page.goto((tmp_path / "opened" / "index.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("hana@example.com")).to_be_visible()


def test_account_removal_requires_the_display_name(reader: Reader) -> None:
    page = reader.page
    open_signed_in(reader, NAMELESS, "/account")
    member = session_of(reader)["member"]
    press_button(reader, "account.removal.open")
    window = page.get_by_role("alertdialog")
    delete = window.get_by_role("button", name=text("en", "account.removal.action"), exact=True)
    expect(delete).to_be_disabled()
    window.locator("input[name=confirmation]").fill("first.flus")
    expect(delete).to_be_disabled()
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)
    press_button(reader, "account.removal.open")
    window.locator("input[name=confirmation]").fill(" first.flush ")

    delete.click()

    expect(page).to_have_url(f"{reader.origin}/ja")
    # A redirect by the cookie that was just stored would not be certain.
    assert f"{reader.origin}/" not in reader.requested_urls
    expect(page.get_by_role("status").filter(has_text="has been deleted")).to_be_visible()
    assert session_of(reader)["member"] is None
    assert reader.page.request.get(f"{reader.origin}/api/profiles/{member['id']}").status == 404
    reader.open(f"/members/{member['id']}")
    expect(page.get_by_role("heading", name=text("en", "member.notFound.title"))).to_be_visible()
