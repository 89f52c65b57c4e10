"""Tests that links to notes lead to the page with the value, not to the folder of the notes."""

from collections.abc import Iterator

from tests.architecture.source_tree import expect_none
from tests.contracts.tables import Table, table

SOURCES = table("catalogue/sources")
NOTES = {id for id, source in SOURCES.items() if source["type"] == "notes"}
TABLES = ("cultivars", "conflicts", "timing", "resistance", "composition", "acreage", "rights")


def cited_notes(value: object, *, is_conflict: bool) -> Iterator[str]:
    """Yields the notes that claims cite as read or quoted, and all notes of a conflict."""
    if isinstance(value, dict):
        is_cited = is_conflict or value.get("basis") in {"read", "quoted"}
        yield from (key for key in value.get("sources", ()) if is_cited and key in NOTES)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from cited_notes(one, is_conflict=is_conflict)


def ids_without_page(name: str, rows: Table) -> Iterator[str]:
    """Yields the ids whose notes are cited without a page."""
    for id, value in rows.items():
        for key in cited_notes(value, is_conflict=name == "conflicts"):
            if id not in SOURCES[key].get("pages", {}):
                yield id


def test_cited_notes_are_linked_at_a_page() -> None:
    expect_none(id for name in TABLES for id in ids_without_page(name, table(f"catalogue/{name}")))


def test_an_unconfirmed_name_is_linked_at_the_page_that_names_it() -> None:
    expect_none(
        id
        for id, name in table("catalogue/unconfirmed").items()
        for key in name["sources"]
        if key in NOTES and id not in SOURCES[key]["pages"]
    )


def test_a_quotation_without_a_page_is_found() -> None:
    claim = {"basis": "quoted", "sources": ["cultivar-records"], "quoted": "a paper"}

    assert list(ids_without_page("cultivars", {"unheard-of": {"claims": {"origin": claim}}})) == [
        "unheard-of"
    ]
