"""Logout holds in every tab when its request fails."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from server.contracts.locales import text
from tests.browser.members import HANA, login_marker_of, open_signed_in, session_of, sign_in
from tests.browser.reader import HYDRATED, Reader, record_events, start_reader
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# `wait_for_url` raises at a navigation that fails, now and then before it sees the address.
OFFLINE = re.compile("^chrome-error://")
LOGIN, MEMBER = ".header-login", "header a[href$='/profile']"
# On the page, in its payload and in what it shows.
OF_THE_MEMBER = ("hana@example.com", "茶畑 はな")


@pytest.fixture
def on_the_way(browser: Browser, site: RunningSite) -> Iterator[Reader]:
    """A reader in a new browser context, whose network goes and returns."""
    reader = start_reader(browser, site)
    yield reader
    reader.page.context.close()


def abort(route: Route) -> None:
    route.abort()


def fail(route: Route) -> None:
    route.fulfill(status=503, body="")


def leave_hanging(_route: Route) -> None:
    """The request is sent and never answered."""


def sign_out(reader: Reader) -> None:
    reader.page.get_by_role("button", name=text("en", "profileEdit.leave.signOut")).click()


def cookie_names(reader: Reader) -> set[str]:
    return {cookie["name"] for cookie in reader.page.context.cookies()}


@pytest.mark.parametrize("lose", [abort, fail, leave_hanging])
def test_logout_holds_in_every_tab_when_its_request_fails(
    reader: Reader, lose: Callable[[Route], None]
) -> None:
    page, context = reader.page, reader.page.context
    open_signed_in(reader, HANA, "/profile/edit")
    other = record_events(Reader(context.new_page(), reader.origin))
    other.open("/account")
    expect(other.page.get_by_text("hana@example.com")).to_be_visible()
    token = next(one for one in context.cookies() if one["name"] == "session")
    context.route("**/api/session", lose)

    sign_out(reader)

    expect(page).to_have_url(f"{reader.origin}/ja")
    expect(page.locator(LOGIN)).to_be_visible()
    other.page.wait_for_url("**/ja/login?return=/ja/account")
    for tab in (page, other.page):
        assert not any(word in tab.content() for word in OF_THE_MEMBER)
    assert login_marker_of(reader) is None
    context.unroute("**/api/session")
    assert not cookie_names(reader) & {"session", "signed-out"}
    context.add_cookies([token])
    assert session_of(reader)["member"] is None


def test_offline_logout_holds_when_the_network_returns(on_the_way: Reader) -> None:
    reader = on_the_way
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
    expect(page.locator(LOGIN)).to_be_visible()
    assert not cookie_names(reader) & {"session", "signed-out"}
    page.go_back()
    reader.evaluate(HYDRATED)
    assert not any(word in page.content() for word in OF_THE_MEMBER)


def test_login_after_an_offline_logout_opens_a_session(on_the_way: Reader) -> None:
    reader = on_the_way
    page, context = reader.page, reader.page.context
    open_signed_in(reader, HANA, "/profile/edit")
    context.set_offline(True)
    sign_out(reader)
    expect(page).to_have_url(OFFLINE)
    context.set_offline(False)

    sign_in(reader, HANA, "/login?return=/about")

    expect(page.locator(MEMBER)).to_be_visible()
    assert "signed-out" not in cookie_names(reader)
    assert session_of(reader)["member"]


def test_login_returns_to_the_latest_return_path(reader: Reader) -> None:
    page = reader.page
    reader.open("/create")
    page.wait_for_url("**/login?return=/create")
    page.locator(".login-home a").click()
    expect(page).to_have_url(f"{reader.origin}/")
    # The page before stays on the screen until this one is loaded.
    expect(page.locator(".login-google")).to_have_count(0)
    page.locator(".header-login").click()
    page.locator(".login-google").click()
    page.click(f"button[value={HANA}]")

    page.wait_for_url(lambda url: url in {f"{reader.origin}/", f"{reader.origin}/ja"})
    expect(page.locator(MEMBER)).to_be_visible()


def test_callback_link_of_a_third_party_does_not_show_its_text(
    reader: Reader,
) -> None:
    reader.open("/auth/callback?error=x&error_description=Call%200120-000-000")

    expect(reader.page).to_have_url(f"{reader.origin}/login?error=oauth_failed")
    message = reader.page.locator(".message-alert")
    expect(message).to_contain_text(text("en", "authCallback.failed"))
    assert "0120" not in reader.page.content()
