"""Tests of community pages: browser errors, accessibility and layout, for visitor and member."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language
from tests.browser.axe import (
    axe_violations,
    expect_no_violation,
    expect_no_violation_in_other_views,
)
from tests.browser.keyboard import press
from tests.browser.layout_checks import overflowing, visible_sizes
from tests.browser.members import HANA
from tests.browser.reader import NARROW, NARROWEST, WIDE, BrowserSettings, Reader, start_reader
from tests.browser.sample_members import (
    SampleMembers,
    create_post,
    errors_without_aborts,
    prefix_of,
    request_api,
)
from tests.browser.sweeps import one_language_each
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

TOUCH_TARGET_PX = 44
# Without the marks of sources (`.claim`), which are smaller for a mouse; cultivars/test_claims
# measures them.
TOUCH_TARGETS = (
    "main button, main select, main summary:not(.claim > *), main input:not([type=radio]), .button"
)
RICH = "/post/36"
PLAIN = "/post/29"
# Pages that a visitor opens; {author}, {removed} and {own} are filled from `path_values`.
VISITOR_PATHS = {
    "feed": "/community",
    "category": "/community?category=review&rating=3",
    "popular": "/community?sort=popular&page=2",
    "nothing found": "/community?search=zzzzqq",
    "rich post": RICH,
    "plain post": PLAIN,
    "author": "/members/{author}",
    "missing post": "/post/999999",
    "removed post": "/post/{removed}",
    "cultivar": "/cultivars/saemidori",
}
MEMBER_PATHS = {
    "own feed": "/community",
    "own post": "/post/{own}",
    "create": "/create",
    "edit": "/post/{own}/edit",
    "another member's": "/post/36/edit",
    "profile": "/profile",
    "liked": "/profile?tab=liked",
}
ERROR_STATUSES = {"missing post": 404, "removed post": 410, "another member's": 403}


class PageCase(NamedTuple):
    """A page of `VISITOR_PATHS` or `MEMBER_PATHS` in a language."""

    name: str
    language: Language

    def __str__(self) -> str:
        return f"{self.name}-{self.language}"


PAGE_CASES = [PageCase(name, one) for one in LANGUAGES for name in (*VISITOR_PATHS, *MEMBER_PATHS)]


@pytest.fixture(scope="module")
def readers(
    browser: Browser, sample_site: RunningSite, sample_members: SampleMembers
) -> Iterator[dict[tuple[str, bool], Reader]]:
    """A visitor and a member in each language, whose HTTP caches make forty pages fast."""
    state = sample_members.members[HANA].state
    readers = {
        (language, is_member): start_reader(
            browser, sample_site, BrowserSettings(language), state if is_member else None
        )
        for language in LANGUAGES
        for is_member in (False, True)
    }
    yield readers
    for reader in readers.values():
        reader.page.context.close()


@pytest.fixture(scope="module")
def path_values(readers: dict[tuple[str, bool], Reader]) -> dict[str, str]:
    """Ids for the paths: the member's own post, which is liked, a removed post and an author."""
    member = readers["en", True]
    own, removed = (
        create_post(member, "How long does an open tin keep?"),
        create_post(member, "Gone"),
    )
    request_api(member, "DELETE", f"/api/posts/{removed}")
    request_api(member, "PUT", f"/api/posts/{own}/like")
    author = member.page.request.get(f"{member.origin}/api/posts/36").json()["user"]["id"]
    return {"own": str(own), "removed": str(removed), "author": author}


@pytest.fixture(scope="module", params=one_language_each(PAGE_CASES), ids=str)
def opened_page(
    request: pytest.FixtureRequest,
    readers: dict[tuple[str, bool], Reader],
    path_values: dict[str, str],
) -> tuple[PageCase, Reader]:
    case: PageCase = request.param
    reader = readers[case.language, case.name in MEMBER_PATHS]
    reader.browser_errors.clear()
    reader.set_color_scheme("light")
    reader.resize(WIDE)
    path = {**VISITOR_PATHS, **MEMBER_PATHS}[case.name].format(**path_values)
    response = reader.open(prefix_of(case.language) + path)
    assert response.status == ERROR_STATUSES.get(case.name, 200)
    expect(reader.page.locator("h1").first).to_be_attached()
    return case, reader


def test_community_page_logs_no_browser_error(opened_page: tuple[PageCase, Reader]) -> None:
    case, reader = opened_page

    found = [one for one in errors_without_aborts(reader) if "Failed to load resource" not in one]
    assert found == []
    failed = [one for one in reader.browser_errors if "Failed to load resource" in one]
    assert len(failed) == int(case.name in ERROR_STATUSES)


def test_community_page_has_no_axe_violation(opened_page: tuple[PageCase, Reader]) -> None:
    case, reader = opened_page

    expect_no_violation(reader, case.language)


@pytest.mark.audit
def test_community_page_has_no_axe_violation_in_the_other_views(
    opened_page: tuple[PageCase, Reader],
) -> None:
    case, reader = opened_page

    expect_no_violation_in_other_views(reader, case.language)


def test_community_page_fits_and_its_targets_are_44_pixels(
    opened_page: tuple[PageCase, Reader],
) -> None:
    _case, reader = opened_page

    for size in ((1920, 1080), (768, 1024), NARROWEST):
        reader.resize(size)
        assert overflowing(reader) == [], size
    small = [one for one in visible_sizes(reader, TOUCH_TARGETS) if min(one[1:]) < TOUCH_TARGET_PX]
    assert small == []


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.audit)])
def test_feed_dialogs_and_panels_fit_and_have_no_axe_violation(
    readers: dict[tuple[str, bool], Reader], language: Language
) -> None:
    reader = readers[language, True]
    page = reader.page
    reader.resize(NARROW)
    reader.set_color_scheme("light")
    reader.open(f"{prefix_of(language)}/community?category=review")

    page.locator(".filter-open").click()
    wrong = [*axe_violations(reader), *overflowing(reader)]
    page.locator(".filter-choose").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    wrong += [*axe_violations(reader), *overflowing(reader)]
    press(reader, "Escape")
    page.locator(".filter-close").click()
    page.locator(".post-comments").first.click()
    expect(page.locator(".comment-form textarea")).to_be_visible()
    wrong += [*axe_violations(reader), *overflowing(reader)]
    page.locator(".card-images a").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    wrong += [*axe_violations(reader), *overflowing(reader)]

    assert wrong == []


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.audit)])
def test_missing_post_page_redirects_home_unless_the_reader_stays(
    readers: dict[tuple[str, bool], Reader], path_values: dict[str, str], language: Language
) -> None:
    reader = readers[language, False]
    page = reader.page
    page.clock.install()
    for number, message in ((path_values["removed"], "removed"), ("999999", "notFound")):
        reader.open(f"{prefix_of(language)}/post/{number}")
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(text(language, f"postDetail.{message}"))
    page.get_by_role("button", name=text(language, "postDetail.stay")).click()
    page.clock.fast_forward(20_000)
    expect(page).to_have_url(f"{reader.origin}{prefix_of(language)}/post/999999")

    reader.reload()
    page.clock.run_for(11_000)

    expect(page).to_have_url(f"{reader.origin}{prefix_of(language) or '/'}")
