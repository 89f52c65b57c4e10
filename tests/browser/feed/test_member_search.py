"""Tests of the search for members, and of what a member chooses to show there."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.members import ALEX, HANA, open_session, session_of
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import errors_without_aborts, prefix_of, request_api
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

NAME = "茶畑 はな"
PROFILE = {
    "display_name": NAME,
    "language": "ja",
    "favorite_tea_type": "gyokuro",
    "favorite_tea_variety": "saemidori",
}


@pytest.fixture
def hana(new_reader: NewReader) -> Reader:
    """Hana on her account page, with a name, favourites and a followed cultivar."""
    reader = new_reader(BrowserSettings("ja"))
    open_session(reader, HANA)
    request_api(reader, "PUT", "/api/profiles/me", PROFILE)
    request_api(reader, "PUT", "/api/account/follows/cultivar:saemidori")
    reader.open("/ja/account")
    assert axe_violations(reader) == []
    return reader


@pytest.mark.parametrize(
    ("language", "size"), [("en", NARROW), pytest.param("ja", WIDE, marks=pytest.mark.audit)]
)
def test_member_is_found_by_name_and_followed_by_keyboard(
    hana: Reader, new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    reader = new_reader(BrowserSettings(language, size=size))
    page, prefix = reader.page, prefix_of(language)
    open_session(reader, ALEX)
    reader.open(f"{prefix}/search/members")
    assert axe_violations(reader) == []

    page.get_by_role("searchbox", name=text(language, "members.label")).press_sequentially("はな")
    page.keyboard.press("Enter")

    page.wait_for_url(f"**{prefix}/search/members?q={quote('はな')}")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=NAME))
    follow = card.get_by_role("button", name=text(language, "app.follow"))
    was_followed = follow.get_attribute("aria-pressed")
    follow.focus()
    page.keyboard.press("Enter")
    expect(follow).to_have_attribute("aria-pressed", "false" if was_followed == "true" else "true")
    assert axe_violations(reader) == []
    page.get_by_role("link", name=NAME).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(NAME)
    assert [*errors_without_aborts(hana), *errors_without_aborts(reader)] == []


def test_choices_of_what_to_show_apply_without_scripts(
    site: RunningSite, new_reader: NewReader, hana: Reader
) -> None:
    id, state = session_of(hana)["member"]["id"], hana.page.context.storage_state()
    without_scripts = BrowserSettings(has_scripts=False)
    page, visitor = new_reader(without_scripts, state).page, new_reader(without_scripts).page
    visitor.goto(f"{site.origin}/ja/search/members")
    visitor.fill("#member-name", "茶畑")
    visitor.keyboard.press("Enter")
    expect(visitor.locator(".member-card")).to_contain_text("さえみどり")
    page.goto(f"{site.origin}/ja/account#sharing")
    page.uncheck("input[name=favourites]")
    page.check("input[name=followed_cultivars]")
    page.get_by_role("button", name=text("ja", "account.sharing.action")).click()
    expect(page.get_by_text(text("ja", "account.sharing.saved"))).to_be_visible()

    visitor.reload()
    expect(visitor.locator(".member-card")).not_to_contain_text("さえみどり")
    visitor.goto(f"{site.origin}/ja/members/{id}")
    followed = visitor.get_by_role("heading", name=text("ja", "member.followed"))
    expect(followed).to_be_visible()
    expect(visitor.get_by_role("link", name="さえみどり")).to_be_visible()


def test_search_for_an_unknown_name_says_so(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("en"))
    reader.open("/search/members?q=zzz")

    expect(reader.page.get_by_role("main")).to_contain_text(
        text("en", "members.none", search="zzz")
    )
    assert axe_violations(reader) == []
    assert errors_without_aborts(reader) == []
