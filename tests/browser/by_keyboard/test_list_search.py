"""Tests of the search and filters of the list by keyboard, and with an input method (IME)."""

from math import ceil

import pytest
from playwright.sync_api import CDPSession, expect

from server.contracts.catalogue import CULTIVAR_COUNT, CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from tests.browser.conftest import NewReader
from tests.browser.keyboard import activate, press, tab_to, wait_for_focus
from tests.browser.reader import BrowserSettings, Reader

pytestmark = pytest.mark.browser

# The results of a search for Saemidori: its record, and the cultivars of which it is a parent.
SAEMIDORI = (
    "saemidori",
    *(
        id
        for id, record in CULTIVARS.items()
        if record.kind == "cultivar"
        and any(parent.cultivar_id == "saemidori" for parent in record.parents)
    ),
)


@pytest.fixture
def reader(new_reader: NewReader) -> Reader:
    """Japanese reader with the focus in the search box of the list."""
    reader = new_reader(BrowserSettings("ja"))
    reader.open("/ja/cultivars")
    reader.evaluate("() => { window.isSameDocument = true; }")
    tab_to(reader, "#search")
    return reader


@pytest.fixture
def input_method(reader: Reader) -> CDPSession:
    return reader.page.context.new_cdp_session(reader.page)


def compose(input_method: CDPSession, typed: str) -> None:
    """Sets the text that the input method composes, which is not entered yet."""
    at = len(typed)
    input_method.send(
        "Input.imeSetComposition", {"text": typed, "selectionStart": at, "selectionEnd": at}
    )


def shown_ids(reader: Reader) -> list[str]:
    ids = reader.page.locator("main article").evaluate_all("all => all.map(({id}) => id)")
    return [str(id).removeprefix("c-") for id in ids]


def result_count(reader: Reader) -> str:
    return reader.page.locator("#results").inner_text()


@pytest.mark.parametrize(
    "typed",
    [
        "ｻｴﾐﾄﾞﾘ",
        "sae midori",
        *(
            pytest.param(one, marks=pytest.mark.audit)
            for one in ("サエミドリ", "さえみどり", "saemidori")
        ),
    ],
)
def test_results_update_while_typing(reader: Reader, typed: str) -> None:
    reader.page.keyboard.type(typed)

    expect(reader.page.locator("main article").first).to_have_id("c-saemidori")
    expect(reader.page.locator("main article")).to_have_count(len(SAEMIDORI))
    assert set(shown_ids(reader)) == set(SAEMIDORI)
    assert result_count(reader) == text("ja", "cultivars.results.count", count=len(SAEMIDORI))
    assert reader.evaluate("() => new URLSearchParams(location.search).get('search')") == typed
    wait_for_focus(reader, "#search")
    expect(reader.page.locator("#search")).to_have_value(typed)
    assert reader.evaluate("() => window.isSameDocument")


def test_typing_adds_no_history_entry(reader: Reader) -> None:
    before = reader.evaluate("() => history.length")

    reader.page.keyboard.type("okumidori")

    expect(reader.page.locator("main article")).to_have_count(1)
    assert reader.evaluate("() => history.length") == before


def test_search_waits_for_the_end_of_ime_composition(
    reader: Reader, input_method: CDPSession
) -> None:
    everything = shown_ids(reader)

    for typed in ("s", "さ", "さえm", "さえみどり"):
        compose(input_method, typed)
        expect(reader.page.locator("#search")).to_have_value(typed)
        assert shown_ids(reader) == everything
        assert reader.path == "/ja/cultivars"
    input_method.send("Input.insertText", {"text": "さえみどり"})

    expect(reader.page.locator("main article").first).to_have_id("c-saemidori")
    expect(reader.page.locator("#search")).to_have_value("さえみどり")
    assert set(shown_ids(reader)) == set(SAEMIDORI)


