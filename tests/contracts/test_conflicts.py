"""Tests that `conflicts.json` states every disagreement of sources that the catalogue shows."""

import re
from calendar import month_name

import msgspec
import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.evidence import OBSERVATIONS
from tests.contracts.hidden_conflicts import (
    fields_of,
    hidden_orders,
    hidden_ratings,
    hidden_timings,
    hidden_yields,
    is_about,
    undisputed_parents,
)
from tests.contracts.tables import table

CONFLICTS = OBSERVATIONS.conflicts
UNTRACED = table("catalogue/untraced")
MONTHS = tuple(month_name)[1:]


@pytest.mark.parametrize("id", OBSERVATIONS.resistance)
def test_ratings_that_differ_are_a_disagreement(id: str) -> None:
    ratings = OBSERVATIONS.resistance[id]

    assert list(hidden_ratings(CULTIVARS[id], ratings, CONFLICTS.get(id, ()))) == []


@pytest.mark.parametrize("id", OBSERVATIONS.timing)
def test_timings_that_differ_are_a_disagreement(id: str) -> None:
    rows = OBSERVATIONS.timing[id]

    assert list(hidden_timings(CULTIVARS[id], rows, CONFLICTS.get(id, ()))) == []


def test_texts_on_picking_before_or_after_another_that_differ_are_a_disagreement() -> None:
    found = (hidden_orders(one, CULTIVARS, CONFLICTS.get(id, ())) for id, one in CULTIVARS.items())

    assert [text for texts in found for text in texts] == []


@pytest.mark.parametrize("id", CULTIVARS)
def test_texts_on_the_yield_that_differ_are_a_disagreement(id: str) -> None:
    assert list(hidden_yields(CULTIVARS[id], CONFLICTS.get(id, ()))) == []


@pytest.mark.parametrize("id", CULTIVARS)
def test_a_disputed_parent_is_an_open_disagreement_about_it(id: str) -> None:
    conflicts = CONFLICTS.get(id, ())

    for parent in CULTIVARS[id].parents:
        if any(one.kind == "disputed" for one in parent.evidence):
            assert any(is_about(conflict, parent) for conflict in conflicts), parent.name_en


@pytest.mark.parametrize("id", CONFLICTS)
def test_a_parent_is_disputed_where_a_source_states_another(id: str) -> None:
    assert list(undisputed_parents(CULTIVARS[id], CONFLICTS[id])) == []


def test_a_parent_without_the_dispute_of_its_disagreement_is_found() -> None:
    record = CULTIVARS["nagomiyutaka"]
    parents = tuple(
        msgspec.structs.replace(parent, evidence=parent.evidence[:1]) for parent in record.parents
    )
    undisputed = msgspec.structs.replace(record, parents=parents)

    found = list(undisputed_parents(undisputed, CONFLICTS["nagomiyutaka"]))

    assert found == ["Saitama No. 16", "Fuku 8"]


def test_a_source_that_does_not_know_a_parent_disputes_none() -> None:
    assert any(one.status == "open" for one in CONFLICTS["surugawase"])
    kinds = [one.kind for parent in CULTIVARS["surugawase"].parents for one in parent.evidence]

    assert "disputed" not in kinds


@pytest.mark.parametrize("id", CONFLICTS)
def test_a_role_is_that_of_a_recorded_parent(id: str) -> None:
    roles = {parent.role for parent in CULTIVARS[id].parents}

    for conflict in CONFLICTS[id]:
        assert conflict.role is None or (conflict.field == "parents" and conflict.role in roles)


# Parents that the original data of the catalogue named as disputed ("parents.pollen").
@pytest.mark.parametrize(
    ("id", "roles"),
    [
        ("meiryoku", ["pollen"]),
        ("hokumei", ["pollen", "seed"]),
        ("nagomiyutaka", [None]),
        ("23f1-107", ["pollen"]),
    ],
)
def test_a_disagreement_names_the_parent_that_it_is_about(id: str, roles: list[str | None]) -> None:
    assert [one.role for one in CONFLICTS[id] if one.field == "parents"] == roles


# Both were settled by a correction of the breeders in 茶業研究報告 139.
@pytest.mark.parametrize("id", ["hokumei", "okuharuka"])
def test_a_disagreement_that_the_breeders_corrected_is_settled(id: str) -> None:
    [pollen] = [one for one in CONFLICTS[id] if one.field == "parents" and one.role == "pollen"]
    [parent] = [one for one in CULTIVARS[id].parents if one.role == "pollen"]

    assert pollen.status == "settled"
    assert [one.kind for one in parent.evidence] == ["breeder-record"]


