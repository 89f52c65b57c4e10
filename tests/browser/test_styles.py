"""Tests of the style sheets: a page's own one at first, that of all pages after a navigation."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Route, expect

from server.contracts.locales import text
from tests.browser.conftest import NewSampleReader
from tests.browser.keyboard import activate_directly
from tests.browser.members import HANA
from tests.browser.public_pages import PAGE_CASES, PageCase
from tests.browser.reader import BrowserSettings, Reader, ReaderPool
from tests.browser.sample_members import create_post
from tests.browser.sweeps import for_audit
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

# Pages with many styles of their own; the audit opens the others.
IN_EVERY_RUN = {
    "home", "cultivars", "cultivar", "comparison", "calendar", "pedigree", "statistics",
    "mapOfPosts",
}  # fmt: skip
ENGLISH_CASES = [
    for_audit(case, is_audit_only=case.name not in IN_EVERY_RUN)
    for case in PAGE_CASES
    if case.language == "en"
]
MEMBER_PATHS = (
    "/create",
    "/profile",
    "/profile/edit",
    "/account",
    "/notifications",
    "/post/{own}/edit",
)
STYLE_SHEETS = "() => [...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.href)"

# Replaces the page's own sheet by that of all pages; returns the computed styles that change. Of
# elements with the same position, classes and attributes, such as rows of a list, it compares the
# first two and the last. It compares the properties that one of the sheets declares, as others
# change only together with those; all five hundred take eight times as long.
CHANGED_STYLES = """async () => {
  const states = /^(data-|aria-(?!label|describedby|controls)|type$|role$|lang$|rel$)/;
  const kinds = new Map([[document.body, "body"]]);
  const alike = new Map();
  for (const element of document.body.querySelectorAll("*:not(script)")) {
    const attributes = [...element.attributes].map(({name, value}) =>
      name === "class" || states.test(name) ? `${name}=${value}` : name);
    const kind = [kinds.get(element.parentElement), element.tagName, ...attributes].join(" ");
    kinds.set(element, kind);
    alike.set(kind, [...(alike.get(kind) ?? []).slice(0, 2), element]);
  }
  const compared = [...alike.values()].flat();
  const link = document.querySelector("link[data-all]");
  const everything = new CSSStyleSheet();
  everything.replaceSync(await (await fetch(link.dataset.all)).text());
  const declaredIn = rules => [...rules].flatMap(rule =>
    [...(rule.style ?? []), ...declaredIn(rule.cssRules ?? [])]);
  const declared = [everything, link.sheet].flatMap(sheet => declaredIn(sheet.cssRules));
  const names = [...new Set(declared)].filter(name => !name.startsWith("--"));
  const looksOf = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo);
    const isShown = !pseudo || style.content !== "none";
    return (isShown ? names : ["content"]).map(name => `${name}: ${style.getPropertyValue(name)}`);
  };
  const looks = () => {
    // The content of closed <details> gets a layout only when its boxes are measured.
    document.querySelectorAll("details *").forEach(element => element.getBoundingClientRect());
    return compared.map(element =>
      ({element, looks: [...looksOf(element), ...looksOf(element, "::before")]}));
  };
  const before = looks();
  const all = document.createElement("link");
  all.rel = "stylesheet";
  all.href = link.dataset.all;
  await new Promise((resolve, reject) => {
    Object.assign(all, {onload: resolve, onerror: reject});
    link.after(all);
  });
  link.remove();
  const after = new Map(looks().map(({element, looks}) => [element, looks]));
  return before.flatMap(({element, looks}) => {
    const then = after.get(element);
    const changed = looks.filter((one, n) => one !== then[n]);
    return changed.length ? [`${element.tagName}.${element.className}: ${changed}`] : [];
  }).slice(0, 20);
}"""


@pytest.fixture(scope="module")
def visitor(reader_pool: ReaderPool, site: RunningSite) -> Iterator[Reader]:
    """One reader for all pages, whose HTTP cache makes forty of them fast."""
    reader = reader_pool.acquire(site, BrowserSettings())
    yield reader
    reader_pool.release(reader, BrowserSettings())


@pytest.mark.parametrize("case", ENGLISH_CASES, ids=str)
def test_styles_of_the_first_view_are_complete(visitor: Reader, case: PageCase) -> None:
    visitor.open(case.path)

    assert visitor.evaluate(CHANGED_STYLES) == []


def test_styles_of_members_pages_are_complete(new_sample_reader: NewSampleReader) -> None:
    reader = new_sample_reader(BrowserSettings(), HANA)
    own = create_post(reader, "A post to look at")

    for path in (*MEMBER_PATHS, "/community", "/post/36", f"/post/{own}"):
        reader.open(path.format(own=own))
        expect(reader.page.get_by_text(text("en", "app.loading"), exact=True)).to_have_count(0)

        assert reader.evaluate(CHANGED_STYLES) == [], path


@pytest.mark.parametrize(
    ("selector", "name"), [(".header", "header"), (".lineage-dot[data-lineage='7']", "lineage-dot")]
)
def test_missing_style_is_detected(reader: Reader, selector: str, name: str) -> None:
    """Covers a style of every page and one that a single row of a long list needs."""
    reader.open("/cultivars")
    reader.page.route("**/assets/pages-*.css", partial(add_rule, selector))

    assert any(name in one for one in reader.evaluate(CHANGED_STYLES))


def test_first_navigation_loads_the_style_sheet_of_all_pages_once(reader: Reader) -> None:
    reader.open("/cultivars?search=midori")
    [first] = reader.evaluate(STYLE_SHEETS)

    activate_directly(reader, ".cultivar-card-link")
    expect(reader.page.locator(".cultivar-sheet h1")).to_be_visible()
    [second] = reader.evaluate(STYLE_SHEETS)
    reader.page.go_back()
    expect(reader.page.locator(".cultivar-card").first).to_be_visible()

    assert re.search(r"/page-\w+\.css$", first)
    assert re.search(r"/pages-\w+\.css$", second)
    assert reader.evaluate(STYLE_SHEETS) == [second]


def test_failed_style_sheet_shows_an_error_and_can_be_retried(reader: Reader) -> None:
    reader.open("/cultivars?search=midori")
    reader.page.route("**/assets/pages-*.css", lambda route: route.abort())

    activate_directly(reader, ".cultivar-card-link")
    alert = reader.page.get_by_role("alert")
    expect(alert).to_contain_text(text("en", "app.loadFailed.title"))
    linked = reader.evaluate(STYLE_SHEETS)
    reader.page.unroute("**/assets/pages-*.css")
    activate_directly(reader, "main button")

    expect(reader.page.locator(".cultivar-sheet h1")).to_be_visible()
    assert len(linked) == 1
    assert "pages-" in reader.evaluate(STYLE_SHEETS)[0]


def add_rule(selector: str, route: Route) -> None:
    """Fulfills the request with the sheet and a rule that the page's own sheet lacks."""
    response = route.fetch()
    route.fulfill(response=response, body=f"{response.text()}{selector}{{outline:3px solid red}}")
