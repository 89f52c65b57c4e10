"""Test of the layout of decisions that can be undone, in the queue and in the complete log."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from server.contracts.locales import text
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import ALEX, HANA, open_session, session_of
from tests.browser.reader import NARROW, WIDE, BrowserSettings, Reader
from tests.browser.sample_members import create_post
from tests.running_site import RunningSite

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("restored_site")]

# Distances in pixels: between two cases, two decisions, heading and neighbours, and from the
# last line of a decision to the rule above its form.
DISTANCES = """() => {
  const box = element => element.getBoundingClientRect();
  const between = ([first, second]) => box(second).top - box(first).bottom;
  const cases = document.querySelectorAll(".case:has([name=decision])");
  const acts = document.querySelectorAll("[aria-labelledby=acts] .case");
  const heading = document.querySelector("#acts");
  return {
    cases: between(cases),
    acts: between(acts),
    above: between([[...cases].at(-1), heading]),
    lead: between([heading.nextElementSibling, acts[0]]),
    form: between([acts[0].querySelector("form").previousElementSibling,
                   acts[0].querySelector("form")]),
  };
}"""

# The layout of the form that undoes a decision, and the style of its field.
FORM = """() => {
  const form = document.querySelector("form[action*=undo]");
  const field = getComputedStyle(form.querySelector("[name=note]"));
  return [getComputedStyle(form).display, field.borderRadius, field.minHeight, field.borderColor];
}"""
LOW_FIELDS = """() => [...document.querySelectorAll("main :is(input, summary, button)")]
  .filter(({offsetHeight}) => offsetHeight > 0 && offsetHeight < 44)
  .map(({outerHTML}) => outerHTML)"""
LINES_OF_THE_LAST_HEADING = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".moderation-log th:last-child"));
  return range.getClientRects().length;
}"""
# The first characters of the lines of entries, and the words that are broken between lines.
LINES_OF_FACTS = """() => {
  const range = document.createRange();
  const topOf = (node, at) => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getClientRects()[0].top;
  };
  const firsts = [], broken = [];
  for (const facts of document.querySelectorAll(".log-facts")) {
    const nodes = document.createTreeWalker(facts, NodeFilter.SHOW_TEXT);
    let last = -Infinity;
    while (nodes.nextNode()) {
      const text = nodes.currentNode.data;
      for (const {0: word, index} of text.matchAll(/[^ ]+/g)) {
        const first = topOf(nodes.currentNode, index);
        if (first - last > 8) firsts.push(word.trim()[0]);
        last = topOf(nodes.currentNode, index + word.length - 1);
        if (last - first > 8) broken.push(word);
      }
    }
  }
  return [firsts, broken];
}"""


def make_moderator(site: RunningSite, member_id: str) -> None:
    with closing(sqlite3.connect(site.log.parent / "chanoki.sqlite3")) as connection, connection:
        update = "UPDATE accounts SET role = 'moderator' WHERE id = ?"
        assert connection.execute(update, (member_id,)).rowcount == 1


def report_posts(reader: Reader, number: int) -> None:
    """Writes posts and reports each."""
    sent = {"reason": "other", "language": "ja", "member": session_of(reader)["member"]["id"]}
    origin = {"origin": reader.origin, "sec-fetch-site": "same-origin"}
    for index in range(number):
        form = {**sent, "subject": f"post:{create_post(reader, f'A cup, number {index}')}"}
        reader.page.request.post(f"{reader.origin}/api/reports/form", form=form, headers=origin)


def lock_comments(reader: Reader) -> None:
    """Decides the first case of the queue: closes the comments of its post."""
    reader.open("/ja/moderation")
    case = reader.page.locator(".case:has([name=decision][value=lock])").first
    case.locator("[name=decision][value=lock]").check()
    case.locator("[name=note]").fill("話が終わりました。")
    case.locator("[type=submit]").click()
    expect(reader.page.get_by_text(text("ja", "moderation.done"))).to_be_visible()


def prepare_decisions(site: RunningSite, author: Reader, moderator: Reader) -> None:
    """Reports posts of the author; the moderator closes the comments of two."""
    open_session(author, HANA)
    open_session(moderator, ALEX)
    make_moderator(site, session_of(moderator)["member"]["id"])
    report_posts(author, 4)
    for _ in range(2):
        lock_comments(moderator)


def test_decisions_to_undo_look_the_same_in_queue_and_log(
    site: RunningSite, new_reader: NewReader
) -> None:
    author, reader = (new_reader(BrowserSettings("ja")) for _ in range(2))
    prepare_decisions(site, author, reader)

    for width, height in (NARROW, WIDE):
        reader.page.set_viewport_size({"width": width, "height": height})
        reader.open("/ja/moderation")
        distances = reader.evaluate(DISTANCES)
        assert distances["acts"] == distances["cases"] > 0
        assert distances["above"] >= 2 * distances["cases"]
        assert distances["lead"] >= 16
        assert distances["form"] >= 12
        assert axe_violations(reader) == []
        assert overflowing(reader) == []
        in_queue = reader.evaluate(FORM)

        reader.open("/ja/moderation/log")
        reader.page.locator(".log-entries summary").first.click()
        assert reader.evaluate(FORM) == in_queue
        assert reader.evaluate(LOW_FIELDS) == []
        assert reader.evaluate(LINES_OF_THE_LAST_HEADING) == 1
        assert overflowing(reader) == []

    for width in range(300, 420, 6):
        reader.page.set_viewport_size({"width": width, "height": 800})
        firsts, broken = reader.evaluate(LINES_OF_FACTS)
        assert broken == [], f"a word is broken at {width} px"
        assert len(firsts) >= 4, "each entry has more than one line"
        assert "·" not in firsts, f"a separator begins a line at {width} px"
