"""Citations in BibTeX, RIS, CSL and plain text, read back by parsers of these formats."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import httpx
import pytest
import rispy
from pybtex.database import parse_string

from server.contracts.catalogue import CULTIVARS, EDITION
from server.discovery.opendata.citations import CitedWork, as_bibtex, as_csl, as_ris, as_text
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

CITED = CitedWork(
    key="chanoki-saemidori",
    title="Saemidori (さえみどり)",
    site="Chanoki",
    url="https://tea.example/cultivars/saemidori",
    version="1.0.0",
    published=date(2026, 11, 21),
    accessed=date(2026, 12, 3),
)
HOSTILE = replace(
    CITED, title='100 % {Tea}\\ & "Leaf"_#$~^\r\nER  - \r\nTY  - BOOK', site="A {B} and C"
)


def test_bibtex_citation_is_read_back() -> None:
    entry = parse_string(as_bibtex(CITED), "bibtex").entries["chanoki-saemidori"]

    assert entry.type == "misc"
    assert entry.fields["title"] == "{Saemidori (さえみどり)}"
    assert [str(person) for person in entry.persons["author"]] == ["{Chanoki}"]
    assert entry.fields["urldate"] == "2026-12-03"
    assert entry.fields["url"] == CITED.url
    assert entry.fields["version"] == "1.0.0"


def test_ris_citation_is_read_back() -> None:
    (entry,) = rispy.loads(as_ris(CITED))

    assert entry["type_of_reference"] == "DATA"
    assert entry["title"] == CITED.title
    assert entry["authors"] == ["Chanoki"]
    assert entry["access_date"] == "2026/12/03"
    assert entry["urls"] == [CITED.url]


def test_csl_citation_has_the_issued_and_accessed_dates() -> None:
    (entry,) = json.loads(as_csl(CITED))

    assert entry["type"] == "dataset"
    assert entry["issued"] == {"date-parts": [[2026, 11, 21]]}
    assert entry["accessed"] == {"date-parts": [[2026, 12, 3]]}
    assert entry["author"] == [{"literal": "Chanoki"}]


def test_plain_text_citation_is_one_line() -> None:
    citation = as_text(CITED)

    assert citation.count("\n") == 1
    assert "accessed 2026-12-03" in citation
    assert CITED.url in citation


def test_hostile_title_stays_in_its_citation_field() -> None:
    ris = rispy.loads(as_ris(HOSTILE))
    bibtex = parse_string(as_bibtex(HOSTILE), "bibtex").entries

    assert len(ris) == len(bibtex) == 1
    assert ris[0]["type_of_reference"] == "DATA"
    assert bibtex["chanoki-saemidori"].fields["year"] == "2026"


@pytest.mark.parametrize("form", ["txt", "bib", "ris", "csl.json"])
async def test_every_record_and_the_catalogue_have_citations(
    client: httpx.AsyncClient, form: str
) -> None:
    for id in (*CULTIVARS, "cultivars"):
        path = "/data/v1/" if id == "cultivars" else "/data/v1/cultivars/"
        answer = await client.get(f"{path}{id}.{form}")

        assert answer.status_code == 200
        assert f'filename="chanoki-{id}.{form}"' in answer.headers["content-disposition"]
        assert ORIGIN in answer.text
        assert EDITION.version in answer.text


async def test_record_is_cited_by_the_edition_and_accessed_on_the_day_in_japan(
    place: Place, visitor: Browser
) -> None:
    place.moment.now = datetime(2026, 11, 28, 16, tzinfo=UTC)

    answer = await visitor.get("/data/v1/cultivars/saemidori.csl.json")

    (entry,) = answer.json()
    issued = EDITION.changes[EDITION.version].date
    assert entry["accessed"] == {"date-parts": [[2026, 11, 29]]}
    assert entry["version"] == EDITION.version
    assert entry["issued"] == {"date-parts": [[issued.year, issued.month, issued.day]]}


async def test_citation_cff_has_the_current_edition(client: httpx.AsyncClient) -> None:
    answer = await client.get("/CITATION.cff")

    lines = dict(line.split(": ", 1) for line in answer.text.splitlines() if ": " in line)
    assert lines["cff-version"] == '"1.2.0"'
    assert lines["type"] == '"dataset"'
    assert lines["version"] == f'"{EDITION.version}"'
    assert lines["date-released"] == f'"{EDITION.modified}"'
    assert lines["  - name"] == '"Chanoki"'


async def test_citation_cff_names_and_describes_the_data_as_the_open_data_do(
    client: httpx.AsyncClient,
) -> None:
    whole = (await client.get("/data/v1/cultivars.json")).json()

    answer = await client.get("/CITATION.cff")

    lines = dict(line.split(": ", 1) for line in answer.text.splitlines() if ": " in line)
    assert json.loads(lines["title"]) == whole["name"]
    assert json.loads(lines["abstract"]).startswith(f"{len(whole['cultivars'])} records")
    assert "{{" not in lines["abstract"]
