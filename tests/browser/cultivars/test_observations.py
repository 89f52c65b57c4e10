"""Tests of the observations on a cultivar's page, rendered by the host or in the browser."""

import pytest
from playwright.sync_api import Request, expect

from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROW, WIDE, BrowserSettings

pytestmark = pytest.mark.browser

FACTS = ".observations-facts"
# The number of Saemidori in the register of plant varieties.
REGISTER_NUMBER = "2881"
WORD_BREAK = "() => getComputedStyle(document.querySelector('.observations-coverage')).wordBreak"
HTML = "() => document.querySelector('.observations').innerHTML.replaceAll('<!-- -->', '')"


def test_first_page_loads_no_observations_and_a_later_page_renders_the_same(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings("ja"))
    loaded: list[str] = []

    def record_request(request: Request) -> None:
        if "bservation" in request.url:
            loaded.append(request.url)

    reader.page.on("request", record_request)
    reader.open("/ja/cultivars/saemidori")
    shipped = reader.evaluate(HTML)
    assert loaded == []

    reader.page.locator(".cultivar-next").click()
    expect(reader.page.locator(FACTS)).not_to_contain_text(REGISTER_NUMBER)
    assert loaded != []

    reader.page.go_back()
    expect(reader.page.locator(FACTS)).to_contain_text(REGISTER_NUMBER)
    assert reader.evaluate(HTML) == shipped


def test_link_of_a_mark_scrolls_to_its_note_on_the_same_page(new_reader: NewReader) -> None:
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

    # Lines break between phrases, so that no single kana stands alone in the last line.
    assert reader.evaluate(WORD_BREAK) == "auto-phrase"
    assert overflowing(reader) == []
    assert axe_violations(reader) == []