def months_of_registration(description: str, year: str) -> list[str]:
    """Returns the phrases of a text that give a month of this year."""
    return re.findall(rf"{year}年\d+月|(?:{'|'.join(MONTHS)}) {year}", description)


@pytest.mark.parametrize("id", CONFLICTS)
def test_a_text_states_no_month_of_a_registration_on_which_sources_disagree(id: str) -> None:
    record = CULTIVARS[id]
    years = [
        one.follows.en
        for one in CONFLICTS[id]
        if one.field == "registration" and one.status == "open" and one.follows.en.isdecimal()
    ]

    for text in (record.description, record.description_en):
        assert [month for year in years for month in months_of_registration(text, year)] == []


def test_month_of_a_registration_is_found() -> None:
    assert months_of_registration("1977年2月に奨励品種。", "1977") == ["1977年2月"]
    assert months_of_registration("Recommended in May 1977.", "1977") == ["May 1977"]
    assert months_of_registration("Recommended in 1977, 1976年2月", "1977") == []


def test_a_disagreement_has_at_least_two_values() -> None:
    all_of_them = [one for found in CONFLICTS.values() for one in found]

    assert [one for one in all_of_them if len({side.value.en for side in one.values}) < 2] == []


@pytest.mark.parametrize(
    ("id", "hidden"),
    [("saemidori", {"anthracnose", "barkSplit", "blisterBlight"}), ("sofu", {"blisterBlight"})],
)
def test_a_rating_hidden_by_a_missing_disagreement_is_found(id: str, hidden: set[str]) -> None:
    found = set(hidden_ratings(CULTIVARS[id], OBSERVATIONS.resistance[id], ()))

    assert hidden <= found


def test_hardiness_unlike_the_record_is_found() -> None:
    (rating, *_) = OBSERVATIONS.resistance["saemidori"]
    cold = msgspec.structs.replace(rating, trait="cold", level="low", scale="absolute")

    assert list(hidden_ratings(CULTIVARS["yaeho"], [cold], ())) == ["cold"]


@pytest.mark.parametrize(
    ("id", "hidden"),
    [("yutakamidori", ["pluck -8"]), ("yumekaori", ["bud -7"]), ("fushun", ["pluck 6"])],
)
def test_a_timing_hidden_by_a_missing_disagreement_is_found(id: str, hidden: list[str]) -> None:
    assert list(hidden_timings(CULTIVARS[id], OBSERVATIONS.timing[id], ())) == hidden


def test_a_text_on_the_yield_unlike_the_record_is_found() -> None:
    traits = msgspec.structs.replace(CULTIVARS["sofu"].traits, yield_="low")
    record = msgspec.structs.replace(
        CULTIVARS["sofu"], traits=traits, description_en="It yields more than Yabukita."
    )

    assert list(hidden_yields(record, ())) == ["high: It yields more than Yabukita."]


@pytest.mark.parametrize("id", UNTRACED)
def test_a_difference_without_a_page_names_records_and_the_heading_of_the_notes(id: str) -> None:
    one = UNTRACED[id]

    assert set(one) == {"records", "note", "said", "follows"}
    assert one["note"] in {"registration", "parents"}
    assert one["records"]
    assert set(one["records"]) <= set(CULTIVARS)
    assert one["said"]["ja"].endswith("。")
    assert one["said"]["en"].endswith(".")
    assert set(one["follows"]) == {"ja", "en"}


# Statements of the notes on the data that name no page as their source.
@pytest.mark.parametrize(
    "id",
    [
        "komakage",
        "yutakamidori",
        "okumidori",
        "inzatsu-131",
        "kuritawase",
        "benifuki",
    ],
)
def test_a_difference_of_the_notes_is_shown_though_no_page_is_named(id: str) -> None:
    assert id in {record for one in UNTRACED.values() for record in one["records"]}


@pytest.mark.parametrize(
    ("id", "field"),
    [
        ("23f1-107", "parents"),
        ("hoshinomidori", "parents"),
        ("kanayamidori", "parents"),
        ("minamikaori", "parents"),
        ("miyamakaori", "parents"),
        ("okumusashi", "timing"),
        ("yabukita", "recommendation"),
    ],
)
def test_a_difference_of_the_notes_with_a_page_is_a_disagreement(id: str, field: str) -> None:
    assert field in fields_of(CONFLICTS.get(id, ()))


def test_value_that_a_record_follows_is_never_said_to_be_nothing() -> None:
    follows = {
        (id, conflict.field): (conflict.follows.en, conflict.follows.ja)
        for id, conflicts in CONFLICTS.items()
        for conflict in conflicts
    }

    assert follows["saemidori", "crossYear"][0] == "no value (the record has no such field)"
    assert [key for key, (en, ja) in follows.items() if en == "nothing" or ja == "記載なし"] == []
