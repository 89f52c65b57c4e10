"""Open data files: JSON against its schema, the CSV table, entity tags and CORS headers."""

import csv
import io
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest

from server.contracts.catalogue import CULTIVARS, EDITION
from tests.conftest import ORIGIN

pytestmark = pytest.mark.anyio

FIGURES = Path(__file__).parents[4] / "client/contracts/figures.ts"
FILES = (
    "/data/v1/cultivars.json",
    "/data/v1/cultivars.csv",
    "/data/v1/changelog.json",
    "/data/v1/schema.json",
    "/data/v1/cultivars/saemidori.json",
)


@pytest.fixture
async def schema(client: httpx.AsyncClient) -> AsyncIterator[dict[str, Any]]:
    yield (await client.get("/data/v1/schema.json")).json()


async def test_json_schema_is_valid(schema: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)

    assert schema["$id"] == f"{ORIGIN}/data/v1/schema.json?version={EDITION.version}"
    assert schema["title"].endswith(f"version {EDITION.version}")


async def test_published_catalogue_matches_its_schema(
    client: httpx.AsyncClient, schema: dict[str, Any]
) -> None:
    whole = (await client.get("/data/v1/cultivars.json")).json()

    jsonschema.validate(whole, schema, format_checker=jsonschema.FormatChecker())
    assert whole["$schema"] == schema["$id"]
    assert [one["id"] for one in whole["cultivars"]] == sorted(CULTIVARS)
    assert whole["version"] == EDITION.version
    assert whole["licence"] == "https://creativecommons.org/licenses/by/4.0/"


@pytest.mark.parametrize("part", ["Record", "Changelog"])
async def test_records_and_changelog_match_their_part_of_the_schema(
    client: httpx.AsyncClient, schema: dict[str, Any], part: str
) -> None:
    names = [f"cultivars/{id}.json" for id in CULTIVARS] if part == "Record" else ["changelog.json"]
    # `jsonschema.validate` would check the schema again for each file.
    validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{part}"})
    for name in names:
        file = (await client.get(f"/data/v1/{name}")).json()

        validator.validate(file)


async def test_unknown_field_is_refused_by_the_schema(
    client: httpx.AsyncClient, schema: dict[str, Any]
) -> None:
    whole = (await client.get("/data/v1/cultivars.json")).json()
    # One record is enough: another test validates them all.
    del whole["cultivars"][1:]
    jsonschema.validate(whole, schema)
    whole["cultivars"][0]["price"] = 1

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(whole, schema)


async def test_each_value_of_a_disagreement_has_a_basis_in_file_and_schema(
    client: httpx.AsyncClient, schema: dict[str, Any]
) -> None:
    whole = (await client.get("/data/v1/cultivars.json")).json()
    conflicts = [one for cultivar in whole["cultivars"] for one in cultivar["conflicts"]]
    sides = [side for conflict in conflicts for side in conflict["values"]]

    assert "basis" in schema["$defs"]["ConflictValue"]["required"]
    assert {side["basis"] for side in sides} == {"read", "quoted", "carried"}
    assert [side for side in sides if (side["basis"] == "quoted") != bool(side["quoted"])] == []


async def test_record_contains_the_facts_of_its_sources(client: httpx.AsyncClient) -> None:
    cultivar = (await client.get("/data/v1/cultivars/saemidori.json")).json()["cultivar"]

    assert cultivar["name"] == {"ja": "さえみどり", "en": "Saemidori"}
    assert cultivar["url"]["ja"] == f"{ORIGIN}/ja/cultivars/saemidori"
    assert [parent["id"] for parent in cultivar["parents"]] == ["yabukita", "asatsuyu"]
    assert cultivar["registration"]["norinNumber"] == 40
    assert cultivar["harvest"] == -4
    assert cultivar["otherHarvest"] == {
        "days": -4,
        "earliest": -4,
        "latest": -4,
        "basis": "pluck",
    }
    assert cultivar["lineages"][0] == {
        "code": "0",
        "name": {"ja": "やぶきた", "en": "Yabukita"},
        "isDoubtful": False,
    }
    assert all(source["url"].startswith("http") for source in cultivar["sources"])


