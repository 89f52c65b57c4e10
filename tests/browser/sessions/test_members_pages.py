"""Tests of members' pages: accessibility, overflow, and no mail address of another member."""

from itertools import product
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import StorageState, expect

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language
from tests.browser.axe import COLOUR_RULES, axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import ALEX, HANA, NAMELESS, session_of, signed_in_state
from tests.browser.reader import (
    NARROW,
    NARROWEST,
    WIDE,
    BrowserSettings,
    Reader,
    ReaderPool,
)
from tests.browser.sample_members import prefix_of
from tests.browser.sweeps import alternating_languages, for_audit
from tests.running_site import RunningSite

Views = list[tuple[tuple[int, int], str]]

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

OWN_PATHS = ("profile", "profile?tab=liked", "profile/edit", "account")
PUBLIC_PATHS = (
    "login",
    "login?error=oauth_failed",
    "login?return=/profile",
    "members/{alex}",
    "members/x",
)
# Like `axe.VIEWS`, but with the narrowest screen, as names and mail addresses may be long.
AXE_VIEWS: dict[Language, Views] = {"en": [(WIDE, "light")], "ja": [(NARROWEST, "dark")]}
OTHER_VIEWS: dict[Language, Views] = {
    "en": [(WIDE, "dark"), *product((NARROW, NARROWEST), ("light", "dark"))],
    "ja": [(NARROWEST, "light"), *product((NARROW, WIDE), ("light", "dark"))],
}


class OwnCase(NamedTuple):
    """Own pages of a member in a language, and the views in which axe checks them."""

    choice: str
    language: Language
    views: Views


# Hana has a short profile, Alex a long one.
OWN_CASES = [
    for_audit(OwnCase(choice, language, views[language]), is_audit_only=is_audit_only)
    for choice, language, views, is_audit_only in (
        (HANA, "en", AXE_VIEWS, False),
        (ALEX, "ja", AXE_VIEWS, False),
        (ALEX, "en", AXE_VIEWS, True),
        (HANA, "ja", AXE_VIEWS, True),
        *((choice, one, OTHER_VIEWS, True) for choice in (HANA, ALEX) for one in LANGUAGES),
    )
]
LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützen"
ADDRESSES = ("hana@example.com", "alex@example.com", "first.flush@example.com", "first.flush")


@pytest.fixture(scope="module")
def members(
    reader_pool: ReaderPool, restored_site: RunningSite
) -> dict[str, tuple[str, StorageState]]:
    """Ids and storage states of signed-in members; Alex has a long profile."""
    found = {}
    for choice in (HANA, ALEX, NAMELESS):
        reader = reader_pool.acquire(restored_site, BrowserSettings())
        state = signed_in_state(reader, choice)
        session = session_of(reader)
        if choice == ALEX:
            fill_profile(reader, session)
        found[choice] = (session["member"]["id"], state)
        reader_pool.release(reader, BrowserSettings())
    return found


def fill_profile(reader: Reader, session: dict[str, Any]) -> None:
    profile = {
        "display_name": LONG_WORD[:50],
        "bio": f"{LONG_WORD * 2}\n茶は養生の仙薬なり、延齢の妙術なり。" * 3,
        "language": "en",
        "favorite_tea_type": "mushi-tamaryokucha",
        "favorite_tea_variety": "kanayamidori",
    }
    headers = {
        "x-csrf-token": str(session["csrf"]),
        "x-member-id": str(session["member"]["id"]),
        "origin": reader.origin,
        "sec-fetch-site": "same-origin",
    }
    response = reader.page.request.put(
        f"{reader.origin}/api/profiles/me", data=profile, headers=headers
    )
    assert response.ok, response.text()


