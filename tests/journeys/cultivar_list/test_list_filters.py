"""The filters of the cultivar list without scripts: form, links and addresses."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qsl

import httpx
import pytest

from server.contracts.catalogue import CULTIVARS, LINEAGE_GROUPS
from server.contracts.cultivar import Cultivar
from server.contracts.routes import LANGUAGES, Language, path_for
from tests.journeys.cultivar_list.list_page import (
    all_ids,
    all_ids_of,
    card_ids,
    field_values,
    more_link,
    open_main,
    submitted_address,
)
from tests.markup import Element

FILTERS = (
    "suitableFor", "origin", "breeder", "lineage", "timing", "maturity", "decade", "register",
    "right", "anthracnose", "grayBlight", "blisterBlight", "netBlisterBlight", "brownBlight",
    "bacterialShootBlight", "aroma", "evidence",
)  # fmt: skip


# The first and last value of each filter, in one language each; the audit tries all values.
CASES = [(name, LANGUAGES[number % 2], False) for number, name in enumerate(FILTERS)]
SWEPT = [(name, language, True) for name in FILTERS for language in LANGUAGES]


@pytest.mark.parametrize(
    ("name", "language", "is_every"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.audit) for case in SWEPT)],
)
def test_filter_form_and_filter_link_show_the_same_list(
    visitor: httpx.Client, name: str, language: Language, *, is_every: bool
) -> None:
    path = path_for("cultivars", language)
    form = open_main(visitor, path)
    values = field_values(form, name)

    assert len(values) > 1
    for value in values if is_every else (values[0], values[-1]):
        by_form = open_main(visitor, submitted_address(form, **{name: value}))
        by_link = open_main(visitor, f"{path}?{name}={value}")
        chosen = by_form.the("form").the("input", name=name, value=value)
        assert card_ids(by_form) == card_ids(by_link) != []
        assert "checked" in chosen.attributes
        assert by_form.the("h2", id="results").text.startswith(
            str(len(all_ids_of(visitor, by_link)))
        )


def first_flush(record: Cultivar) -> float | None:
    """Returns the days of plucking relative to Yabukita, else of bud break, or None."""
    other = record.other_harvest
    return other.days if other and other.basis == "pluck" else record.budding


def test_range_of_days_is_a_filter_of_the_form(visitor: httpx.Client) -> None:
    main = open_main(visitor, "/cultivars?search=&origin=kagoshima&from=-5&to=0")

    found = set(all_ids_of(visitor, main))

    assert found == {
        id
        for id, record in CULTIVARS.items()
        if record.origin_en == "Kagoshima"
        and record.kind == "cultivar"
        and (days := first_flush(record)) is not None
        and -5 <= days <= 0
    }
    fields = {name: main.the("form").the("input", name=name) for name in ("from", "to")}
    assert {name: field.get("value") for name, field in fields.items()} == {"from": "-5", "to": "0"}
    main.the("a", **{"aria-label": "Remove Days from Yabukita: \u22125 to 0"})


@pytest.mark.parametrize("language", ["en", pytest.param("ja", marks=pytest.mark.audit)])
def test_kind_lists_its_records_and_their_number(visitor: httpx.Client, language: Language) -> None:
    path = path_for("cultivars", language)
    form = open_main(visitor, path)
    kinds: list[str] = [record.kind for record in CULTIVARS.values()]
    cultivars, *others = field_values(form, "kind")

    assert (cultivars, len(others)) == ("", len(set(kinds)) - 1)
    for value in others:
        address = visitor.get(submitted_address(form, kind=value)).headers["location"]
        assert address == f"{path}?kind=cultivar,{value}"
        main = open_main(visitor, address)
        counts = [kinds.count(one) for one in ("cultivar", value)]
        assert len(all_ids_of(visitor, main)) == sum(counts)
        boxes = [label for label in main.the("form").all("label") if "kind" in names_in(label)]
        checked = [label.text for label in boxes if "checked" in label.the("input").attributes]
        assert [int(re.sub(r"\D", "", one)) for one in checked] == counts


def names_in(label: Element) -> set[str]:
    """Returns the names of the fields in a label."""
    return {box.get("name") for box in label.all("input")}


def test_lineage_options_are_in_numeric_order_with_x_last(visitor: httpx.Client) -> None:
    codes = field_values(open_main(visitor, "/cultivars"), "lineage")

    numbers = [int(code) for code in codes if code.isdigit()]
    assert numbers == sorted(numbers)
    assert codes[-1] == "x"
    assert set(codes) <= {*LINEAGE_GROUPS, "x"}


def test_filters_and_search_are_combined_and_kept_by_paging(visitor: httpx.Client) -> None:
    form = open_main(visitor, "/cultivars")
    address = submitted_address(form, search="midori", lineage="0")

    both = all_ids(visitor, address)
    midori = all_ids(visitor, submitted_address(form, search="midori"))
    yabukita = all_ids(visitor, "/cultivars?lineage=0&kind=all")

    assert both
    assert set(both) == set(midori) & set(yabukita)
    longer = more_link(open_main(visitor, submitted_address(form, lineage="0")))
    assert longer is not None
    assert dict(parse_qsl(longer.partition("?")[2].partition("#")[0])) == {
        "lineage": "0",
        "page": "2",
    }


def test_several_checked_boxes_of_a_filter_lead_to_one_spelling_of_the_address(
    visitor: httpx.Client,
) -> None:
    form = open_main(visitor, "/ja/cultivars?origin=kyoto")

    answer = visitor.get(submitted_address(form, origin="kagoshima", maturity="early"))

    assert answer.status_code == 301
    assert answer.headers["location"] == "/ja/cultivars?origin=kyoto,kagoshima&maturity=early"
    found = set(all_ids(visitor, answer.headers["location"]))
    assert found == {
        id
        for id, record in CULTIVARS.items()
        if record.kind == "cultivar"
        and record.origin_en in {"Kyoto", "Kagoshima"}
        and record.maturity == "early"
    }


@pytest.mark.parametrize(
    "query",
    [
        "origin=kagoshima,kyoto", "origin=kyoto%2Ckagoshima", "origin=kyoto,kagoshima,kyoto",
        "origin=Kyoto,KAGOSHIMA",
    ],
)  # fmt: skip
def test_other_spellings_of_several_values_redirect(visitor: httpx.Client, query: str) -> None:
    answer = visitor.get(f"/cultivars?{query}")

    assert answer.status_code == 301
    assert answer.headers["location"] == "/cultivars?origin=kyoto,kagoshima"


@pytest.mark.parametrize(
    ("query", "canonical"),
    [
        ("origin=kyoto,atlantis", "?origin=kyoto"),
        ("suitableFor=bogus", ""),
        ("suitableFor=bogus&search=midori", "?search=midori"),
        ("lineage=__proto__&origin=constructor", ""),
        ("lineage=0&suitableFor=matcha", "?suitableFor=matcha&lineage=0"),
        ("kind=line,nothing&lineage=0", "?lineage=0&kind=line"),
        ("kind=population,line", "?kind=line,population"),
        ("kind=cultivar&search=+", "?search=+"),
        ("kind=cultivar,line,parental-line,population,ornamental", "?kind=all"),
        ("from=05", "?from=5"),
        ("from=-05&to=x", "?from=-5"),
        ("view=bogus", ""),
        ("sort=bogus&view=table", "?view=table"),
    ],
)
def test_unknown_values_and_another_order_redirect(
    visitor: httpx.Client, query: str, canonical: str
) -> None:
    answer = visitor.get(f"/cultivars?{query}")

    assert answer.headers["location"] == f"/cultivars{canonical}"
    assert visitor.get(answer.headers["location"]).status_code == 200


def follow_link(visitor: httpx.Client, main: Element, name: str) -> Element:
    """Opens the only link with this text."""
    (link,) = (a for a in main.all("a") if a.text == name)
    return open_main(visitor, link.get("href").partition("#")[0])


def test_kagoshima_after_1990_is_a_link_and_a_box_away(visitor: httpx.Client) -> None:
    since = follow_link(visitor, open_main(visitor, "/cultivars"), "Registered since 1990")

    answer = visitor.get(submitted_address(since, origin="kagoshima"))
    both = all_ids(visitor, answer.headers["location"])

    assert set(both) == {
        id
        for id, record in CULTIVARS.items()
        if record.kind == "cultivar"
        and record.origin_en == "Kagoshima"
        and record.registration_year >= "1990"
    }


def test_resistant_to_anthracnose_and_earlier_than_yabukita_is_two_presses_away(
    visitor: httpx.Client,
) -> None:
    resistant = follow_link(visitor, open_main(visitor, "/ja/cultivars"), "炭疽病に強い")

    both = all_ids_of(visitor, follow_link(visitor, resistant, "やぶきたより早い"))

    ratings = json.loads(Path("shared/catalogue/resistance.json").read_text(encoding="utf-8"))
    rated = {
        id
        for id, rows in ratings.items()
        if CULTIVARS[id].traits.anthracnose_resistance is None
        for row in rows
        if row["trait"] == "anthracnose" and row["level"] == "high"
    }
    assert both
    assert set(both) == {
        id
        for id, record in CULTIVARS.items()
        if record.kind == "cultivar"
        and (record.traits.anthracnose_resistance == "high" or id in rated)
        and (first_flush(record) or 0) < 0
    }


def test_chosen_value_is_removed_by_its_link(visitor: httpx.Client) -> None:
    main = open_main(visitor, "/cultivars?origin=kyoto,kagoshima&maturity=late")

    links = {
        a.get("aria-label"): a.get("href")
        for a in main.the("ul", class_="cultivar-list-chosen").all("a")
    }

    assert links["Remove Origin: Kyoto"] == "/cultivars?origin=kagoshima&maturity=late"
    assert links["Remove Maturity: Late"] == "/cultivars?origin=kyoto,kagoshima"


def test_links_to_combinations_of_filters_are_not_followed(visitor: httpx.Client) -> None:
    main = open_main(visitor, "/cultivars?origin=kyoto&maturity=late")

    named = ("origin=", "maturity=", "decade=", "timing=", "suitableFor=")
    linked = [a for a in main.all("a") if any(name in a.get("href") for name in named)]
    followed = {a.get("href") for a in linked if a.get("rel") != "nofollow"}
    assert len(linked) > len(followed)
    assert followed == {"/cultivars?origin=kyoto", "/cultivars?maturity=late"}
