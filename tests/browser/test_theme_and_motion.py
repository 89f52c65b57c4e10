"""Tests of the theme, reduced motion, print and forced colors."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.keyboard import activate, activate_directly, press, tab_to
from tests.browser.reader import BrowserSettings, Reader
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

PAPER = {"light": "rgb(250, 248, 241)", "dark": "rgb(18, 23, 18)"}

# Runs before the scripts of the page: records when the theme is set, and how often.
WATCH_THEME = """
  window.themes = [];
  new MutationObserver(() => themes.push(
    [document.documentElement.dataset.theme, document.body !== null, performance.now()]
  )).observe(document, {attributes: true, subtree: true, attributeFilter: ["data-theme"]});
"""
FIRST_PAINT = """() => new Promise(done => new PerformanceObserver(list => {
  const paint = list.getEntriesByName("first-paint")[0];
  if (paint) done(paint.startTime);
}).observe({type: "paint", buffered: true}))"""

# Counts the view transitions of the page and lets them run.
WATCH_TRANSITIONS = """
  window.transitions = 0;
  const start = Document.prototype.startViewTransition;
  Document.prototype.startViewTransition = function (...change) {
    transitions += 1;
    return start.apply(this, change);
  };
"""
# The colours of the lines below the tabs; the first tab is the selected one.
TAB_UNDERLINES = """() => [...document.querySelectorAll(".category-tabs a, .tabs a")]
  .map(tab => getComputedStyle(tab).borderBottomColor)"""
# The search button on a phone: the width of its word, and of the handle of its magnifying glass.
SEARCH_BUTTON = """() => {
  const button = document.querySelector(".feed-filters-search button");
  const word = document.createRange();
  word.selectNodeContents(button);
  return [word.getBoundingClientRect().width, getComputedStyle(button, "::after").borderTopWidth];
}"""
# The backgrounds of a mark, whose selector may end with ::before, and of the page.
MARK_AND_PAGE_BACKGROUND = """selector => {
  const [element, pseudo] = selector.split("::");
  const of = (one, before) => getComputedStyle(document.querySelector(one), before).backgroundColor;
  return [of(element, pseudo && `::${pseudo}`), of("html")];
}"""
BAR_FILL = """() => getComputedStyle(document.querySelector(".chart-columns rect")).fill"""
ANIMATED_ELEMENTS = """() => [...document.querySelectorAll("*")].filter(element => {
  const {transitionDuration, animationName} = getComputedStyle(element);
  return animationName !== "none" || transitionDuration.split(", ").some(s => parseFloat(s) > 0);
}).map(element => element.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def forced_colors_page(browser: Browser, site: RunningSite) -> Iterator[Page]:
    """Page in a browser with forced colours."""
    context = browser.new_context(base_url=site.origin, forced_colors="active")
    yield context.new_page()
    context.close()


def background_color(reader: Reader) -> str:
    """Returns the background colour of the page."""
    shown: str = reader.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return shown


def choose_theme(reader: Reader, theme: str) -> None:
    """Presses the theme switch until it shows the theme."""
    tab_to(reader, ".theme-switch")
    for _ in range(3):
        if reader.page.locator(f".theme-switch[data-shown={theme}]").count():
            return
        press(reader, "Enter")
    raise AssertionError(f"the switch never shows {theme}")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_theme_follows_the_system(new_reader: NewReader, scheme: str) -> None:
    reader = new_reader(BrowserSettings(scheme=scheme))
    reader.open("/")

    first = background_color(reader)
    reader.set_color_scheme("light" if scheme == "dark" else "dark")

    assert first == PAPER[scheme]
    assert background_color(reader) == PAPER["light" if scheme == "dark" else "dark"]


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_chosen_theme_is_applied_before_the_first_paint_after_a_reload(
    fresh_reader: NewReader, scheme: str, other: str
) -> None:
    reader = fresh_reader(BrowserSettings(scheme=scheme))
    reader.open("/about")
    choose_theme(reader, other)
    assert background_color(reader) == PAPER[other]
    reader.page.add_init_script(WATCH_THEME)

    reader.reload()

    set_at = reader.evaluate("() => themes")
    painted = reader.evaluate(FIRST_PAINT)
    assert [(theme, has_body) for theme, has_body, _ in set_at] == [(other, False)]
    assert set_at[0][2] < painted
    assert background_color(reader) == PAPER[other]
    expect(reader.page.locator(f".theme-switch[data-shown={other}]")).to_have_count(1)
    assert reader.browser_errors == []


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_first_press_of_the_theme_switch_changes_the_theme(
    new_reader: NewReader, scheme: str, other: str
) -> None:
    reader = new_reader(BrowserSettings(scheme=scheme))
    reader.open("/")

    activate(reader, ".theme-switch")

    assert background_color(reader) == PAPER[other]


def test_theme_switch_is_labelled_and_cycles_back_to_system(reader: Reader) -> None:
    switch = reader.page.locator(".theme-switch")
    reader.open("/ja")
    labels = []

    tab_to(reader, ".theme-switch")
    for _ in range(4):
        labels.append(switch.get_attribute("aria-label"))
        press(reader, "Enter")

    names = [text("ja", f"app.theme.{one}") for one in ("system", "dark", "light", "system")]
    assert labels == [text("ja", "app.theme.now", theme=name) for name in names]
    choose_theme(reader, "system")
    assert reader.evaluate("() => document.documentElement.dataset.theme") is None
    assert reader.evaluate("() => document.documentElement.hasAttribute('data-theme')") is False


def test_chosen_theme_is_kept_on_other_pages(reader: Reader) -> None:
    reader.open("/")
    choose_theme(reader, "dark")

    activate_directly(reader, ".header-nav a")
    expect(reader.page.locator("#search")).to_be_visible()
    reader.open("/ja/about")

    assert background_color(reader) == PAPER["dark"]


def test_reduced_motion_disables_transitions_and_animations(fresh_reader: NewReader) -> None:
    reader = fresh_reader(BrowserSettings(has_motion=False))
    reader.page.add_init_script(WATCH_TRANSITIONS)
    reader.open("/cultivars")

    activate_directly(reader, ".cultivar-card-link")
    expect(reader.page.locator(".cultivar-sheet")).to_be_visible()

    assert reader.evaluate("() => transitions") == 0
    assert reader.evaluate(ANIMATED_ELEMENTS) == []
    assert reader.evaluate("() => document.getAnimations().length") == 0


def test_view_transition_runs_between_pages_but_not_while_typing(
    fresh_reader: NewReader,
) -> None:
    reader = fresh_reader(BrowserSettings(has_motion=True))
    reader.page.add_init_script(WATCH_TRANSITIONS)
    reader.open("/cultivars")

    reader.page.fill("#search", "saemidori")
    expect(reader.page.locator("main article").first).to_have_id("c-saemidori")
    while_typing = reader.evaluate("() => transitions")
    activate_directly(reader, ".cultivar-card-link")
    expect(reader.page.locator(".cultivar-sheet")).to_be_visible()

    assert (while_typing, reader.evaluate("() => transitions")) == (0, 1)
    assert reader.evaluate(ANIMATED_ELEMENTS)


def test_print_uses_the_light_theme_and_hides_controls(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings(scheme="dark"))
    reader.open("/ja/cultivars/saemidori")
    choose_theme(reader, "dark")
    assert background_color(reader) == PAPER["dark"]

    reader.page.emulate_media(media="print")

    assert background_color(reader) == PAPER["light"]
    for selector in (".header-nav", ".header-tools", ".footer", "main .button"):
        assert reader.page.locator(f"{selector} >> visible=true").count() == 0
    expect(reader.page.locator("h1")).to_be_visible()


@pytest.mark.parametrize(("path", "tabs"), [("/community", 6), ("/map", 3)])
def test_selected_tab_is_visible_with_forced_colors(
    forced_colors_page: Page, path: str, tabs: int
) -> None:
    forced_colors_page.goto(path)

    chosen, *others = forced_colors_page.evaluate(TAB_UNDERLINES)

    assert len(others) >= tabs - 1
    assert chosen not in others


@pytest.mark.parametrize(
    ("path", "mark"),
    [
        ("/cultivars", ".lineage-dot"),
        ("/cultivars?suitableFor=matcha", ".facet input:checked"),
        ("/cultivars?view=bud", ".result-ruler ul::before"),
    ],
)
def test_mark_with_a_meaning_is_painted_with_forced_colors(
    forced_colors_page: Page, path: str, mark: str
) -> None:
    forced_colors_page.goto(path)

    painted, ground = forced_colors_page.evaluate(MARK_AND_PAGE_BACKGROUND, mark)

    assert painted != ground


def test_chart_bars_have_the_text_color_with_forced_colors(forced_colors_page: Page) -> None:
    forced_colors_page.goto("/statistics")

    ink = forced_colors_page.evaluate("() => getComputedStyle(document.body).color")
    assert forced_colors_page.evaluate(BAR_FILL) == ink


def test_search_button_of_a_phone_shows_only_a_magnifying_glass_with_forced_colors(
    browser: Browser, site: RunningSite
) -> None:
    context = browser.new_context(
        base_url=site.origin, forced_colors="active", viewport={"width": 390, "height": 800}
    )
    page = context.new_page()
    page.goto("/ja/community")

    assert page.evaluate(SEARCH_BUTTON) == [0, "2px"]
    expect(page.get_by_role("button", name=text("ja", "community.search.submit"))).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["/ja/cultivars/kirari-31", "/ja/cultivars?page=3"])
def test_digits_of_a_vertical_name_do_not_crash_the_tab_with_forced_colors(
    forced_colors_page: Page, path: str
) -> None:
    page = forced_colors_page.context.new_page()

    page.goto(path)
    page.screenshot()

    assert page.locator(".upright-digits").count() > 0
    page.close()
