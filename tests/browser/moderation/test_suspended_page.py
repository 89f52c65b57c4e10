"""Test of a suspended member, who signs in, appeals and removes the account without scripts."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.conftest import NewReader
from tests.browser.members import HANA
from tests.browser.reader import BrowserSettings
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]


def sign_in(page: Page, origin: str, language: Language) -> None:
    """Signs in as Hana at the development provider."""
    page.goto(f"{origin}/api/auth/google?language={language}")
    page.click(f"button[value={HANA}]")


def suspend(site: RunningSite) -> None:
    """Suspends the only member and adds the entry of the moderation log."""
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        [(id,)] = connection.execute("SELECT id FROM accounts").fetchall()
        connection.execute(
            "UPDATE accounts SET suspended_at = '2026-11-20 00:00:00',"
            " suspended_until = '2099-11-27 15:00:00', suspension_reason = 'spam'"
        )
        connection.execute(
            "INSERT INTO moderation_log (created_at, made_by, action, subject_kind, member_id,"
            " reason, details) VALUES (datetime('now'), 'Mori', 'suspend', 'member', ?,"
            " '宣伝の投稿が続いています。', '{\"rule\": \"spam\"}')",
            (id,),
        )


@pytest.mark.parametrize(
    ("language", "width"), [("en", 390), pytest.param("ja", 1280, marks=pytest.mark.audit)]
)
def test_suspended_member_appeals_and_leaves_without_scripts(
    new_reader: NewReader, site: RunningSite, language: Language, width: int
) -> None:
    page = new_reader(BrowserSettings(size=(width, 900), has_scripts=False)).page
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        connection.execute("DELETE FROM suspended_identities")
    sign_in(page, site.origin, language)
    suspend(site)
    sign_in(page, site.origin, language)

    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(text(language, "suspended.title"))
    expect(page.get_by_text("宣伝の投稿が続いています。").first).to_be_visible()
    page.get_by_label(text(language, "account.appeal.note")).fill("一度だけでした")
    page.get_by_role("button", name=text(language, "account.appeal.send")).click()
    expect(page.get_by_text(text(language, "suspended.done.appeal")).first).to_be_visible()
    expect(page.get_by_text(text(language, "account.appeal.state.open"))).to_be_visible()

    page.get_by_text(text(language, "account.removal.open")).click()
    name = text(language, "account.removal.confirm", name="茶畑 はな")
    page.get_by_label(name).fill("茶畑 はな")
    page.get_by_role("button", name=text(language, "account.removal.action")).click()
    expect(page.get_by_text(text(language, "suspended.done.removed"))).to_be_visible()

    sign_in(page, site.origin, language)
    expect(page.get_by_text(text(language, "login.errors.suspended"))).to_be_visible()