def problems_of(reader: Reader, path: str, views: Views) -> list[str]:
    """Returns the violations of a page in these views, and the overflows at all sizes."""
    wrong = []
    reader.resize(WIDE)
    reader.set_color_scheme("light")
    reader.open(path)
    expect(reader.page.locator("h1").first).to_be_attached()
    for size in (WIDE, NARROW, NARROWEST):
        reader.resize(size)
        wrong += [f"{path} {size} sticks out: {one}" for one in overflowing(reader)]
    for size, scheme in views:
        reader.resize(size)
        reader.set_color_scheme(scheme)
        wrong += [f"{path} {size} {scheme}: {one}" for one in axe_violations(reader)]
    return wrong


@pytest.mark.parametrize("case", OWN_CASES)
def test_own_pages_fit_and_have_no_axe_violation(
    new_reader: NewReader,
    members: dict[str, tuple[str, StorageState]],
    case: OwnCase,
) -> None:
    prefix = prefix_of(case.language)
    reader = new_reader(BrowserSettings(case.language), members[case.choice][1])

    wrong = [
        one for path in OWN_PATHS for one in problems_of(reader, f"{prefix}/{path}", case.views)
    ]

    assert wrong == []
    assert reader.browser_errors == []


@pytest.mark.parametrize(("path", "language"), alternating_languages(PUBLIC_PATHS))
def test_public_member_page_fits_and_has_no_axe_violation(
    new_reader: NewReader,
    members: dict[str, tuple[str, StorageState]],
    path: str,
    language: Language,
) -> None:
    reader = new_reader(BrowserSettings(language))
    address = f"{prefix_of(language)}/{path}".replace("{alex}", members[ALEX][0])

    assert problems_of(reader, address, AXE_VIEWS[language]) == []
    assert [one for one in reader.browser_errors if "404" not in one] == []


@pytest.mark.audit
@pytest.mark.parametrize("language", LANGUAGES)
def test_public_member_pages_have_no_axe_violation_in_the_other_views(
    new_reader: NewReader, members: dict[str, tuple[str, StorageState]], language: Language
) -> None:
    reader = new_reader(BrowserSettings(language))
    wrong = []
    for path in PUBLIC_PATHS:
        address = f"{prefix_of(language)}/{path}".replace("{alex}", members[ALEX][0])
        wrong += problems_of(reader, address, OTHER_VIEWS[language])

    assert wrong == []


@pytest.mark.parametrize("language", [for_audit("en"), "ja"])
def test_account_removal_dialog_fits_and_has_no_axe_violation(
    new_reader: NewReader, members: dict[str, tuple[str, StorageState]], language: Language
) -> None:
    reader = new_reader(BrowserSettings(language, size=NARROWEST), members[ALEX][1])
    reader.open(f"{prefix_of(language)}/account")

    opening = text(language, "account.removal.open")
    reader.page.get_by_role("button", name=opening).click()

    expect(reader.page.get_by_role("alertdialog")).to_be_visible()
    assert [*axe_violations(reader), *overflowing(reader)] == []
    reader.set_color_scheme("dark")
    assert axe_violations(reader, COLOUR_RULES) == []


def mail_addresses_in(reader: Reader, path: str, *, own: str = "") -> list[str]:
    html = reader.page.request.get(reader.origin + path).text()
    return [f"{path}: {one}" for one in ADDRESSES if one != own and one in html]


def test_pages_contain_no_mail_address_of_another_member(
    new_reader: NewReader, members: dict[str, tuple[str, StorageState]]
) -> None:
    open_to_all = ["/", "/community", "/login", *(f"/members/{id}" for id, _ in members.values())]
    paths = [*open_to_all, "/profile", "/profile/edit", "/account"]
    paths += [f"/ja{path}" for path in paths]
    readers = [("", new_reader(BrowserSettings()))]
    for choice, own in ((HANA, "hana@example.com"), (ALEX, "alex@example.com")):
        readers.append((own, new_reader(BrowserSettings(), members[choice][1])))

    revealed = [
        one
        for own, reader in readers
        for path in paths
        for one in mail_addresses_in(reader, path, own=own)
    ]

    assert revealed == []
