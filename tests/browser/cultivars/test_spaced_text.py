"""Tests that no words are cut off on a small phone with the text spacing of WCAG 1.4.12."""

import pytest
from playwright.sync_api import expect

from server.contracts.routes import LANGUAGES
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROWEST, BrowserSettings, Reader
from tests.browser.sample_members import prefix_of

pytestmark = pytest.mark.browser

# Sets the spacing as a reader's own style sheet does.
SPACE_TEXT = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets.push(sheet);
}"""
# Elements whose content is larger than their box, which hides it or lets it cover the next one.
CUT_OFF = """css => [...document.querySelectorAll(`${css}, ${css} *`)]
  .filter(element => element.checkVisibility() && !element.matches(".visually-hidden"))
  .filter(({scrollWidth, clientWidth, scrollHeight, clientHeight}) => clientWidth > 0
    && (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1))
  .map(element => element.outerHTML.slice(0, 120))"""
BAR = "choice-bar"
END_IS_ABOVE_BAR = """() => {
  scrollTo({top: document.body.scrollHeight, behavior: "instant"});
  const [end, bar] = ["footer", "choice-bar"]
    .map(css => document.querySelector(css).getBoundingClientRect());
  return end.bottom <= bar.top;
}"""


def open_spaced(reader: Reader, path: str) -> None:
    reader.open(path)
    reader.evaluate(SPACE_TEXT)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("order", ["", "&sort=newest"])
def test_table_of_results_shows_all_words(new_reader: NewReader, language: str, order: str) -> None:
    reader = new_reader(BrowserSettings(language, size=NARROWEST))

    open_spaced(reader, f"{prefix_of(language)}/cultivars?view=table{order}")

    assert overflowing(reader) == []
    assert reader.evaluate(CUT_OFF, ".result-table") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_bar_shows_all_chosen_cultivars_and_covers_nothing(
    new_reader: NewReader, language: str
) -> None:
    reader = new_reader(BrowserSettings(language, size=NARROWEST))
    open_spaced(reader, f"{prefix_of(language)}/search?q=cha")
    links = reader.page.locator("[data-compare]")

    for index in range(5):
        links.nth(index).click()
    expect(reader.page.locator(".choice-full")).to_be_visible()

    assert overflowing(reader) == []
    assert reader.evaluate(CUT_OFF, BAR) == []
    reader.wait_until(END_IS_ABOVE_BAR)