def test_enter_during_ime_composition_does_not_submit(
    reader: Reader, input_method: CDPSession
) -> None:
    compose(input_method, "やぶきた")

    for kind in ("rawKeyDown", "keyUp"):
        # Browsers report keys that the input method handles with the code 229.
        key = {"type": kind, "key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229}
        input_method.send("Input.dispatchKeyEvent", key)
    press(reader, "Enter")

    reader.page.wait_for_timeout(100)
    assert reader.evaluate("() => window.isSameDocument"), "the form was sent"
    assert reader.path.partition("?")[0] == "/ja/cultivars"


def test_enter_after_typing_does_not_reload(reader: Reader) -> None:
    reader.page.keyboard.type("yabukita")
    expect(reader.page.locator("main article").first).to_have_id("c-yabukita")

    press(reader, "Enter")

    reader.page.wait_for_timeout(100)
    assert reader.evaluate("() => window.isSameDocument")
    assert reader.path == "/ja/cultivars?search=yabukita"


def choose_lineage(reader: Reader) -> None:
    """Opens the list of lineages and checks the first."""
    tab_to(reader, ".facet:has(input[name=lineage]) summary")
    press(reader, "Enter")
    press(reader, "Tab")
    press(reader, "Space")


def test_filters_are_set_counted_and_reset(reader: Reader) -> None:
    page = reader.page
    everything = result_count(reader)

    choose_lineage(reader)
    page.wait_for_url("**/ja/cultivars?lineage=0")
    expect(page.locator("#results")).not_to_have_text(everything)
    expect(page.locator(".cultivar-filters-count")).to_have_text(
        text("ja", "cultivars.filters.active", count=1)
    )
    wait_for_focus(reader, "input[name=lineage]")
    activate(reader, ".cultivar-list-reset")

    page.wait_for_url("**/ja/cultivars")
    expect(page.locator("#results")).to_have_text(everything)
    expect(page.locator("input[name=lineage]").first).not_to_be_checked()
    expect(page.locator(".cultivar-filters-count")).to_have_count(0)


def test_focus_is_kept_when_the_reset_link_disappears(reader: Reader) -> None:
    reader.page.keyboard.type("midori")
    activate(reader, ".cultivar-list-reset")

    expect(reader.page.locator("#search")).to_have_value("")
    reader.wait_until("() => document.activeElement !== document.body")


def test_reload_restores_search_and_filters_from_the_url(reader: Reader) -> None:
    reader.page.keyboard.type("mi")
    choose_lineage(reader)
    reader.page.wait_for_url("**/ja/cultivars?search=mi&lineage=0")
    other_tab = reader.page.context.new_page()
    other_tab.goto(reader.page.url)
    count = other_tab.locator("#results").inner_text()
    ids = other_tab.locator("main article").evaluate_all("all => all.map(({id}) => id)")
    # The list is updated a moment after the address.
    expect(reader.page.locator("#results")).to_have_text(count)
    expect(reader.page.locator("main article")).to_have_count(len(ids))
    shown = shown_ids(reader)

    reader.reload()

    assert (shown_ids(reader), result_count(reader)) == (shown, count)
    expect(reader.page.locator("#search")).to_have_value("mi")
    expect(reader.page.locator("input[name=lineage][value='0']")).to_be_checked()


def test_show_more_keeps_the_scroll_position_and_focuses_the_first_new_card(reader: Reader) -> None:
    page = reader.page
    first = shown_ids(reader)
    tab_to(reader, ".cultivar-list-more a")
    before = reader.evaluate("() => scrollY")
    assert before > 300

    press(reader, "Enter")

    expect(page.locator("main article")).to_have_count(20)
    new = shown_ids(reader)[10]
    assert shown_ids(reader)[:10] == first
    wait_for_focus(reader, f"#c-{new} a")
    reader.wait_until("before => scrollY === before", before)
    expect(page.locator(f"#c-{new}")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("main article")).to_have_count(10)


def test_list_shows_all_records_and_says_so(reader: Reader) -> None:
    size, pages = LIMITS.cultivar_page_size, ceil(CULTIVAR_COUNT / LIMITS.cultivar_page_size)
    reader.open(f"/ja/cultivars?page={pages - 2}")
    reader.page.locator(".cultivar-card-link").last.focus()

    for shown in ((pages - 1) * size, CULTIVAR_COUNT):
        activate(reader, ".cultivar-list-more a")
        expect(reader.page.locator("main article")).to_have_count(shown)

    expect(reader.page.locator(".cultivar-list-more")).to_have_count(0)
    expect(reader.page.locator(".cultivar-list-all")).to_have_text(
        text("ja", "cultivars.allShown", count=CULTIVAR_COUNT)
    )
    assert reader.browser_errors == []


def test_empty_result_has_a_link_that_resets_the_list(reader: Reader) -> None:
    reader.page.keyboard.type("qqqqqqq")
    expect(reader.page.locator("main article")).to_have_count(0)
    assert result_count(reader) == text("ja", "cultivars.results.records", count=0)

    activate(reader, "main .panel a.button")

    expect(reader.page.locator("main article")).to_have_count(10)
    expect(reader.page.locator("#search")).to_have_value("")
    reader.wait_until("() => document.activeElement !== document.body")
