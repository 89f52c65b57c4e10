"""Test of an appeal: another moderator reverses the decision, and the hidden post is back."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from server.contracts.routes import Language
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import ALEX, HANA, NAMELESS, open_session, session_of
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import create_post, errors_without_aborts, prefix_of
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

CONTENT = {"en": "An honest review of my own tea", "ja": "自分のお茶の正直な感想です"}
APPEAL = {"en": "It is no advertisement.", "ja": "宣伝ではありません。"}
ANSWER = {"en": "You are right, sorry.", "ja": "ご指摘のとおりでした。"}


def make_moderators(site: RunningSite, *readers: Reader) -> None:
    ids = [(session_of(reader)["member"]["id"],) for reader in readers]
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        connection.executemany("UPDATE accounts SET role = 'moderator' WHERE id = ?", ids)


def report_post(reader: Reader, path: str, language: Language) -> None:
    """Reports the post from its page, with scripts."""
    page = reader.page
    reader.open(path)
    page.get_by_role("link", name=text(language, "app.report"), exact=True).click()
    page.get_by_label(text(language, "report.reasons.spam")).check()
    page.get_by_role("button", name=text(language, "report.submit")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(text(language, "report.sent.title"))


def hide_post(moderator: Reader, language: Language) -> None:
    page = moderator.page
    moderator.open(prefix_of(language) + "/moderation")
    case = page.locator(".case:has([name=decision])")
    case.locator("[name=decision][value=hide]").check()
    case.locator("[name=note]").fill("宣伝に見えます")
    case.locator("[type=submit]").click()
    expect(page.get_by_text(text(language, "moderation.done"))).to_be_visible()


def appeal_decision(author: Reader, language: Language) -> None:
    """Sends the appeal form of the first decision on the account page."""
    page = author.page
    author.open(prefix_of(language) + "/account")
    decision = page.locator(".decision-list li").first
    expect(decision).to_contain_text("宣伝に見えます")
    decision.locator("summary").click()
    decision.locator("[name=note]").fill(APPEAL[language])
    decision.get_by_role("button", name=text(language, "account.appeal.send")).click()
    expect(page.get_by_text(text(language, "account.appeal.state.open"))).to_be_visible()
    assert axe_violations(author) == []
    assert overflowing(author) == []


def reverse_decision(moderator: Reader, language: Language) -> None:
    page = moderator.page
    moderator.open(prefix_of(language) + "/moderation")
    case = page.locator(".case:has([name=outcome])")
    expect(case.locator("blockquote")).to_have_text([CONTENT[language], APPEAL[language]])
    assert axe_violations(moderator) == []
    assert overflowing(moderator) == []
    case.locator("[name=outcome][value=reversed]").check()
    case.locator("[name=note]").fill(ANSWER[language])
    case.locator("[type=submit]").click()
    expect(page.get_by_text(text(language, "moderation.appeals.done"))).to_be_visible()


@pytest.mark.parametrize(
    ("language", "size"), [("ja", NARROW), pytest.param("en", WIDE, marks=pytest.mark.audit)]
)
def test_appeal_answered_by_another_moderator_brings_the_post_back(
    site: RunningSite, new_reader: NewReader, language: Language, size: tuple[int, int]
) -> None:
    settings = BrowserSettings(language, size=size)
    author, first, second, visitor = (new_reader(settings) for _ in range(4))
    for reader, choice in ((author, HANA), (first, ALEX), (second, NAMELESS)):
        open_session(reader, choice)
    make_moderators(site, first, second)
    path = f"{prefix_of(language)}/post/{create_post(author, CONTENT[language], language)}"
    report_post(second, path, language)
    hide_post(first, language)
    assert visitor.page.request.get(author.origin + path).status == 404
    author.open(path)
    expect(author.page.get_by_text(text(language, "postDetail.withheld.hidden"))).to_be_visible()

    appeal_decision(author, language)
    first.open(prefix_of(language) + "/moderation")
    expect(first.page.get_by_text(text(language, "moderation.appeals.other"))).to_be_visible()
    expect(first.page.locator("[name=outcome]")).to_have_count(0)
    reverse_decision(second, language)

    assert visitor.page.request.get(author.origin + path).status == 200
    author.open(prefix_of(language) + "/account")
    decisions = author.page.locator(".decision-list")
    expect(decisions).to_contain_text(text(language, "account.appeal.state.reversed"))
    expect(decisions).to_contain_text(ANSWER[language])
    for reader in (author, first, second):
        assert errors_without_aborts(reader) == []
