"""Check of records and sources: every fault is found, with its field and what to do about it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.contracts.catalogue_files import CatalogueFiles, read_catalogue, save_records
from server.contracts.files import SHARED
from server.contracts.record_check import record_faults, source_faults, write_confidence
from server.errors import StartRefused

FOLDER = SHARED / "catalogue"
ID = "saemidori"

Record = dict[str, Any]


@pytest.fixture
def files() -> CatalogueFiles:
    return read_catalogue(FOLDER)


def quote_without_document(record: Record) -> None:
    record["claims"]["origin"] = {"basis": "quoted", "sources": ["icr"]}


def name_document_of_a_read_claim(record: Record) -> None:
    record["claims"]["origin"] = {"basis": "read", "sources": ["icr"], "quoted": "Report"}


RECORD_FAULTS: list[tuple[Callable[[Record], object], str, str]] = [
    (lambda one: one.update(price=1), "price: ", "remove it"),
    (lambda one: one.pop("origin"), "origin: the field is missing", "add it"),
    (lambda one: one.update(kind="shrub"), "kind: Invalid enum value 'shrub'", "write"),
    (lambda one: one.update(registrationYear="19x0"), "registrationYear: Expected", "write"),
    (lambda one: one.update(registrationYear="1991"), "registrationYear: it differs", "same year"),
    (lambda one: one["traits"].update(smell=1), "traits.smell: ", "remove it"),
    (lambda one: one["parents"][0].update(role="aunt"), "parents[0].role: ", "write"),
    (lambda one: one["parents"][0].update(cultivarId="nobody"), '"nobody"', "write null"),
    (lambda one: one["parents"][1].update(ancestors={"none": []}), '"none"', "remove it"),
    (
        lambda one: one["parents"][1].update(ancestors={"yabukita": []}),
        "parents[1].ancestors.yabukita: the ancestor has none",
        "say which",
    ),
    (
        lambda one: one["parents"][1].update(
            ancestors={"yabukita": [{"kind": "list", "basis": "quoted", "sources": ["icr"]}]}
        ),
        "parents[1].ancestors.yabukita[0].quoted: the document is missing",
        "name what",
    ),
    (
        lambda one: one["parents"][1].update(
            ancestors={"yabukita": [{"kind": "register", "basis": "read", "sources": ["icr"]}]}
        ),
        "parents[1].ancestors.yabukita[0].kind: no register or breeder is named",
        'write "list"',
    ),
    (lambda one: one["parents"][1].update(evidence=[]), "parents[1].evidence", "say which"),
    (lambda one: one.update(sources=["blog"]), 'sources: no source has the id "blog"', "add it"),
    (
        lambda one: one["claims"]["origin"].update(sources=["blog"]),
        'claims.origin.sources: no source has the id "blog"',
        "add it",
    ),
    (
        lambda one: one["claims"]["origin"].update(sources=[]),
        "claims.origin.sources: the list is empty",
        "name the source",
    ),
    (lambda one: one["claims"].pop("origin"), "origin: the value has no claim", "add claims"),
    (lambda one: one.update(uses=[]), "claims.uses: the field has no value", "remove the claim"),
    (
        lambda one: one["claims"].update(price={"basis": "read", "sources": ["icr"]}),
        "claims.price: no field has this name",
        "correct it",
    ),
    (quote_without_document, "claims.origin.quoted: the document is missing", "name what"),
    (name_document_of_a_read_claim, 'the basis is "read"', "remove the document"),
    (
        lambda one: one["claims"]["origin"].update(sources=["cultivar-records"]),
        "claims.origin.basis: only notes are named",
        'write "quoted" with the document',
    ),
    (
        lambda one: one["parents"][0]["evidence"].append(
            {"kind": "breeder-record", "basis": "read", "sources": ["icr"]}
        ),
        ".kind: no register or breeder is named",
        'write "list"',
    ),
    (lambda one: one.update(lineage=["99"]), 'lineage: no group has the code "99"', "see"),
    (lambda one: one.update(uses=["soup"]), 'uses: "soup" is not known', "see"),
    (
        lambda one: one.update(nameEn="Saemidorii"),
        'nameEn: "Saemidorii" is "saemidori" by the rule',
        "nameEnBasis",
    ),
    (lambda one: one.update(nameEnBasis="breeder"), "follows the rule", "remove the basis"),
    (
        lambda one: one.update(confidence="low"),
        'confidence: "low" is stored, "high" is computed because of "firm"',
        "--write",
    ),
]


def test_records_and_sources_of_the_catalogue_have_no_faults(files: CatalogueFiles) -> None:
    assert {id: found for id in files.cultivars if (found := record_faults(files, id))} == {}
    assert {id: found for id in files.sources if (found := source_faults(files, id))} == {}


@pytest.mark.parametrize(("spoil", "fault", "advice"), RECORD_FAULTS)
def test_fault_of_a_record_is_one_sentence_with_its_field_and_what_to_do(
    files: CatalogueFiles, spoil: Callable[[Record], object], fault: str, advice: str
) -> None:
    spoil(files.cultivars[ID])

    (found,) = [one for one in record_faults(files, ID) if fault in one]

    assert advice in found
    assert found.endswith(".") and "\n" not in found


def test_all_faults_of_a_record_are_found_together(files: CatalogueFiles) -> None:
    record = files.cultivars[ID]
    record.update(nameEn="Saemidorii", uses=["soup"], sources=["blog"], confidence="low")
    record["claims"].pop("origin")

    assert len(record_faults(files, ID)) == 5


def test_wrong_field_defers_the_faults_that_need_the_whole_record(files: CatalogueFiles) -> None:
    files.cultivars[ID].update(kind="shrub", uses=["soup"])

    kind, use, rest = record_faults(files, ID)

    assert kind.startswith("kind: ") and use.startswith("uses: ")
    assert rest.startswith("claims and confidence: not checked")


@pytest.mark.parametrize(
    "raw", [None, 5, "saemidori", [], {"lineage": 5, "uses": 5, "parents": [{"ancestors": 5}]}]
)
def test_record_of_other_types_has_faults(files: CatalogueFiles, raw: Any) -> None:
    files.cultivars[ID] = raw

    assert record_faults(files, ID)[-1].startswith("claims and confidence: not checked")


def test_id_that_is_no_slug_is_a_fault(files: CatalogueFiles) -> None:
    files.cultivars["Sae_Midori"] = files.cultivars[ID]

    assert record_faults(files, "Sae_Midori")[0].startswith('id: "Sae_Midori" is not a slug')


def test_faults_of_observations_are_found(files: CatalogueFiles) -> None:
    del files["rights"][ID]
    files["timing"][ID] = [{"sources": ["blog"]}, {"sources": []}]

    found = record_faults(files, ID)

    assert [one.partition(": ")[0] for one in found] == [
        "rights.json",
        "timing.json[0].sources",
        "timing.json[1].sources",
    ]


def test_faults_of_a_source_are_found_together(files: CatalogueFiles) -> None:
    files.sources["blog"] = {
        "title": "Blog",
        "publisher": "Grower",
        "url": "www.example.com",
        "type": "shop",
        "derivedFrom": None,
        "pages": {"nobody": "https://example.com/nobody"},
        "unreachable": {"https://example.com/moved": "2026-01-02"},
    }

    found = source_faults(files, "blog")

    assert [one.partition(": ")[0] for one in found[:3]] == [
        "url",
        "unreachable",
        "pages.nobody",
    ]
    assert found[3].startswith("the source supports nothing")


def test_source_with_a_wrong_field_is_refused(files: CatalogueFiles) -> None:
    files.sources["icr"]["type"] = "rumour"
    del files.sources["icr"]["title"]

    assert [one.partition(": ")[0] for one in source_faults(files, "icr")] == ["title", "type"]


def test_written_confidence_is_the_only_change_of_the_file(
    files: CatalogueFiles, tmp_path: Path
) -> None:
    before = (FOLDER / "cultivars.json").read_text(encoding="utf-8")
    copied = CatalogueFiles(tmp_path, files.content)
    copied.cultivars[ID].update(confidence="low", confidenceReason={"because": "x", "fields": []})

    faults = record_faults(copied, ID)
    copied.cultivars[ID]["confidenceReason"] = {"because": "nothing", "fields": []}
    changed = write_confidence(copied, ID)
    save_records(copied)

    assert faults[0].startswith("confidenceReason.because: ")
    assert changed and not write_confidence(copied, ID)
    assert (tmp_path / "cultivars.json").read_text(encoding="utf-8") == before


def test_file_that_is_no_json_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "cultivars.json").write_text("{", encoding="utf-8")
    with pytest.raises(StartRefused, match=r"cultivars\.json: Expecting"):
        read_catalogue(tmp_path)

    (tmp_path / "cultivars.json").write_text(json.dumps([]), encoding="utf-8")
    with pytest.raises(StartRefused, match="keyed by id"):
        read_catalogue(tmp_path)
