"""The cultivar list without scripts: links and form lead to every record."""

from urllib.parse import parse_qsl, urlencode

import httpx
import pytest

from server.contracts.catalogue import CULTIVARS, LINEAGE_GROUPS
from server.contracts.routes import LANGUAGES, Language, path_for
from tests.journeys.heads import LISTED, head_in
from tests.markup import Element, read

FILTERS = ("origin", "suitableFor", "lineage")


def main_of(visitor: httpx.Client, address: str) -> Element:
    answer = visitor.get(address)
    assert answer.status_code == 200
    return read(answer.text).the("main")


def cards(main: Element) -> list[str]:
    return [article.get("id").removeprefix("c-") for article in main.all("article")]


def more(main: Element) -> str | None:
    """Where the link to a longer list leads; none when all is shown."""
    links = [a.get("href") for p in main.all("p", class_="cultivar-list-more") for a in p.all("a")]
    return links[0] if links else None


def shown_in_all(visitor: httpx.Client, address: str) -> list[str]:
    main = main_of(visitor, address)
    while (longer := more(main)) is not None:
        before = cards(main)
        main = main_of(visitor, longer.partition("#")[0])
        assert cards(main)[: len(before)] == before
        assert longer.partition("#")[2] == f"c-{cards(main)[len(before)]}"
    return cards(main)


def submitted(main: Element, **filled: str) -> str:
    """Where the form leads when it is sent as it stands, but for what was filled in."""
    form = main.the("form")
    assert form.get("method") in {"", "get"}
    fields = {field.get("name"): field.get("value") for field in form.all("input")}
    for select in form.all("select"):
        chosen = [option for option in select.all("option") if "selected" in option.attributes]
        fields[select.get("name")] = (chosen or select.all("option"))[0].get("value")
    assert set(filled) <= set(fields)
    return f"{form.get('action')}?{urlencode({**fields, **filled})}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_show_more_links_lead_to_every_record(visitor: httpx.Client, language: Language) -> None:
    first = main_of(visitor, path_for("cultivars", language))

    shown = shown_in_all(visitor, path_for("cultivars", language))

    assert len(cards(first)) == 10
    assert sorted(shown) == sorted(CULTIVARS)


def test_every_list_page_has_its_own_title_and_canonical(visitor: httpx.Client) -> None:
    heads = [head_in(read(visitor.get(f"/cultivars?page={n}").text)) for n in range(2, 13)]

    assert len({head.titles[0] for head in heads}) == len(heads)
    assert len({head.one("description") for head in heads}) == len(heads)
    for number, head in enumerate(heads, start=2):
        assert head.canonicals[0].endswith(f"/cultivars?page={number}")
        assert head.alternates["ja"].endswith(f"/ja/cultivars?page={number}")
        assert head.one("robots") == LISTED


@pytest.mark.parametrize(
    "query",
    ["search=midori", "origin=shizuoka", "suitableFor=matcha", "lineage=1", "search=a&page=2"],
)
def test_filtered_list_is_noindex_with_the_plain_list_as_canonical(
    visitor: httpx.Client, query: str
) -> None:
    head = head_in(read(visitor.get(f"/ja/cultivars?{query}").text))

    assert head.one("robots") == "noindex,follow"
    assert head.canonicals[0].endswith("/ja/cultivars")
    assert head.alternates["en"].endswith("/cultivars")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILTERS)
def test_filter_form_and_filter_link_show_the_same_list(
    visitor: httpx.Client, name: str, language: Language
) -> None:
    path = path_for("cultivars", language)
    form = main_of(visitor, path)
    values = [option.get("value") for option in form.the("select", name=name).all("option")][1:]

    assert values
    for value in values:
        by_form = main_of(visitor, submitted(form, **{name: value}))
        by_link = main_of(visitor, f"{path}?{name}={value}")
        chosen = by_form.the("select", name=name).all("option", value=value)[0]
        assert cards(by_form) == cards(by_link) != []
        assert "selected" in chosen.attributes
        assert by_form.the("h2", id="results").text.startswith(str(len(_all(visitor, by_link))))


def _all(visitor: httpx.Client, main: Element) -> list[str]:
    longer = more(main)
    return shown_in_all(visitor, longer.partition("#")[0]) if longer else cards(main)


def test_lineage_options_are_in_numeric_order_with_x_last(visitor: httpx.Client) -> None:
    select = main_of(visitor, "/cultivars").the("select", name="lineage")

    codes = [option.get("value") for option in select.all("option")][1:]
    numbers = [int(code) for code in codes if code.isdigit()]
    assert numbers == sorted(numbers)
    assert codes[-1] == "x"
    assert set(codes) <= {*LINEAGE_GROUPS, "x"}


def test_filters_and_search_are_combined_and_kept_by_paging(visitor: httpx.Client) -> None:
    form = main_of(visitor, "/cultivars")
    address = submitted(form, search="midori", lineage="0")

    both = shown_in_all(visitor, address)
    midori = shown_in_all(visitor, submitted(form, search="midori"))
    yabukita = shown_in_all(visitor, submitted(form, lineage="0"))

    assert both
    assert set(both) == set(midori) & set(yabukita)
    longer = more(main_of(visitor, submitted(form, lineage="0")))
    assert longer is not None
    assert dict(parse_qsl(longer.partition("?")[2].partition("#")[0])) == {
        "lineage": "0",
        "page": "2",
    }


@pytest.mark.parametrize(
    "search",
    [
        "さえみどり", "サエミドリ", "ｻｴﾐﾄﾞﾘ", "saemidori", "SAEMIDORI", "ｓａｅｍｉｄｏｒｉ",
        "sae midori", "Sae-Midori", " saemidori ", "枕崎9号", "枕崎９号", "saemidoro",
    ],
)  # fmt: skip
def test_search_finds_a_record_by_any_spelling(visitor: httpx.Client, search: str) -> None:
    main = main_of(visitor, f"/ja/cultivars?{urlencode({'search': search})}")

    assert "saemidori" in cards(main)
    assert main.the("input", id="search").get("value") == search.strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_search_result_links_to_the_list_and_a_cultivar(
    visitor: httpx.Client, language: Language
) -> None:
    path = path_for("cultivars", language)

    main = main_of(visitor, f"{path}?search=qqqqqqqq")

    ways = {a.get("href") for a in main.all("a")}
    assert cards(main) == []
    assert path in ways
    assert path_for("cultivar", language, params={"id": "yabukita"}) in ways


@pytest.mark.parametrize("language", LANGUAGES)
def test_filtered_list_has_a_reset_link(visitor: httpx.Client, language: Language) -> None:
    path = path_for("cultivars", language)

    main = main_of(visitor, f"{path}?search=midori&lineage=1")

    assert [a for a in main.all("a", class_="cultivar-list-reset") if a.get("href") == path]
