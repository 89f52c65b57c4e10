"""Pages of all records in both languages."""

import re
from functools import cache
from urllib.parse import quote

import httpx
import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, Language
from tests.journeys.addresses import CULTIVAR_PATHS
from tests.journeys.heads import LISTED, Head, assert_complete, head_in
from tests.markup import Element, read
from tests.running_site import RunningSite

IDS = list(CULTIVARS)
FIRST_SENTENCE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"[^.]+(?:\.(?! [A-Z]|$)[^.]*)*\.?"),
    "ja": re.compile(r"[^。]+。?"),
}
REDIRECTED = [
    ("/Cultivars/OKUMIDORI", "/cultivars/okumidori"),
    ("/cultivars/okumidori/", "/cultivars/okumidori"),
    ("/ja//cultivars/okumidori/", "/ja/cultivars/okumidori"),
    ("/JA/Cultivars/Okumidori/", "/ja/cultivars/okumidori"),
    ("/cultivars/benifuuki", "/cultivars/benifuki"),
    ("/Cultivars/Benifuuki/", "/cultivars/benifuki"),
    ("/cultivars/goko", "/cultivars/gokou"),
    ("/ja/cultivars/koju", "/ja/cultivars/kouju"),
    ("/cultivars/koushun", "/cultivars/koshun"),
    ("/cultivars/oku-midori", "/cultivars/okumidori"),
    ("/cultivars/Oku%20Midori", "/cultivars/okumidori"),
    ("/ja/cultivars/やぶきた", "/ja/cultivars/yabukita"),
    ("/ja/cultivars/ﾔﾌﾞｷﾀ", "/ja/cultivars/yabukita"),
    ("/ja/cultivars/ヤブキタ/", "/ja/cultivars/yabukita"),
    ("/cultivars/%79abukita", "/cultivars/yabukita"),
]


@cache
def opened(visitor: httpx.Client, path: str) -> tuple[Element, Head]:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    document = read(answer.text)
    return document, head_in(document)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", IDS)
def test_record_page_has_names_description_and_complete_head(
    visitor: httpx.Client, site: RunningSite, id: str, language: Language
) -> None:
    record = CULTIVARS[id]

    document, head = opened(visitor, CULTIVAR_PATHS[language][id])

    main = document.the("main")
    description = record.description if language == "ja" else record.description_en
    addresses = {spoken: CULTIVAR_PATHS[spoken][id] for spoken in LANGUAGES}
    assert_complete(head, language=language, origin=site.origin, addresses=addresses)
    assert head.one("robots") == LISTED
    assert record.name_ja.replace(" ", "") in without_ruby(main.the("h1").text)
    assert record.name_en in main.the("h1").text
    assert " ".join(description.split()) in main.text


def without_ruby(text: str) -> str:
    """Returns a heading's text without the readings of its kanji and without spaces."""
    return re.sub(r"\s|（[^（）]*）", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_descriptions_of_records_are_unique(
    visitor: httpx.Client, language: Language
) -> None:
    heads = [opened(visitor, path)[1] for path in CULTIVAR_PATHS[language].values()]

    assert len({head.titles[0] for head in heads}) == len(IDS)
    assert len({head.one("description") for head in heads}) == len(IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_record_meta_description_is_its_first_sentence(
    visitor: httpx.Client, language: Language
) -> None:
    for id, path in CULTIVAR_PATHS[language].items():
        record = CULTIVARS[id]
        text = record.description if language == "ja" else record.description_en
        found = FIRST_SENTENCE[language].match(text)
        assert found
        assert opened(visitor, path)[1].one("description") == found[0], id


@pytest.mark.parametrize(("requested", "canonical"), REDIRECTED)
@pytest.mark.parametrize("query", ["", "?x=%E8%8C%B6&y=a%20b+c"])
def test_noncanonical_record_path_redirects_once_and_permanently(
    visitor: httpx.Client, requested: str, canonical: str, query: str
) -> None:
    first = visitor.get(requested + query)
    second = visitor.get(first.headers["location"])

    assert first.status_code == 301
    assert first.headers["location"] == canonical + query
    assert second.status_code == 200


def test_every_alias_redirects_to_its_record_in_one_step(visitor: httpx.Client) -> None:
    spellings = {
        spelling: id
        for id, record in CULTIVARS.items()
        for spelling in (*record.aliases, record.name_ja, record.name_kana, record.name_en)
    }

    wrong = []
    for spelling, id in spellings.items():
        answer = visitor.get(f"/ja/cultivars/{quote(spelling)}")
        target = answer.headers.get("location")
        if (answer.status_code, target) != (301, f"/ja/cultivars/{id}"):
            wrong.append(f"{spelling}: {answer.status_code} {target}, not {id}")

    assert wrong == []
