"""Theme, reduced motion, print and forced colors."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.keyboard import follow, follow_near, press, tab_to
from tests.browser.reader import BrowserSettings, Reader
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

PAPER = {"light": "rgb(250, 248, 241)", "dark": "rgb(18, 23, 18)"}

# Runs before the page's own scripts: when the theme is set, and how often.
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

# Counts the page's transitions without keeping them from happening.
WATCH_TRANSITIONS = """
  window.transitions = 0;
  const start = Document.prototype.startViewTransition;
  Document.prototype.startViewTransition = function (...change) {
    transitions += 1;
    return start.apply(this, change);
  };
"""
# The line under each tab of the feed; the first is the chosen one.
LINES = """() => [...document.querySelectorAll(".category-tabs a, .tabs a")]
  .map(tab => getComputedStyle(tab).borderBottomColor)"""
# What the search button paints on a phone: its word, and the handle of its magnifying glass.
GLASS = """() => {
  const button = document.querySelector(".feed-filters-search button");
  const word = document.createRange();
  word.selectNodeContents(button);
  return [word.getBoundingClientRect().width, getComputedStyle(button, "::after").borderTopWidth];
}"""
# The background of a mark that stands alone, and of the page; ::before is part of the selector.
PAINTED = """selector => {
  const [element, pseudo] = selector.split("::");
  const of = (one, before) => getComputedStyle(document.querySelector(one), before).backgroundColor;
  return [of(element, pseudo && `::${pseudo}`), of("html")];
}"""
BAR = """() => getComputedStyle(document.querySelector(".chart-columns rect")).fill"""
MOVING = """() => [...document.querySelectorAll("*")].filter(element => {
  const {transitionDuration, animationName} = getComputedStyle(element);
  return animationName !== "none" || transitionDuration.split(", ").some(s => parseFloat(s) > 0);
}).map(element => element.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def forced(browser: Browser, site: RunningSite) -> Iterator[Page]:
    """A page of a browser with forced colours."""
    context = browser.new_context(base_url=site.origin, forced_colors="active")
    yield context.new_page()
    context.close()


def paper(reader: Reader) -> str:
    """Returns the background colour of the page."""
    shown: str = reader.ask("() => getComputedStyle(document.documentElement).backgroundColor")
    return shown


def choose(reader: Reader, theme: str) -> None:
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

    first = paper(reader)
    reader.light("light" if scheme == "dark" else "dark")

    assert first == PAPER[scheme]
    assert paper(reader) == PAPER["light" if scheme == "dark" else "dark"]


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_chosen_theme_is_applied_before_the_first_paint_after_a_reload(
    fresh_reader: NewReader, scheme: str, other: str
) -> None:
    reader = fresh_reader(BrowserSettings(scheme=scheme))
    reader.open("/about")
    choose(reader, other)
    assert paper(reader) == PAPER[other]
    reader.page.add_init_script(WATCH_THEME)

    reader.reload()

    set_at = reader.ask("() => themes")
    painted = reader.ask(FIRST_PAINT)
    assert [(theme, has_body) for theme, has_body, _ in set_at] == [(other, False)]
    assert set_at[0][2] < painted
    assert paper(reader) == PAPER[other]
    expect(reader.page.locator(f".theme-switch[data-shown={other}]")).to_have_count(1)
    assert reader.complaints == []


@pytest.mark.parametrize(("scheme", "other"), [("light", "dark"), ("dark", "light")])
def test_first_press_of_the_theme_switch_changes_the_theme(
    new_reader: NewReader, scheme: str, other: str
) -> None:
    reader = new_reader(BrowserSettings(scheme=scheme))
    reader.open("/")

    follow(reader, ".theme-switch")

    assert paper(reader) == PAPER[other]


def test_theme_switch_is_labelled_and_cycles_back_to_system(reader: Reader) -> None:
    switch = reader.page.locator(".theme-switch")
    reader.open("/ja")
    said = []

    tab_to(reader, ".theme-switch")
    for _ in range(4):
        said.append(switch.get_attribute("aria-label"))
        press(reader, "Enter")

    names = [text("ja", f"app.theme.{one}") for one in ("system", "dark", "light", "system")]
    assert said == [text("ja", "app.theme.now", theme=name) for name in names]
    choose(reader, "system")
    assert reader.ask("() => document.documentElement.dataset.theme") is None
    assert reader.ask("() => document.documentElement.hasAttribute('data-theme')") is False


def test_chosen_theme_is_kept_on_other_pages(reader: Reader) -> None:
    reader.open("/")
    choose(reader, "dark")

    follow_near(reader, ".header-nav a")
    expect(reader.page.locator("#search")).to_be_visible()
    reader.open("/ja/about")

    assert paper(reader) == PAPER["dark"]


def test_reduced_motion_disables_transitions_and_animations(fresh_reader: NewReader) -> None:
    reader = fresh_reader(BrowserSettings(has_motion=False))
    reader.page.add_init_script(WATCH_TRANSITIONS)
    reader.open("/cultivars")

    follow_near(reader, ".cultivar-card-link")
    expect(reader.page.locator(".cultivar-sheet")).to_be_visible()

    assert reader.ask("() => transitions") == 0
    assert reader.ask(MOVING) == []
    assert reader.ask("() => document.getAnimations().length") == 0


def test_view_transition_runs_between_pages_but_not_while_typing(
    fresh_reader: NewReader,
) -> None:
    reader = fresh_reader(BrowserSettings(has_motion=True))
    reader.page.add_init_script(WATCH_TRANSITIONS)
    reader.open("/cultivars")

    reader.page.fill("#search", "saemidori")
    expect(reader.page.locator("main article").first).to_have_id("c-saemidori")
    while_typing = reader.ask("() => transitions")
    follow_near(reader, ".cultivar-card-link")
    expect(reader.page.locator(".cultivar-sheet")).to_be_visible()

    assert (while_typing, reader.ask("() => transitions")) == (0, 1)
    assert reader.ask(MOVING)


def test_print_uses_the_light_theme_and_hides_controls(
    new_reader: NewReader,
) -> None:
    reader = new_reader(BrowserSettings(scheme="dark"))
    reader.open("/ja/cultivars/saemidori")
    choose(reader, "dark")
    assert paper(reader) == PAPER["dark"]

    reader.page.emulate_media(media="print")

    assert paper(reader) == PAPER["light"]
    for selector in (".header-nav", ".header-tools", ".footer", "main .button"):
        assert reader.page.locator(f"{selector} >> visible=true").count() == 0
    expect(reader.page.locator("h1")).to_be_visible()


@pytest.mark.parametrize(("path", "tabs"), [("/community", 6), ("/map", 3)])
def test_selected_tab_is_visible_with_forced_colors(forced: Page, path: str, tabs: int) -> None:
    forced.goto(path)

    chosen, *others = forced.evaluate(LINES)

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
    forced: Page, path: str, mark: str
) -> None:
    forced.goto(path)

    painted, ground = forced.evaluate(PAINTED, mark)

    assert painted != ground


def test_drawings_have_the_readers_colours_with_forced_colors(forced: Page) -> None:
    forced.goto("/statistics")

    ink = forced.evaluate("() => getComputedStyle(document.body).color")
    assert forced.evaluate(BAR) == ink


def test_search_button_of_a_phone_is_a_glass_alone_with_forced_colors(
    browser: Browser, site: RunningSite
) -> None:
    context = browser.new_context(
        base_url=site.origin, forced_colors="active", viewport={"width": 390, "height": 800}
    )
    page = context.new_page()
    page.goto("/ja/community")

    assert page.evaluate(GLASS) == [0, "2px"]
    expect(page.get_by_role("button", name=text("ja", "community.search.submit"))).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["/ja/cultivars/kirari-31", "/ja/cultivars?page=3"])
def test_digits_of_a_vertical_name_do_not_end_the_tab_with_forced_colors(
    forced: Page, path: str
) -> None:
    page = forced.context.new_page()

    page.goto(path)
    page.screenshot()

    assert page.locator(".upright-digits").count() > 0
    page.close()
