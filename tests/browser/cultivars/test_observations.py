"""Observations on a cultivar's page: HTML of the host first, rendered here on later pages."""

import pytest
from playwright.sync_api import Request, expect

from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROW, WIDE, BrowserSettings

pytestmark = pytest.mark.browser

FACTS = ".observations-facts"
# That of Saemidori.
REGISTER_NUMBER = "2881"
WORD_BREAK = "() => getComputedStyle(document.querySelector('.observations-coverage')).wordBreak"
HTML = "() => document.querySelector('.observations').innerHTML.replaceAll('<!-- -->', '')"


def test_first_page_loads_no_observations_and_a_later_page_renders_the_same(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings("ja"))
    loaded: list[str] = []

    def note(request: Request) -> None:
        if "bservation" in request.url:
            loaded.append(request.url)

    reader.page.on("request", note)
    reader.open("/ja/cultivars/saemidori")
    shipped = reader.evaluate(HTML)
    assert loaded == []

    reader.page.locator(".cultivar-next").click()
    expect(reader.page.locator(FACTS)).not_to_contain_text(REGISTER_NUMBER)
    assert loaded != []

    reader.page.go_back()
    expect(reader.page.locator(FACTS)).to_contain_text(REGISTER_NUMBER)
    assert reader.evaluate(HTML) == shipped


def test_a_mark_keeps_the_page_and_leads_to_its_note(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings("en"))
    reader.open("/cultivars/saemidori")

    reader.page.locator("a[href='#timing-a']").first.click()

    expect(reader.page.locator("#timing-a")).to_be_in_viewport()
    expect(reader.page.locator("#conflicts")).to_be_attached()


@pytest.mark.parametrize(
    ("id", "size", "scheme"),
    [
        ("yabukita", NARROW, "light"),
        ("okumidori", WIDE, "dark"),
        pytest.param("yabukita", WIDE, "dark", marks=pytest.mark.audit),
        pytest.param("okumidori", NARROW, "light", marks=pytest.mark.audit),
    ],
)
def test_observations_fit_and_pass_axe(
    new_reader: NewReader, id: str, size: tuple[int, int], scheme: str
) -> None:
    reader = new_reader(BrowserSettings("ja", scheme, size))

    reader.open(f"/ja/cultivars/{id}")

    # No last kana stands alone in a line.
    assert reader.evaluate(WORD_BREAK) == "auto-phrase"
    assert overflowing(reader) == []
    assert axe_violations(reader) == []
