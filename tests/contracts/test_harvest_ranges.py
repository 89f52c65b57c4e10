"""Tests that a range of days has one source, or a text that says that sources differ."""

from collections.abc import Iterator

from tests.architecture.source_tree import expect_none
from tests.contracts.tables import Table, table

SOURCES = table("catalogue/sources")
DIFFERING = (("description", "資料によ"), ("descriptionEn", "ources differ"))


def blended_ranges(records: Table) -> Iterator[str]:
    """Yields the ranges from several sources without a text that says so."""
    for id, record in records.items():
        other = record.get("otherHarvest") or {}
        ranges = {"harvest": record["buddingRange"], "otherHarvest": other.get("range")}
        for field, span in ranges.items():
            if span is None or span[0] == span[1]:
                continue
            if not is_of_one_source(record["claims"][field]) and not says_that_they_differ(record):
                yield f"{id}: {field} has several sources, and the text does not say so"


def is_of_one_source(claim: Table) -> bool:
    roots = {SOURCES[key].get("derivedFrom") or key for key in claim["sources"]}
    return len(roots) == 1


def says_that_they_differ(record: Table) -> bool:
    return all(words in record[field] for field, words in DIFFERING)


def test_a_range_has_one_source_or_a_text_that_names_the_difference() -> None:
    expect_none(blended_ranges(table("catalogue/cultivars")))


def test_a_range_over_two_sources_without_words_is_found() -> None:
    record = {
        "buddingRange": [5, 6],
        "claims": {"harvest": {"sources": ["icr", "chacircle"]}},
        "description": "摘採期はやぶきたより5〜6日遅い。",
        "descriptionEn": "Picked five to six days after Yabukita.",
    }

    assert len(list(blended_ranges({"okuharuka": record}))) == 1
