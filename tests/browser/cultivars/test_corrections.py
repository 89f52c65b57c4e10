"""Test of a correction: reported on a record's page and accepted in the queue, without scripts."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from server.contracts.routes import Language, path_for
from tests.browser.conftest import NewReader
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

NOTE = "登録は1990年です"


def report(page: Page, origin: str, language: Language, address: str | None) -> None:
    """Sends the form to which the record's page links; visitors give a mail address."""
    page.goto(origin + path_for("cultivar", language, params={"id": "saemidori"}))
    page.get_by_role("link", name=text(language, "cultivar.report"), exact=True).click()
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(text(language, "report.correction.title"))
    page.get_by_label(text(language, "report.correction.note")).fill(NOTE)
    if address:
        page.get_by_label(text(language, "report.contact")).fill(address)
    page.get_by_role("button", name=text(language, "report.submit")).click()
    expect(title).to_have_text(text(language, "report.sent.title"))
    page.get_by_role("link", name=text(language, "report.sent.back")).click()
    expect(title).to_contain_text("Saemidori" if language == "en" else "さえみどり")


@pytest.mark.parametrize(
    ("language", "width"), [("en", 390), pytest.param("ja", 1280, marks=pytest.mark.audit)]
)
def test_accepted_correction_notifies_the_member_with_a_link_to_the_record(
    new_reader: NewReader, site: RunningSite, language: Language, width: int
) -> None:
    page = new_reader(BrowserSettings(size=(width, 900), has_scripts=False)).page
    report(page, site.origin, language, "reader@tea.example")
    page.goto(f"{site.origin}/api/auth/google?language={language}")
    page.click(f"button[value={HANA}]")
    report(page, site.origin, language, None)
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        connection.execute("UPDATE accounts SET role = 'moderator'")

    page.goto(site.origin + path_for("moderation", language))
    case = page.locator(".case")
    expect(case).to_contain_text(NOTE)
    case.get_by_label(text(language, "moderation.decision.accept")).check()
    case.get_by_label(text(language, "moderation.edition")).fill("2.5.0")
    case.get_by_role("button", name=text(language, "moderation.submit")).click()
    expect(page.get_by_text(text(language, "moderation.done"))).to_be_visible()

    page.goto(site.origin + path_for("notifications", language))
    names = {"text": "さえみどり", "name": "Saemidori"}
    notification = page.get_by_role(
        "link", name=text(language, "notifications.correction-accepted", **names)
    )
    target = path_for("cultivar", language, params={"id": "saemidori"})
    expect(notification.first).to_have_attribute("href", target)
