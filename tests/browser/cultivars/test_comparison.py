"""Tests of the comparison of cultivars: choosing them, the stored choice, the table, axe."""

from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from server.contracts.locales import text
from tests.browser.axe import axe_violations
from tests.browser.conftest import NewReader
from tests.browser.layout_checks import overflowing
from tests.browser.reader import NARROW, NARROWEST, WIDE, BrowserSettings, Reader
from tests.browser.sweeps import for_audit
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

COMPARED = "/ja/compare?ids=saemidori,okumidori,seimei,yabukita"
COLUMNS = ".comparison-table thead th:not(:first-child)"
BAR = "aside.choice-bar"


def ids_of(page: Page) -> list[str]:
    return parse_qs(urlsplit(page.url).query)["ids"][0].split(",")


def test_three_cultivars_are_compared_two_presses_from_the_list(reader: Reader) -> None:
    reader.open("/cultivars?search=saemidori")
    presses = [".cultivar-card-link", ".similar a[href*='/compare?ids=']"]

    for press in presses:
        reader.page.locator(press).first.click()

    expect(reader.page.locator(COLUMNS)).to_have_count(4)
    assert ids_of(reader.page)[0] == "saemidori"
    assert len(presses) <= 3


def test_three_chosen_cultivars_are_compared_by_four_presses(reader: Reader) -> None:
    reader.open("/cultivars")
    links = reader.page.locator("[data-compare]")
    chosen = [links.nth(number).get_attribute("data-compare") for number in range(3)]

    for number in range(3):
        links.nth(number).click()
    reader.page.locator(f"{BAR} a").click()

    expect(reader.page.locator(COLUMNS)).to_have_count(3)
    assert ids_of(reader.page) == chosen
    expect(reader.page.locator(BAR)).to_have_count(0)


def test_vertical_names_do_not_wrap_into_a_second_column(reader: Reader) -> None:
    reader.open(COMPARED)

    wraps = reader.evaluate(
        """() => Array.from(document.querySelectorAll(".comparison-upright"),
        element => getComputedStyle(element).textWrapMode)"""
    )

    assert wraps == ["nowrap"] * 4


def test_choice_survives_navigation_language_and_reload(reader: Reader) -> None:
    page, bar = reader.page, reader.page.locator(BAR)
    reader.open("/cultivars/saemidori")
    page.locator("[data-compare]").click()
    expect(bar).to_contain_text("Saemidori")
    expect(
        page.get_by_text(text("en", "comparison.choice.added", name="Saemidori"))
    ).to_be_attached()

    page.locator(".cultivar-next").click()
    page.wait_for_url(lambda url: "saemidori" not in url)
    # The address changes before the content of the page.
    expect(page.locator("h1")).not_to_contain_text("Saemidori")
    page.locator("[data-compare]").click()
    expect(bar).to_contain_text("Saemidori, ")
    page.locator(".language-switch a[lang=ja]").click()
    expect(bar).to_contain_text("さえみどり、")
    reader.reload()
    expect(bar).to_contain_text("さえみどり、")

    bar.get_by_role("button", name=text("ja", "comparison.choice.clear")).click()
    expect(bar).to_have_count(0)
    reader.reload()
    assert page.evaluate("() => sessionStorage.getItem('choice')") is None


def test_choice_is_hidden_on_pages_without_records(reader: Reader) -> None:
    page, bar = reader.page, reader.page.locator(BAR)
    reader.open("/cultivars/saemidori")
    page.locator("[data-compare]").click()
    expect(bar).to_contain_text("Saemidori")

    page.locator(".header-nav a[href='/community']").click()
    page.wait_for_url("**/community")
    expect(bar).to_have_count(0)
    page.go_back()

    expect(bar).to_contain_text("Saemidori")


def test_choice_is_shown_again_after_a_page_whose_title_is_not_loaded_yet(reader: Reader) -> None:
    page, bar = reader.page, reader.page.locator(BAR)
    reader.open("/cultivars/saemidori")
    page.locator("[data-compare]").click()
    expect(bar).to_contain_text("Saemidori")
    reader.evaluate("""() => {
      history.pushState(null, "", "/community");
      document.head.append(document.createElement("meta"));
    }""")
    expect(bar).to_have_count(0)

    reader.evaluate("() => history.back()")

    expect(bar).to_contain_text("Saemidori")


