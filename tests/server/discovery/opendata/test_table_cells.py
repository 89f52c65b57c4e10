"""Columns and cells of the CSV table: no text becomes a formula, and no text is lost."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.discovery.opendata.files import format_cell, write_selection
from tests.hostile import HOSTILE

# The columns in their published order, in which a further one is the last: scripts of other sites
# may read them by position.
COLUMNS = (
    "id name_ja name_en reading aliases url_ja url_en description_ja description_en "
    "origin_ja origin_en registration_system registration_year norin_number "
    "plant_variety_number plant_variety_year parents_ja parents_en lineages uses "
    "harvest_days harvest_earliest_days harvest_latest_days harvest_basis "
    "other_harvest_days other_harvest_earliest_days other_harvest_latest_days "
    "other_harvest_basis maturity cold_hardiness yield anthracnose_resistance "
    "gray_blight_resistance quality caffeine tannin amino_acid aroma_ja aroma_en "
    "confidence sources modified kind right_status right_granted right_ended "
    "reading_uncertain right_term_end parents_evidence doubtful_lineages"
)


def test_columns_keep_their_published_positions() -> None:
    file = write_selection("cultivars.csv", ("saemidori",), origin="https://tea.example", site="T")

    [columns, _] = csv.reader(io.StringIO(file.body.decode("utf-8-sig"), newline=""))
    assert " ".join(columns) == COLUMNS, "a further column is the last one, in `_COLUMNS` and here"


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-cmd", "@SUM(A1)", "\t=1", "\r=1", "＝1", '=HYPERLINK("//evil")']
)
def test_text_like_a_formula_is_quoted(text: str) -> None:
    assert format_cell(text) == f"'{text}"
    assert format_cell((text, "b")).startswith("'")


@pytest.mark.parametrize(
    ("value", "written"), [(-4, "-4"), (-4.5, "-4.5"), (0, "0"), (None, ""), ((), ""), ("茶", "茶")]
)
def test_numbers_are_unchanged_and_missing_values_are_empty(value: object, written: str) -> None:
    assert format_cell(value) == written


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_round_trips_through_a_csv_cell(text: str) -> None:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\r\n").writerow(["id", format_cell(text)])

    [row] = csv.reader(io.StringIO(written.getvalue(), newline=""))

    assert row[1] in (text, f"'{text}")
    assert not row[1].startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")))
def test_any_text_round_trips_through_a_csv_cell(text: str) -> None:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\r\n").writerow(["id", format_cell(text)])

    (row,) = csv.reader(io.StringIO(written.getvalue(), newline=""))

    assert row[1].removeprefix("'") == text.removeprefix("'")
    assert not row[1].startswith(("=", "+", "-", "@"))
