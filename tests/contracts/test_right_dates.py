"""Tests that plant variety rights have the dates of the texts and the term of the law."""

import re
from datetime import datetime

from tests.contracts.tables import table

# A date after "registered on" or "granted on".
GRANT = re.compile(r"(?:registered|granted) on ([A-Z][a-z]+ \d{1,2}, \d{4})")
# First day of a grant with the term, in years: the laws of 1978, 1998 and 2005.
TERMS = {"1978": 18, "1998-12-24": 25, "2005-06-17": 30}


def test_days_of_a_grant_in_texts_are_those_of_the_right() -> None:
    rights = table("catalogue/rights")
    stated = {
        (id, datetime.strptime(day, "%B %d, %Y").date().isoformat())
        for id, record in table("catalogue/cultivars").items()
        for day in GRANT.findall(record["descriptionEn"])
    }

    assert len(stated) > 3
    assert {(id, day) for id, day in stated if rights[id]["granted"] != day} == set()


def test_terms_are_those_of_the_law_at_the_grant() -> None:
    granted = {
        id: right for id, right in table("catalogue/rights").items() if right["granted"] is not None
    }

    expected = {
        id: [years for start, years in TERMS.items() if start <= right["granted"]][-1]
        for id, right in granted.items()
    }
    assert {id: right["termYears"] for id, right in granted.items()} == expected
