"""Tests that common questions are answered in at most three presses, not counting input."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from server.contracts.catalogue import CULTIVARS
from server.contracts.evidence import OBSERVATIONS
from tests.browser.conftest import NewReader
from tests.browser.reader import BrowserSettings, Reader

pytestmark = pytest.mark.browser

PRESSES_MOST = 3


@dataclass
class Presses:
    """Reader whose presses are counted."""

    reader: Reader
    count: int = 0

    def press(self, target: Locator) -> None:
        self.count += 1
        target.click()

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.reader.page.get_by_role("link", name=name, exact=True).first

    def card_ids(self) -> list[str]:
        """Returns the ids of all cards of the list."""
        page = self.reader.page
        expect(page.locator(".cultivar-grid .cultivar-card").first).to_be_visible()
        found = page.locator(".cultivar-grid .cultivar-card").evaluate_all(
            "all => all.map(({id}) => id)"
        )
        return [str(id).removeprefix("c-") for id in found]


def is_resistant(id: str) -> bool:
    """Returns whether the record, or one of its sources, rates it high for anthracnose."""
    rated = {one.level for one in OBSERVATIONS.resistance.get(id, ()) if one.trait == "anthracnose"}
    return "high" in rated | {CULTIVARS[id].traits.anthracnose_resistance}


def is_later(id: str, other: str) -> bool:
    """Returns whether `id` is later than `other`, by days of budding or else by maturity class."""
    one, two = CULTIVARS[id], CULTIVARS[other]
    is_same_event = one.budding_basis == two.budding_basis
    if one.budding is not None and two.budding is not None and is_same_event:
        return one.budding > two.budding
    classes = ("very-early", "early", "mid", "late", "very-late")
    if one.maturity is None or two.maturity is None:
        return False
    return classes.index(one.maturity) > classes.index(two.maturity)


@pytest.fixture
def presses(new_reader: NewReader) -> Presses:
    return Presses(new_reader(BrowserSettings()))


def test_later_cultivars_like_saemidori_are_three_presses_away(presses: Presses) -> None:
    presses.reader.open("/")
    page = presses.reader.page

    presses.press(presses.link("Saemidori"))
    presses.press(page.get_by_text("Like this, but later, and for matcha as well", exact=True))
    later = page.locator(".similar-wish[open] a")

    suited = [
        href.rpartition("/")[2] for href in later.evaluate_all("all => all.map(({href}) => href)")
    ]
    assert suited
    assert [id for id in suited if "matcha" not in CULTIVARS[id].uses] == []
    assert [id for id in suited if not is_later(id, "saemidori")] == []
    assert presses.count <= PRESSES_MOST


def test_new_cultivars_of_kagoshima_are_three_presses_away(presses: Presses) -> None:
    presses.reader.open("/")
    page = presses.reader.page

    presses.press(presses.link("Search"))
    page.locator("input[name=q]").fill("Kagoshima")
    presses.press(page.locator("#search-prefectures ~ ul a").first)
    presses.press(presses.link("Registered since 1990"))
    expect(page).to_have_url(re.compile("decade=1990"))

    found = presses.card_ids()
    assert found
    for id in found:
        record = CULTIVARS[id]
        assert record.origin_en == "Kagoshima"
        assert int(record.registration_year[:4]) >= 1990
    assert presses.count <= PRESSES_MOST


def test_relation_of_two_cultivars_is_three_presses_away(presses: Presses) -> None:
    presses.reader.open("/cultivars/seimei")
    page = presses.reader.page

    presses.press(presses.link("How is it related to another tea?"))
    expect(page.locator("#a")).to_have_value("seimei")
    page.locator("#b").select_option("saemidori")
    presses.press(page.get_by_role("button", name="Show the relation"))
    expect(page).to_have_url(re.compile("/relation/seimei/saemidori$"))

    expect(page.locator("main")).to_contain_text("Saemidori")
    assert presses.count <= PRESSES_MOST


def test_comparison_of_three_records_is_three_presses_away(presses: Presses) -> None:
    presses.reader.open("/")
    page = presses.reader.page

    presses.press(presses.link("Saemidori"))
    presses.press(presses.link(re.compile("Compare with these")))
    expect(page).to_have_url(re.compile(r"/compare\?ids="))

    expect(page.locator(".comparison-table")).to_be_visible()
    assert len(page.url.partition("ids=")[2].replace("%2C", ",").split(",")) >= 3
    assert presses.count <= PRESSES_MOST


def test_record_of_norin_40_is_three_presses_away(presses: Presses) -> None:
    presses.reader.open("/")
    page = presses.reader.page

    presses.press(presses.link("Search"))
    page.locator("input[name=q]").fill("Norin 40")
    presses.press(page.locator(".search-results li > a").first)

    expect(page.locator("h1")).to_contain_text("Saemidori")
    assert presses.count <= PRESSES_MOST


def test_resistant_cultivars_earlier_than_yabukita_are_three_presses_away(presses: Presses) -> None:
    presses.reader.open("/")

    presses.press(presses.link("Cultivars"))
    presses.press(presses.link("Resistant to anthracnose"))
    presses.press(presses.link("Earlier than Yabukita"))
    expect(presses.reader.page).to_have_url(re.compile("timing=earlier&anthracnose=high"))
    expect(presses.reader.page.locator("#results")).not_to_have_text("130 cultivars")

    found = presses.card_ids()
    assert found
    assert [id for id in found if not is_resistant(id)] == []
    assert presses.count <= PRESSES_MOST