def test_removing_a_column_updates_address_table_and_title(reader: Reader) -> None:
    page = reader.page
    reader.open("/compare?ids=saemidori,okumidori,seimei")

    page.get_by_role("link", name=text("en", "comparison.remove", name="Okumidori")).click()

    expect(page.locator(COLUMNS)).to_have_count(2)
    assert ids_of(page) == ["saemidori", "seimei"]
    assert page.locator(COLUMNS).all_inner_texts()[1].startswith("Seimei")
    expect(page).to_have_title("Saemidori and Seimei compared | Chanoki")
    page.go_back()
    expect(page.locator(COLUMNS)).to_have_count(3)
    expect(page.locator(COLUMNS).nth(1)).to_contain_text("Okumidori")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        (NARROWEST, "dark"),
        *(
            for_audit(size, scheme)
            for size, scheme in product((WIDE, NARROW, NARROWEST), ("light", "dark"))
            if (size, scheme) != (NARROWEST, "dark")
        ),
    ],
)
def test_comparison_with_an_open_note_and_bar_pass_axe(
    new_reader: NewReader, size: tuple[int, int], scheme: str
) -> None:
    reader = new_reader(BrowserSettings("ja", scheme=scheme, size=size))
    reader.open(COMPARED)
    reader.page.locator(".comparison-table .claim summary").first.click()
    expect(reader.page.locator(".claim[open] a").first).to_be_visible()
    assert overflowing(reader) == []
    assert axe_violations(reader) == []

    reader.open("/ja/cultivars")
    expect(reader.page.locator(BAR)).to_be_visible()
    assert overflowing(reader) == []
    assert axe_violations(reader) == []


def test_cultivars_are_compared_without_scripts(new_reader: NewReader, site: RunningSite) -> None:
    page = new_reader(BrowserSettings(has_scripts=False)).page
    page.goto("/ja/cultivars/saemidori")

    page.get_by_role("link", name=text("ja", "cultivars.compare.named", name="さえみどり")).click()
    page.get_by_label(text("ja", "comparison.form.next")).select_option("okumidori")
    page.get_by_role("button", name=text("ja", "comparison.form.submit")).click()
    expect(page.locator(COLUMNS)).to_have_count(2)
    assert page.url == f"{site.origin}/ja/compare?ids=saemidori,okumidori"

    page.get_by_label(text("ja", "comparison.form.more"), exact=True).select_option("seimei")
    page.get_by_role("button", name=text("ja", "comparison.form.add")).click()
    expect(page.locator(COLUMNS)).to_have_count(3)
    assert page.url == f"{site.origin}/ja/compare?ids=saemidori,okumidori,seimei"


def test_bar_is_loaded_only_by_the_first_press(reader: Reader) -> None:
    requested: list[str] = []
    reader.page.on("request", lambda request: requested.append(request.url))
    reader.open("/cultivars")
    assert not [url for url in requested if "ChoiceBar" in url]

    reader.page.locator("[data-compare]").first.click()

    expect(reader.page.locator(BAR)).to_be_visible()
    assert [url for url in requested if "ChoiceBar" in url]


def test_fifth_record_is_refused_with_a_visible_message(reader: Reader) -> None:
    reader.open("/cultivars")
    links = reader.page.locator("[data-compare]")

    for index in range(5):
        links.nth(index).click()

    refusal = reader.page.locator(f"{BAR} ~ .choice-full, .choice-full:has(~ {BAR})")
    expect(refusal).to_contain_text("Four at most")
    assert (refusal.bounding_box() or {"height": 0})["height"] > 20


def test_record_is_added_from_the_search_by_one_press(reader: Reader) -> None:
    reader.open("/search?q=saemidori")

    reader.page.locator("[data-compare=saemidori]").click()

    expect(reader.page.locator(BAR)).to_contain_text("Saemidori")
    assert urlsplit(reader.page.url).path == "/search"


NAMES_ABOVE = """() => [...document.querySelectorAll(".comparison-table thead th a")]
  .filter(link => link.pathname.includes("/cultivars/"))
  .map(link => link.getBoundingClientRect().top)"""


def test_names_stay_in_view_beside_the_last_rows(new_reader: NewReader) -> None:
    reader = new_reader(BrowserSettings(size=WIDE))
    reader.open(COMPARED)

    reader.page.locator(".comparison-table tbody tr").last.scroll_into_view_if_needed()

    tops = reader.evaluate(NAMES_ABOVE)
    assert len(tops) == 4
    assert all(0 <= top < 60 for top in tops)
    assert axe_violations(reader) == []
