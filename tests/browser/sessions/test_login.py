"""Tests of login and logout in every tab, and of a profile edited by keyboard."""

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.keyboard import activate, press, tab_to
from tests.browser.members import (
    ALEX,
    HANA,
    NAMELESS,
    READABLE_BY_SCRIPTS,
    finish_login,
    login_marker_of,
    metadata_in,
    open_signed_in,
    photo_with_metadata,
    session_of,
    sign_in,
)
from tests.browser.reader import HYDRATED, BrowserSettings, Reader, record_events
from tests.running_site import RunningSite
from tests.server.media.imaging.pictures import corners, opened

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]


def press_by_keyboard(reader: Reader, name: str) -> None:
    """Tabs to the button with this name and presses it."""
    wanted = reader.page.get_by_role("button", name=name, exact=True)
    wanted.evaluate("element => element.setAttribute('data-wanted', '')")
    activate(reader, "[data-wanted]")
    wanted_gone = "() => document.querySelector('[data-wanted]')?.removeAttribute('data-wanted')"
    reader.evaluate(wanted_gone)


def fill_profile(reader: Reader) -> None:
    """Fills the whole profile form."""
    page = reader.page
    tab_to(reader, "input[name=display_name]")
    press(reader, "Control+A")
    page.keyboard.type("Hana of Shizuoka")
    tab_to(reader, "textarea[name=bio]")
    page.keyboard.type("First flush,")
    press(reader, "Enter")
    page.keyboard.type("every year.")
    press_by_keyboard(reader, "Gyokuro")
    press_by_keyboard(reader, "Matcha")
    tab_to(reader, "input[type=search]")
    page.keyboard.type("okumidori")
    expect(page.locator(".favourite-cultivar-choices button")).to_have_count(1)
    press(reader, "Enter")
    expect(page.locator(".favourite-cultivar-chosen")).to_contain_text("Okumidori")


def test_profile_is_edited_by_keyboard_after_login(reader: Reader) -> None:
    page = reader.page
    reader.open("/profile/edit")
    assert reader.path == "/login?return=/profile/edit"
    activate(reader, ".login-google")
    page.wait_for_url("**/dev/oidc/**")
    activate(reader, f"button[value={HANA}]")
    finish_login(reader)
    expect(page).to_have_url(f"{reader.origin}/profile/edit")

    fill_profile(reader)
    tab_to(reader, "button[type=submit]")
    press(reader, "Enter")

    expect(page).to_have_url(f"{reader.origin}/profile")
    expect(
        page.get_by_role("status").filter(has_text=text("en", "profileEdit.saved"))
    ).to_be_visible()
    banner = page.locator(".profile-banner")
    for words in ("Hana of Shizuoka", "First flush,", "Matcha", "Okumidori"):
        expect(banner).to_contain_text(words)
    saved = session_of(reader)["member"]
    assert saved["bio"] == "First flush,\nevery year."
    assert (saved["favorite_tea_type"], saved["favorite_tea_variety"]) == ("matcha", "okumidori")
    assert reader.browser_errors == []


def test_favourites_are_chosen_from_suggestions_and_cleared(reader: Reader) -> None:
    page = reader.page
    open_signed_in(reader, HANA, "/profile/edit")
    choices = page.locator(".favourite-cultivar-choices button")
    expect(choices).to_have_count(4)
    before = choices.all_inner_texts()
    page.get_by_role("button", name=text("en", "profileEdit.cultivar.shuffle")).click()
    expect(choices).not_to_have_text(before)

    # The present favourite may be among the suggestions.
    another = page.locator(".favourite-cultivar-choices button[aria-pressed=false]").first
    name = another.locator("small").inner_text()
    another.click()
    tea = page.get_by_role("button", name="Hojicha", exact=True)
    tea.click()
    tea.click()
    expect(tea).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name=text("en", "profileEdit.save.idle")).click()

    expect(page).to_have_url(f"{reader.origin}/profile")
    expect(page.locator(".profile-favourites")).to_contain_text(name)
    assert session_of(reader)["member"]["favorite_tea_type"] is None


def test_avatar_is_cropped_rotated_and_stripped_of_metadata(reader: Reader) -> None:
    page, data = reader.page, photo_with_metadata()
    assert 3_500_000 < len(data) < 4_000_001
    open_signed_in(reader, HANA, "/profile/edit")

    with page.expect_file_chooser() as choosing:
        press_by_keyboard(reader, text("en", "profileEdit.avatar.choose"))
    file = {"name": "IMG_0001.JPG", "mimeType": "image/jpeg", "buffer": data}
    choosing.value.set_files(file)
    expect(page.get_by_role("dialog")).to_be_visible()
    press_by_keyboard(reader, text("en", "profileEdit.crop.apply"))
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name=text("en", "profileEdit.save.idle")).click()
    expect(page).to_have_url(f"{reader.origin}/profile")

    url = session_of(reader)["member"]["avatar_url"]
    stored = page.request.get(reader.origin + url).body()
    picture = opened(stored)
    assert picture.width == picture.height
    assert picture.width >= 256
    assert corners(stored) == ["blue", "red", "white", "green"]
    assert metadata_in(stored) == []
    assert len(stored) < 2 * 1024 * 1024
    expect(page.locator(".profile-banner img")).to_have_attribute("src", url)
    expect(page.locator("img.avatar-small")).to_have_attribute("src", url)
    # Two elements show the picture: the browser aborts one of the two requests.
    assert [one for one in reader.browser_errors if "ERR_ABORTED" not in one] == []


