"""Tests of reports: sent without scripts, decided by keyboard, explained to the author."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.keyboard import press, tab_to
from tests.browser.members import ALEX, HANA, open_session, session_of
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

NOTE = "すでに三度目です"
# The height of the quoted text in lines, where it is cut.
LINES_OF_QUOTE = """() => {
  const {maxHeight, lineHeight} = getComputedStyle(document.querySelector(".case blockquote"));
  return Number((parseFloat(maxHeight) / parseFloat(lineHeight)).toFixed(1));
}"""


def report_without_scripts(page: Page, path: str, language: Language) -> None:
    """Reports the post as a visitor without scripts."""
    page.goto(path)
    page.get_by_role("link", name=text(language, "app.report"), exact=True).click()
    page.get_by_label(text(language, "report.reasons.spam")).check()
    page.get_by_label(text(language, "report.contact")).fill("mori@tea.example")
    page.get_by_role("button", name=text(language, "report.submit")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(text(language, "report.sent.title"))


def make_moderator(site: RunningSite, member_id: str) -> None:
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        update = "UPDATE accounts SET role = 'moderator' WHERE id = ?"
        assert connection.execute(update, (member_id,)).rowcount == 1


def remove_by_keyboard(reader: Reader, language: Language) -> None:
    """Opens the queue, goes to its first case by the key j, and removes the post."""
    page = reader.page
    reader.open(prefix_of(language) + "/moderation")
    expect(page.locator(".case")).to_have_count(1)
    expect(page.locator(".case")).to_contain_text("mori@tea.example")
    assert axe_violations(reader) == []
    assert reader.evaluate(LINES_OF_QUOTE) == 8
    press(reader, "j")
    expect(page.locator(".case")).to_be_focused()
    tab_to(reader, ".case [name=decision]")
    acts = page.locator(".case [name=decision]")
    offered = acts.evaluate_all("all => all.map(({value}) => value)")
    for act in offered[1 : offered.index("remove") + 1]:
        press(reader, "ArrowDown")
        expect(page.locator(".case [name=decision]:checked")).to_have_value(act)
    tab_to(reader, ".case [name=note]")
    page.keyboard.type(NOTE)
    press(reader, "Enter")
    expect(page.get_by_text(text(language, "moderation.done"))).to_be_visible()
    expect(page.locator(".case")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "size"), [("ja", WIDE), pytest.param("en", NARROW, marks=pytest.mark.audit)]
)
def test_reported_post_is_removed_and_its_author_reads_why(
    site: RunningSite,
    new_reader: NewReader,
    language: Language,
    size: tuple[int, int],
) -> None:
    author, moderator = (new_reader(BrowserSettings(language, size=size)) for _ in range(2))
    open_session(author, HANA)
    open_session(moderator, ALEX)
    make_moderator(site, session_of(moderator)["member"]["id"])
    path = f"{prefix_of(language)}/post/{create_post(author, 'Buy my tea', language)}"
    visitor = new_reader(BrowserSettings(has_scripts=False))
    report_without_scripts(visitor.page, path, language)

    remove_by_keyboard(moderator, language)

    assert author.page.goto(author.origin + path).status == 410
    author.open(prefix_of(language) + "/account")
    decisions = author.page.locator(".decision-list li").first
    expect(decisions).to_contain_text(text(language, "account.decisions.action.remove-post"))
    expect(decisions).to_contain_text(text(language, "account.decisions.rule.spam"))
    expect(decisions).to_contain_text(NOTE)
    assert axe_violations(author) == []
    assert errors_without_aborts(moderator) == []


def test_keys_of_the_queue_can_be_switched_off(site: RunningSite, reader: Reader) -> None:
    open_session(reader, ALEX)
    make_moderator(site, session_of(reader)["member"]["id"])
    form = {"subject": "cultivar:saemidori", "reason": "wrongFact", "language": "en"}
    form["note"] = "It is from Kagoshima"
    sent = {**form, "member": session_of(reader)["member"]["id"]}
    origin = {"origin": reader.origin, "sec-fetch-site": "same-origin"}
    reader.page.request.post(f"{reader.origin}/api/reports/form", form=sent, headers=origin)
    reader.open("/moderation")

    reader.page.get_by_label(text("en", "moderation.keysOff")).uncheck()
    reader.page.get_by_role("heading", level=1).click()
    press(reader, "j")

    expect(reader.page.locator(".case:focus")).to_have_count(0)
    reader.page.get_by_label(text("en", "moderation.keysOff")).check()
    reader.page.get_by_role("heading", level=1).click()
    press(reader, "j")
    expect(reader.page.locator(".case").first).to_be_focused()
