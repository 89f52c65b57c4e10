"""The search of the cultivar list without scripts."""

from urllib.parse import urlencode

import httpx
import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, Language, path_for
from tests.journeys.cultivar_list.list_page import all_ids, card_ids, open_main


@pytest.mark.parametrize(
    "search",
    [
        "さえみどり", "サエミドリ", "ｻｴﾐﾄﾞﾘ", "saemidori", "SAEMIDORI", "ｓａｅｍｉｄｏｒｉ",
        "sae midori", "Sae-Midori", " saemidori ", "枕崎9号", "枕崎９号", "saemidoro",
    ],
)  # fmt: skip
def test_search_finds_a_record_by_any_spelling(visitor: httpx.Client, search: str) -> None:
    main = open_main(visitor, f"/ja/cultivars?{urlencode({'search': search})}")

    assert "saemidori" in card_ids(main)
    assert main.the("input", id="search").get("value") == search.strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("search", ["Norin 40", "茶農林40号", "no. 2881", "冴え緑"])
def test_first_result_of_a_number_or_kanji_spelling_is_its_record(
    visitor: httpx.Client, search: str, language: Language
) -> None:
    path = path_for("cultivars", language)

    assert card_ids(open_main(visitor, f"{path}?{urlencode({'search': search})}"))[0] == "saemidori"


@pytest.mark.parametrize("search", ["鹿児島", "Kagoshima"])
def test_place_is_found_in_both_languages(visitor: httpx.Client, search: str) -> None:
    query = urlencode({"search": search})

    for path in ("/cultivars", "/ja/cultivars"):
        found = all_ids(visitor, f"{path}?{query}")
        bred_there = {id for id, record in CULTIVARS.items() if record.origin_en == "Kagoshima"}
        assert set(found[: len(bred_there)]) == bred_there


@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_search_result_links_to_the_list_and_a_cultivar(
    visitor: httpx.Client, language: Language
) -> None:
    path = path_for("cultivars", language)

    main = open_main(visitor, f"{path}?search=qqqqqqqq")

    ways = {a.get("href") for a in main.all("a")}
    assert card_ids(main) == []
    assert path in ways
    assert path_for("cultivar", language, params={"id": "yabukita"}) in ways
