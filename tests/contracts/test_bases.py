"""Tests that most claims of the catalogue were read in their source, and of the stated share."""

from collections import Counter
from collections.abc import Sequence

import pytest

from server.contracts.catalogue import CULTIVARS, SOURCES
from server.contracts.claims import Claim
from tests.architecture.source_tree import PROJECT
from tests.contracts.bases import bases_by_field, share_read
from tests.contracts.tables import LANGUAGES, messages, table

LEAST_SHARE_READ = 0.6
# Kinds of evidence for a parent that only shop pages name.
KINDS_OF_SHOPS = {"list", "presumed"}


def are_shops(claims: Sequence[Claim]) -> bool:
    """Returns whether all sources of the claims are shop pages."""
    types = {SOURCES[source].type for claim in claims for source in claim.sources}
    return types == {"shop"}


def test_at_least_sixty_percent_of_the_claims_are_read() -> None:
    assert share_read(bases_by_field().values()) >= LEAST_SHARE_READ


def test_share_counts_every_basis_and_no_records() -> None:
    claims = Counter({"records": 9, "read": 1, "quoted": 1})
    observations = Counter({"records": 9, "carried": 1, "searched": 1})

    assert share_read([claims, observations]) == 1 / 4 < LEAST_SHARE_READ


def test_readme_states_the_share_of_claims_that_were_read() -> None:
    read = share_read(bases_by_field().values())
    text = (PROJECT / "shared/README.md").read_text(encoding="utf-8")

    assert f"{read:.1%} of the claims are `read`" in text


def test_readme_counts_the_values_of_disagreements_by_basis() -> None:
    sides = [
        side
        for conflicts in table("catalogue/conflicts").values()
        for conflict in conflicts
        for side in conflict["values"]
    ]
    found = Counter(side["basis"] for side in sides)
    text = (PROJECT / "shared/README.md").read_text(encoding="utf-8")

    stated = f"{found['read']} are `read`, {found['quoted']} `quoted` and {found['carried']}"
    assert f"Of the values of disagreements {stated} `carried`" in text


def test_page_of_the_sources_states_the_same_share_in_whole_percent() -> None:
    read = share_read(bases_by_field().values())
    figures = (PROJECT / "client/contracts/figures.ts").read_text(encoding="utf-8")

    assert f"  read: {read * 100:.0f},\n" in figures


@pytest.mark.parametrize("id", CULTIVARS)
def test_shop_pages_alone_support_no_year_and_no_unmarked_parent(id: str) -> None:
    record = CULTIVARS[id]
    shown = [parent.evidence for parent in record.parents if are_shops(parent.evidence)]
    kinds = {one.kind for evidence in shown for one in evidence}
    years = [
        record.registration.year
        for name, claim in record.claims.items()
        if name.startswith("registration") and are_shops([claim])
    ]

    assert kinds <= KINDS_OF_SHOPS
    assert all(year == "" for year in years)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_of_the_sources_explains_the_marks_of_parents_from_shops_alone(language: str) -> None:
    said = messages(language)
    between = ("“", "”") if language == "en" else ("「", "」")

    for kind in KINDS_OF_SHOPS:
        mark = said[f"evidence.kind.{kind}"].join(between)
        assert mark in said["databaseInfo.sources.body"]
