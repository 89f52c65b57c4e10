"""The cultivar list without scripts: links lead to every record."""

import httpx
import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language, path_for
from server.contracts.views import read_views
from tests.architecture.source_tree import PROJECT
from tests.journeys.cultivar_list.list_page import all_ids, card_ids, open_main
from tests.journeys.heads import LISTED, head_in
from tests.markup import read


@pytest.mark.parametrize("language", LANGUAGES)
def test_show_more_links_lead_to_every_record(visitor: httpx.Client, language: Language) -> None:
    first = open_main(visitor, path_for("cultivars", language))

    shown = all_ids(visitor, path_for("cultivars", language))

    assert len(card_ids(first)) == 10
    assert sorted(shown) == sorted(
        id for id, record in CULTIVARS.items() if record.kind == "cultivar"
    )


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
    [
        "search=midori",
        "search=a&page=2",
        "origin=kyoto,kagoshima",
        "origin=kyoto&lineage=1",
        "lineage=1&page=2",
        "maturity=early&sort=newest",
        "from=-5",
        "maturity=unknown",
        "aroma=other",
        "kind=all",
        "kind=cultivar,line",
        "origin=kyoto&search=a",
        "sort=newest",
        "sort=written",
        "view=table",
        "origin=kyoto&view=bud",
    ],
)
def test_filtered_list_is_noindex_with_the_plain_list_as_canonical(
    visitor: httpx.Client, query: str
) -> None:
    head = head_in(read(visitor.get(f"/ja/cultivars?{query}").text))

    assert head.one("robots") == "noindex,follow"
    assert head.canonicals[0].endswith("/ja/cultivars")
    assert head.alternates["en"].endswith("/cultivars")


@pytest.mark.parametrize("query", ["origin=shizuoka", "right=expired", "lineage=1", "kind=line"])
def test_list_of_one_value_is_a_page_of_its_own(visitor: httpx.Client, query: str) -> None:
    heads = {
        path: head_in(read(visitor.get(f"{path}?{query}").text))
        for path in ("/cultivars", "/ja/cultivars")
    }

    for path, head in heads.items():
        assert head.one("robots") == LISTED
        assert head.canonicals[0].endswith(f"{path}?{query}")
        assert head.alternates["en"].endswith(f"/cultivars?{query}")
        assert head.alternates["ja"].endswith(f"/ja/cultivars?{query}")
        plain = head_in(read(visitor.get(path).text))
        assert head.titles != plain.titles
        assert head.one("description") != plain.one("description")


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_names_the_filter_of_records_without_a_value(
    visitor: httpx.Client, language: Language
) -> None:
    path = path_for("cultivars", language)
    filters = {
        name: labels["unknown"]
        for name, labels in read_views(PROJECT / "build", language).filter_labels.items()
        if "unknown" in labels
    }

    titles = {name: head_in(read(visitor.get(f"{path}?{name}=unknown").text)) for name in filters}

    assert {"suitableFor", "origin", "anthracnose"} < filters.keys()
    for name, value in filters.items():
        filter = text(language, f"cultivars.filters.{name}")
        chosen = text(language, "cultivars.filters.chosen", filter=filter, value=value)
        assert chosen in titles[name].titles[0]


@pytest.mark.parametrize(
    "path",
    [
        "/ja/cultivars?suitableFor=matcha&origin=kyoto",
        "/ja/community?category=review&rating=4&tea_type=sencha",
    ],
)
def test_japanese_title_has_japanese_commas_between_filters(
    visitor: httpx.Client, path: str
) -> None:
    title = head_in(read(visitor.get(path).text)).titles[0]

    assert "、" in title
    assert "," not in title


@pytest.mark.parametrize("language", LANGUAGES)
def test_filtered_list_has_a_reset_link(visitor: httpx.Client, language: Language) -> None:
    path = path_for("cultivars", language)

    main = open_main(visitor, f"{path}?search=midori&lineage=1")

    assert [a for a in main.all("a", class_="cultivar-list-reset") if a.get("href") == path]
