"""Tests of logouts whose request fails or is offline, and of the page after the login."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from server.contracts.locales import text
from tests.browser.members import HANA, login_marker_of, open_signed_in, session_of, sign_in
from tests.browser.reader import HYDRATED, Reader, record_events, start_reader
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# Expected by `to_have_url`: `wait_for_url` may raise when a navigation fails.
OFFLINE = re.compile("^chrome-error://")
LOGIN_LINK, PROFILE_LINK = ".header-login", "header a[href$='/profile']"
# Data of the member that must not remain on a page after the logout.
MEMBER_DATA = ("hana@example.com", "茶畑 はな")


@pytest.fixture
def reader_with_own_network(browser: Browser, site: RunningSite) -> Iterator[Reader]:
    """Reader in a new browser context, whose network a test turns off."""
    reader = start_reader(browser, site)
    yield reader
    reader.page.context.close()


def abort(route: Route) -> None:
    route.abort()


def answer_503(route: Route) -> None:
    route.fulfill(status=503, body="")


def never_answer(_route: Route) -> None:
    """The request is sent and never answered."""


def sign_out(reader: Reader) -> None:
    reader.page.get_by_role("button", name=text("en", "profileEdit.leave.signOut")).click()


def cookie_names(reader: Reader) -> set[str]:
    return {cookie["name"] for cookie in reader.page.context.cookies()}


@pytest.mark.parametrize("fail_request", [abort, answer_503, never_answer])
def test_logout_holds_in_every_tab_when_its_request_fails(
    reader: Reader, fail_request: Callable[[Route], None]
) -> None:
    page, context = reader.page, reader.page.context
    open_signed_in(reader, HANA, "/profile/edit")
    other = record_events(Reader(context.new_page(), reader.origin))
    other.open("/account")
    expect(other.page.get_by_text("hana@example.com")).to_be_visible()
    token = next(one for one in context.cookies() if one["name"] == "session")
    context.route("**/api/session", fail_request)

    sign_out(reader)

    expect(page).to_have_url(f"{reader.origin}/ja")
    expect(page.locator(LOGIN_LINK)).to_be_visible()
    other.page.wait_for_url("**/ja/login?return=/ja/account")
    for tab in (page, other.page):
        assert not any(word in tab.content() for word in MEMBER_DATA)
    assert login_marker_of(reader) is None
    context.unroute("**/api/session")
    assert not cookie_names(reader) & {"session", "signed-out"}
    context.add_cookies([token])
    assert session_of(reader)["member"] is None


def test_offline_logout_holds_when_the_network_returns(reader_with_own_network: Reader) -> None:
    reader = reader_with_own_network
    page, context = reader.page, reader.page.context
    open_signed_in(reader, HANA, "/profile/edit")
    other = record_events(Reader(context.new_page(), reader.origin))
    other.open("/account")
    expect(other.page.get_by_text("hana@example.com")).to_be_visible()
    context.set_offline(True)

    sign_out(reader)

    expect(page).to_have_url(OFFLINE)
    expect(other.page).to_have_url(OFFLINE)
    assert cookie_names(reader) >= {"session", "signed-out"}
    context.set_offline(False)
    reader.open("/profile")
    page.wait_for_url("**/login?return=/profile")
    expect(page.locator(LOGIN_LINK)).to_be_visible()
    assert not cookie_names(reader) & {"session", "signed-out"}
    page.go_back()
    reader.evaluate(HYDRATED)
    assert not any(word in page.content() for word in MEMBER_DATA)


def test_login_after_an_offline_logout_opens_a_session(reader_with_own_network: Reader) -> None:
    reader = reader_with_own_network
    page, context = reader.page, reader.page.context
    open_signed_in(reader, HANA, "/profile/edit")
    context.set_offline(True)
    sign_out(reader)
    expect(page).to_have_url(OFFLINE)
    context.set_offline(False)

    sign_in(reader, HANA, "/login?return=/about")

    expect(page.locator(PROFILE_LINK)).to_be_visible()
    assert "signed-out" not in cookie_names(reader)
    assert session_of(reader)["member"]


def test_login_returns_to_the_latest_return_path(reader: Reader) -> None:
    page = reader.page
    reader.open("/create")
    page.wait_for_url("**/login?return=/create")
    page.locator(".login-home a").click()
    expect(page).to_have_url(f"{reader.origin}/")
    # The previous page is shown until the home page is loaded.
    expect(page.locator(".login-google")).to_have_count(0)
    page.locator(".header-login").click()
    page.locator(".login-google").click()
    page.click(f"button[value={HANA}]")

    page.wait_for_url(lambda url: url in {f"{reader.origin}/", f"{reader.origin}/ja"})
    expect(page.locator(PROFILE_LINK)).to_be_visible()


def test_callback_link_of_a_third_party_does_not_show_its_text(
    reader: Reader,
) -> None:
    reader.open("/auth/callback?error=x&error_description=Call%200120-000-000")

    expect(reader.page).to_have_url(f"{reader.origin}/login?error=oauth_failed")
    message = reader.page.locator(".message-alert")
    expect(message).to_contain_text(text("en", "authCallback.failed"))
    assert "0120" not in reader.page.content()