async def test_ancestors_behind_an_unnamed_line_have_evidence_with_sources(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/data/v1/cultivars/harunonagori.json")

    line, other = answer.json()["cultivar"]["parents"]
    assert line["ancestors"] == list(line["ancestorEvidence"]) == ["yabukita", "sayamamidori"]
    for [evidence] in line["ancestorEvidence"].values():
        assert (evidence["kind"], evidence["basis"]) == ("presumed", "carried")
        assert "jstage-harunonagori" in evidence["sources"]
    assert other["ancestorEvidence"] == {}


async def test_schema_says_what_ancestors_and_their_evidence_mean(
    schema: dict[str, Any],
) -> None:
    fields = schema["$defs"]["ParentName"]["properties"]

    assert "generations between are not known" in fields["ancestors"]["description"]
    assert "presumed which line" in fields["ancestorEvidence"]["description"]


async def test_each_source_that_a_record_names_is_listed_in_its_file(
    client: httpx.AsyncClient,
) -> None:
    whole = (await client.get("/data/v1/cultivars.json")).json()

    missing = {
        one["id"]: absent
        for one in whole["cultivars"]
        if (absent := set(_named_sources(one)) - {source["id"] for source in one["sources"]})
    }

    assert missing == {}


def _named_sources(value: Any) -> Iterator[str]:
    """Yields the ids in each list "sources" below the record's own."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield from (one for one in value.get("sources", ()) if isinstance(one, str))
    for one in inner:
        yield from _named_sources(one)


async def test_changelog_lists_editions_and_the_changes_of_each_record(
    client: httpx.AsyncClient,
) -> None:
    versions = (await client.get("/data/v1/changelog.json")).json()["versions"]

    assert [one["version"] for one in versions] == list(reversed(EDITION.changes))
    assert {id for one in versions for id in one["added"]} == set(CULTIVARS)
    for one in versions:
        assert sorted(one["revisions"]) == sorted(one["cultivars"])
    second = next(one for one in versions if one["version"] == "2.0.0")
    assert second["revisions"]["hoshun"][0] == {
        "kind": "addition",
        "what": {"ja": "花粉親としてろくろうを加えました。", "en": "Pollen parent Rokuro added."},
        "why": {
            "ja": "2021年のDNAマーカーの研究によります。読んだのは要旨だけです。",
            "en": "A study of 2021 with DNA markers found it; only its abstract was read.",
        },
        "credit": None,
    }


async def test_csv_table_round_trips(client: httpx.AsyncClient) -> None:
    answer = await client.get("/data/v1/cultivars.csv")

    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert [row["id"] for row in rows] == sorted(CULTIVARS)
    saemidori = next(row for row in rows if row["id"] == "saemidori")
    assert saemidori["description_ja"] == CULTIVARS["saemidori"].description
    assert saemidori["harvest_days"] == "-4"
    assert saemidori["other_harvest_basis"] == "pluck"
    assert saemidori["uses"] == "sencha; kamairicha; gyokuro; matcha"
    assert None not in saemidori
    assert saemidori["kind"] == "cultivar"
    assert (saemidori["right_status"], saemidori["right_ended"]) == ("granted", "2009-11-20")
    assert next(row for row in rows if row["kind"] == "population")["right_status"] == ""


@pytest.mark.parametrize("ending", ["json", "csv"])
async def test_printed_size_of_a_data_file_matches_the_file(
    client: httpx.AsyncClient, ending: str
) -> None:
    printed = re.search(ending + r': "([0-9]+) KB"', FIGURES.read_text(encoding="utf-8"))

    answer = await client.get(f"/data/v1/cultivars.{ending}")

    assert printed is not None
    assert int(printed[1]) == round(len(answer.content) / 1000, -1)


@pytest.mark.parametrize("path", FILES)
async def test_open_data_allows_every_origin_and_answers_304(
    client: httpx.AsyncClient, path: str
) -> None:
    first = await client.get(path, headers={"origin": "https://elsewhere.example"})
    again = await client.get(path, headers={"if-none-match": first.headers["etag"]})
    other = await client.get(path, headers={"if-none-match": '"another"'})

    assert first.status_code == other.status_code == 200
    assert first.headers["access-control-allow-origin"] == "*"
    assert first.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "licenses/by/4.0" in first.headers["link"]
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["vary"] == first.headers["vary"] == "accept-encoding"
    assert again.headers["etag"] == first.headers["etag"]


@pytest.mark.parametrize("path", [*FILES, "/feeds/corrections.atom"])
async def test_entity_tag_is_weak_because_it_is_the_same_in_every_coding(
    client: httpx.AsyncClient, path: str
) -> None:
    plain = await client.get(path, headers={"accept-encoding": "identity"})
    coded = await client.get(path, headers={"accept-encoding": "gzip"})

    assert plain.headers["etag"] == coded.headers["etag"]
    assert plain.headers["etag"].startswith('W/"')


@pytest.mark.parametrize(
    "path",
    [
        "/data/v1/cultivars/nobody.json",
        "/data/v1/cultivars/saemidori.exe",
        "/data/v1/cultivars/saemidori",
        "/data/v1/cultivars/..%2f..%2fcultivars.json",
        "/data/v1/secrets.json",
        "/data/v1/cultivars/cultivars.json",
        "/data/v2/cultivars.json",
    ],
)
async def test_unpublished_data_path_answers_404(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)

    assert answer.status_code == 404


async def test_responses_outside_open_data_have_no_cors_header(client: httpx.AsyncClient) -> None:
    for path in ("/", "/api/session", "/sitemap.xml"):
        answer = await client.get(path, headers={"origin": "https://elsewhere.example"})

        assert "access-control-allow-origin" not in answer.headers


async def test_chosen_records_are_written_in_their_order(
    client: httpx.AsyncClient, schema: dict[str, Any]
) -> None:
    table = await client.get("/data/v1/cultivars.csv?ids=seimei&ids=asatsuyu,seimei")
    whole = (await client.get("/data/v1/cultivars.json?ids=seimei,asatsuyu")).json()

    rows = list(csv.DictReader(io.StringIO(table.text.removeprefix("\ufeff"))))
    assert [row["id"] for row in rows] == ["seimei", "asatsuyu"]
    assert table.headers["x-robots-tag"] == "noindex"
    jsonschema.validate(whole, schema, format_checker=jsonschema.FormatChecker())
    assert [one["id"] for one in whole["cultivars"]] == ["seimei", "asatsuyu"]


@pytest.mark.parametrize("ids", ["", "nothing", "seimei,nothing", "seimei," * 2_000])
async def test_unknown_chosen_records_are_not_found(client: httpx.AsyncClient, ids: str) -> None:
    answer = await client.get(f"/data/v1/cultivars.csv?ids={ids}")

    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("path", "unknown"),
    [
        ("/data/v1/cultivars.json?ids=nothing,seimei,nobody", "nothing,nobody"),
        ("/data/v1/cultivars/nobody.json", "nobody.json"),
    ],
)
async def test_refusal_names_the_unknown_and_may_be_read_by_any_site(
    client: httpx.AsyncClient, path: str, unknown: str
) -> None:
    answer = await client.get(path)

    assert answer.status_code == 404
    assert answer.json()["params"] == {"unknown": unknown}
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
