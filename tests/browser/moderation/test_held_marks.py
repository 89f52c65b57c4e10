"""Tests of the marks of held comments and the table of allowances on narrow and wide screens."""

import sqlite3
from contextlib import closing

import pytest

from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.members import open_session
from tests.browser.reader import NARROW, WIDE, BrowserSettings
from tests.browser.sample_members import create_post, request_api
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

ADD_WORD = "INSERT INTO listed_words (word, written, created_at) VALUES (:word, :word, :at)"
LEFT_EDGES = "lines => lines.map(one => one.getBoundingClientRect().left)"
LINE_COUNTS = """cells => cells.map(one => {
  const range = document.createRange();
  range.selectNodeContents(one.firstChild);
  return range.getClientRects().length;
})"""


@pytest.fixture(scope="module", autouse=True)
def listed_word(restored_site: RunningSite) -> None:
    """Lists a word: texts that contain it are held for the moderators."""
    database = restored_site.log.with_name("chanoki.sqlite3")
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.execute(ADD_WORD, {"word": "quitte", "at": "2026-01-01 00:00:00"})


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (NARROW, "light"),
        (WIDE, "dark"),
        pytest.param(NARROW, "dark", marks=pytest.mark.audit),
        pytest.param(WIDE, "light", marks=pytest.mark.audit),
    ],
)
def test_held_comment_is_marked_and_stands_below_the_others(
    new_reader: NewReader, size: tuple[int, int], scheme: str
) -> None:
    reader = new_reader(BrowserSettings("ja", scheme, size))
    open_session(reader)
    post_id = create_post(reader, f"湯の温度は {size} {scheme}", "ja")
    for content in ("quitte と書きました", "こちらは普通です"):
        text = f"{content} {size} {scheme}"
        request_api(reader, "POST", f"/api/posts/{post_id}/comments", {"content": text})

    reader.open(f"/ja/post/{post_id}")

    mark = reader.page.locator(".withheld-mark").first
    style = "one => getComputedStyle(one).backgroundColor"
    assert mark.evaluate(style) != "rgba(0, 0, 0, 0)"
    left_edges = reader.page.locator(".comment-row-content").evaluate_all(LEFT_EDGES)
    assert (len(left_edges), len(set(left_edges))) == (2, 1)
    assert overflowing(reader) == []


@pytest.mark.parametrize("language", ["ja", "en"])
def test_headings_of_allowances_are_not_broken_on_a_narrow_screen(
    new_reader: NewReader, language: str
) -> None:
    reader = new_reader(BrowserSettings(language, size=NARROW))

    reader.open("/ja/guidelines" if language == "ja" else "/guidelines")

    headings = reader.page.locator(".allowance-table thead th")
    assert headings.evaluate_all(LINE_COUNTS) == [1, 1, 1, 1]
    assert overflowing(reader) == []
