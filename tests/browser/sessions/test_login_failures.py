"""Tests of failed logins and session lookups: the page says why and what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from playwright.sync_api import Browser, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.members import HANA, open_signed_in, session_of, submit_login
from tests.browser.reader import HYDRATED, Reader, record_events, start_reader
from tests.browser.sample_members import prefix_of
from tests.browser.sites import SiteStarter
from tests.browser.sweeps import alternating_languages, for_audit
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

IN_APP_BROWSERS = {
    "LINE": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Line/15.1.0",
    "Instagram": "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537 Chrome/140 Instagram 400.0",
    "Facebook": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 [FBAN/FBIOS;FBAV/500]",
}

# What the login page says after each choice at the provider.
ALERTS = {
    "deny": "authCallback.cancelled",
    "database": "authCallback.retryLater",
    "other": "authCallback.failedBecause",
}


@pytest.mark.parametrize(("choice", "language"), alternating_languages(ALERTS))
def test_provider_error_is_shown_on_the_login_page(
    reader: Reader, choice: str, language: Language
) -> None:
    prefix = prefix_of(language)
    submit_login(reader, choice, f"{prefix}/login")

    expect(reader.page).to_have_url(f"{reader.origin}{prefix}/login?error=oauth_failed")
    words = text(language, ALERTS[choice], reason="The provider is being repaired")
    expect(reader.page.locator(".message-alert")).to_contain_text(words)
    message = text(language, "login.errors.oauth_failed")
    expect(reader.page.locator(".login-error")).to_have_text(message)
    assert session_of(reader)["member"] is None


@contextmanager
def without_sessions_table(site: RunningSite) -> Iterator[None]:
    """Renames the table of sessions during the block, so that each lookup fails."""
    with closing(sqlite3.connect(site.log.with_name("chanoki.sqlite3"))) as database:
        database.execute("ALTER TABLE sessions RENAME TO gone")
        yield
        database.execute("ALTER TABLE gone RENAME TO sessions")


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.audit), "ja"])
def test_members_page_returns_503_with_retry_without_a_database(
    reader: Reader, site: RunningSite, language: Language
) -> None:
    path = "/ja/profile" if language == "ja" else "/profile"
    open_signed_in(reader, HANA, "/about")
    with without_sessions_table(site):
        assert reader.open(path).status == 503
        message = reader.page.get_by_role("alert")
        expect(message).to_contain_text(text(language, "app.loadFailed.title"))
        assert reader.path == path
        assert reader.evaluate("() => document.documentElement.lang") == language

    message.get_by_role("button").click()

    expect(reader.page.locator(".profile-banner")).to_be_visible()
    assert reader.path == path


@pytest.mark.parametrize(
    "app", [for_audit(app, is_audit_only=app != "LINE") for app in IN_APP_BROWSERS]
)
def test_login_in_an_in_app_browser_shows_a_copyable_address(
    browser: Browser, site: RunningSite, app: str
) -> None:
    context = browser.new_context(user_agent=IN_APP_BROWSERS[app], locale="en-US")
    reader = record_events(Reader(context.new_page(), site.origin))
    reader.open("/login?return=/create")

    guide = reader.page.locator(".login-in-app")
    expect(guide).to_contain_text(text("en", "login.inApp.title", app=app))
    expect(reader.page.locator(".login-google")).to_have_count(0)
    expect(guide.get_by_role("textbox")).to_have_value(f"{site.origin}/login?return=/create")
    context.close()


# Only in the audit: tests of the host check the redirect, and those of the login page the message.
@pytest.mark.audit
def test_rate_limited_login_shows_a_message_in_the_page_language(
    browser: Browser, sites: SiteStarter
) -> None:
    with sites.start("flood") as flooded:
        reader = start_reader(browser, flooded)
        for _ in range(20):
            reader.page.request.get(f"{flooded.origin}/api/auth/google", max_redirects=0)
        reader.open("/ja/login?return=/ja/create")

        reader.page.click(".login-google")

        message = reader.page.locator(".login-error")
        expect(message).to_have_text(text("ja", "login.errors.too_many_requests"))
        assert reader.path == "/ja/login?error=too_many_requests&return=%2Fja%2Fcreate"
        reader.evaluate(HYDRATED)
        reader.page.context.close()