def test_second_tab_follows_login_and_logout(reader: Reader) -> None:
    reader.open("/about")
    other = record_events(Reader(reader.page.context.new_page(), reader.origin))
    other.open("/cultivars")
    sign_in(reader)

    expect(other.page.locator("header a[href$='/profile']")).to_be_visible()
    reader.open("/profile/edit")
    # `press_by_keyboard` would clean up on a page that is left already.
    button = reader.page.get_by_role("button", name=text("en", "profileEdit.leave.signOut"))
    button.press("Enter")

    expect(other.page.locator("header a[href*='/login']")).to_be_visible()
    assert "/ja/cultivars" in other.page.url
    # The language of the member is Japanese, and the logout opens the home page.
    expect(reader.page).to_have_url(f"{reader.origin}/ja")
    assert login_marker_of(reader) is None
    assert session_of(reader)["member"] is None


def test_language_switch_is_saved_and_applied_at_the_next_login(new_reader: NewReader) -> None:
    first = new_reader(BrowserSettings())
    open_signed_in(first, ALEX, "/")
    first.page.locator("header a[hreflang=ja]").first.click()
    expect(first.page).to_have_url(f"{first.origin}/ja")
    expect(first.page.locator("html")).to_have_attribute("lang", "ja")
    first.wait_until("""() => fetch("/api/session").then(response => response.json())
        .then(({member}) => member.language === "ja")""")

    second = new_reader(BrowserSettings())
    sign_in(second, ALEX, "/login?return=/cultivars%3Fsearch=midori")

    expect(second.page).to_have_url(f"{second.origin}/ja/cultivars?search=midori")


def test_scripts_cannot_read_session_secrets(reader: Reader) -> None:
    sign_in(reader, HANA, "/login?return=/about")

    found = reader.evaluate(READABLE_BY_SCRIPTS)

    cookies = {cookie["name"]: cookie for cookie in reader.page.context.cookies()}
    assert cookies["session"]["httpOnly"]
    assert cookies["session"]["value"] not in found
    for secret in ("eyJ", "ya29.", "1//", "id_token", "access_token", "code=", "state="):
        assert secret not in found
    assert "hana@example.com" not in found
    assert set(reader.evaluate("() => Object.keys(JSON.parse(localStorage['sb-auth-token']))")) == {
        "member_id",
        "expires_at",
        "event",
        "changed_at",
    }


def test_back_after_logout_redirects_to_the_login(reader: Reader) -> None:
    page = reader.page
    open_signed_in(reader, HANA, "/account")
    expect(page.get_by_text("hana@example.com")).to_be_visible()
    reader.open("/profile/edit")
    page.get_by_role("button", name=text("en", "profileEdit.leave.signOut")).click()
    expect(page).to_have_url(f"{reader.origin}/ja")

    page.go_back()

    page.wait_for_url("**/login?return=/account")
    reader.evaluate(HYDRATED)
    assert "hana@example.com" not in page.content()
    expect(page.locator("header a[href='/profile']")).to_have_count(0)


def test_login_and_welcome_work_without_scripts(new_reader: NewReader, site: RunningSite) -> None:
    for is_first in (True, False):
        page = new_reader(BrowserSettings(has_scripts=False)).page
        page.goto(f"{site.origin}/login?return=/about")
        page.click(".login-google")
        page.click(f"button[value={NAMELESS}]")
        if is_first:
            page.get_by_label("English").check()
            page.get_by_label(text("en", "authCallback.welcome.none")).or_(
                page.get_by_label(text("ja", "authCallback.welcome.none"))
            ).press("ArrowRight")
            page.locator("button[type=submit]").first.click()
        else:
            page.get_by_role("link", name=text("en", "authCallback.continue")).click()

        page.wait_for_url(f"{site.origin}/about")
        expect(page.locator("header a[href$='/profile']")).to_be_visible()
        member = page.request.get(f"{site.origin}/api/session").json()["member"]
        assert (member["language"], member["favorite_tea_type"]) == ("en", "sencha")


def test_logout_works_without_scripts(new_reader: NewReader, site: RunningSite) -> None:
    page = new_reader(BrowserSettings(has_scripts=False)).page
    page.goto(f"{site.origin}/login?return=/account")
    page.click(".login-google")
    page.click(f"button[value={ALEX}]")
    page.goto(f"{site.origin}/account")

    page.get_by_role("button", name=text("en", "account.sessions.signOut")).click()

    page.wait_for_url(f"{site.origin}/ja")
    expect(page.locator(".header-login")).to_be_visible()
    assert page.request.get(f"{site.origin}/api/session").json()["member"] is None
