"""Cells of the CSV table: no text becomes a formula, and no text is lost."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.discovery.opendata.files import format_cell
from tests.hostile import HOSTILE


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
